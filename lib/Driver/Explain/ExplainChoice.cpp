// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"
#include "Tune/MeasureProgress.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace kasane {
namespace {

std::string forWhat(const ScheduleFacts &facts, size_t rank) {
  const Problem &problem = facts.decision.problem;
  std::string out = "chosen for " + facts.machine.name + " (" + facts.machine.title + "), ";
  for (size_t a = 0; a < rank; ++a)
    out += (a ? " x " : "") + std::to_string(problem.grid[a]);
  out += " cells, " + std::to_string(problem.steps) + (problem.steps == 1 ? " step" : " steps");
  return out + (problem.assumed.empty()
                    ? ""
                    : "; lengths along " + llvm::join(problem.assumed, ", ") + " are assumed, --size says them");
}

// `updates`: cells of a step, of all its loop nests, as a profile counts them.
std::string predicted(const Prediction &prediction, double updates) {
  std::string out = "predicted " + spellSeconds(prediction.total) + " a step, " +
                    llvm::formatv("{0:f2} Gcells/s", updates / prediction.total * 1e-9).str() + ", bound by " +
                    nameOf(prediction.bound) + ":";
  for (int r = 0; r < kResources; ++r)
    if (prediction.seconds[r] > 0)
      out += (out.back() == ':' ? " " : ", ") + nameOf(static_cast<Resource>(r)) + " " +
             spellSeconds(prediction.seconds[r]);
  return out + ", launches and barriers " + spellSeconds(prediction.overhead);
}

// Families are compared less surely than the schedules of one, so that a small gain is none.
std::string slower(const Candidate &candidate, const Candidate &choice) {
  const double percent = candidate.predicted.total / choice.predicted.total * 100 - 100;
  std::string by = llvm::formatv("{0:f0} % {1}", std::abs(percent),
                                 percent < 0 ? "faster, less than such a change must gain" : "slower")
                       .str();
  if (std::abs(percent) < 0.5)
    by = "as fast";
  return spellSchedule(candidate.schedule) + " is predicted " + by + ", bound by " + nameOf(candidate.predicted.bound);
}

// The best of the family that was not taken.
const Candidate *bestOther(const Decision &decision) {
  for (const Candidate &candidate : decision.candidates)
    if (candidate.schedule.family != decision.schedule.family)
      return &candidate;
  return nullptr;
}

} // namespace

std::string noBlockingReason(const ScheduleFacts &facts, const std::string &time) {
  const Decision &decision = facts.decision;
  if (decision.schedule.depth > 1)
    return "";
  if (time.empty())
    return "no temporal blocking: the region runs once";
  if (isOnBlocks(decision.schedule.family))
    return "no temporal blocking: schedule " + nameOf(decision.schedule.family) + " makes one step at a time";
  if (const std::string reason = measuredDepthReason(facts.measured); !reason.empty())
    return reason;
  for (const Candidate &candidate : decision.candidates)
    if (candidate.schedule.depth > 1)
      return "no temporal blocking pays here: " + slower(candidate, {decision.schedule, decision.predicted});
  if (!facts.ruledOut.empty())
    return "no temporal blocking: " + facts.ruledOut;
  if (!decision.paper.steps.empty())
    return "no temporal blocking: the published rules stop at one step";
  return "no temporal blocking: the program, what was asked for, or the size of on-chip memory rules it out";
}

std::vector<std::string> reasonsOf(const ScheduleFacts &facts, const RegionFacts &region) {
  const Decision &decision = facts.decision;
  const Candidate choice = {decision.schedule, decision.predicted};
  std::vector<std::string> out = {forWhat(facts, static_cast<size_t>(region.rank)),
                                  predicted(decision.predicted, facts.updates)};
  if (decision.predicted.redundancy > 1.005)
    out.push_back(llvm::formatv("computes {0:f2} cells for each that is wanted", decision.predicted.redundancy).str());
  if (decision.predicted.onChip)
    out.push_back(std::to_string(decision.predicted.onChip) + " bytes on chip of " +
                  std::to_string(facts.machine.local.bytes) + " that a group has");
  if (const Schedule &s = decision.schedule; s.smallBytes)
    out.push_back("arrays of at most " + std::to_string(s.smallBytes >> 10) + " KiB go by sweeps" +
                  (s.manySteps ? " where there are fewer than " + std::to_string(s.manySteps) + " steps" : ""));
  for (const PaperStep &step : decision.paper.steps)
    out.push_back(print(step));
  for (const std::string &line : measuredReasons(facts.measured))
    out.push_back(line);
  if (const Candidate *other = bestOther(decision);
      facts.measured.timed.empty() && other && (decision.schedule.depth > 1 || other->schedule.depth == 1))
    out.push_back(slower(*other, choice));
  if (const std::string reason = noBlockingReason(facts, region.time); !reason.empty())
    out.push_back(reason);
  // Where nothing stands against tiles; else the line has been named.
  if (!facts.noDiamonds.empty() && facts.ruledOut.empty())
    out.push_back("no diamonds: " + facts.noDiamonds);
  if (!facts.noMap.empty())
    out.push_back("no reads at neighbours: " + facts.noMap);
  for (const Stopped &stopped : decision.stopped)
    out.push_back(stopped.direction + ": " + stopped.reason);
  return out;
}

} // namespace kasane
