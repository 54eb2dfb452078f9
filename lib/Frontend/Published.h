// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives of a region as data: step(t:N), data source(..) destination(..), dimension(i, j, k), calc
// and copy, wherever in the region they stand. Their form is checked here; CheckPublished.h compares them with the
// code.
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

struct Published {
  std::optional<StepWord> step;
  std::vector<DataWord> data;
  std::vector<DimensionWord> dimensions;
  std::vector<NestWord> nests;
};

// nullopt after a diagnostic.
std::optional<Published> readPublished(const clang::ASTContext &ast, const std::vector<const Directive *> &directives,
                                       Diagnostics &diagnostics);

} // namespace kasane
