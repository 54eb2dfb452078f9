// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nests do with arrays of blocks, one after the other, with the fills between them. In: the program, its arrays
// and its fills. Out: which arrays are stored, which nests need the leaves of a level; or what stands against it.
#pragma once

#include "kasane/Analysis/Mapped.h"

namespace kasane {

std::optional<NotMapped> readNests(Mapped &mapped);

// Does the element lie in another block than its cell, for some cell? nullopt: it isn't known, or it lies in no ghost.
std::optional<bool> leavesBlock(const Mapped &mapped, const Stage &stage, const FieldRead &element);
// The parameter is m->first[..] of the mesh, and what follows the bracket; parentheses may be around it.
bool isFirstLeaf(const Mapped &mapped, const Param &param, const std::string &behind = "");
bool goesOverAll(const Mapped &mapped, const AxisBounds &leaves);

template <typename Visit> void eachElement(const Stage &stage, const Visit &visit) {
  walk(stage.body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<FieldStore>(&stmt.node))
      visit(FieldRead{store->field, store->offset}, true, stmt.range);
  });
  walkExprs(stage.body, [&](const Expr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      visit(*read, false, e.range);
  });
}

} // namespace kasane

// Tests: tests/diagnostics/not_mapped.c, tests/run/check_leaves.py
