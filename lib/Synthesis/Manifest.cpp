// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest as JSON, and back. Reading trusts nothing: a manifest may have been edited or cut off.

#include "kgen/Synthesis/Manifest.h"
#include "kgen/Support/Hash.h"
#include "kgen/Target/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <nlohmann/json.hpp>

using namespace kgen;
using llvm::StringRef;
using Json = nlohmann::ordered_json;

/// Of the layout that is written here; readers refuse others.
static constexpr uint64_t layoutVersion = 1;

static constexpr llvm::StringLiteral formatNames[] = {"jsonl", "jsonl.zst", "json"};
static constexpr llvm::StringLiteral verifyNames[] = {"light", "full"};
static constexpr llvm::StringLiteral profileNames[] = {"balanced", "real"};

StringRef kgen::getName(SampleFormat format) { return formatNames[static_cast<size_t>(format)]; }
StringRef kgen::getName(Profile profile) { return profileNames[static_cast<size_t>(profile)]; }
StringRef kgen::getName(Verify verify) { return verifyNames[static_cast<size_t>(verify)]; }

llvm::SmallVector<std::string> kgen::columnsOf(const SampleOptions &options) {
  llvm::SmallVector<std::string> columns = {"python_source", "kgen"};
  for (Form form : options.forms.target.forms(options.forms.backward))
    columns.push_back(options.forms.target.column(form));
  columns.push_back("cases");
  columns.push_back("metadata");
  llvm::erase_if(columns, [&](const std::string &column) {
    return !options.columns.empty() && !llvm::is_contained(options.columns, column);
  });
  return columns;
}

