// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Suggest/Suggestion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

constexpr size_t kListed = 6;     // arrays that a message lists
constexpr double kRounds = 100;   // of a loop of which nothing is known, as Problem assumes of steps
constexpr double kFaster = 1.1;   // times as fast; less is no more than the model may be wrong by
constexpr double kWorthIt = 0.02; // of what the file's best suggestion saves

std::string counted(size_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Two digits or more: "1.2 ms", "340 us".
std::string spellSeconds(double seconds) {
  constexpr std::pair<double, const char *> kUnits[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  for (const auto &[unit, name] : kUnits)
    if (const double value = seconds / unit; value >= 0.995 || unit == 1e-9)
      return llvm::formatv(value < 9.95 ? "{0:f1} {1}" : "{0:f0} {1}", value, name).str();
  return "";
}

std::string spellTimes(double times) {
  return llvm::formatv(times < 9.95 ? "{0:f1} times" : "{0:f0} times", times).str();
}

std::string coresOf(const Estimate &estimate) {
  return estimate.cores == 1 ? "one core" : std::to_string(estimate.cores) + " cores";
}

std::string whereOf(const Estimate &estimate) {
  const std::string name = estimate.machine + " (" + estimate.title + ")";
  return estimate.cores ? coresOf(estimate) + " of " + name : name;
}

std::string radiusOf(const RegionFacts &region) {
  int64_t most = 0;
  for (const FieldFacts &field : region.fields)
    for (int a = 0; a < region.rank; ++a)
      most = std::max({most, -field.reach.lo[a], field.reach.hi[a]});
  return most ? "reads up to " + counted(static_cast<size_t>(most), "cell") + " away" : "reads no neighbours";
}

std::string spellField(const FieldFacts &field) {
  std::string out = field.name;
  for (size_t a = field.extents.size(); a-- > 0;)
    out += "[" + field.extents[a] + "]";
  return out + " (" + field.type + ", " + accessOf(field) + ")";
}

std::string understood(const Suggestion &suggestion) {
  const RegionFacts &region = suggestion.region;
  std::vector<std::string> axes(region.axes.rbegin(), region.axes.rend()), fields;
  for (const FieldFacts &field : region.fields)
    if (!field.hidden)
      fields.push_back(spellField(field));
  if (fields.size() > kListed) {
    const std::string more = std::to_string(fields.size() - kListed) + " more";
    fields.resize(kListed);
    fields.push_back(more);
  }
  std::string out = region.time.empty() ? "no time loop" : "time loop " + region.time;
  out += "; " + counted(region.stages.size(), "loop nest") + " over " + llvm::join(axes, ", ");
  out += ", " + radiusOf(region) + "; arrays " + llvm::join(fields, ", ");
  if (!suggestion.collected.empty())
    out += "; values of all cells " + llvm::join(suggestion.collected, ", ");
  const size_t checks = region.guards.size() + region.disjoint.size() + region.shared.size();
  return out + (checks ? "; " + counted(checks, "condition") + " checked at the call" : "");
}

std::string forWhat(const Suggestion &suggestion) {
  const Problem &problem = suggestion.gains.problem;
  std::string out;
  for (int a = 0; a < suggestion.region.rank; ++a)
    out += (a ? " x " : "") + std::to_string(problem.grid[static_cast<size_t>(a)]);
  out += " cells";
  if (!suggestion.region.time.empty())
    out += ", " + counted(static_cast<size_t>(problem.steps), "step");
  if (!problem.assumed.empty())
    out += " (lengths along " + llvm::join(problem.assumed, ", ") + " are assumed, --size says them)";
  return out;
}

std::string predicted(const Gains &gains) {
  std::string out = spellSeconds(gains.asIs.seconds) + " as it is, by " + whereOf(gains.asIs);
  for (const Estimate &estimate : gains.translated) {
    const bool isSame = estimate.machine == gains.asIs.machine && estimate.cores;
    out += "; " + spellSeconds(estimate.seconds) + " for " + estimate.target + " on " +
           (isSame ? coresOf(estimate) + " of it" : whereOf(estimate));
    if (estimate.moving > 0)
      out += ", of which arrays move for " + spellSeconds(estimate.moving);
  }
  if (gains.share < 1)
    out += "; taken from the first loop nests, as there are so many";
  return out;
}

KeptMessage messageOf(const Suggestion &suggestion) {
  const FoundSite &site = suggestion.site;
  const Gains &gains = suggestion.gains;
  const bool helps = suggestion.verdict == Verdict::Helps;
  KeptMessage out{DiagId::no_gain, site.place, {nameOf(site.kind)}};
  if (suggestion.verdict == Verdict::NoFaster)
    out.args.push_back("is not predicted to be faster");
  if (suggestion.verdict == Verdict::SavesLittle)
    out.args.push_back("is predicted to save little beside what is suggested in this file");
  if (helps) {
    const Estimate &best = *gains.best();
    out.id = DiagId::suggestion;
    out.args = {nameOf(site.kind), spellTimes(gains.times()), best.target, best.machine};
    out.inserted = site.insertion;
    out.insertion = site.directive;
  }
  out.notes.push_back({DiagId::note_understood, site.place, {understood(suggestion)}});
  out.notes.push_back({DiagId::note_predicted, site.place, {forWhat(suggestion), predicted(gains)}});
  for (const KeptMessage &remark : suggestion.remarks)
    out.notes.push_back(remark);
  if (helps && suggestion.around) {
    const BlockedSite &around = *suggestion.around;
    out.notes.push_back({DiagId::note_begins_anew, around.site.place, {}});
    out.notes.push_back(around.why);
  }
  return out;
}

bool isListed(const BlockedSite &blocked, bool all) { return !blocked.holdsOther && (all || blocked.readsNeighbours); }

} // namespace

std::string nameOf(SiteKind kind) {
  constexpr const char *kNames[] = {"loop", "call", "block"}; // in the order of SiteKind
  return kNames[static_cast<size_t>(kind)];
}

double Suggestion::saved() const { return gains.saved() * (around ? kRounds : 1); }

size_t Suggestions::count(Verdict verdict) const {
  return static_cast<size_t>(std::ranges::count_if(found, [&](const Suggestion &s) { return s.verdict == verdict; }));
}

void judge(std::vector<Suggestion> &ofFile, double most) {
  for (const Suggestion &suggestion : ofFile)
    most = std::max(most, suggestion.saved());
  for (Suggestion &suggestion : ofFile) {
    const bool isFaster = suggestion.gains.times() >= kFaster;
    const bool isWorthIt = suggestion.saved() >= kWorthIt * most;
    suggestion.verdict = !isFaster ? Verdict::NoFaster : isWorthIt ? Verdict::Helps : Verdict::SavesLittle;
  }
}

std::vector<KeptMessage> suggestionMessages(const Suggestions &suggestions, bool all) {
  std::vector<KeptMessage> out;
  for (const Suggestion &suggestion : suggestions.found)
    if (all || suggestion.verdict == Verdict::Helps)
      out.push_back(messageOf(suggestion));
  for (const BlockedSite &blocked : suggestions.blocked)
    if (isListed(blocked, all))
      out.push_back({DiagId::blocked_here, blocked.site.place, {nameOf(blocked.site.kind)}, {blocked.why}});
  return out;
}

std::string suggestionSummary(const Suggestions &suggestions, bool all) {
  const size_t helps = suggestions.count(Verdict::Helps), little = suggestions.count(Verdict::SavesLittle),
               none = suggestions.count(Verdict::NoFaster);
  size_t listed = 0, unlisted = 0;
  for (const BlockedSite &blocked : suggestions.blocked)
    if (!blocked.holdsOther)
      ++(isListed(blocked, all) ? listed : unlisted);
  std::vector<std::string> rest;
  if (little)
    rest.push_back(counted(little, helps ? "other region" : "region") + " would save little beside" +
                   (helps ? "" : " those that are there"));
  if (none)
    rest.push_back(counted(none, helps ? "other region" : "region") + " would be no faster");
  if (listed)
    rest.push_back("what stands against " + counted(listed, "region") + " is told above");
  if (unlisted)
    rest.push_back(counted(unlisted, "nest") + " without neighbours can't be a region");
  if (rest.empty() && !helps)
    rest.push_back("outside of headers, macros and regions no loops in each other store to arrays");
  const std::string hidden = !all && (little || none || unlisted) ? " (--all lists them)" : "";
  const std::string what =
      helps ? counted(helps, "suggestion") + " in " + counted(suggestions.files, "file") : "no loop here would gain";
  return what + (rest.empty() ? "" : ": ") + llvm::join(rest, "; ") + hidden;
}

} // namespace kasane
