// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -laplace(u) = f with u = 0 on the boundary: solves it, measures the error's order, and finds a source from what some
// sensors see of the solution, with the gradients of the kernels that kgen differentiated.

#include "solver.h"
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>

static const char *const usage = R"(usage: poisson COMMAND [OPTION...]

  solve      solve for the manufactured source, print the error
             --cells N          the unit square in N x N squares (32)
             --mesh FILE        or a mesh of Gmsh's (text, version 2.2 or 4.1)
             --picture FILE     draw the solution (SVG)
             --values FILE      write the solution, one node a line: x y u
             --iterations N     give up after so many (20 sqrt(nodes) + 200)
  converge   solve on ever finer meshes, print the order of the error
             --finest N         up to N x N squares (128)
  recover    find the height, centre and width of a bump from 40 sensors
             --cells N          (32)

  Each takes --device cpu|cuda: where the kernels run (cpu)
)";

/// A command line that cannot be followed.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  int cells = 32, finest = 128, iterations = 0;
  std::string mesh, picture, values;
  bool onGpu = false;
};

static int positive(const std::string &option, const char *text, int most) {
  char *end;
  long value = std::strtol(text, &end, 10);
  if (*end || end == text || value < 2 || value > most)
    throw UsageError(option + ": expected a number from 2 to " + std::to_string(most) + " but got '" + text + "'");
  return int(value);
}

static Options readOptions(int argc, char **argv) {
  Options options;
  for (int i = 2; i < argc; i += 2) {
    std::string name = argv[i];
    if (i + 1 == argc)
      throw UsageError(name + ": expected a value");
    if (name == "--cells")
      options.cells = positive(name, argv[i + 1], 2048);
    else if (name == "--finest")
      options.finest = positive(name, argv[i + 1], 2048);
    else if (name == "--iterations")
      options.iterations = positive(name, argv[i + 1], 1 << 20);
    else if (name == "--device" && (argv[i + 1] == std::string("cpu") || argv[i + 1] == std::string("cuda")))
      options.onGpu = argv[i + 1] == std::string("cuda");
    else if (name == "--device")
      throw UsageError(name + ": expected cpu or cuda but got '" + argv[i + 1] + "'");
    else if (name == "--mesh")
      options.mesh = argv[i + 1];
    else if (name == "--picture")
      options.picture = argv[i + 1];
    else if (name == "--values")
      options.values = argv[i + 1];
    else
      throw UsageError("unknown option '" + name + "'");
  }
  return options;
}

/// Writes a whole file, or says that it cannot.
static void write(const std::string &path, const std::string &text) {
  std::ofstream file(path);
  if (!(file << text) || !file.flush())
    throw InputError(path + ": cannot write");
}

//===----------------------------------------------------------------------===//
// Solving
//===----------------------------------------------------------------------===//

/// Colours from dark blue over green to yellow, each channel linear between five stops.
static std::string colour(double value) {
  static const int stops[5][3] = {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  double at = std::min(std::max(value, 0.0), 1.0) * 4;
  int low = std::min(int(at), 3);
  char text[8];
  int channels[3];
  for (int c = 0; c < 3; ++c)
    channels[c] = int(std::lround(stops[low][c] + (at - low) * (stops[low + 1][c] - stops[low][c])));
  std::snprintf(text, sizeof text, "#%02x%02x%02x", channels[0], channels[1], channels[2]);
  return text;
}

static std::string number(double value, const char *format = "%.4g") {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// The solution as a picture: each triangle in the colour of its mean value, and a scale beside it.
static std::string draw(const Mesh &mesh, const Reals &solution) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, least = INFINITY, most = -INFINITY;
  for (size_t i = 0; i < mesh.points.size(); ++i) {
    for (int d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], mesh.points[i][d]);
      high[d] = std::max(high[d], mesh.points[i][d]);
    }
    least = std::min(least, solution[i]);
    most = std::max(most, solution[i]);
  }
  double scale = 480 / std::max(high[0] - low[0], high[1] - low[1]);
  double width = (high[0] - low[0]) * scale, height = (high[1] - low[1]) * scale;
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << number(width + 110) << " " << number(height + 20)
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n";
  for (const auto &[a, b, c] : mesh.triangles) {
    double mean = (solution[a] + solution[b] + solution[c]) / 3;
    std::string fill = colour(most > least ? (mean - least) / (most - least) : 0);
    svg << "<path d=\"M";
    for (int i : {a, b, c})
      svg << " " << number(10 + (mesh.points[i][0] - low[0]) * scale, "%.2f") << " "
          << number(10 + (high[1] - mesh.points[i][1]) * scale, "%.2f");
    svg << "Z\" fill=\"" << fill << "\" stroke=\"" << fill << "\" stroke-width=\"0.4\"/>\n";
  }
  for (int step = 0; step < 32; ++step)
    svg << "<rect x=\"" << number(width + 25) << "\" y=\"" << number(10 + height * (31 - step) / 32, "%.2f")
        << "\" width=\"14\" height=\"" << number(height / 32 + 0.5, "%.2f") << "\" fill=\"" << colour((step + 0.5) / 32)
        << "\"/>\n";
  for (int mark = 0; mark <= 4; ++mark)
    svg << "<text x=\"" << number(width + 44) << "\" y=\"" << number(14 + height * (4 - mark) / 4, "%.2f") << "\">"
        << number(least + (most - least) * mark / 4, "%.3g") << "</text>\n";
  svg << "</svg>\n";
  return svg.str();
}

