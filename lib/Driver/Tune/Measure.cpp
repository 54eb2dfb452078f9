// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tune/Measure.h"

#include "Cc/CcRun.h"
#include "Options/OptionValues.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "Tune/MeasureCache.h"
#include "Tune/MeasureProgress.h"
#include "Tune/MeasureRun.h"
#include "kasane/Lower/Lower.h"
#include "kasane/Machine/MachineFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr size_t kOfEach = 8; // schedules of a family, for --tune=measure
// So many are timed a second time, and the model's choice: the fastest of many is also the luckiest.
constexpr size_t kFinalists = 3;
constexpr size_t kTries = 3; // that fail for one reason, before all do

// What is to be measured.
struct Task {
  const PlannedRegion &region;
  const TargetPlan &target;
  MeasurePlan plan;
  std::vector<Candidate> candidates; // the model's choice first
};

std::vector<Candidate> candidatesFor(const PlannedRegion &region, const TargetPlan &plan, const Options &options) {
  Diagnostics known; // the pins have been read before
  const StencilProgram program = programOn(region.program, *plan.target);
  const Pins pins = pinsOf(program, options.pinned, *plan.target, options.fp, known).value_or(Pins());
  std::vector<Candidate> out = {{plan.decision.schedule, plan.decision.predicted}};
  const auto addNew = [&](const std::vector<Candidate> &others) {
    for (const Candidate &other : others)
      if (std::ranges::find(out, other.schedule, &Candidate::schedule) == out.end())
        out.push_back(other);
  };
  addNew(bestCandidates(program, pins, *plan.target, plan.machine, options.sizes, kOfEach));
  if (options.tune == Tune::Exhaustive)
    addNew(allCandidates(program, pins, *plan.target, plan.machine, options.sizes));
  return out;
}

MeasureKey keyOf(const Task &task, const MeasureTools &tools, const Options &options) {
  MeasureKey key{options.tune,
                 print(task.plan.program),
                 task.target.target->name,
                 nameOf(options.fp),
                 tools.compiler,
                 deviceName(task.target.target->workGroups),
                 task.target.machine.name + "\n" + writeMachine(task.target.machine),
                 task.plan.values.integers,
                 task.plan.steps,
                 {}};
  for (const Candidate &candidate : task.candidates)
    key.schedules.push_back(candidate.schedule);
  return key;
}

std::string whatOf(const Task &task) { return labelOf(task.region.program) + " for " + task.target.target->name; }

class Measuring {
public:
  Measuring(const Task &task, const Trials &trials, MeasureProgress &progress)
      : task_(task), trials_(trials), progress_(progress) {}

  // False: none can be measured.
  bool timeAll() {
    const size_t count = task_.candidates.size();
    for (size_t first = 0; first < count; first += mostTogether()) {
      const size_t end = std::min(count, first + mostTogether());
      const std::vector<Trial> made = time({task_.candidates.begin() + first, task_.candidates.begin() + end}, first);
      for (size_t c = first; c < end; ++c)
        if (const Trial &trial = made[c - first]; !trial.samples.empty())
          kept_.timed.push_back({task_.candidates[c], trial.samples});
        else if (isHopeless(trial))
          return false;
    }
    std::ranges::stable_sort(kept_.timed, {}, &Timed::seconds);
    return !kept_.timed.empty();
  }

  void timeAgain() {
    std::vector<size_t> which;
    std::vector<Candidate> candidates;
    for (size_t t = 0; t < kept_.timed.size(); ++t)
      if (t < kFinalists || kept_.timed[t].candidate.schedule == task_.candidates.front().schedule) {
        which.push_back(t);
        candidates.push_back(kept_.timed[t].candidate);
      }
    const std::vector<Trial> made = time(candidates, task_.candidates.size() - candidates.size());
    for (size_t w = 0; w < which.size(); ++w)
      llvm::append_range(kept_.timed[which[w]].samples, made[w].samples);
    std::ranges::stable_sort(kept_.timed, {}, &Timed::seconds);
  }

  const Kept &kept() const { return kept_; }
  const std::string &why() const { return why_; }

private:
  // Built together, run one by one.
  std::vector<Trial> time(const std::vector<Candidate> &candidates, size_t done) {
    std::vector<Schedule> schedules;
    for (const Candidate &candidate : candidates)
      schedules.push_back(candidate.schedule);
    std::vector<Trial> out;
    const std::vector<std::string> troubles = buildTrials(schedules, trials_);
    double best = kept_.timed.empty() ? 0 : std::ranges::min(kept_.timed, {}, &Timed::seconds).seconds();
    for (size_t s = 0; s < schedules.size(); ++s) {
      out.push_back(troubles[s].empty() ? runTrial(schedules[s], s, trials_, best) : Trial{{}, troubles[s], false});
      const double seconds = Timed{candidates[s], out.back().samples}.seconds();
      if (seconds > 0 && (best == 0 || seconds < best)) {
        best = seconds;
        fastest_ = {candidates[s], out.back().samples};
      }
      progress_.show(++done, best > 0 ? &fastest_ : nullptr);
    }
    return out;
  }

