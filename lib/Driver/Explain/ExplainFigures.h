// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pictures of `explain --format=html`, as inline SVG.
#pragma once

#include "Explain/ExplainFacts.h"

namespace kasane {

struct LegendItem {
  std::string mark, text; // mark: the class of what it names in the picture
};
struct Roofline {
  std::string picture; // "": of a region without arithmetic
  std::vector<LegendItem> legend;
};

// Ceilings of the machine, and under them this program: as one sweep, as chosen, and as a run measured it.
Roofline rooflineFigure(const ScheduleFacts &facts, const RegionFacts &region);
// A tile with what a pass reads and computes around it, cut across z; "" in one dimension.
std::string tileFigure(const ScheduleFacts &facts, const RegionFacts &region);
// The steps of a pass along one axis.
std::string passFigure(const ScheduleFacts &facts, const RegionFacts &region);
// The cells that are read around one, plane by plane; "" when they are too many to show.
std::string footprintFigure(const FieldFacts &field, int rank);

} // namespace kasane

// Tests: tests/driver/explain-html.test