struct Solved {
  Reals solution;
  int iterations;
  double seconds; // of CPU time, in the solver
};

static Solved solveManufactured(Problem &problem, int most = 0) {
  Reals source(problem.nodes()), load(problem.nodes()), solution(problem.nodes());
  launch(FORWARD(sample_source), problem.nodes(), {problem.points, source});
  problem.assembleLoad(source, load);
  std::clock_t start = std::clock();
  int iterations = problem.solve(load, solution, most);
  return {solution, iterations, double(std::clock() - start) / CLOCKS_PER_SEC};
}

static void solve(const Options &options) {
  const std::string name = options.mesh.empty() ? "the unit square" : options.mesh;
  Mesh mesh = options.mesh.empty() ? unitSquare(options.cells) : readGmsh(options.mesh);
  Problem problem(mesh, name);
  Solved solved = solveManufactured(problem, options.iterations);
  if (!options.picture.empty())
    write(options.picture, draw(mesh, solved.solution));
  if (!options.values.empty()) {
    std::string text;
    for (size_t i = 0; i < mesh.points.size(); ++i)
      text += number(mesh.points[i][0], "%.17g") + " " + number(mesh.points[i][1], "%.17g") + " " +
              number(solved.solution[i], "%.17g") + "\n";
    write(options.values, text);
  }
  std::printf("%zu nodes, %zu triangles, %d iterations, error %.6e\n", problem.nodes(), problem.elements(),
              solved.iterations, problem.error(solved.solution));
}

static void converge(const Options &options) {
  std::printf("%8s %10s %12s %7s %11s %14s\n", "cells", "nodes", "L2 error", "order", "iterations", "us/iteration");
  double coarser = 0;
  int first = options.finest;
  while (first % 2 == 0 && first > options.finest / 8 && first > 4)
    first /= 2;
  for (int cells = first; cells <= options.finest; cells *= 2) {
    Problem problem(unitSquare(cells), "the unit square");
    Solved solved = solveManufactured(problem);
    double error = problem.error(solved.solution);
    std::string order = coarser > 0 ? number(std::log2(coarser / error), "%.3f") : "-";
    std::printf("%8d %10zu %12.4e %7s %11d %14.1f\n", cells, problem.nodes(), error, order.c_str(), solved.iterations,
                1e6 * solved.seconds / solved.iterations);
    coarser = error;
  }
}

//===----------------------------------------------------------------------===//
// Finding the source
//===----------------------------------------------------------------------===//

/// What the sensors see of the solution for a bump theta, and how that changes with theta.
class Inverse {
public:
  explicit Inverse(Problem &problem)
      : problem(problem), sensors(count), observed(count), source(problem.nodes()), load(problem.nodes()),
        solution(problem.nodes()) {
    for (size_t i = 0; i < count; ++i) // spread over the nodes by the golden ratio
      sensors[i] = int(double(problem.nodes()) * std::fmod((double(i) + 0.5) * 0.6180339887498949, 1.0));
  }

  void observe(Reals &theta) {
    run(theta);
    for (size_t i = 0; i < count; ++i)
      observed[i] = solution[size_t(sensors[i])];
  }

  double loss(Reals &theta) {
    run(theta);
    Reals value(1);
    launch(FORWARD(misfit), count, {solution, sensors, observed, value});
    return value[0];
  }

  /// The gradient, by the kernels' backwards in the opposite order. The matrix is symmetric, so the adjoint of solving
  /// is solving.
  Reals gradient(Reals &theta) {
    run(theta);
    Reals value(1), adjLoss(1), adjSolution(problem.nodes()), adjLoad(problem.nodes()), adjSource(problem.nodes()),
        adjTheta(4);
    adjLoss[0] = 1;
    launch(BACKWARD(misfit), count, {solution, sensors, observed, value}, {adjSolution, {}, {}, adjLoss});
    launch(FORWARD(clear_fixed), problem.nodes(), {problem.fixed, adjSolution});
    problem.solve(adjSolution, adjLoad);
    launch(BACKWARD(clear_fixed), problem.nodes(), {problem.fixed, load}, {{}, adjLoad});
    launch(BACKWARD(assemble_load), problem.elements(), {problem.points, problem.triangles, source, load},
           {{}, {}, adjSource, adjLoad});
    launch(BACKWARD(gaussian_source), problem.nodes(), {problem.points, theta, source}, {{}, adjTheta, adjSource});
    return adjTheta;
  }

private:
  void run(Reals &theta) {
    launch(FORWARD(gaussian_source), problem.nodes(), {problem.points, theta, source});
    problem.assembleLoad(source, load);
    problem.solve(load, solution);
  }