  bool isHopeless(const Trial &trial) {
    same_ = trial.why == why_ ? same_ + 1 : 1;
    why_ = trial.why;
    ++kept_.failed;
    return kept_.timed.empty() && (trial.isLast || same_ >= kTries);
  }

  const Task &task_;
  const Trials &trials_;
  MeasureProgress &progress_;
  Kept kept_;
  Timed fastest_;
  std::string why_;
  size_t same_ = 0;
};

std::string summaryOf(const Kept &kept, size_t count) {
  const Timed &best = kept.timed.front();
  return std::to_string(kept.timed.size()) + " of " + std::to_string(count) + " schedules, " +
         std::to_string(kept.failed) + " failed; " + spellSchedule(best.candidate.schedule) + " is fastest, " +
         spellSeconds(best.seconds()) + " a step";
}

// The reason, or "" and the times.
std::string runTask(const Task &task, const MeasureTools &tools, const Options &options, Kept &out) {
  Options ours = options;
  ours.saveTemps = false; // the user's files are kept, not these
  const TempFolder folder(ours, "tune");
  if (folder.error())
    return "no folder for its files can be made: " + folder.error().message();
  MeasureProgress progress(whatOf(task), task.candidates.size(), !options.warnings.sarif);
  const Trials trials{task.plan, task.region, *task.target.target, tools, folder.path()};
  Measuring measuring(task, trials, progress);
  if (!measuring.timeAll()) {
    progress.end("none, " + measuring.why());
    return measuring.why();
  }
  if (task.candidates.size() > 1)
    measuring.timeAgain();
  out = measuring.kept();
  progress.end(summaryOf(out, task.candidates.size()));
  return "";
}

// Nothing depends on its being kept.
void keep(const Kept &kept, const MeasureKey &key, Diagnostics &diagnostics) {
  const std::string file = cacheFile(key);
  Diagnostics failed;
  std::string why = "neither XDG_CACHE_HOME nor HOME is set";
  if (!file.empty()) {
    const std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file));
    why = error ? error.message() : "";
  }
  if (why.empty() && !writeFiles({{file, keptText(kept, key), ""}}, {}, failed))
    why = failed.all().front().args.back();
  if (!why.empty())
    diagnostics.add(DiagId::times_not_kept, {}, {file, why});
}

// The fastest is the choice from here on.
void take(TargetPlan &plan) {
  const Candidate best = plan.measured.timed.front().candidate;
  if (!(best.schedule == plan.decision.schedule))
    plan.decision.stopped.clear(); // they begin at the other
  plan.decision.schedule = best.schedule;
  plan.decision.predicted = best.predicted;
  std::vector<Candidate> &all = plan.decision.candidates;
  if (std::ranges::find(all, best.schedule, &Candidate::schedule) == all.end())
    all.insert(
        std::ranges::upper_bound(all, best.predicted.total, {}, [](const Candidate &c) { return c.predicted.total; }),
        best);
}

TargetPlan measured(const PlannedRegion &region, const TargetPlan &before, const MeasureTools &tools,
                    const Options &options, Diagnostics &diagnostics) {
  TargetPlan out = before;
  Measurement &m = out.measured;
  m.tune = options.tune;
  m.device = deviceName(before.target->workGroups);
  m.predicted = {before.decision.schedule, before.decision.predicted};
  Sizes sizes = options.sizes; // the grid that the schedule was chosen for
  sizes.insert(before.decision.problem.values.begin(), before.decision.problem.values.end());
  const Task task{region, before, measurePlan(programOn(region.program, *before.target), region.guards, sizes),
                  candidatesFor(region, before, options)};
  m.why = options.dryRun ? "-### runs nothing" : task.plan.why;
  Kept kept;
  if (m.why.empty()) {
    const MeasureKey key = keyOf(task, tools, options);
    const auto known = readKept(cacheFile(key), key, task.candidates);
    m.isKnown = known.has_value();
    if (known && options.verbose)
      renderLine(DiagId::times_known, {whatOf(task), std::to_string(known->timed.size()), cacheFile(key)});
    kept = known.value_or(Kept());
    if (!known)
      m.why = runTask(task, tools, options, kept);
    if (!known && m.why.empty())
      keep(kept, key, diagnostics);
  }
  m.timed = kept.timed;
  m.failed = kept.failed;
  if (m.why.empty())
    take(out);
  else
    diagnostics.add(DiagId::not_measured, region.program.range, {labelOf(region.program), before.target->name, m.why});
  return out;
}

} // namespace

std::vector<PlannedRegion> measureAll(const std::vector<PlannedRegion> &regions, const Options &options,
                                      Diagnostics &diagnostics) {
  if (options.tune == Tune::No || diagnostics.hasErrors() || regions.empty())
    return regions;
  const auto tools = findMeasureTools(diagnostics);
  std::vector<PlannedRegion> out = regions;
  for (PlannedRegion &region : out)
    for (TargetPlan &plan : region.targets)
      if (tools)
        plan = measured(region, plan, *tools, options, diagnostics);
  return out;
}

} // namespace kasane
