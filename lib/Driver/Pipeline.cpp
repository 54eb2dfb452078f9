// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline.h"

#include "Format.h"
#include "KnownSizes.h"
#include "Options/FindMachine.h"
#include "Options/Nearest.h"
#include "Source/LargeStack.h"
#include "Source/Legal.h"
#include "Source/Vectors.h"
#include "StepLog.h"
#include "Tune/Measure.h"
#include "kasane/Analysis/Alias.h"
#include "kasane/Analysis/Bounds.h"
#include "kasane/Analysis/Dependence.h"
#include "kasane/Analysis/Ghosts.h"
#include "kasane/Analysis/Mapped.h"
#include "kasane/Analysis/Product.h"
#include "kasane/Analysis/StepArrays.h"
#include "kasane/Analysis/UntakenArms.h"
#include "kasane/Emit/Emission.h"
#include "kasane/Lower/Lower.h"
#include "kasane/Rewrite/Rewrite.h"
#include "kasane/Support/Check.h"
#include "kasane/Tuner/Choose.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace kasane {
namespace {

std::string counted(size_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Our own mistake, caught where it was made.
void expectSound(const std::string &problem) {
  if (!problem.empty())
    checkFailed(problem.c_str(), __FILE__, __LINE__);
}

// A region whose loops are run anew in each step of a loop that could be the region.
void adviseWider(const ParsedSource &source, const std::vector<Region> &regions, Diagnostics &diagnostics) {
  for (const Wider &wider : readWider(source.ast, source.directives, source.omp, regions)) {
    Diagnostics silent;
    if (isLegal(wider.region, silent))
      diagnostics.add(DiagId::nests_in_time_loop, wider.directive, {std::to_string(wider.loop.begin.line)})
          .notes.push_back({DiagId::note_loop_here, wider.loop, {}});
  }
}

std::vector<PlannedRegion> read(const ParsedSource &source, Diagnostics &diagnostics) {
  std::vector<PlannedRegion> out;
  std::vector<Region> regions = readRegions(source.ast, source.directives, source.omp, diagnostics);
  if (!diagnostics.hasErrors())
    adviseWider(source, regions, diagnostics);
  for (Region &region : regions) {
    expectSound(verify(region.program));
    StencilProgram program = region.program;
    out.push_back({std::move(region), std::move(program), {}, {}});
  }
  return out;
}

std::vector<PlannedRegion> split(const std::vector<PlannedRegion> &regions, Diagnostics &diagnostics) {
  std::vector<PlannedRegion> out;
  for (const PlannedRegion &region : regions) {
    StencilProgram whole = region.program;
    std::ranges::move(edgeGuards(whole), std::back_inserter(whole.guards));
    if (auto program = splitStages(whole, diagnostics)) {
      // Steps by sweeps and by tiles take turns: all host code stops them.
      if (withoutGhosts(withoutHostPoints(*program)))
        for (HostAction &action : program->actions)
          if (auto *point = std::get_if<HostPoint>(&action.node))
            point->apart = false;
      expectSound(verify(*program));
      if (const std::optional<Product> product = productOf(*program))
        diagnostics.add(DiagId::matrix_product, product->range, {product->sum, product->left, product->right});
      out.push_back(region);
      out.back().program = std::move(*program);
    }
  }
  return out;
}

// Every subscript is looked at, also in a region that turns out to be wrong: Diagnostics collects them all.
std::vector<PlannedRegion> bound(const std::vector<PlannedRegion> &regions, Diagnostics &diagnostics) {
  std::vector<PlannedRegion> out = regions;
  for (PlannedRegion &region : out) {
    region.program = withUntakenArms(region.program);
    expectSound(verify(region.program));
    region.guards = boundsGuards(region.program, diagnostics);
    for (Guard &guard : stepArrayGuards(region.program, diagnostics))
      region.guards.push_back(std::move(guard));
  }
  return out;
}

void unknownTarget(const StencilProgram &program, const std::string &name, SourceRange range,
                   Diagnostics &diagnostics) {
  std::vector<std::string> known;
  for (const TargetInfo &target : targets())
    known.push_back(target.name);
  const std::string meant = nearest(name, known);
  if (meant.empty()) {
    diagnostics.add(DiagId::unknown_target, range, {name});
    return;
  }
  Diagnostic &added = diagnostics.add(DiagId::unknown_target_near, range, {name, meant});
  if (const auto word = program.clauses.words.find("target " + name); word != program.clauses.words.end())
    added.fixIts.push_back({word->second, meant});
}

// The clause and the option name the same thing, so they must agree when both are given.
std::vector<std::string> targetsOf(const StencilProgram &program, const Options &options, Diagnostics &diagnostics) {
  const auto &clause = program.clauses.target; // "openmp, opencl"
  if (!clause)
    return options.targets;
  const auto place = program.clauses.where.find("target");
  const SourceRange range = place == program.clauses.where.end() ? program.directive : place->second;
  llvm::SmallVector<llvm::StringRef, 2> words;
  llvm::StringRef(*clause).split(words, ", ");
  std::vector<std::string> names;
  for (const llvm::StringRef word : words)
    if (!findTarget(word.str()))
      unknownTarget(program, word.str(), range, diagnostics);
    else if (!llvm::is_contained(names, word))
      names.push_back(word.str());
  if (names.empty() || !options.targetsGiven || options.targets == names)
    return names;
  diagnostics.add(DiagId::option_against_clause, range, {"target", *clause, llvm::join(options.targets, ",")});
  return {};
}

// What the compiler makes of the regions' C. Only `cc` knows with which flags it is compiled.
struct Vectors {
  int64_t made = 0, here = 0;
};
Vectors vectorsFor(const ParsedSource &source, const Options &options) {
  if (options.command != Command::Cc)
    return {};
  return {vectorsOf(source.ast), vectorsWithoutAsking(source.ast, options.compilerFlags)};
}

bool areAllPinned(const Pins &pins) {
  return pins.family && (*pins.family == Family::Sweep || (pins.tile && pins.depth));
}

TargetPlan planFor(const PlannedRegion &region, const TargetInfo &target, const Pins &pins, const Machine &machine,
                   const Vectors &vectors, const Options &options) {
  const bool compilesC = !target.workGroups;
  const StencilProgram program = programOn(region.program, target);
  const auto chosenFor = [&](const Machine &made) {
    return choose(program, pins, target, made, options.sizes, options.policy);
  };
  const Machine made = compilesC ? withVectors(machine, vectors.made) : machine;
  TargetPlan out{&target, made, chosenFor(made), {}};
  out.isPinned = areAllPinned(pins);
  const Machine here = withVectors(machine, vectors.here);
  if (compilesC && vectors.here && here.width > made.width)
    if (const double seconds = chosenFor(here).predicted.total; seconds > 0)
      out.wider = out.decision.predicted.total / seconds;
  return out;
}

std::vector<PlannedRegion> choose(const std::vector<PlannedRegion> &regions, const Vectors &vectors,
                                  const Options &options, Diagnostics &diagnostics) {
  std::vector<PlannedRegion> out = regions;
  for (PlannedRegion &region : out)
    for (const std::string &name : targetsOf(region.program, options, diagnostics)) {
      const TargetInfo *target = findTarget(name);
      const auto pins = pinsOf(programOn(region.program, *target), options.pinned, *target, options.fp, diagnostics);
      const auto machine = machineFor(options, name, diagnostics);
      if (machine && !fits(*machine, *target) && !options.machine.empty())
        diagnostics.add(DiagId::machine_misfit, {}, {machine->name, nameOf(machine->kind), name});
      if (pins && machine)
        region.targets.push_back(planFor(region, *target, *pins, *machine, vectors, options));
    }
  return out;
}

std::string chosenBy(const TargetPlan &plan) {
  const Measurement &measured = plan.measured;
  if (!measured.timed.empty())
    return "measured";
  if (plan.isPinned)
    return "pinned";
  return (plan.decision.paper.steps.empty() ? "model" : "paper") +
         (measured.why.empty() ? "" : ", not measured: " + measured.why);
}

// The runtime tells it beside what it measures.
void notePrediction(LoopNest &nest, const StencilProgram &program, const TargetPlan &plan) {
  nest.chosen = chosenBy(plan);
  nest.machine = plan.machine.name;
  nest.linkBytes = std::min(plan.machine.link.in, plan.machine.link.out);
  nest.networkLatency = plan.machine.network.latency;
  nest.networkBytes = plan.machine.network.bandwidth;
  nest.predictedSeconds = plan.decision.predicted.total / updatesOf(program, plan.decision.problem);
}

// With what the mesh says of its ghosts, where some target's schedule asks: all targets have one argument block.
std::vector<PlannedRegion> withMaps(std::vector<PlannedRegion> regions) {
  for (PlannedRegion &region : regions) {
    const auto asks = [&](bool (*is)(Family)) {
      return std::ranges::any_of(region.targets,
                                 [&](const TargetPlan &plan) { return is(plan.decision.schedule.family); });
    };
    if (!asks(isOnBlocks))
      continue;
    WithMap made = withMap(region.program, std::get<Mapped>(mappedOf(region.program)),
                           asks([](Family family) { return family == Family::Families; }));
    region.program = std::move(made.program);
    std::ranges::move(made.guards, std::back_inserter(region.guards));
  }
  return regions;
}

std::vector<PlannedRegion> lowerAll(const std::vector<PlannedRegion> &regions) {
  std::vector<PlannedRegion> out = regions;
  for (PlannedRegion &region : out)
    for (TargetPlan &plan : region.targets) {
      plan.nest = lower(programOn(region.program, *plan.target), region.guards, plan.decision.schedule);
      notePrediction(plan.nest, region.program, plan);
      expectSound(verify(plan.nest));
    }
  return out;
}

struct Emitted {
  std::vector<GeneratedFile> files; // one (or a few) for each target, with all regions that have it
  std::vector<CallSite> calls;
};

// Region after region: loop nests are large, and only their texts are kept. `regions` has to outlive the calls.
Emitted emitAll(const std::vector<PlannedRegion> &regions, const EmitOptions &emitOptions) {
  Emitted out;
  std::vector<Emission> emissions;
  for (const TargetInfo &target : targets())
    emissions.emplace_back(target, emitOptions);
  for (const PlannedRegion &region : regions) {
    const std::vector<TargetPlan> lowered = lowerAll({region}).front().targets;
    // The argument block is the same for all targets of a region.
    CallSite call{&region.region, &region.program, argumentBlock(lowered.front().nest), {}};
    for (const TargetPlan &plan : lowered) {
      emissions[static_cast<size_t>(plan.target - targets().data())].add(plan.nest);
      call.targets.push_back(plan.target->name);
    }
    out.calls.push_back(std::move(call));
  }
  for (size_t t = 0; t < emissions.size(); ++t)
    for (const EmittedFile &file : emissions[t].isEmpty() ? std::vector<EmittedFile>() : emissions[t].files()) {
      const TargetInfo &target = targets()[t];
      out.files.push_back(
          {target.name, file.extension, file.extension == target.extension ? formatC(file.text) : file.text});
    }
  return out;
}

std::string bannerOf(const ParsedSource &source, const Options &options) {
  std::string text = llvm::sys::path::filename(source.path).str() + ", translated by kasane " KASANE_VERSION;
  text += options.commandLine.empty() ? "" : ": " + options.commandLine;
  std::ranges::replace_if(text, [](unsigned char c) { return c < ' '; }, ' ');
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at))
    text.insert(at + 1, " "); // it stands in a comment
  return text;
}

