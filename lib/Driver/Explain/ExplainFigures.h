// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pictures of `explain --format=html`, as inline SVG.
#pragma once

#include "Explain/ExplainFacts.h"

namespace kasane {

// Ceilings of the machine, and this program under them; "" for a region without arithmetic.
std::string rooflineFigure(const ScheduleFacts &facts, const RegionFacts &region);
// A tile with what a pass reads and computes around it, cut across z; "" in one dimension.
std::string tileFigure(const ScheduleFacts &facts, const RegionFacts &region);
// The steps of a pass along one axis.
std::string passFigure(const ScheduleFacts &facts, const RegionFacts &region);
// The cells that are read around one, plane by plane; "" when they are too many to show.
std::string footprintFigure(const FieldFacts &field, int rank);

} // namespace kasane

// Tests: tests/driver/explain-html.test