  static constexpr size_t count = 40;
  Problem &problem;
  Ints sensors;
  Reals observed, source, load, solution;
};

static double dot(const Reals &a, const Reals &b) {
  double total = 0;
  for (size_t i = 0; i < a.size(); ++i)
    total += a[i] * b[i];
  return total;
}

static Reals along(const Reals &start, double step, const Reals &direction) {
  Reals end = start;
  for (size_t i = 0; i < end.size(); ++i)
    end[i] += step * direction[i];
  return end;
}

/// Gradient descent with the steps of Barzilai and Borwein, each parameter in units of its own.
static Reals descend(Inverse &inverse, Reals theta, const Reals &unit, int &steps) {
  auto scaled = [&](const Reals &gradient) {
    Reals result = gradient;
    for (size_t i = 0; i < result.size(); ++i)
      result[i] *= unit[i] * unit[i];
    return result;
  };
  Reals gradient = inverse.gradient(theta), direction = scaled(gradient);
  double step = 0.05 / std::sqrt(dot(gradient, direction)), first = dot(gradient, direction);
  for (steps = 0; steps < 400 && dot(gradient, direction) > 1e-16 * first; ++steps) {
    Reals next = along(theta, -step, direction);
    while (!(inverse.loss(next) <= 10 * inverse.loss(theta))) // a step that leaves the valley is halved
      next = along(theta, -(step /= 2), direction);
    Reals turned = inverse.gradient(next), change = along(turned, -1, gradient);
    double curvature = dot(change, scaled(change)), slope = -step * dot(direction, change);
    if (curvature > 0 && slope > 0)
      step = slope / curvature;
    theta = next;
    gradient = turned;
    direction = scaled(gradient);
  }
  return theta;
}

static void recover(const Options &options) {
  Problem problem(unitSquare(options.cells), "the unit square");
  Inverse inverse(problem);
  const char *const names[] = {"height", "x", "y", "width"};
  const double truth[] = {8.0, 0.62, 0.41, 0.15}, start[] = {4.0, 0.45, 0.55, 0.22};
  Reals theta(4), unit(4);
  for (int i = 0; i < 4; ++i)
    theta[i] = truth[i], unit[i] = i == 0 ? 4.0 : 0.2;
  inverse.observe(theta);
  for (int i = 0; i < 4; ++i)
    theta[i] = start[i];

  Reals gradient = inverse.gradient(theta);
  double worst = 0;
  for (int i = 0; i < 4; ++i) {
    double h = 1e-4 * unit[i];
    Reals above = theta, below = theta;
    above[i] += h;
    below[i] -= h;
    double difference = (inverse.loss(above) - inverse.loss(below)) / (2 * h);
    worst = std::max(worst, std::abs(gradient[i] - difference) / std::abs(difference));
  }
  int steps;
  Reals found = descend(inverse, theta, unit, steps);
  std::printf("gradient against central differences: %.1e\n", worst);
  std::printf("%8s %10s %10s %10s\n", "", "start", "found", "true");
  for (int i = 0; i < 4; ++i)
    std::printf("%8s %10.4f %10.4f %10.4f\n", names[i], start[i], found[i], truth[i]);
  std::printf("%d steps, loss %.3e\n", steps, inverse.loss(found));
}

int main(int argc, char **argv) {
  try {
    std::string command = argc > 1 ? argv[1] : "";
    if (command == "help" || command == "--help") {
      std::fputs(usage, stdout);
      return 0;
    }
    Options options = readOptions(argc, argv);
    std::optional<Gpu> device;
    if (options.onGpu)
      gpu = &device.emplace((std::filesystem::canonical("/proc/self/exe").parent_path() / "kernels.ptx").string());
    if (command == "solve")
      solve(options);
    else if (command == "converge")
      converge(options);
    else if (command == "recover")
      recover(options);
    else
      throw UsageError("expected solve, converge or recover but got '" + command + "'");
  } catch (const UsageError &error) {
    std::fprintf(stderr, "poisson: %s\n%s", error.what(), usage);
    return 2;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "poisson: %s\n", error.what());
    return 1;
  }
  if (std::fflush(stdout)) {
    std::fputs("poisson: cannot write to the standard output\n", stderr);
    return 1;
  }
}
