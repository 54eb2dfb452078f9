// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/Html.h"

#include "Explain/Svg.h"

#include <algorithm>
#include <regex>

namespace kasane::html {

std::string element(const std::string &name, const std::string &style, const std::string &content,
                    const std::string &id) {
  return "<" + name + (style.empty() ? "" : " class=\"" + style + "\"") + (id.empty() ? "" : " id=\"" + id + "\"") +
         ">" + content + "</" + name + ">\n";
}

std::string paragraph(const std::string &text, const std::string &style) {
  return element("p", style, escapeHtml(text));
}

std::string code(const std::string &text) { return "<code>" + escapeHtml(text) + "</code>"; }

std::string link(const std::string &id, const std::string &text) {
  return "<a href=\"#" + id + "\">" + escapeHtml(text) + "</a>";
}

std::string card(const std::string &title, const std::string &content) {
  return element("div", "card", element("h3", "", escapeHtml(title)) + content);
}

std::string list(const Strings &items, const std::string &style) {
  std::string out;
  for (const std::string &item : items)
    out += element("li", "", item);
  return element("ul", style, out);
}

std::string barOf(double share) {
  return "<i style=\"width:" + fixed(std::clamp(share, 0.0, 1.0) * 100, 1) + "%\"></i>";
}

void Table::add(const std::vector<Cell> &cells, const std::string &style, const std::string &id) {
  std::string row;
  for (size_t c = 0; c < cells.size(); ++c) {
    const bool isNumber = columns_[c].starts_with('#');
    const std::string name = columns_[c].substr(isNumber);
    const std::string styles = cells[c].style + (isNumber ? " n" : "");
    row += "<td" + (styles.empty() ? "" : " class=\"" + styles + "\"") +
           (name.empty() ? "" : " data-label=\"" + escapeHtml(name) + "\"") + ">" + cells[c].content + "</td>";
  }
  rows_ += element("tr", style, row, id);
}

std::string Table::str() const {
  std::string head;
  for (const std::string &column : columns_)
    head += column.starts_with('#') ? element("th", "n", escapeHtml(column.substr(1)))
                                    : element("th", "", escapeHtml(column));
  return element("table", "", element("thead", "", element("tr", "", head)) + element("tbody", "", rows_));
}

std::string SourceLinks::number(unsigned line, const std::string &back, const std::string &name) {
  if (line == 0)
    return "";
  if (!source_.has(line))
    return std::to_string(line);
  std::vector<Said> &said = said_[line];
  if (std::ranges::none_of(said, [&](const Said &each) { return each.id == back; }))
    said.push_back({back, name});
  return link(idOf(line), std::to_string(line));
}

std::string SourceLinks::sentence(const std::string &text, const std::string &back, const std::string &name) {
  static const std::regex kLine("\\bline ([0-9]{1,7})");
  std::string out;
  size_t at = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), kLine), end; found != end; ++found) {
    const auto place = static_cast<size_t>(found->position(1));
    out += escapeHtml(text.substr(at, place - at)) +
           number(static_cast<unsigned>(std::stoul((*found)[1].str())), back, name);
    at = place + static_cast<size_t>(found->length(1));
  }
  return out + escapeHtml(text.substr(at));
}

std::string SourceLinks::str() const {
  std::string out;
  for (size_t l = 0; l < source_.lines.size(); ++l) {
    const unsigned line = source_.first + static_cast<unsigned>(l);
    std::string links;
    if (const auto said = said_.find(line); said != said_.end())
      for (const Said &each : said->second)
        links += (links.empty() ? "" : ", ") + link(each.id, each.name);
    out += element("div", links.empty() ? "" : "spoken",
                   "<span class=\"no\">" + std::to_string(line) + "</span>" + code(source_.lines[l]) +
                       (links.empty() ? "" : "<span class=\"said\">" + links + "</span>"),
                   idOf(line));
  }
  return out.empty() ? "" : card("Source", element("div", "source", out));
}

} // namespace kasane::html
