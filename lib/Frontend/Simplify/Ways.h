// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways to write a region in simpler C, in order: those that keep more of the source come first. A reader takes one
// at a time until it can read one.
//
//   memcpy(v, u, bytes)           as loops over the cells, or as code of the host's
//   *p++ = ..                     as the place that p has come to, or as the pointer that walks
//   float *u = t % 2 ? a : b      as it stands, or as a table of two arrays
//   if (t % 2) nest A             as it stands, or as a test in the cells of A
//   double q[3], row[NX];         as arrays of others, or as a cell's numbers and rows of which the last one stays
#pragma once

#include "Ast/Rehearsal.h"
#include "Simplify/IndexTables.h"
#include "Simplify/TimeHead.h"

#include "kasane/Support/Diagnostic.h"

#include <functional>
#include <optional>

namespace kasane {

// What a region's ways are made of.
struct Source {
  const clang::ASTContext &ast;
  const clang::FunctionDecl *function;
  const clang::Stmt *statement; // as the file has it
  const Rehearsal &rehearsal;
};

// One way, ready to be read.
struct Way {
  Expansion expansion;
  FirstValues first;              // what stands in front of the time loop now
  std::vector<TableCheck> checks; // what calls compare of the tables whose values were written in
};

// Reads one way; what stands in the way of that goes to `found`.
using ReadWay = std::function<bool(Way &way, Diagnostics &found)>;

// Calls `read` until a way can be read. Else `found` says what hinders the way that came nearest.
bool readFirstWay(const Source &source, const ReadWay &read, Diagnostics &found);

} // namespace kasane

// Tests: tests/kernels/copies2d.c, tests/kernels/walks.c, tests/kernels/parity_arms.c