// ---- What --dump-after prints

using Dump = std::function<std::string()>;

Dump dumpPrograms(const std::vector<PlannedRegion> &regions) {
  return [&] {
    std::string out;
    for (const PlannedRegion &region : regions)
      out += print(region.program);
    return out;
  };
}

Dump dumpGuards(const std::vector<PlannedRegion> &regions) {
  return [&] {
    std::string out;
    for (const PlannedRegion &region : regions) {
      out += "bounds of " + region.program.name + "\n";
      for (const Guard &guard : region.guards)
        out += "  guard " + guard.value.str() + " >= 0: " + guard.reason + "\n";
      for (const FieldPair &pair : mayOverlap(region.program))
        out +=
            "  disjoint " + region.program.fields[pair.left].name + " " + region.program.fields[pair.right].name + "\n";
    }
    return out;
  };
}

Dump dumpPlans(const std::vector<PlannedRegion> &regions, Step step) {
  return [&, step] {
    std::string out;
    for (const PlannedRegion &region : regions)
      for (const TargetPlan &plan : region.targets)
        out += step == Step::Schedule ? region.program.name + ": " + print(plan.decision.schedule) : print(plan.nest);
    return out;
  };
}

Dump dumpTexts(const std::vector<GeneratedFile> &files) {
  return [&] {
    std::string out;
    for (const GeneratedFile &file : files)
      out += file.text;
    return out;
  };
}

