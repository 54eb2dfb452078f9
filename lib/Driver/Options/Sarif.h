// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fdiagnostics-format=sarif: collects messages, ours and Clang's, and makes one SARIF 2.1.0 document of them, with a
// run for each source and one for what has no place. A place means something only while its SourceManager lives, so
// endSource is called before that ends.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace kasane {

struct SarifFix {
  clang::CharSourceRange range;
  std::string replacement;
};

struct SarifMessage {
  enum class Level { Note, Warning, Error };
  std::string rule;  // the row of Diagnostics.def
  std::string group; // "-Wstencil-..", or ""
  std::string text;
  Level level;
  std::vector<clang::CharSourceRange> places;
  std::vector<SarifFix> fixes;
};

class SarifLog {
public:
  SarifLog();
  ~SarifLog();
  void add(const SarifMessage &message, const clang::SourceManager *manager); // nullptr: it has no place
  void endSource();
  std::string document();

private:
  struct Run;
  std::unique_ptr<Run> source_, rest_;
  llvm::json::Array runs_;
};

// Takes what Clang says of a source, and ends the source when Clang does.
std::unique_ptr<clang::DiagnosticConsumer> messagesOfClang(SarifLog &log);

} // namespace kasane

// Tests: tests/driver/sarif.test
