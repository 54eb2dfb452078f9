// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `suggest` found, as plain data, and how it is shown. In: sites that the translator has accepted, with what it
// understood and the predicted times.
#pragma once

#include "Explain/ExplainFacts.h"
#include "Suggest/Gain.h"
#include "Suggest/Search.h"

namespace kasane {

std::string nameOf(SiteKind kind); // "loop"

enum class Verdict { Helps, SavesLittle, NoFaster };

struct Suggestion {
  FoundSite site;
  RegionFacts region;
  std::vector<std::string> collected; // scalars that get a value of all cells
  Gains gains;
  std::vector<KeptMessage> remarks;  // what the translator has to say beside
  std::optional<BlockedSite> around; // the loop in whose rounds it begins anew
  Verdict verdict = Verdict::NoFaster;

  double saved() const; // seconds of a run, where a loop around it has as many rounds as is assumed of steps
};

struct Suggestions {
  size_t files = 0;
  std::vector<Suggestion> found; // best first
  std::vector<BlockedSite> blocked;

  size_t count(Verdict verdict) const;
};

// By what a file's best suggestion saves, or the regions that it has, `most` seconds.
void judge(std::vector<Suggestion> &ofFile, double most);

// What is listed: the suggestions, and where neighbours are read, what stands in the way; `all`: everything.
std::vector<KeptMessage> suggestionMessages(const Suggestions &suggestions, bool all);
std::string suggestionSummary(const Suggestions &suggestions, bool all);
std::string suggestionsJson(const Suggestions &suggestions); // {"version":1,"suggestions":[..],"blocked":[..]}

} // namespace kasane

// Tests: tests/driver/suggest.test, tests/driver/suggest-gain.test