// nullopt: --dump-after ended it.
std::optional<std::vector<PlannedRegion>> planWith(StepLog &log, const ParsedSource &source, const Options &options,
                                                   Diagnostics &diagnostics) {
  const auto regionsRead = onLargeStack([&] { return read(source, diagnostics); });
  if (!log.done(Step::Frontend, counted(regionsRead.size(), "region"), dumpPrograms(regionsRead)))
    return std::nullopt;
  const auto parallel = onLargeStack([&] { return split(regionsRead, diagnostics); });
  if (!log.done(Step::Split, counted(parallel.size(), "region") + " with parallel stages", dumpPrograms(parallel)))
    return std::nullopt;
  const auto bounded = onLargeStack([&] { return bound(parallel, diagnostics); });
  if (!log.done(Step::Bounds, "all subscripts seen", dumpGuards(bounded)))
    return std::nullopt;
  checkSizes(bounded, options, diagnostics);
  auto chosen = onLargeStack([&] { return choose(bounded, vectorsFor(source, options), options, diagnostics); });
  auto planned = measureAll(std::move(chosen), options, diagnostics); // which runs programs
  if (!log.done(Step::Schedule, counted(options.targets.size(), "target"), dumpPlans(planned, Step::Schedule)))
    return std::nullopt;
  return planned;
}

