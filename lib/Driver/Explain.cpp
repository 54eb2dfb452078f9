// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Explain/ExplainFacts.h"
#include "Pipeline.h"
#include "Source/Output.h"
#include "Source/Render.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>

// Regions that were refused are missing from the output; their diagnostics say why, and so does the exit code.
kasane::ExitCode kasane::runExplain(const Options &options) {
  ExitCode worst = kExitOk;
  std::vector<RegionFacts> regions;
  for (const std::string &source : options.inputs)
    worst = std::max(worst, withSource(source, options, [&](const ParsedSource &parsed, Diagnostics &diagnostics) {
                       if (parsed.directives.empty())
                         diagnostics.add(DiagId::no_region, {}, {source});
                       for (const PlannedRegion &region : planRegions(parsed, options, diagnostics))
                         regions.push_back(factsOf(region));
                     }));
  if (worst == kExitWrongUse)
    return worst;
  constexpr auto kWriters = std::to_array({explainText, explainJson, explainHtml}); // in the order of ExplainFormat
  const std::string text = kWriters[static_cast<size_t>(options.format)](regions);
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
