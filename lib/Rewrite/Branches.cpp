// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Branches.h"

#include "kasane/Support/Quoted.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

bool beginsWithin(const Conditional &one, size_t begin, size_t end) {
  return begin <= one.lines.front().beginOffset && one.lines.front().beginOffset < end;
}

bool endsWithin(const Conditional &one, size_t begin, size_t end) {
  return begin <= one.lines.back().beginOffset && one.lines.back().beginOffset < end;
}

void blank(std::string &text, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    if (text[i] != '\n')
      text[i] = ' ';
}

// Within [begin, end), its lines and the branches that weren't taken.
void resolve(std::string &text, const Conditional &one, size_t begin, size_t end) {
  for (size_t k = 0; k < one.lines.size(); ++k) {
    const Conditional::Line &line = one.lines[k];
    const bool isLast = k + 1 == one.lines.size();
    const size_t past = isLast || line.taken ? line.endOffset : one.lines[k + 1].beginOffset;
    blank(text, std::max(begin, line.beginOffset), std::min(end, past));
  }
}

} // namespace

std::string Branches::whole(std::string text, size_t begin, size_t end) const {
  for (const Conditional &one : conditionals_)
    if (beginsWithin(one, begin, end) != endsWithin(one, begin, end))
      resolve(text, one, begin, end);
  return text;
}

std::string Branches::resolved(std::string text, size_t begin, size_t end) const {
  text = whole(std::move(text), begin, end);
  for (const Conditional &one : conditionals_)
    if (one.holdsCode && beginsWithin(one, begin, end) && endsWithin(one, begin, end))
      resolve(text, one, begin, end);
  return text;
}

std::string Branches::asked(const Region &region) const {
  const auto decides = [&](const Conditional &one) {
    const size_t first = one.lines.front().beginOffset, last = one.lines.back().beginOffset;
    return beginsWithin(one, region.beginOffset, region.endOffset) ||
           endsWithin(one, region.beginOffset, region.endOffset) ||
           std::any_of(region.functions.begin(), region.functions.end(),
                       [&](const Span &function) { return first < function.endOffset && function.beginOffset < last; });
  };
  std::map<size_t, std::string> lines; // by offset, so that they nest as in the file
  for (const Conditional &one : conditionals_) {
    if (!one.holdsCode || !decides(one))
      continue;
    const auto error = [&](const Conditional::Line &at) {
      return "#line " + std::to_string(at.line) + " " + quoted(path_) +
             "\n#error this branch is not the one that was translated; translate the file with the macros of this "
             "build\n";
    };
    bool isAnyTaken = false;
    for (const Conditional::Line &line : one.lines) {
      const bool isLast = &line == &one.lines.back();
      std::string &text = lines[line.beginOffset];
      if (isLast && isAnyTaken && !one.hasElse)
        text += "#else\n" + error(one.lines.front());
      text += original_.substr(line.beginOffset, line.endOffset - line.beginOffset) + "\n";
      if (!isLast && !line.taken)
        text += error(line);
      isAnyTaken |= line.taken;
    }
  }
  std::string out;
  for (const auto &[offset, text] : lines)
    out += text;
  return out;
}

std::string Branches::before(const Region &region) const {
  std::string out;
  for (const Conditional &one : conditionals_)
    if (endsWithin(one, region.beginOffset, region.endOffset) &&
        !beginsWithin(one, region.beginOffset, region.endOffset))
      out += "#endif\n";
  return out + asked(region);
}

std::string Branches::behind(const Region &region) const {
  std::string out;
  for (const Conditional &one : conditionals_)
    if (beginsWithin(one, region.beginOffset, region.endOffset) &&
        !endsWithin(one, region.beginOffset, region.endOffset))
      out += "#if 1\n";
  return out;
}

} // namespace kasane
