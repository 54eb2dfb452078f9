// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens and parses one source and hands it to `use` while Clang still holds it, for only then do Clang's diagnostics
// have places. In: the path as given. `use` appends to the diagnostics; they are shown here. Out: the exit code.
#pragma once

#include "kasane/Driver/Driver.h"
#include "kasane/Driver/Options.h"
#include "kasane/Frontend/Frontend.h"

#include <functional>
#include <optional>

namespace kasane {

struct ParsedSource {
  std::string path; // as the user gave it
  clang::ASTContext &ast;
  const DirectiveTable &directives;
  DirectiveTable &omp;                            // OpenMP's pragmas, also those of what is taken from other files
  const std::vector<clang::SourceRange> &skipped; // by the preprocessor
  std::vector<std::string> headers;               // that it includes, in order, itself among them; as far as -MD asks
};
using SourceUse = std::function<void(const ParsedSource &, Diagnostics &)>;

ExitCode withSource(const std::string &path, const Options &options, const SourceUse &use);
// Of a file that is not translated, C++ perhaps:
// its own errors and warnings are not shown, and it is used in spite of them.
ExitCode peekAtSource(const std::string &path, const Options &options, const SourceUse &use);

// The same for a file beside it, of which nothing is said: nor is it used where it can't be parsed. `text`: what to
// read in place of what the file holds.
void withOther(const std::string &path, const Options &options, const std::function<void(const ParsedSource &)> &use,
               const std::optional<std::string> &text = std::nullopt);

} // namespace kasane

// Tests: tests/driver/output.test, tests/driver/two-files.test
