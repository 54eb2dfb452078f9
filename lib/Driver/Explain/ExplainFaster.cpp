// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFaster.h"

#include "Options/FindMachine.h"
#include "Source/Vectors.h"
#include "Tune/MeasurePlan.h"
#include "Tune/MeasureProgress.h"
#include "kasane/Schedule/RuledOut.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <array>

namespace kasane {
namespace {

constexpr double kWorth = 0.97; // of the time that it takes now; what gains less isn't said
constexpr size_t kStages = 32;  // to choose for hundreds of loop nests takes minutes
constexpr double kClose = 1.1;  // as near to each other predictions don't tell which is faster

struct Case {
  const PlannedRegion &region;
  const TargetPlan &plan;
  const Options &options;
  Pins pins;

  Decision with(const Pins &other) const { return on(plan.machine, other, region.program); }
  Decision on(const Machine &machine, const Pins &other, const StencilProgram &program) const {
    return choose(programOn(program, *plan.target), other, *plan.target, machine, options.sizes, options.policy);
  }
  double now() const { return plan.decision.predicted.total; }
  bool gains(const Decision &other) const {
    return other.predicted.total > 0 && other.predicted.total < kWorth * now();
  }
};

using Advices = std::vector<Advice>;

std::string chooses(const Decision &decision) { return "the model chooses " + spellSchedule(decision.schedule); }

// What was asked for of the schedule, where the model would take another.
void addUnpinned(const Case &at, Advices &out) {
  Pins free = at.pins;
  free.family.reset();
  free.tile.reset();
  free.depth.reset();
  if (free.family == at.pins.family && free.tile == at.pins.tile && free.depth == at.pins.depth)
    return;
  const Decision decision = at.with(free);
  if (!at.gains(decision))
    return;
  const Pinned &pinned = at.options.pinned;
  std::vector<std::string> flags, words;
  const auto note = [&](const char *name, bool isFlag, bool isClause) {
    if (isFlag)
      flags.push_back("--" + std::string(name));
    if (isFlag || isClause)
      words.push_back((isFlag ? "--" : "") + std::string(name) + (isFlag ? "" : "(..)"));
  };
  const Clauses &clauses = at.region.program.clauses;
  note("schedule", pinned.family.has_value(), clauses.family.has_value());
  note("tile", pinned.tile.has_value(), clauses.tile.has_value());
  note("depth", pinned.depth.has_value(), clauses.depth.has_value());
  out.push_back({flags.size() == words.size() ? AdviceKind::Flag : AdviceKind::Clause,
                 "leave out " + llvm::join(words, ", "),
                 chooses(decision),
                 decision.predicted.total,
                 0,
                 {},
                 flags});
}

void addRounding(const Case &at, Advices &out) {
  if (at.pins.fp != FpMode::Strict)
    return;
  Pins fused = at.pins;
  fused.fp = FpMode::Contract;
  if (const Decision decision = at.with(fused); at.gains(decision))
    out.push_back({AdviceKind::Flag,
                   "--fp=contract",
                   "a multiplication and an addition become one instruction, so that last digits may differ",
                   decision.predicted.total,
                   0,
                   {"--fp=contract"},
                   {"--fp"}});
}

// The model takes the machine's vectors for granted. Another machine's compiler has flags of its own.
void addVectors(const Case &at, int64_t vectors, Advices &out) {
  const Machine &machine = at.plan.machine;
  if (at.plan.target->workGroups || !at.options.machine.empty() || vectors == 0 || machine.kind != MachineClass::Cpu ||
      vectors >= machine.width)
    return;
  const Decision narrow = at.on(withVectors(machine, vectors), at.pins, at.region.program);
  if (narrow.predicted.total * kWorth <= at.now())
    return;
  out.push_back({AdviceKind::Flag,
                 "-march=native, for the compiler",
                 "the prediction has vectors of " + std::to_string(machine.width) +
                     " bytes; without the flag they have " + std::to_string(vectors) +
                     ", and a step is predicted to take " + spellSeconds(narrow.predicted.total),
                 0,
                 0,
                 {"-march=native"}});
}

std::string lengthNamed(const StencilProgram &program, const std::string &symbol) {
  for (const Param &param : program.params)
    if (param.name == symbol)
      return param.text.empty() || param.text.find_first_of(",= ") != std::string::npos ? symbol : param.text;
  return "";
}

void addSizes(const Case &at, Advices &out) {
  const Problem &problem = at.plan.decision.problem;
  if (problem.assumed.empty())
    return;
  std::vector<std::string> shown, flags;
  for (const auto &[symbol, value] : problem.values) {
    const std::string name = lengthNamed(at.region.program, symbol);
    if (name.empty() || at.options.sizes.count(name) || at.options.sizes.count(symbol))
      continue;
    shown.push_back(name + "=<length>");
    flags.push_back("--size=" + name + "=" + std::to_string(value));
  }
  if (!shown.empty())
    out.push_back({AdviceKind::Flag, "--size='" + llvm::join(shown, ",") + "'",
                   "lengths along " + llvm::join(problem.assumed, ", ") +
                       " are assumed; the schedule is chosen for those that you say",
                   0, 0, flags});
}

// A machine that nobody named or measured is one of its kind.
void addProbe(const Case &at, Advices &out) {
  const std::string &target = at.plan.target->name;
  if (!at.options.machine.empty() || (target != "openmp" && target != "opencl") ||
      llvm::sys::fs::exists(probedFile(target)))
    return;
  out.push_back(
      {AdviceKind::Machine, "kasane probe" + (target == "openmp" ? "" : " --target=" + target),
       "this machine isn't measured; all is chosen for " + at.plan.machine.name + ", " + at.plan.machine.title});
}

// Where predictions lie so close together that a run tells more.
void addTune(const Case &at, Advices &out) {
  if (at.options.tune != Tune::No || at.options.policy != Policy::Model || !at.options.machine.empty() ||
      at.plan.target->workGroups)
    return;
  const auto &candidates = at.plan.decision.candidates;
  const auto close = std::ranges::count_if(
      candidates, [&](const Candidate &candidate) { return candidate.predicted.total < kClose * at.now(); });
  if (close < 2 || !measurePlan(at.region.program, at.region.guards, at.options.sizes).why.empty())
    return;
  out.push_back({AdviceKind::Flag,
                 "--tune=measure",
                 std::to_string(close) + " schedules are predicted within 10 % of the best; this times them here",
                 0,
                 0,
                 {"--tune=measure"}});
}

// Rows whose length is a multiple of a large power of two begin at few places of a cache.
void addLongerRows(const Case &at, Advices &out) {
  if (at.plan.target->workGroups || at.plan.decision.schedule.family != Family::Overlap || hasLeaves(at.region.program))
    return;
  StencilProgram wider = at.region.program;
  std::vector<std::string> names;
  constexpr int64_t kLine = 64; // bytes
  for (Field &field : wider.fields)
    if (field.has[0] && field.has[1] && !field.hidden) {
      field.stride[1] = field.stride[1] + Poly(kLine / sizeOf(field.elem));
      names.push_back(field.name);
    }
  if (names.empty())
    return;
  if (const Decision decision = at.on(at.plan.machine, at.pins, wider); at.gains(decision))
    out.push_back({AdviceKind::Layout, "rows that are 64 bytes longer, for " + llvm::join(names, ", "),
                   "as they are, rows of a tile share few places of a cache", decision.predicted.total});
}

void addKeep(const Case &at, Advices &out) {
  if (!at.plan.target->workGroups || at.region.program.time)
    return;
  std::vector<std::string> names;
  for (const Field &field : at.region.program.fields)
    if (!field.hidden)
      names.push_back(field.name);
  out.push_back({AdviceKind::Clause, "#pragma stencil keep(" + llvm::join(names, ", ") + ")",
                 "around the loop that calls this: the arrays stay on the device from one call to the next"});
}

// What rules out several steps at once stands at some line.
void addObstacle(const Case &at, Advices &out) {
  if (at.plan.decision.schedule.depth > 1 || at.plan.target->onlySweeps)
    return;
  const std::optional<Diagnostic> found = ruledOut(programOn(at.region.program, *at.plan.target), *at.plan.target);
  if (!found || found->range.begin.line == 0)
    return;
  const unsigned line = found->range.begin.line;
  const std::string text = format(found->id, found->args);
  out.push_back({AdviceKind::Source, "another way to write line " + std::to_string(line),
                 "it rules out several steps at once: " + text.substr(0, text.find("; ")), 0, line});
}

} // namespace

std::string_view nameOf(AdviceKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"flag", "clause", "layout", "source", "machine"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<Advice> fasterOf(const PlannedRegion &region, const TargetPlan &plan, int64_t vectors,
                             const Options &options) {
  Advices out;
  Diagnostics unheard; // whatever stands against the pins was said when they were read
  const std::optional<Pins> pins =
      pinsOf(programOn(region.program, *plan.target), options.pinned, *plan.target, options.fp, unheard);
  if (!pins || plan.decision.predicted.total <= 0)
    return out;
  const Case at{region, plan, options, *pins};
  if (region.program.stages.size() <= kStages) {
    addUnpinned(at, out);
    addRounding(at, out);
    addLongerRows(at, out);
    addVectors(at, vectors, out);
  }
  addObstacle(at, out);
  addKeep(at, out);
  addSizes(at, out);
  addProbe(at, out);
  addTune(at, out);
  return out;
}

} // namespace kasane
