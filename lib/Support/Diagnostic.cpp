// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Support/Diagnostic.h"

#include "kasane/Support/Check.h"

#include <algorithm>
#include <utility>

namespace kasane {
namespace {

struct Row {
  Severity severity;
  std::string_view name, group, text;
};

constexpr Row kRows[] = {
#define DIAG(id, severity, group, text) {Severity::severity, #id, group, text},
#include "kasane/Support/Diagnostics.def"
};

const Row &rowOf(DiagId id) { return kRows[static_cast<size_t>(id)]; }

} // namespace

Diagnostic &Diagnostics::add(DiagId id, SourceRange range, std::vector<std::string> args) {
  all_.push_back({id, range, std::move(args), {}, {}});
  return all_.back();
}

bool Diagnostics::hasErrors() const {
  return std::any_of(all_.begin(), all_.end(), [](const Diagnostic &d) { return severityOf(d.id) == Severity::Error; });
}

Severity severityOf(DiagId id) { return rowOf(id).severity; }
std::string_view groupOf(DiagId id) { return rowOf(id).group; }
std::string_view nameOf(DiagId id) { return rowOf(id).name; }

std::string format(DiagId id, const std::vector<std::string> &args) {
  std::string out;
  std::string_view text = rowOf(id).text;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isArgument = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
    if (!isArgument) { // a C remainder is '% 3'
      out += text[i];
      continue;
    }
    size_t which = static_cast<size_t>(text[++i] - '0');
    KASANE_CHECK(which < args.size());
    out += args[which];
  }
  return out;
}

} // namespace kasane