Translation::Wider widerOf(const std::vector<PlannedRegion> &regions, const Vectors &vectors) {
  Translation::Wider out{1, vectors.made, vectors.here};
  for (const PlannedRegion &region : regions)
    for (const TargetPlan &plan : region.targets)
      out.times = std::max(out.times, plan.wider);
  return out;
}

} // namespace

std::vector<PlannedRegion> planRegions(const ParsedSource &source, const Options &options, Diagnostics &diagnostics) {
  StepLog log(source.path, options);
  return planWith(log, source, options, diagnostics).value_or(std::vector<PlannedRegion>());
}

std::optional<Translation> translateRegions(const ParsedSource &source, const Options &options,
                                            Diagnostics &diagnostics) {
  StepLog log(source.path, options);
  auto chosen = planWith(log, source, options, diagnostics);
  const auto keeps = readKeepScopes(source.ast, source.directives, diagnostics);
  if (!chosen || diagnostics.hasErrors())
    return std::nullopt;
  const std::optional<std::vector<PlannedRegion>> planned = withMaps(std::move(*chosen));
  if (options.dumpAfter == Step::Lower) {
    const auto lowered = onLargeStack([&] { return lowerAll(*planned); });
    log.done(Step::Lower, counted(lowered.size(), "region") + " lowered", dumpPlans(lowered, Step::Lower));
    return std::nullopt;
  }
  const std::string banner = bannerOf(source, options);
  const auto emitted =
      onLargeStack([&] { return emitAll(*planned, {banner, options.separateKernels, options.ranks}); });
  log.done(Step::Lower, counted(planned->size(), "region") + " lowered, and emitted", {});
  if (!log.done(Step::Emit, counted(emitted.files.size(), "generated file"), dumpTexts(emitted.files)))
    return std::nullopt;
  const std::string original = mainFileText(source.ast);
  if (planned->empty() && keeps.homes.empty())
    return Translation{original, {}, {}};
  return Translation{
      rewriteSource(original, source.path, emitted.calls, banner, keeps, readConditionals(source.ast, source.skipped)),
      emitted.files,
      {},
      widerOf(*planned, vectorsFor(source, options))};
}

} // namespace kasane
