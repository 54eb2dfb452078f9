// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Suggest/Suggestion.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

namespace json = llvm::json;

json::Object placeOf(const KeptPlace &place) {
  return json::Object{{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

json::Object siteOf(const FoundSite &site) {
  json::Object out = placeOf(site.place);
  out["function"] = site.function;
  out["kind"] = nameOf(site.kind);
  return out;
}

json::Object messageOf(const KeptMessage &message) {
  json::Object out = placeOf(message.place);
  out["id"] = std::string(nameOf(message.id));
  out["text"] = format(message.id, message.args);
  return out;
}

json::Object estimateOf(const Estimate &estimate) {
  json::Object out{{"machine", estimate.machine}, {"seconds", estimate.seconds}};
  if (estimate.cores)
    out["cores"] = estimate.cores;
  if (!estimate.target.empty())
    out["target"] = estimate.target;
  if (estimate.moving > 0)
    out["moving_seconds"] = estimate.moving;
  return out;
}

json::Object suggestionOf(const Suggestion &suggestion) {
  constexpr const char *kVerdicts[] = {"helps", "saves little", "no faster"}; // in the order of Verdict
  json::Object out = siteOf(suggestion.site);
  out["verdict"] = kVerdicts[static_cast<size_t>(suggestion.verdict)];
  out["insert_before_line"] = suggestion.site.insertion.line;
  out["directive"] = llvm::StringRef(suggestion.site.directive).trim().str();
  out["times_as_fast"] = suggestion.gains.times();
  out["as_it_is"] = estimateOf(suggestion.gains.asIs);
  json::Array translated;
  for (const Estimate &estimate : suggestion.gains.translated)
    translated.push_back(estimateOf(estimate));
  out["translated"] = std::move(translated);
  out["values_of_all_cells"] = json::Array(suggestion.collected);
  out["region"] = explainRegionJson(suggestion.region);
  if (suggestion.around)
    out["loop_around"] =
        json::Object{{"loop", siteOf(suggestion.around->site)}, {"why", messageOf(suggestion.around->why)}};
  return out;
}

} // namespace

std::string suggestionsJson(const Suggestions &suggestions) {
  json::Array found, blocked;
  for (const Suggestion &suggestion : suggestions.found)
    found.push_back(suggestionOf(suggestion));
  for (const BlockedSite &site : suggestions.blocked) {
    json::Object one = siteOf(site.site);
    one["why"] = messageOf(site.why);
    one["reads_neighbours"] = site.readsNeighbours;
    blocked.push_back(std::move(one));
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  json::OStream(out, /*IndentSize=*/2)
      .value(json::Object{{"version", 1}, {"suggestions", std::move(found)}, {"blocked", std::move(blocked)}});
  out << "\n";
  return out.str();
}

} // namespace kasane
