// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which places accesses come to along an axis, and what the call can ask so that two of them don't meet there.
//
//   for i in [0, nb)  v[i] = ..; v[n - nb + i] = ..     [0, nb) and [n - nb, n): they don't where n - 2 * nb >= 0
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

// Of access number `access` of the nest. nullopt: its array doesn't have the axis.
std::optional<AxisBounds> reached(const Draft &draft, const Layout &layout,
                                  const std::vector<AccessPosition> &positions, size_t nest, size_t access, int axis);

struct AccessOf {
  size_t nest, access;
};
// Never the same place along some axis?
bool lieApart(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
              const AccessOf &one, const AccessOf &other);
// What the call can ask for that, along the axis or any: it is not below zero.
std::optional<Poly> gapBetween(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                               const AccessOf &one, const AccessOf &other, std::optional<int> along = std::nullopt);

// By what the call makes sure of: a nest over n - 2 rows has one at least.
bool isAtLeast(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
               const Poly &value, int64_t least, int axis);

// Not below zero where one lies behind the other; nullopt: they never do, or the call can't say.
std::optional<Poly> askable(const Draft &draft, const std::vector<AccessPosition> &positions, const AxisBounds &one,
                            const AxisBounds &other);

// Once each.
void askFor(std::vector<Guard> &guards, const Poly &gap, SourceRange range);

} // namespace kasane

// Tests: tests/kernels/two_strips.c, tests/kernels/strips_in_rounds.c
