// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that are shown when Clang has let go of their sources, in any order of files. In: a diagnostic and the
// source that it is about, while Clang holds it. Out: the same with places by name, and later its rendering.
#pragma once

#include "kasane/Driver/Options.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace clang {
class SourceManager;
}

namespace kasane {

struct KeptPlace {
  std::string file;
  unsigned line = 0, column = 0; // line 0: none
};

struct KeptMessage {
  DiagId id;
  KeptPlace place;
  std::vector<std::string> args;
  std::vector<KeptMessage> notes = {};
  KeptPlace inserted = {}; // in front of which `insertion` belongs
  std::string insertion = "";
};

KeptPlace kept(SourceLoc loc, const clang::SourceManager &sources);
KeptMessage kept(const Diagnostic &diagnostic, const clang::SourceManager &sources);

// Opens the files again. One after the other, with carets, to `out`, or where `flags` has other messages go.
class KeptMessages {
public:
  KeptMessages(const WarningFlags &flags, llvm::raw_ostream &out);
  ~KeptMessages();
  void show(const KeptMessage &message);

private:
  struct Sources;
  std::unique_ptr<Sources> sources_;
};

} // namespace kasane

// Tests: tests/driver/suggest.test, tests/driver/suggest-project.test
