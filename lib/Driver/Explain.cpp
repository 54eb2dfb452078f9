// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Explain/ExplainFacts.h"
#include "Explain/ExplainRun.h"
#include "Pipeline.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "Source/Vectors.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>

namespace kasane {
namespace {

// The remark that the directive of this region could stand in front of a loop around it, as advice.
std::optional<Advice> widerLoop(const PlannedRegion &region, const Diagnostics &diagnostics) {
  for (const Diagnostic &found : diagnostics.all())
    if (found.id == DiagId::nests_in_time_loop && found.range.begin.line == region.program.line)
      return Advice{AdviceKind::Source, "'#pragma stencil' on the line before the loop in line " + found.args.front(),
                    "several of its steps are made at once, where this region begins anew in each", 0,
                    found.range.begin.line};
  return std::nullopt;
}

RegionFacts explained(const PlannedRegion &region, const ParsedSource &source, const Options &options,
                      const Diagnostics &diagnostics) {
  RegionFacts out = factsOf(region);
  out.source = linesOf(region.region, mainFileText(source.ast));
  for (size_t t = 0; t < out.schedules.size(); ++t) {
    std::vector<Advice> &faster = out.schedules[t].faster;
    faster = fasterOf(region, region.targets[t], vectorsOf(source.ast), options);
    if (const auto wider = widerLoop(region, diagnostics))
      faster.insert(faster.begin(), *wider);
  }
  return out;
}

ExitCode show(const std::string &text, const Options &options, ExitCode worst) {
  if (options.output.empty() || options.output == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return worst;
  }
  Diagnostics diagnostics;
  writeFiles({{options.output, text, options.inputs.front()}}, options.inputs, diagnostics);
  tellWritten({options.output}, options, diagnostics);
  return render(diagnostics, options.warnings) ? kExitWrongUse : worst;
}

} // namespace

// Regions that were refused are missing from the output; their diagnostics say why, and so does the exit code.
ExitCode runExplain(const Options &options) {
  ExitCode worst = kExitOk;
  std::vector<RegionFacts> regions;
  for (const std::string &source : options.inputs)
    worst = std::max(worst, withSource(source, options, [&](const ParsedSource &parsed, Diagnostics &diagnostics) {
                       if (parsed.directives.empty())
                         diagnostics.add(DiagId::no_region, {}, {source});
                       for (const PlannedRegion &region : planRegions(parsed, options, diagnostics))
                         regions.push_back(explained(region, parsed, options, diagnostics));
                     }));
  if (worst == kExitWrongUse)
    return worst;
  if (!options.report.empty()) {
    Diagnostics diagnostics;
    addRuns(regions, options.report, diagnostics);
    if (render(diagnostics, options.warnings))
      return kExitWrongUse;
  }
  constexpr auto kWriters = std::to_array({explainText, explainJson, explainHtml}); // in the order of ExplainFormat
  return show(kWriters[static_cast<size_t>(options.format)](regions), options, worst);
}

} // namespace kasane
