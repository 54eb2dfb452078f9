// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/OptionValues.h"

#include "Options/FindMachine.h"
#include "Options/Nearest.h"
#include "Options/WarningFlags.h"
#include "kasane/Emit/Emit.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasane {
namespace {

using Names = std::vector<std::string>;

const Names kSteps = {"frontend", "split", "bounds", "schedule", "lower", "emit"}; // in the order of Step
const Names kPolicies = {"model", "paper"};                                        // in the order of Policy
const Names kTunes = {"no", "measure", "exhaustive"};                              // in the order of Tune
const Names kFormats = {"text", "json", "html"};                                   // in the order of ExplainFormat
const Names kMessageFormats = {"text", "sarif"};                                   // in the order of MessageFormat

const Names kNetworks = {"mpi"};

Names targetNames() {
  Names out;
  for (const TargetInfo &target : targets())
    out.push_back(target.name);
  return out;
}

Names familyNames() {
  Names out;
  for (const FamilyInfo &family : families())
    out.push_back(family.name);
  out.emplace_back(kFilledName);
  return out;
}
Names fpNames() { return {nameOf(FpMode::Strict), nameOf(FpMode::Contract), nameOf(FpMode::Fast)}; }

// The place of `value` among `known`, else 0 and an error.
size_t indexOf(const std::string &option, const std::string &value, const Names &known, Diagnostics &diagnostics) {
  const auto it = std::find(known.begin(), known.end(), value);
  if (it != known.end())
    return static_cast<size_t>(it - known.begin());
  const std::string near = nearest(value, known);
  if (near.empty())
    diagnostics.add(DiagId::unknown_value, {}, {value, option, llvm::join(known, ", ")});
  else
    diagnostics.add(DiagId::unknown_value_near, {}, {value, option, near, llvm::join(known, ", ")});
  return 0;
}

} // namespace

std::vector<std::string> readTargets(const Names &names, Diagnostics &diagnostics) {
  const Names known = targetNames();
  Names out;
  for (const std::string &name : names) {
    const std::string &target = known[indexOf("--target", name, known, diagnostics)];
    if (std::find(out.begin(), out.end(), target) == out.end())
      out.push_back(target);
  }
  return out.empty() ? Names{known.front()} : out;
}

std::string readFamily(const std::string &text, Diagnostics &diagnostics) {
  const Names known = familyNames();
  return known[indexOf("--schedule", text, known, diagnostics)];
}

std::vector<int64_t> readTile(const std::string &text, Diagnostics &diagnostics) {
  llvm::SmallVector<llvm::StringRef, 3> parts;
  llvm::StringRef(text).split(parts, 'x');
  std::vector<int64_t> tile(parts.size());
  bool good = parts.size() <= 3;
  for (size_t a = 0; good && a < parts.size(); ++a)
    good = parts[a] == "all" || (!parts[a].getAsInteger(10, tile[a]) && tile[a] > 0); // all: 0
  if (!good)
    diagnostics.add(DiagId::bad_tile_option, {}, {text});
  return tile;
}

bool readNetwork(const std::string &text, const Names &targets, Diagnostics &diagnostics) {
  const std::string &network = kNetworks[indexOf("--distribute", text, kNetworks, diagnostics)];
  for (const std::string &target : targets)
    if (!findTarget(target)->ranks)
      diagnostics.add(DiagId::no_ranks, {}, {target, network});
  return true;
}

int64_t readDepth(const std::string &text, Diagnostics &diagnostics) {
  int64_t depth = 1;
  if (llvm::StringRef(text).getAsInteger(10, depth) || depth < 1)
    diagnostics.add(DiagId::bad_depth_option, {}, {text});
  return depth;
}

Clauses::OutOfCore readOutOfCore(const std::string &text, Diagnostics &diagnostics) {
  Clauses::OutOfCore out;
  llvm::SmallVector<llvm::StringRef, 2> parts;
  llvm::StringRef(text).split(parts, ',', -1, /*KeepEmpty=*/!text.empty());
  for (llvm::StringRef part : parts) {
    const auto [name, number] = part.split('=');
    int64_t *value = nullptr;
    if (name == "slab" || name == "steps")
      value = name == "slab" ? &out.slab : &out.steps;
    if (!value || *value || number.getAsInteger(10, *value) || *value < 1) {
      diagnostics.add(DiagId::bad_outofcore_option, {}, {text});
      break;
    }
  }
  return out;
}

Policy readPolicy(const std::string &text, Diagnostics &diagnostics) {
  return static_cast<Policy>(indexOf("--policy", text, kPolicies, diagnostics));
}

Tune readTune(const std::string &text, Diagnostics &diagnostics) {
  return static_cast<Tune>(indexOf("--tune", text, kTunes, diagnostics));
}

Sizes readSizes(const Names &texts, Diagnostics &diagnostics) {
  Sizes out;
  for (const std::string &text : texts) {
    const auto [name, length] = llvm::StringRef(text).split('=');
    int64_t value = 0;
    if (name.empty() || length.getAsInteger(10, value) || value < 1)
      diagnostics.add(DiagId::unknown_value, {}, {text, "--size", "names with a positive length, as in nx=512"});
    out[name.str()] = value;
  }
  return out;
}

std::string readMachineName(const std::string &text, Diagnostics &diagnostics) {
  findMachine(text, diagnostics);
  return text;
}

FpMode readFpMode(const std::string &text, Diagnostics &diagnostics) {
  constexpr FpMode kModes[] = {FpMode::Strict, FpMode::Contract, FpMode::Fast};
  return kModes[indexOf("--fp", text, fpNames(), diagnostics)];
}

Step readStep(const std::string &text, Diagnostics &diagnostics) {
  return static_cast<Step>(indexOf("--dump-after", text, kSteps, diagnostics));
}

ExplainFormat readFormat(const std::string &text, Diagnostics &diagnostics) {
  return static_cast<ExplainFormat>(indexOf("--format", text, kFormats, diagnostics));
}

ExplainFormat formatOf(const std::string &file) {
  const llvm::StringRef name(file);
  if (name.ends_with(".html") || name.ends_with(".htm"))
    return ExplainFormat::Html;
  return name.ends_with(".json") ? ExplainFormat::Json : ExplainFormat::Text;
}

MessageFormat readMessageFormat(const std::string &text, Diagnostics &diagnostics) {
  return static_cast<MessageFormat>(indexOf("-fdiagnostics-format", text, kMessageFormats, diagnostics));
}

std::string_view nameOf(Tune tune) { return kTunes[static_cast<size_t>(tune)]; }
std::string_view nameOf(Step step) { return kSteps[static_cast<size_t>(step)]; }

std::vector<std::pair<std::string, Names>> knownValues(Command command) {
  // There is no page of machines, nor of suggestions.
  const Names formats(kFormats.begin(), kFormats.end() - (command == Command::Machines || command == Command::Suggest));
  const Names probed = {"openmp", "opencl"};
  return {{"--target", command == Command::Probe ? probed : targetNames()},
          {"--schedule", familyNames()},
          {"--distribute", kNetworks},
          {"--fp", fpNames()},
          {"--machine", shippedMachines()},
          {"--policy", kPolicies},
          {"--tune", kTunes},
          {"--dump-after", kSteps},
          {"--format", formats},
          {"-fdiagnostics-format", kMessageFormats},
          {"-W", warningNames()}};
}

} // namespace kasane
