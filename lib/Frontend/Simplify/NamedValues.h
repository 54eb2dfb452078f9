// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that functions of the step return in the midst of a statement of the program's own, under names:
//
//   heat[t] = step(u, v);                         double ksn_value1 = step(u, v); heat[t] = ksn_value1;
//   printf("%d %g\n", t, step(u, v));       ->    double ksn_value2 = step(u, v); printf("%d %g\n", t, ksn_value2);
//   if ((err = step(u, v)) < eps) {               err = step(u, v); if (err < eps) {
//     puts("done"); break;                          puts("done"); break;
//   }                                             }
//
// The region makes the value then, and the statement is a record, or host code. Its text is the file's, with the names.
// In: the region as the file has it. A statement stays as it is where C leaves open whether the rest of it is looked at
// before or behind the call, and the call may change that.
#pragma once

#include "kasane/IR/Region.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <vector>

namespace kasane {

struct Naming {
  const clang::Stmt *stmt;                          // the region's statement with the names
  std::map<size_t, std::vector<NamedValue>> values; // by where the statement that looks at them begins in the file
};

Naming nameValues(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region);

} // namespace kasane

// Tests: tests/kernels/records_returned.c, tests/frontend/named_values.c
