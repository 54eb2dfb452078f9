// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Labels.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

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

// A word before a colon: a label, to which nobody need jump, where a statement may begin and it is no word of C's own.
bool beginsStatement(const Token &before, const Token &word) {
  static const std::set<std::string> kOwn = {"default", "int", "unsigned", "signed", "long", "short", "char", "_Bool"};
  return (before.text == ";" || before.text == "{" || before.text == "}") && kOwn.count(word.text) == 0;
}

} // namespace

std::string withLabels(const std::string &text) {
  std::set<std::string> jumpedTo, labels;
  std::string names;
  const std::vector<Token> tokens = tokensOf(text);
  for (size_t n = 0; n + 1 < tokens.size(); ++n)
    if (tokens[n].text == "goto" && tokens[n + 1].isWord)
      jumpedTo.insert(tokens[n + 1].text);
  for (size_t n = 1; n + 1 < tokens.size(); ++n) {
    const Token &before = tokens[n - 1], &word = tokens[n];
    if (!word.isWord || tokens[n + 1].text != ":" || before.isWord || before.text == "?")
      continue;
    if ((jumpedTo.count(word.text) > 0 || beginsStatement(before, word)) && labels.insert(word.text).second)
      names += (names.empty() ? "" : ", ") + word.text;
  }
  return names.empty() ? text : "{ __label__ " + names + ";\n" + text + "\n}";
}

} // namespace kasane
