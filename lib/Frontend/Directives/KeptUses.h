// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who looks at kept arrays outside of regions: in the kept statement, and in the functions of the file that it calls.
// Under `home` a statement may look at the arrays that it names.
#pragma once

#include "Directives/FindRegions.h"
#include "Directives/Homes.h"

namespace kasane {

class KeptUses {
public:
  // Notes in `homes` which of their arrays are kept.
  KeptUses(const std::vector<Annotated> &regions, std::vector<ReadHome> &homes);

  // The first expression that looks at what the variables name, or null.
  const clang::Expr *find(const clang::Stmt *stmt, Variables kept);

private:
  const clang::Expr *look(const clang::Stmt *stmt, Variables &kept);
  const clang::Expr *lookWithin(const clang::Stmt *stmt, Variables &kept);
  const clang::Expr *lookAtCopy(const clang::VarDecl *to, const clang::Expr *value, Variables &kept);
  const clang::Expr *lookAtCall(const clang::CallExpr *call, Variables &kept);

  std::set<const clang::Stmt *> regions_;
  std::multimap<const clang::Stmt *, ReadHome *> homes_;
  Variables atHome_; // in the statement that is looked at
  std::set<std::tuple<const clang::FunctionDecl *, Variables, Variables>> seen_;
};

} // namespace kasane

// Tests: tests/diagnostics/kept_used.c, tests/diagnostics/kept_used_in_call.c, tests/frontend/home.c
