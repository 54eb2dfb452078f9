// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Support/Diagnostic.h"

#include "kasane/Support/Check.h"

#include <algorithm>
#include <cctype>
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
  for (size_t which = 0; range.begin.raw && which < args.size(); ++which)
    if (rowOf(id).text.find("'%" + std::to_string(which) + "'") != std::string_view::npos)
      args[which] = shortened(args[which]);
  all_.push_back({id, range, std::move(args), {}, {}});
  return all_.back();
}

bool Diagnostics::hasErrors() const {
  return std::any_of(all_.begin(), all_.end(), [](const Diagnostic &d) { return severityOf(d.id) == Severity::Error; });
}

Severity severityOf(DiagId id) { return rowOf(id).severity; }
std::string_view groupOf(DiagId id) { return rowOf(id).group; }
std::string_view nameOf(DiagId id) { return rowOf(id).name; }

std::string shortened(const std::string &text) {
  constexpr size_t kMost = 60, kHead = 36, kTail = 20;
  std::string line;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  auto atCharacter = [&](size_t at) { // not within one of several bytes
    while (at > 0 && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80)
      --at;
    return at;
  };
  if (line.size() > kMost)
    line = line.substr(0, atCharacter(kHead)) + " ... " + line.substr(atCharacter(line.size() - kTail));
  return line.empty() ? "..." : line;
}

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
