// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The word lists. A range is what inputs of that name are drawn from; it keeps off zero where the quantity does.

#include "Words.h"

using namespace llvm;
using namespace kgen;
using namespace kgen::synthesis;

static constexpr Word scalarArrayWords[] = {
    {"mass", 0.5, 3.0},
    {"density", 0.3, 2.5},
    {"stiffness", 0.5, 3.0},
    {"damping", 0.05, 0.9},
    {"charge"},
    {"pressure", 0.2, 3.0},
    {"temperature", 0.2, 3.0},
    {"height"},
    {"depth", 0.1, 2.0},
    {"radius", 0.2, 1.5},
    {"area", 0.2, 2.5},
    {"volume", 0.3, 2.5},
    {"weight"},
    {"bias"},
    {"signal"},
    {"sample"},
    {"phase", -3.0, 3.0},
    {"amplitude", 0.1, 2.0},
    {"frequency", 0.2, 2.5},
    {"angle", -1.5, 1.5},
    {"speed", 0.1, 3.0},
    {"torque"},
    {"potential"},
    {"concentration", 0.1, 2.0},
    {"viscosity", 0.1, 1.5},
    {"conductivity", 0.2, 2.5},
    {"friction", 0.05, 1.2},
    {"rest_length", 0.5, 1.5},
    {"strain", -0.8, 0.8},
    {"curvature"},
    {"intensity", 0.1, 3.0},
    {"opacity", 0.05, 0.95},
    {"score"},
    {"activation"},
    {"logit"},
    {"target"},
    {"feature"},
    {"flow"},
    {"source_term"},
    {"humidity", 0.1, 0.95},
    {"age", 0.2, 3.0},
    {"price", 0.3, 3.0},
    {"moisture", 0.05, 0.9},
    {"elevation"},
    {"load_factor"},
    {"gain", 0.2, 2.0},
    {"residual"},
    {"confidence", 0.05, 0.95},
    {"thickness", 0.1, 1.0},
    {"salinity", 0.2, 2.0},
    {"albedo", 0.05, 0.9},
    {"permeability", 0.1, 2.0},
    {"capacity", 0.5, 3.0},
    {"voltage"},
    {"current"},
    {"resistance", 0.3, 3.0},
};
static constexpr Word vectorArrayWords[] = {
    {"position"},      {"velocity"},     {"force"},        {"normal"},        {"point"},      {"direction"},
    {"momentum"},      {"displacement"}, {"anchor"},       {"center"},        {"wind"},       {"tangent"},
    {"offset"},        {"vertex"},       {"goal"},         {"dipole"},        {"field"},      {"color", 0.05, 1.0},
    {"axis"},          {"lever_arm"},    {"acceleration"}, {"rest_position"}, {"ray_origin"}, {"ray_dir"},
    {"control_point"}, {"impulse"},      {"drift"},        {"magnetization"}, {"marker"},     {"joint_axis"},
};
static constexpr Word matrixArrayWords[] = {
    {"rotation"},    {"inertia"},    {"stress"},        {"deformation"}, {"frame"},      {"basis"},
    {"jacobian"},    {"covariance"}, {"transform_mat"}, {"metric"},      {"elasticity"}, {"hessian"},
    {"strain_rate"}, {"mixing"},     {"camera"},        {"affine"},      {"coupling"},   {"projection"},
};
static constexpr Word gridWords[] = {
    {"grid"},
    {"heat", 0.1, 3.0},
    {"weights"},
    {"table"},
    {"image", 0.05, 1.0},
    {"features"},
    {"distances", 0.2, 3.0},
    {"field_values"},
    {"coefficients"},
    {"samples"},
    {"kernel_weights"},
    {"height_map"},
    {"costs", 0.1, 2.0},
    {"charges"},
    {"embedding"},
    {"responses"},
    {"transfer", 0.05, 0.9},
    {"concentrations", 0.1, 2.0},
    {"history"},
    {"potentials"},
    {"masses", 0.3, 2.5},
    {"rates", 0.05, 1.0},
    {"matrix_values"},
    {"patch"},
};
static constexpr Word parameterWords[] = {
    {"dt", 0.01, 0.1},
    {"alpha", 0.1, 0.9},
    {"beta", 0.1, 0.9},
    {"gamma", 0.2, 1.8},
    {"scale", 0.3, 2.5},
    {"bias_term", -1.0, 1.0},
    {"gravity", 1.0, 3.0},
    {"drag", 0.05, 0.6},
    {"learning_rate", 0.01, 0.3},
    {"softness", 0.1, 0.5},
    {"rest_density", 0.5, 2.0},
    {"cutoff", 0.8, 2.0},
    {"blend", 0.1, 0.9},
    {"tension", 0.3, 2.0},
    {"slope", -1.5, 1.5},
    {"restitution", 0.2, 0.9},
    {"wavelength", 0.5, 2.5},
    {"spacing", 0.2, 1.2},
    {"omega", 0.3, 2.0},
    {"relaxation", 0.3, 1.2},
    {"threshold", -0.8, 0.8},
    {"sharpness", 0.5, 2.5},
    {"diffusivity", 0.05, 0.8},
    {"decay_rate", 0.1, 1.0},
    {"smoothing", 0.1, 0.8},
    {"upper_limit", 0.6, 2.0},
    {"lower_limit", -2.0, -0.6},
    {"mu", 0.1, 1.2},
    {"sigma", 0.3, 1.5},
    {"kappa", 0.2, 2.0},
    {"regularization", 0.05, 0.5},
    {"forcing", -1.5, 1.5},
};
static constexpr Word constantWords[] = {
    {"GRAVITY", 9.0, 10.0},   {"EPSILON", 0.01, 0.1},    {"STIFFNESS", 2.0, 9.0}, {"DAMPING", 0.05, 0.5},
    {"MAX_SPEED", 1.0, 5.0},  {"REST_LENGTH", 0.5, 1.5}, {"CUTOFF", 0.5, 2.0},    {"SCALE", 0.3, 3.0},
    {"TIME_STEP", 0.01, 0.1}, {"AIR_DENSITY", 1.0, 1.4}, {"COUPLING", 0.1, 0.9},  {"THICKNESS", 0.05, 0.5},
    {"BASELINE", -1.0, 1.0},  {"SOFTENING", 0.1, 0.6},   {"THRESHOLD", 0.1, 0.9}, {"YIELD_LIMIT", 0.4, 1.6},
};
static constexpr Word scalarOutputWords[] = {
    {"result"},     {"output"},     {"energy_out"}, {"response"},      {"value_out"},  {"updated"},   {"smoothed"},
    {"magnitude"},  {"loss"},       {"cost"},       {"prediction"},    {"flux"},       {"work"},      {"power"},
    {"heat_out"},   {"blended"},    {"corrected"},  {"error_out"},     {"signal_out"}, {"new_state"}, {"estimate"},
    {"rate"},       {"brightness"}, {"drag_out"},   {"potential_out"}, {"filtered"},   {"projected"}, {"density_out"},
    {"next_value"}, {"quality"},    {"gap"},        {"score_out"},
};
static constexpr Word vectorOutputWords[] = {
    {"new_position"}, {"new_velocity"},    {"net_force"}, {"gradient_out"}, {"moved"},         {"direction_out"},
    {"torque_out"},   {"corrected_point"}, {"flux_out"},  {"rotated"},      {"reflected"},     {"displaced"},
    {"impulse_out"},  {"steering"},        {"shifted"},   {"velocity_out"}, {"contact_force"}, {"blended_normal"},
};
static constexpr Word matrixOutputWords[] = {
    {"stress_out"}, {"new_frame"},    {"updated_inertia"}, {"product"},  {"strain_out"}, {"tensor_out"},
    {"mixed"},      {"jacobian_out"}, {"covariance_out"},  {"deformed"}, {"metric_out"}, {"accumulated"},
};
static constexpr Word totalWords[] = {
    {"total_energy"}, {"total"},        {"histogram"},  {"bins"},      {"loss_sum"}, {"mass_sum"},
    {"accumulator"},  {"momentum_sum"}, {"cell_mass"},  {"node_load"}, {"tally"},    {"deposit"},
    {"bucket_sum"},   {"global_flux"},  {"nodal_heat"}, {"votes"},
};
static constexpr Word scalarLocalWords[] = {
    {"a"},
    {"b"},
    {"c"},
    {"s"},
    {"t"},
    {"u"},
    {"w"},
    {"ratio"},
    {"delta"},
    {"energy"},
    {"term"},
    {"factor"},
    {"base"},
    {"excess"},
    {"stretch"},
    {"shift"},
    {"value"},
    {"mean"},
    {"half_width"},
    {"mixed_term"},
    {"falloff"},
    {"influence"},
    {"contribution"},
    {"coeff"},
    {"correction"},
    {"deviation"},
    {"level"},
    {"burden"},
    {"scaled"},
    {"rise"},
    {"spread"},
    {"fraction"},
    {"numerator"},
    {"denominator"},
    {"growth"},
    {"loss_term"},
    {"penalty"},
    {"blend_factor"},
    {"lift"},
    {"balance"},
    {"inner"},
    {"outer_term"},
    {"gap_width"},
    {"dist"},
    {"proximity"},
    {"slack"},
    {"x0"},
    {"x1"},
    {"y0"},
    {"y1"},
};
static constexpr Word vectorLocalWords[] = {
    {"d"},        {"p"},        {"v"},       {"n"},     {"q"},     {"r"},      {"edge"},     {"toward"},
    {"pull"},     {"push"},     {"diff"},    {"arm"},   {"along"}, {"across"}, {"midpoint"}, {"heading"},
    {"relative"}, {"step_vec"}, {"bend"},    {"side"},  {"reach"}, {"swing"},  {"spin"},     {"gust"},
    {"slide"},    {"front"},    {"rebound"}, {"trail"}, {"kick"},  {"sway"},
};
static constexpr Word matrixLocalWords[] = {
    {"m"},
    {"A"},
    {"B"},
    {"R"},
    {"S"},
    {"K"},
    {"twisted"},
    {"symmetric"},
    {"local_frame"},
    {"update"},
    {"tensor"},
    {"gram"},
    {"dyad"},
    {"shear"},
    {"squared"},
    {"turned"},
    {"combined_mat"},
    {"rank_one"},
    {"skewed"},
    {"stretched"},
};
static constexpr Word accumulatorWords[] = {
    {"sum_value"}, {"acc"},    {"running"},     {"total_weight"}, {"integral"},   {"partial"},  {"collected"},
    {"net"},       {"moment"}, {"work_done"},   {"aggregate"},    {"result_sum"}, {"gathered"}, {"series"},
    {"dose"},      {"path"},   {"balance_sum"}, {"yield_sum"},    {"state"},      {"budget"},
};
static constexpr Word indexArrayWords[] = {
    {"indices"}, {"neighbor"},     {"parent"},      {"cell_index"},   {"edge_start"}, {"material_id"},
    {"owner"},   {"slot"},         {"bin_index"},   {"target_index"}, {"link"},       {"node_id"},
    {"cluster"}, {"source_index"}, {"permutation"}, {"group_id"},
};
static constexpr Word indexLocalWords[] = {
    {"j"},     {"other"},  {"nb"},       {"cell"},      {"src"},     {"dst"},  {"bin_id"},
    {"left"},  {"right"},  {"previous"}, {"following"}, {"partner"}, {"node"}, {"host"},
    {"entry"}, {"bucket"}, {"opposite"}, {"mirror"},    {"stop"},    {"lane"},
};
static constexpr Word flagArrayWords[] = {
    {"mask"},     {"active"}, {"kind"},   {"flags"}, {"material"}, {"phase_id"},
    {"boundary"}, {"frozen"}, {"region"}, {"role"},  {"species"},  {"label"},
};
static constexpr Word flagLocalWords[] = {
    {"inside"},   {"is_near"}, {"above"}, {"is_active"}, {"touching"}, {"outward"},
    {"is_large"}, {"falling"}, {"valid"}, {"is_stiff"},  {"rising"},   {"saturated"},
};
static constexpr Word countWords[] = {
    {"num_steps"},  {"count"}, {"num_samples"}, {"iterations"}, {"terms"},
    {"num_layers"}, {"order"}, {"rounds"},      {"substeps"},   {"num_neighbors"},
};
static constexpr Word modeWords[] = {
    {"mode"},  {"variant"},   {"scheme"}, {"boundary_type"},  {"quality_level"},
    {"stage"}, {"use_limit"}, {"model"},  {"direction_flag"}, {"profile"},
};
static constexpr Word counterWords[] = {
    {"step_count"}, {"trips"}, {"tries"}, {"rounds_done"}, {"hops"}, {"bounces"}, {"n_steps"}, {"iteration"},
};
static constexpr Word loopVariableWords[] = {
    {"k"},     {"j"},   {"m"},      {"n"},   {"l"},   {"q"}, {"it"},      {"sample_id"},
    {"layer"}, {"row"}, {"column"}, {"bit"}, {"tap"}, {"s"}, {"side_id"},
};
static constexpr ThreadNames threadNames[] = {
    {"i", "j", "k"},       {"tid", "tid_y", "tid_z"},         {"idx", "idy", "idz"},        {"row", "col", "layer"},
    {"x", "y", "z"},       {"particle", "component", "part"}, {"env", "dof", "axis_id"},    {"body", "joint", "limb"},
    {"gid", "lid", "wid"}, {"cell_x", "cell_y", "cell_z"},    {"item", "channel", "plane"}, {"thread", "lane", "group"},
};
static constexpr StringLiteral verbWords[] = {
    "compute", "update",   "apply",   "integrate", "evaluate", "accumulate", "project",  "blend",
    "scale",   "gather",   "advance", "solve",     "filter",   "smooth",     "estimate", "resolve",
    "relax",   "transfer", "correct", "mix",       "measure",  "predict",    "limit",    "sample",
};
static constexpr StringLiteral subjectWords[] = {
    "energy",  "forces",  "particles", "velocities", "contacts", "springs", "pressure",    "heat",   "density",
    "normals", "weights", "fields",    "positions",  "stress",   "strain",  "residuals",   "losses", "rates",
    "charges", "bonds",   "joints",    "cells",      "fluxes",   "signals", "constraints", "layers", "scores",
    "rays",    "samples", "nodes",     "edges",      "waves",    "torques", "profiles",    "cloth",  "grains",
};
static constexpr StringLiteral mannerWords[] = {
    "local",   "damped",  "nodal", "pairwise", "implicit", "weighted", "coarse",   "rigid",
    "thermal", "elastic", "soft",  "boundary", "surface",  "global",   "relative", "linear",
};

