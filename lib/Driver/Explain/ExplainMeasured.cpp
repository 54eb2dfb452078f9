// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"
#include "Tune/MeasureProgress.h"

#include "llvm/Support/FormatVariadic.h"

namespace kasane {
namespace {

constexpr size_t kShown = 8; // further ones are in the JSON

std::string spell(const Timed &timed, const Measurement &measured) {
  const Candidate &candidate = timed.candidate;
  const bool isPredicted = candidate.schedule == measured.predicted.schedule;
  return llvm::formatv("  {0,-32} {1,12} a step, predicted {2}{3}", spellSchedule(candidate.schedule),
                       spellSeconds(timed.seconds()), spellSeconds(candidate.predicted.total),
                       isPredicted ? ", the choice without measuring" : "")
      .str();
}

std::string headOf(const Measurement &measured) {
  const size_t all = measured.timed.size() + measured.failed;
  std::string out = "measured on " + measured.device + (measured.isKnown ? ", before: " : ": ") +
                    std::to_string(measured.timed.size()) + " of " + std::to_string(all) +
                    " schedules, the fastest is taken";
  if (const double share = shareOfBest(measured); share > 0)
    out += llvm::formatv("; the choice without measuring reaches {0:f0} % of its speed", share * 100).str();
  return out;
}

} // namespace

double shareOfBest(const Measurement &measured) {
  for (const Timed &timed : measured.timed)
    if (timed.candidate.schedule == measured.predicted.schedule)
      return measured.timed.front().seconds() / timed.seconds();
  return 0;
}

std::vector<std::string> measuredReasons(const Measurement &measured) {
  if (measured.tune == Tune::No)
    return {};
  if (!measured.why.empty())
    return {"not measured: " + measured.why + "; the choice is the one without --tune"};
  std::vector<std::string> out = {headOf(measured)};
  for (size_t t = 0; t < measured.timed.size(); ++t)
    if (t < kShown || measured.timed[t].candidate.schedule == measured.predicted.schedule)
      out.push_back(spell(measured.timed[t], measured));
  return out;
}

std::string measuredDepthReason(const Measurement &measured) {
  for (const Timed &timed : measured.timed)
    if (timed.candidate.schedule.depth > 1)
      return "no temporal blocking pays here: " + spellSchedule(timed.candidate.schedule) +
             llvm::formatv(" was measured {0:f0} % slower",
                           timed.seconds() / measured.timed.front().seconds() * 100 - 100)
                 .str();
  return "";
}

} // namespace kasane
