// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with the program's own code in its places again, for questions about the order in which things are done:
//
//   for (t..) { for (i..) a[i] = b[i];  ; }   ->   for (t..) { for (i..) a[i] = b[i];  printf("%d", i); }
//
// In: statements of the expanded region, and what stood where they have empty ones. Out: copies of those that hold any;
// all others are the same.
#pragma once

#include "Ast/Surroundings.h"

namespace kasane {

class FilledIn {
public:
  FilledIn(const clang::ASTContext &ast, const HostCodeAt &hostAt) : ast_(ast), hostAt_(hostAt) {}

  const clang::Stmt *of(const clang::Stmt *stmt); // the same copy each time

private:
  clang::Stmt *inner(const clang::Stmt *stmt) { return const_cast<clang::Stmt *>(of(stmt)); }
  const clang::Stmt *copyOf(const clang::Stmt *original);

  const clang::ASTContext &ast_;
  const HostCodeAt &hostAt_;
  std::map<const clang::Stmt *, const clang::Stmt *> copies_;
};

} // namespace kasane

// Tests: tests/diagnostics/loop_variable_read.c, tests/kernels/told_of_cells.c
