// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nesting.h"

#include <string_view>

namespace kasane {

// In brackets, and by the column where a line's words begin, which every further section moves on by one or more.
std::optional<size_t> tooDeepAt(const std::string &yaml) {
  constexpr size_t kMostBrackets = 64, kMostColumns = 256;
  constexpr std::string_view kBeforeWords = " \t-?:";
  size_t brackets = 0, column = 0;
  bool beginsLine = true;
  for (size_t at = 0; at < yaml.size(); ++at) {
    const char c = yaml[at];
    if (c == '[' || c == '{')
      ++brackets;
    else if ((c == ']' || c == '}') && brackets > 0)
      --brackets;
    beginsLine = c == '\n' || c == '\r' || (beginsLine && kBeforeWords.find(c) != std::string_view::npos);
    column = beginsLine && c != '\n' && c != '\r' ? column + 1 : 0;
    if (brackets > kMostBrackets || column > kMostColumns)
      return at;
  }
  return std::nullopt;
}

} // namespace kasane
