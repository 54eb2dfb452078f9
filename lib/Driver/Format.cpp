// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Format.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

#include <string_view>

namespace kasane {
namespace {

// Beyond this many bytes (deep schedules of big programs)
// layout would take longer than all the rest of the translation.
constexpr size_t kMaxFormatted = 24 * 1024;
constexpr size_t kColumns = 120;
// clang-format looks for the best places to break a line. In longer lines than this, that takes hundreds of megabytes.
constexpr size_t kLongLine = 400;
constexpr std::string_view kOff = "// clang-format off", kOn = "// clang-format on";

// May be broken behind any comma and before any operator: it holds no text and no directive.
bool isPlain(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  return first != line.npos && line[first] != '#' && line.find('"') == line.npos && line.find("//") == line.npos &&
         line.find("/*") == line.npos;
}

// The last place before the column limit at which the line may be broken; 0: none.
size_t breakIn(std::string_view line, size_t indent) {
  size_t found = 0;
  for (size_t at = indent + 1; at + 1 < line.size() && at <= kColumns; ++at)
    if (line[at] == ' ' && (line[at - 1] == ',' || std::string_view("+-*/?:&|<>=").find(line[at + 1]) != line.npos))
      found = at;
  return found;
}

// The line in pieces that fit, as many words in each as there is room for.
void fill(std::string_view line, std::string &out) {
  const size_t first = line.find_first_not_of(' ');
  const std::string indent(first + 4, ' ');
  std::string rest(line);
  for (size_t from = first; rest.size() > kColumns; from = indent.size()) {
    const size_t at = breakIn(rest, from);
    if (!at)
      break;
    out.append(rest, 0, at).append("\n");
    rest = indent + rest.substr(at + 1);
  }
  out.append(rest).append("\n");
}

template <class Each> void eachLine(std::string_view text, const Each &each) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    each(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

// Long lines are filled here, between marks by which clang-format leaves them alone.
std::string withLongLinesFilled(std::string_view text) {
  std::string out;
  eachLine(text, [&](std::string_view line) {
    const bool isLong = line.size() > kLongLine && isPlain(line);
    if (isLong)
      out.append(kOff).append("\n");
    if (isLong)
      fill(line, out);
    else
      out.append(line).append("\n");
    if (isLong)
      out.append(kOn).append("\n");
  });
  return out;
}

std::string withoutMarks(std::string_view text) {
  std::string out;
  eachLine(text, [&](std::string_view line) {
    const std::string_view bare = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (bare != kOff && bare != kOn)
      out.append(line).append("\n");
  });
  return out;
}

} // namespace

std::string formatC(const std::string &written) {
  if (written.size() > kMaxFormatted)
    return written;
  const std::string text = withLongLinesFilled(written);
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  style.ColumnLimit = 120;
  style.BreakStringLiterals = false; // kernels are embedded line by line
  style.ReflowComments = false;
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  const clang::tooling::Range all(0, static_cast<unsigned>(text.size()));
  auto formatted =
      clang::tooling::applyAllReplacements(text, clang::format::reformat(style, text, {all}, "generated.c"));
  if (formatted)
    return withoutMarks(*formatted);
  llvm::consumeError(formatted.takeError()); // it is only the looks
  return written;
}

} // namespace kasane
