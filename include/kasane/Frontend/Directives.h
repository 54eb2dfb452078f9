// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma stencil` as the preprocessor sees it: where it stands, and its clauses as tokens. Nothing is judged here.
// A clause's name is taken as written; what stands between its parentheses is macro-expanded when it is a value (tile,
// depth, the dimensions of data) and as written when it names things (schedule, target, scratch, noalias, dimension).
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
  clang::SourceLocation loc; // of `stencil`
  std::vector<DirectiveClause> clauses;
  std::string misspelt = ""; // "stensil": no directive, but surely meant to be one
};

// The clause of that name, or null.
const DirectiveClause *find(const Directive &directive, const std::string &name);

using DirectiveTable = std::vector<Directive>; // in source order

// `table` must outlive the preprocessor's run.
void registerDirectives(clang::Preprocessor &preprocessor, DirectiveTable &table);

} // namespace kasane
