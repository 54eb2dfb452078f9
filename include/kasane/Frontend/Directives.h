// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma stencil` and `#pragma tpace` as the preprocessor sees it: where it stands, and its clauses as tokens.
// Nothing is judged here. A clause's name is taken as written; what stands between its parentheses is macro-expanded
// when it is a value (tile, depth, the dimensions of data) and as written when it names things (schedule, target,
// scratch, noalias, dimension). Where a list of arrays has dimensions or sections, their values are expanded and the
// arrays' names are not.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace kasane {

struct DirectiveToken {
  std::string text;
  clang::SourceLocation loc;
  std::vector<std::string> macro = {}; // of a name that is taken as written: what it would expand to
};

struct DirectiveClause {
  DirectiveToken name;
  bool parenthesised = false;
  bool closed = false; // its ')' was found
  std::vector<DirectiveToken> args;
};

struct Directive {
  clang::SourceLocation loc; // of `stencil` or `tpace`
  std::vector<DirectiveClause> clauses;
  std::string set = "stencil"; // or "tpace", "omp"
  std::string misspelt = "";   // "stensil": no directive, but surely meant to be one of the set
};

// The clause of that name, or null; the words of `#pragma tpace` are none.
const DirectiveClause *find(const Directive &directive, const std::string &name);

using DirectiveTable = std::vector<Directive>; // in source order

// Of the file: directives, what the preprocessor left out (each from the '#' of the line before it to the line behind
// it), and OpenMP's pragmas, their words as clauses, whether or not the program is built with them; their `loc` is
// where they begin.
struct Noticed {
  DirectiveTable directives, omp;
  std::vector<clang::SourceRange> skipped;
};

// The tables must outlive the preprocessor's run.
void registerDirectives(clang::Preprocessor &preprocessor, Noticed &noticed);

} // namespace kasane

// Tests: tests/frontend/published.c, tests/frontend/tpace.c, tests/diagnostics/malformed_data.c