const ArrayRef<Word> words::scalarArrays = scalarArrayWords;
const ArrayRef<Word> words::vectorArrays = vectorArrayWords;
const ArrayRef<Word> words::matrixArrays = matrixArrayWords;
const ArrayRef<Word> words::grids = gridWords;
const ArrayRef<Word> words::parameters = parameterWords;
const ArrayRef<Word> words::constants = constantWords;
const ArrayRef<Word> words::scalarOutputs = scalarOutputWords;
const ArrayRef<Word> words::vectorOutputs = vectorOutputWords;
const ArrayRef<Word> words::matrixOutputs = matrixOutputWords;
const ArrayRef<Word> words::totals = totalWords;
const ArrayRef<Word> words::scalarLocals = scalarLocalWords;
const ArrayRef<Word> words::vectorLocals = vectorLocalWords;
const ArrayRef<Word> words::matrixLocals = matrixLocalWords;
const ArrayRef<Word> words::accumulators = accumulatorWords;
const ArrayRef<Word> words::indexArrays = indexArrayWords;
const ArrayRef<Word> words::indexLocals = indexLocalWords;
const ArrayRef<Word> words::flagArrays = flagArrayWords;
const ArrayRef<Word> words::flagLocals = flagLocalWords;
const ArrayRef<Word> words::counts = countWords;
const ArrayRef<Word> words::modes = modeWords;
const ArrayRef<Word> words::counters = counterWords;
const ArrayRef<Word> words::loopVariables = loopVariableWords;
const ArrayRef<ThreadNames> words::threads = threadNames;
const ArrayRef<StringLiteral> words::verbs = verbWords;
const ArrayRef<StringLiteral> words::subjects = subjectWords;
const ArrayRef<StringLiteral> words::manners = mannerWords;