Manifest Manifest::start(const DataSetPlan &plan) {
  Manifest manifest;
  manifest.kgenVersion = kgen::kgenVersion();
  manifest.llvmVersion = LLVM_VERSION_STRING;
  manifest.plan = plan;
  manifest.samplesByCategory.assign(plan.categories.size(), 0);
  if (plan.sample.forms.target.has(FormLanguage::Ptx))
    if (auto buffer = llvm::MemoryBuffer::getFile(defaultLibdevice()))
      manifest.libdeviceSha256 = sha256((*buffer)->getBuffer());
  return manifest;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Json optionsOf(const DataSetPlan &plan) {
  const FormOptions &forms = plan.sample.forms;
  Json options = {{"seed", plan.seed}, {"target", forms.target.name()}};
  options["categories"] = Json::array();
  for (Category category : plan.categories)
    options["categories"].push_back(getName(category).str());
  if (plan.sample.profile != Profile::Balanced)
    options["profile"] = getName(plan.sample.profile).str();
  if (plan.sample.split != Split::All)
    options["split"] = getName(plan.sample.split).str();
  options["backward"] = forms.backward;
  if (forms.target.has(FormLanguage::Ptx))
    options["chip"] = forms.chip;
  if (forms.target.hasText())
    options["self_contained"] = forms.selfContained;
  if (!plan.sample.columns.empty())
    options["columns"] = plan.sample.columns;
  options["format"] = getName(plan.format).str();
  options["verify"] = getName(plan.sample.verify).str();
  if (!plan.sample.from.empty()) {
    options["from"] = plan.sample.from;
    options["unchanged"] = plan.sample.unchanged;
  }
  if (plan.shards > 1)
    options["shard"] = std::to_string(plan.shard) + "/" + std::to_string(plan.shards);
  return options;
}

std::string Manifest::toJson() const {
  Json json = {{"layout", layoutVersion}, {"kgen_version", kgenVersion}, {"llvm_version", llvmVersion}};
  if (!libdeviceSha256.empty())
    json["libdevice_sha256"] = libdeviceSha256;
  json["options"] = optionsOf(plan);
  json["count"] = plan.count;
  json["complete"] = complete;
  json["samples"] = samples;
  json["rejected_draws"] = rejectedDraws;
  json["defects"] = defects;
  json["samples_by_category"] = Json::object();
  for (auto [category, number] : llvm::zip_equal(plan.categories, samplesByCategory))
    json["samples_by_category"][getName(category).str()] = number;
  json["columns"] = Json::array();
  for (const std::string &column : columnsOf(plan.sample))
    json["columns"].push_back(column);
  json["files"] = Json::array();
  for (const DataFile &file : files)
    json["files"].push_back({{"name", file.name}, {"rows", file.rows}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  return json.dump(2) + "\n";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Takes fields out of an object, and keeps the first thing that was wrong.
class Fields {
public:
  Fields(const Json &object, std::string &error) : object(object), error(error) {}

  template <typename T> void take(StringRef name, T &value, bool isRequired = true) {
    auto found = object.find(name.str());
    if (found == object.end()) {
      if (isRequired)
        fail(name, "nothing");
    } else if (!get(*found, value)) {
      fail(name, found->type_name());
    }
  }

  void fail(StringRef name, StringRef got) {
    if (error.empty())
      error = ("expected '" + name + "' of another kind but got " + got).str();
  }

  static bool get(const Json &value, std::string &result) {
    return value.is_string() && (result = value.get_ref<const std::string &>(), true);
  }
  static bool get(const Json &value, uint64_t &result) {
    return value.is_number_unsigned() && (result = value.get<uint64_t>(), true);
  }
  static bool get(const Json &value, bool &result) { return value.is_boolean() && (result = value.get<bool>(), true); }
  static bool get(const Json &value, Json &result) { return result = value, true; }

private:
  const Json &object;
  std::string &error;
};

} // namespace

/// The place of a name in a list, or nothing.
static std::optional<size_t> placeOf(StringRef name, llvm::ArrayRef<llvm::StringLiteral> names) {
  auto found = llvm::find(names, name);
  if (found == names.end())
    return std::nullopt;
  return found - names.begin();
}

static void readOptions(const Json &json, DataSetPlan &plan, std::string &error) {
  Fields fields(json, error);
  std::string target, format, verify, shard, split, profile = "balanced";
  Json categories;
  fields.take("seed", plan.seed);
  fields.take("target", target);
  fields.take("categories", categories);
  fields.take("profile", profile, /*isRequired=*/false);
  fields.take("split", split, /*isRequired=*/false);
  fields.take("backward", plan.sample.forms.backward);
  fields.take("chip", plan.sample.forms.chip, /*isRequired=*/false);
  fields.take("self_contained", plan.sample.forms.selfContained, /*isRequired=*/false);
  fields.take("format", format);
  fields.take("verify", verify);
  fields.take("shard", shard, /*isRequired=*/false);
  Json from = Json::array(), columns = Json::array();
  fields.take("from", from, /*isRequired=*/false);
  fields.take("columns", columns, /*isRequired=*/false);
  fields.take("unchanged", plan.sample.unchanged, /*isRequired=*/false);
  for (const Json &source : from)
    plan.sample.from.push_back(source.is_string() ? source.get<std::string>() : "");
  for (const Json &column : columns)
    plan.sample.columns.push_back(column.is_string() ? column.get<std::string>() : "");
  if (!error.empty())
    return;
  if (std::optional<FormTarget> parsed = FormTarget::parse(target))
    plan.sample.forms.target = *parsed;
  else
    fields.fail("target", "'" + target + "'");
  for (const Json &name : categories) {
    std::optional<Category> category = parseCategory(name.is_string() ? name.get<std::string>() : "");
    if (category)
      plan.categories.push_back(*category);
    else
      fields.fail("categories", name.dump());
  }
  std::optional<size_t> formatPlace = placeOf(format, formatNames), verifyPlace = placeOf(verify, verifyNames);
  if (!formatPlace || !verifyPlace || plan.categories.empty())
    return fields.fail(!formatPlace ? "format" : !verifyPlace ? "verify" : "categories", "an unknown one");
  if (std::optional<size_t> profilePlace = placeOf(profile, profileNames))
    plan.sample.profile = static_cast<Profile>(*profilePlace);
  else
    fields.fail("profile", "'" + profile + "'");
  if (std::optional<Split> parsed = parseSplit(split))
    plan.sample.split = *parsed;
  else if (!split.empty())
    fields.fail("split", "'" + split + "'");
  plan.format = static_cast<SampleFormat>(*formatPlace);
  plan.sample.verify = static_cast<Verify>(*verifyPlace);
  auto [number, of] = StringRef(shard).split('/');
  if (!shard.empty() && (number.getAsInteger(10, plan.shard) || of.getAsInteger(10, plan.shards) || plan.shard < 1 ||
                         plan.shard > plan.shards))
    fields.fail("shard", "'" + shard + "'");
}

static void readFiles(const Json &list, std::vector<DataFile> &files, std::string &error) {
  for (const Json &entry : list) {
    Json object = entry.is_object() ? entry : Json::object();
    Fields fields(object, error);
    DataFile &file = files.emplace_back();
    fields.take("name", file.name);
    fields.take("rows", file.rows);
    fields.take("bytes", file.bytes);
    fields.take("sha256", file.sha256);
    // A name is used as a path: it stays within the directory.
    if (StringRef(file.name).contains("..") || StringRef(file.name).starts_with("/"))
      fields.fail("name", "'" + file.name + "'");
  }
}

static std::string readManifest(const Json &json, Manifest &manifest) {
  if (!json.is_object())
    return "expected a JSON object";
  std::string error;
  Fields fields(json, error);
  uint64_t layout = 0;
  Json options, files, byCategory;
  fields.take("layout", layout);
  if (error.empty() && layout != layoutVersion)
    return "expected layout " + std::to_string(layoutVersion) + " but got " + std::to_string(layout) +
           ", of another version of kgen";
  fields.take("kgen_version", manifest.kgenVersion);
  fields.take("llvm_version", manifest.llvmVersion);
  fields.take("libdevice_sha256", manifest.libdeviceSha256, /*isRequired=*/false);
  fields.take("options", options);
  fields.take("count", manifest.plan.count);
  fields.take("complete", manifest.complete);
  fields.take("samples", manifest.samples);
  fields.take("rejected_draws", manifest.rejectedDraws);
  fields.take("defects", manifest.defects);
  fields.take("samples_by_category", byCategory);
  fields.take("files", files);
  if (!error.empty())
    return error;
  readOptions(options.is_object() ? options : Json::object(), manifest.plan, error);
  readFiles(files, manifest.files, error);
  for (Category category : manifest.plan.categories) {
    uint64_t number = 0;
    if (byCategory.is_object())
      Fields(byCategory, error).take(getName(category), number);
    manifest.samplesByCategory.push_back(number);
  }
  return error;
}

llvm::Expected<Manifest> Manifest::read(StringRef directory) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, "manifest.json");
  auto fail = [&](const llvm::Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), path + ": error: " + message);
  };
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail("cannot read it: " + buffer.getError().message());
  StringRef text = (*buffer)->getBuffer();
  Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return fail("not JSON; it may have been cut off or edited");
  Manifest manifest;
  if (std::string error = readManifest(json, manifest); !error.empty())
    return fail(error);
  return manifest;
}
