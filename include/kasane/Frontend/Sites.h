// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a directive could stand and none does: loops in which cells of arrays are stored, the loops around them, calls
// of functions that have such loops, blocks of threads around them. Found by cheap rules on the syntax; readAt says
// what a directive there would read, by the same steps as for one that is there.
//
//   for (t..)                 a site, with the next two in it
//     step(a, b);             a site, a call
//   void step(..) {
//     for (j..) for (i..)     a site
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/Region.h"

#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace kasane {

enum class SiteKind { Loop, Call, Block }; // a block of threads, `omp parallel`

struct Site {
  const clang::FunctionDecl *function;
  const clang::Stmt *stmt;
  SourceRange range; // the statement's first word
  SiteKind kind;
  bool readsNeighbours;      // some element is read at a distance from a variable
  bool hasThreads;           // the program's own threads of OpenMP make it
  size_t lineOffset;         // the line before which the directive belongs begins here, above pragmas of the statement
  std::vector<size_t> holds; // the sites in it, also those in functions that it calls; indices
};

// Callers come before what they call, and what is around something before that. Sites in headers and macros, and those
// in, around or called by a region that has its directive are left out.
std::vector<Site> sitesOf(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp);

// The region that a directive without clauses would make of it; nullopt: diagnosed.
std::optional<Region> readAt(clang::ASTContext &ast, const DirectiveTable &omp, const Site &site,
                             Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/suggest.test, tests/driver/suggest-kernels.test
