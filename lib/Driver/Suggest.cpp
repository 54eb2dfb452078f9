// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Pipeline.h"
#include "Source/CompilerCall.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "Suggest/Patch.h"
#include "Suggest/Suggestion.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

// The source with a directive at each site that was taken. Before each a line tells the number of the next, so that
// what is understood has the lines of the user's file.
class Directed {
public:
  explicit Directed(const Searched &searched) {
    for (const TakenSite &taken : searched.taken)
      lines_[taken.site.offset] =
          "#line " + std::to_string(taken.site.insertion.line - 1) + "\n" + taken.site.directive;
    text_ = withLines(searched.text, lines_);
  }

  const std::string &text() const { return text_; }

  bool isOf(const FoundSite &site, const Region &region) const {
    size_t begin = site.offset;
    for (const auto &[at, line] : lines_)
      begin += at < site.offset ? line.size() : 0;
    const size_t at = region.pragmas.front();
    return begin <= at && at < begin + lines_.at(site.offset).size();
  }

  // As the user's file has it.
  KeptMessage back(KeptMessage message, const std::vector<TakenSite> &taken) const {
    unsigned before = 0;
    std::vector<unsigned> lines;
    for (const TakenSite &site : taken)
      lines.push_back(site.site.insertion.line);
    std::ranges::sort(lines);
    for (const unsigned line : lines)
      before += line + before < message.place.line ? 2 : 0;
    message.place.line -= before;
    for (KeptMessage &note : message.notes)
      note = back(note, taken);
    return message;
  }

private:
  InsertedLines lines_;
  std::string text_;
};

std::vector<std::string> collectedIn(const StencilProgram &program) {
  std::vector<std::string> out;
  for (const Variable &variable : program.variables)
    if (!variable.text.empty())
      out.push_back(variable.text);
  return out;
}

bool isWithin(const Diagnostic &diagnostic, const SourceRange &range) {
  const unsigned line = diagnostic.range.begin.line;
  return range.begin.line <= line && line <= range.end.line;
}

Suggestion suggestionOf(const TakenSite &taken, const PlannedRegion &region, const Searched &searched,
                        const Options &options, Diagnostics &diagnostics) {
  Suggestion out{taken.site, factsOf(region), collectedIn(region.program), {}, {}, {}};
  out.region.file = searched.path;
  out.region.line = taken.site.insertion.line;
  out.gains = gainsOf(region.program, taken.site.hasThreads, options, diagnostics);
  if (taken.around)
    out.around = searched.blocked[*taken.around];
  return out;
}

// What the translator makes of the source with all directives. One that it refuses after all is no suggestion.
std::vector<Suggestion> confirm(const Searched &searched, const Options &options, Diagnostics &diagnostics) {
  std::vector<Suggestion> out;
  double most = 0;
  Options plain = options;
  plain.targets.clear(); // schedules are chosen where times are predicted
  plain.sizes.clear();
  const Directed directed(searched);
  const auto use = [&](const ParsedSource &parsed) {
    Diagnostics said;
    const std::vector<PlannedRegion> regions = planRegions(parsed, plain, said);
    for (const PlannedRegion &region : regions) {
      const auto taken = std::ranges::find_if(
          searched.taken, [&](const TakenSite &site) { return directed.isOf(site.site, region.region); });
      if (taken == searched.taken.end()) { // a region that the source has
        most = std::max(most, gainsOf(region.program, /*hasThreads=*/false, options, diagnostics).saved());
        continue;
      }
      out.push_back(suggestionOf(*taken, region, searched, options, diagnostics));
      for (const Diagnostic &remark : said.all())
        if (severityOf(remark.id) == Severity::Remark && isWithin(remark, region.program.range))
          out.back().remarks.push_back(directed.back(kept(remark, parsed.ast.getSourceManager()), searched.taken));
    }
  };
  if (!searched.taken.empty())
    withOther(searched.path, plain, use, directed.text());
  judge(out, most);
  return out;
}

std::string patchOf(const Searched &searched, const std::vector<Suggestion> &suggestions) {
  InsertedLines lines;
  for (const Suggestion &suggestion : suggestions)
    if (suggestion.verdict == Verdict::Helps)
      lines[suggestion.site.offset] = suggestion.site.directive;
  return diffOf(searched.path, searched.text, lines);
}

ExitCode writePatch(const std::string &patch, const std::string &summary, const Options &options) {
  Diagnostics diagnostics;
  const bool toFile = !options.output.empty() && options.output != "-" && !patch.empty();
  if (toFile)
    writeFiles({{options.output, patch, ""}}, options.inputs, diagnostics);
  else
    llvm::outs() << patch;
  llvm::outs().flush();
  render(diagnostics, options.warnings);
  if (diagnostics.hasErrors())
    return kExitWrongUse;
  if (!options.warnings.sarif)
    toFile ? renderLine(DiagId::patch_written, {summary, options.output})
           : renderLine(DiagId::suggestions_done, {summary});
  return kExitOk;
}

ExitCode show(const Suggestions &suggestions, const std::string &patch, const Options &options) {
  const std::string summary = suggestionSummary(suggestions, options.all);
  const bool asText = !options.apply && options.format == ExplainFormat::Text;
  if (asText || options.warnings.sarif) {
    KeptMessages messages(options.warnings, llvm::outs());
    for (const KeptMessage &message : suggestionMessages(suggestions, options.all))
      messages.show(message);
  }
  if (options.apply)
    return writePatch(patch, summary, options);
  llvm::outs() << (asText ? format(DiagId::suggestions_done, {summary}) + "\n" : suggestionsJson(suggestions));
  llvm::outs().flush();
  return kExitOk;
}

// Those given, else all of the build folder's.
std::vector<std::string> sourcesOf(const Options &options, Diagnostics &diagnostics) {
  if (!options.inputs.empty())
    return options.inputs;
  const std::vector<std::string> listed = sourcesIn(options.buildFolder, diagnostics);
  if (listed.empty() && !diagnostics.hasErrors())
    diagnostics.add(DiagId::no_sources_listed, {}, {options.buildFolder});
  return listed;
}

} // namespace

ExitCode runSuggest(const Options &given) {
  Options options = given;
  if (!options.targetsGiven)
    options.targets = {"openmp", "cuda"}; // a processor and a card
  Diagnostics wrongUse;
  options.inputs = sourcesOf(options, wrongUse);
  ExitCode worst = wrongUse.hasErrors() ? kExitWrongUse : kExitOk;
  Suggestions all;
  std::string patch;
  for (const std::string &source : options.inputs) {
    std::optional<Searched> searched;
    worst = std::max(worst, withSource(source, options, [&](const ParsedSource &parsed, Diagnostics &) {
                       searched = searchSites(parsed);
                     }));
    if (!searched)
      continue;
    const std::vector<Suggestion> found = confirm(*searched, options, wrongUse);
    patch += patchOf(*searched, found);
    ++all.files;
    all.found.insert(all.found.end(), found.begin(), found.end());
    all.blocked.insert(all.blocked.end(), searched->blocked.begin(), searched->blocked.end());
  }
  std::ranges::stable_sort(all.found, std::greater(), &Suggestion::saved);
  render(wrongUse, options.warnings);
  if (worst == kExitWrongUse || wrongUse.hasErrors())
    return kExitWrongUse;
  return std::max(worst, show(all, patch, options));
}

} // namespace kasane
