// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of a step that are records: they store where nobody in the region looks, rec[t] = u[47], or are nests that
// no cells can make.
#pragma once

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Read/HostCode.h"

namespace kasane {

class Recorded {
public:
  Recorded(Callees &callees, const clang::Stmt *region, Records records);

  // Does it store where nobody looks, at a subscript that has the step in it?
  bool holdsFor(const clang::Stmt *stmt) const;

  // Do the places to which it stores change with the step, also those that a function gets: drop(&water, x0 + t, 8)?
  bool isPlaced(Callees &callees, const clang::Stmt *stmt) const;

  // A loop that stores nothing, and looks at elements that such statements store, and no nests:
  // hist[t] = res; for (k = t - 1; k >= 0 && hist[k] > res; k--) ..
  bool isSearch(Callees &callees, const clang::Stmt *stmt) const;

  // No cell can make it. What it stores has fewer axes than what the region is about, or another spacing.
  bool isOtherNest(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *stmt) const;

  // May the condition hold in some steps and not in others? An option that is set before the region can't.
  bool mayChange(const clang::Expr *condition) const;

  bool isSeen(const clang::Expr *element) const; // what lies in the element's array

private:
  void count(const clang::Stmt *stmt, const std::string &array);
  bool isStepped(const clang::Stmt *stmt) const;
  Variables counters() const;

  const clang::Stmt *region_;
  const Records records_;
  Effects effects_;
  const size_t rank_;
  std::set<std::string> looked_;
};

// What a nest of the loop stores for each of its rounds, all[i][t] = u[i], amid stores that each round makes anew;
// null: there is none, or somebody in the region looks at the array.
const clang::Expr *recordAmidStores(const clang::Stmt *region);

} // namespace kasane

// Tests: tests/kernels/options_around.c, tests/diagnostics/nest_between_steps.c
