// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives of a region as data: step(t:N), data source(..) destination(..), dimension(i, j, k), calc
// and copy, and those of `#pragma tpace`, wherever in the region they stand, and clause shape(A[ny][nx]), which names
// arrays as they do. Their form is checked here; CheckPublished.h compares them with the code.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/Support/Diagnostic.h"

#include <optional>

namespace clang {
class ASTContext;
}

namespace kasane {

struct StepWord {
  DirectiveToken variable;
  std::vector<DirectiveToken> count;
};

// float A[NZ][NY]: the type may be missing, and so may a dimension.
struct DataWord {
  std::vector<DirectiveToken> type;
  DirectiveToken name;                // its text without blanks: grid->u
  std::vector<std::string> spellings; // the name, and what it is a macro for
  std::vector<std::vector<DirectiveToken>> dimensions;
  bool isSource;
};

struct DimensionWord {
  DirectiveToken word;
  std::vector<DirectiveToken> names; // x first
};

struct NestWord {
  DirectiveToken word; // calc or copy
};

// One [..] behind a name, without its brackets.
struct BracketWord {
  DirectiveToken open;
  std::vector<DirectiveToken> tokens;
};

// [first:second]; both may be empty.
struct PairWord {
  DirectiveToken open;
  std::vector<DirectiveToken> first, second;
};

// targetin(A[0:NY][0:NX]): one array of such a list.
struct TargetWord {
  DirectiveToken name; // as in DataWord
  std::vector<std::string> spellings;
  std::vector<PairWord> sections; // none: the whole array
  DirectiveToken list;            // targetin or targetinout
};

// size([0:NY][0:NX]) and halo([1:1][1:1]), the slowest axis first.
struct AxesWord {
  DirectiveToken word;
  std::vector<PairWord> axes;
};

struct PipelineWord {
  DirectiveToken word;
  std::vector<TargetWord> targets;
  std::optional<DirectiveToken> in, inOut; // the lists that are given
  std::optional<AxesWord> size, halo;
};

// loop dim(n)
struct LoopWord {
  DirectiveToken word;
  std::vector<DirectiveToken> count;
};

struct Published {
  std::optional<StepWord> step;
  std::vector<DataWord> data;
  std::vector<DimensionWord> dimensions;
  std::vector<NestWord> nests;
  std::optional<PipelineWord> pipeline;
  std::vector<LoopWord> loops;
  std::vector<DataWord> shapes; // of the clause, which promises what the code doesn't say
};

// float grid->u[NY][NX] taken apart; silent nullopt when it is something else.
struct NamedArray {
  std::vector<DirectiveToken> type; // without stars
  DirectiveToken name;              // as in DataWord
  std::vector<std::string> spellings;
  std::vector<BracketWord> brackets;
};
std::optional<NamedArray> namedArray(const std::vector<DirectiveToken> &tokens);

// The [..] from that token on to the last; silent nullopt when something else is there.
std::optional<std::vector<BracketWord>> bracketsOf(const std::vector<DirectiveToken> &tokens, size_t at);

// nullopt after a diagnostic.
std::optional<Published> readPublished(const clang::ASTContext &ast, const std::vector<const Directive *> &directives,
                                       Diagnostics &diagnostics);

} // namespace kasane
