// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements between the nests of a step that are no part of the stencil: output, checks, whatever calls functions that
// aren't known. The region stops there, and the statements run as they are, in the user's file.
//
//   for (t..) { nests; swap; if (t % 100 == 0) { save(u, t); printf(..); } }
#pragma once

#include "Ast/Callees.h"
#include "Read/Reader.h"

namespace kasane {

struct HostStatements {
  std::set<const clang::Stmt *> code;
  std::map<const clang::Stmt *, const clang::Stmt *> runs; // statement -> that of `code` which it is a part of
  Variables locals; // of the steps, which only these statements use: double t0 = now(); .. total += now() - t0;
  bool declares(const clang::Stmt *stmt) const; // some of the locals
  std::set<const clang::Stmt *> shared; // declarations among the code of what steps use, too: double k = atof(line);
};
// Which statements without unknown calls are host code, too.
enum class Records {
  None,
  Unseen, // that store where nobody in the region looks, at a subscript that has the step in it: rec[t] = u[47]
  Placed, // that store single elements whose place changes from step to step, too: u[5][x0 + t] += 1
  Nests   // and nests that no cells can make, see HostNests.h
};
// Those of the region's time loop; none where nothing else would be left.
// Where there is no time loop, the calls that fill ghosts of a mesh.
HostStatements hostStatements(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *region,
                              Records records);

// Does the statement look at no array of the region, change nothing that the region looks at, and leave no loop? It may
// put something out then, or take the time, and steps need not stop for it.
bool isHostFunction(const clang::FunctionDecl *function); // printf, clock and the like, which it may call
bool standsApart(const Reader &reader, const clang::Stmt *stmt);

// "late", or one of several: what leads to no array of the region.
bool isLiteralText(const clang::Expr *value);

// Says of host code in a nest that the region has no time loop that could stop for it.
// Returns false in any case, as a reader does that can't go on.
bool refuseHostCode(Reader &reader, const clang::Stmt *stmt);

// Does the loop's body end with the statement?
bool isLastIn(const clang::Stmt *body, const clang::Stmt *stmt);

bool callsNothing(const clang::Stmt *stmt); // so that it uses what it mentions only

// At the statement's place in the step: notes what it needs to know, and when it runs.
bool readHostCode(Reader &reader, const clang::Stmt *stmt);

} // namespace kasane

// Tests: tests/kernels/host_output.c, tests/kernels/host_apart.c, tests/diagnostics/host_code.c
