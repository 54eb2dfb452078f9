// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LongLines.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kasane {
namespace {

constexpr size_t kIndent = 4; // of what a line goes on with

// A line may be broken behind these, which hold their operands the more together the later they stand here.
constexpr std::array<std::string_view, 16> kBreaks = {", ",  "; ",  " ? ", " : ", " || ", " && ", " | ", " & ",
                                                      " < ", " > ", " + ", " - ", " * ",  " / ",  " % ", " = "};
constexpr size_t kLevel = kBreaks.size(); // what a level of parentheses holds together more than any of them

// Where the line is broken: where least is torn apart, and there as late as can be. A short piece in front of a long
// rest says little: that is as bad as a level of parentheses. 0: nowhere.
size_t placeToBreak(std::string_view line, size_t indent, size_t columns, bool isComment) {
  size_t best = 0, least = 0, depth = 0;
  for (size_t at = indent; at < line.size() && at < columns; ++at) {
    const char c = line[at];
    if (!isComment && (c == '"' || c == '\'')) { // generated literals have no quote of their kind in them
      at = std::min(line.find(c, at + 1), line.size());
      continue;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= depth > 0 && (c == ')' || c == ']' || c == '}');
    size_t torn = 0, end = at + 1; // of a comment, behind each word
    if (!isComment) {
      const auto found = std::find_if(kBreaks.begin(), kBreaks.end(),
                                      [&](std::string_view words) { return line.substr(at, words.size()) == words; });
      if (found == kBreaks.end())
        continue;
      end = at + found->size();
      torn = depth * kLevel + static_cast<size_t>(found - kBreaks.begin()) + (end < columns / 3 ? kLevel : 0);
    } else if (c != ' ') {
      continue;
    }
    // (The space at the end is no part of the line.)
    if (end - 1 <= columns && end < line.size() && at > indent + kIndent && (best == 0 || torn <= least)) {
      best = end;
      least = torn;
    }
  }
  return best;
}

void appendShort(std::string &out, std::string_view line, size_t columns) {
  size_t indent = line.find_first_not_of(' ');
  const bool isKept =
      indent == std::string_view::npos || line[indent] == '#' || line[indent] == '"' || line.back() == '\\';
  const bool isComment = !isKept && line.substr(indent, 2) == "/*" && line.find("*/") + 2 == line.size();
  std::string rest(line);
  for (bool isFirst = true; !isKept && rest.size() > columns; isFirst = false) {
    const size_t at = placeToBreak(rest, indent, columns, isComment);
    if (at == 0)
      break;
    std::string head = rest.substr(0, at);
    head.erase(head.find_last_not_of(' ') + 1);
    out += head + '\n';
    if (isFirst)
      indent += isComment ? 3 : kIndent;
    rest = std::string(indent, ' ') + rest.substr(at);
  }
  out += rest;
}

} // namespace

std::string withShortLines(const std::string &text, size_t columns) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = std::string_view(text).substr(from, end - from);
    if (line.size() > columns)
      appendShort(out, line, columns);
    else
      out += line;
    if (end < text.size())
      out += '\n';
    from = end + 1;
  }
  return out;
}

} // namespace kasane
