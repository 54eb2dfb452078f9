// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics as data. A step that refuses something appends a Diagnostic; nobody but Driver renders one.
// The texts live in Diagnostics.def, one row each; `args` fill %0, %1, ... in order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kasane {

// A place in the user's source. `raw` is the front end's own encoding (0: nowhere); only Frontend, Rewrite and Driver
// look into it.
struct SourceLoc {
  uint32_t raw = 0;
  unsigned line = 0;
  unsigned column = 0;
};

// Half open in tokens: `end` is the first character of the last token, as Clang counts.
struct SourceRange {
  SourceLoc begin;
  SourceLoc end;
};

enum class Severity { Error, Warning, Remark, Note };

enum class DiagId {
#define DIAG(id, severity, group, text) id,
#include "kasane/Support/Diagnostics.def"
};

struct FixIt {
  SourceRange range;
  std::string replacement;
  bool isInsertion = false; // in front of the range, which stays
};

struct Note {
  DiagId id;
  SourceRange range;
  std::vector<std::string> args;
};

struct Diagnostic {
  DiagId id;
  SourceRange range;
  std::vector<std::string> args;
  std::vector<Note> notes;
  std::vector<FixIt> fixIts;
};

class Diagnostics {
public:
  // What the row quotes of the arguments is shortened where the message has a place.
  Diagnostic &add(DiagId id, SourceRange range, std::vector<std::string> args = {});
  void add(const Diagnostics &others) { all_.insert(all_.end(), others.all_.begin(), others.all_.end()); }
  Diagnostic &last() { return all_.back(); }
  bool hasErrors() const;
  const std::vector<Diagnostic> &all() const { return all_; }

private:
  std::vector<Diagnostic> all_;
};

Severity severityOf(DiagId id);
std::string_view groupOf(DiagId id); // "-Wstencil-..." for a warning or an error that has a name, else ""
std::string_view nameOf(DiagId id);  // the row's identifier
// A text that a message quotes, on one line: "a[i] + a[i + 1] ... + a[i + 8]" where it is long; never empty.
std::string shortened(const std::string &text);
std::string format(DiagId id, const std::vector<std::string> &args);

} // namespace kasane

// Tests: tests/driver/sarif.test, tests/driver/warnings.test
