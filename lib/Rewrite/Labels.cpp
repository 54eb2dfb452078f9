// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Labels.h"

#include <algorithm>
#include <cctype>

namespace kasane {
namespace {

struct Token {
  std::string text;
  bool isWord;
};

// Words and signs, without comments, directives, strings and characters.
std::vector<Token> tokensOf(const std::string &text) {
  std::vector<Token> out;
  const auto isWordPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t n = 0; n < text.size();) {
    const size_t begin = n++;
    const char c = text[begin];
    if (isWordPart(c)) {
      while (n < text.size() && isWordPart(text[n]))
        ++n;
      out.push_back({text.substr(begin, n - begin), true});
    } else if (c == '"' || c == '\'') {
      while (n < text.size() && text[n] != c)
        n += text[n] == '\\' ? 2 : 1;
      ++n;
    } else if (text.compare(begin, 2, "/*") == 0) {
      n = std::min(text.find("*/", n), text.size() - 2) + 2;
    } else if (text.compare(begin, 2, "//") == 0 || c == '#') {
      n = std::min(text.find('\n', n), text.size());
    } else if (!std::isspace(static_cast<unsigned char>(c))) {
      out.push_back({std::string(1, c), false});
    }
  }
  return out;
}

} // namespace

bool hasLabel(const std::string &text, const std::string &name) {
  const std::vector<Token> tokens = tokensOf(text);
  for (size_t n = 0; n + 1 < tokens.size(); ++n)
    if (tokens[n].isWord && tokens[n].text == name && tokens[n + 1].text == ":" &&
        (n == 0 || tokens[n - 1].text != "?"))
      return true;
  return false;
}

std::string withLabels(const std::string &text, const std::vector<std::string> &labels) {
  std::string names;
  for (const std::string &label : labels)
    names += (names.empty() ? "" : ", ") + label;
  return names.empty() ? text : "{ __label__ " + names + ";\n" + text + "\n}";
}

} // namespace kasane
