// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arms of tests that leave the time loop and what stands behind it. The loop ends by a break there, and the arm runs
// behind the region:
//
//   for (..) {                                       for (..) {
//     nests                                            nests
//     if (err < tol) {                       ->        if (err < tol) { ksn_left1_t = t; ksn_left1 = 1; break; }
//       puts("done");                                }
//       return t;                                    if (ksn_left1) { int t = ksn_left1_t; puts("done"); return t; }
//     }
//   }
//
// So are `goto`s to labels outside of the loop, and arms that change the loop's own counter and break: `it++; break;`,
// or that set it to the loop's end where a step ends: `t = steps;`, behind which the head's `t++` still comes.
#pragma once

#include "kasane/IR/Region.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace kasane {

struct Leaving {
  const clang::Stmt *stmt; // the region's statement with the breaks
  std::vector<LeavingArm> arms;
  std::vector<std::string> declared; // what the call block declares for them
};

Leaving withoutLeaving(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region);

} // namespace kasane

// Tests: tests/kernels/returns.c, tests/diagnostics/host_code_leaves.c
