// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of a page, as text that is HTML and XML at once. `content` is markup; `text` is not, and is escaped here.
#pragma once

#include "Explain/ExplainFacts.h"

#include <map>

namespace kasane::html {

using Strings = std::vector<std::string>;

std::string element(const std::string &name, const std::string &style, const std::string &content,
                    const std::string &id = "");
std::string paragraph(const std::string &text, const std::string &style = "");
std::string code(const std::string &text);
std::string link(const std::string &id, const std::string &text); // to a place of this page
std::string card(const std::string &title, const std::string &content);
std::string list(const Strings &items, const std::string &style = "");
std::string barOf(double share);

// Where there is no room for columns, a row's cells stand below each other, each with its column's name.
class Table {
public:
  struct Cell {
    std::string content, style;
  };
  // A column whose name begins with '#' holds numbers.
  explicit Table(Strings columns) : columns_(std::move(columns)) {}
  void add(const std::vector<Cell> &cells, const std::string &style = "", const std::string &id = "");
  bool isEmpty() const { return rows_.empty(); }
  std::string str() const;

private:
  Strings columns_;
  std::string rows_;
};

// A region's lines, each linked with what the page says about it.
class SourceLinks {
public:
  SourceLinks(const SourceLines &source, std::string region) : source_(source), region_(std::move(region)) {}

  // The line's number, as a link where the page shows that line; `back` is where it is spoken of, under this name.
  std::string number(unsigned line, const std::string &back, const std::string &name);
  // A sentence with "line 12" in it.
  std::string sentence(const std::string &text, const std::string &back, const std::string &name);
  std::string str() const;

private:
  std::string idOf(unsigned line) const { return region_ + "-L" + std::to_string(line); }
  struct Said {
    std::string id, name;
  };
  const SourceLines &source_;
  std::string region_;
  std::map<unsigned, std::vector<Said>> said_;
};

} // namespace kasane::html

// Tests: tests/driver/explain-html.test
