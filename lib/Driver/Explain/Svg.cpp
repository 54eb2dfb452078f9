// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/Svg.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace kasane {
namespace {

std::string attribute(const char *name, double value) {
  return " " + std::string(name) + "=\"" + fixed(value, 1) + "\"";
}
std::string styled(const std::string &style) { return " class=\"" + escapeHtml(style) + "\""; }

} // namespace

std::string escapeHtml(const std::string &text) {
  std::string out;
  for (const char c : text)
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c; // no parser takes the others
    }
  return out;
}

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, std::isfinite(value) ? value : 0.0);
  return text.data();
}

std::string counted(double value) {
  constexpr std::array<const char *, 6> kPrefixes = {"", " k", " M", " G", " T", " P"};
  size_t prefix = 0;
  if (std::abs(value) >= 9999.5)
    for (; std::abs(value) >= 999.5 && prefix + 1 < kPrefixes.size(); ++prefix)
      value /= 1000;
  const bool whole = value == std::round(value) || std::abs(value) >= 1000;
  const int digits = std::abs(value) >= 100 ? 1 : 2;
  return fixed(value, whole ? 0 : digits) + kPrefixes[prefix];
}

Svg::Svg(double width, double height, std::string title) : width_(width), height_(height), title_(std::move(title)) {}

void Svg::rect(double x, double y, double width, double height, const std::string &style) {
  shapes_ += "<rect" + styled(style) + attribute("x", x) + attribute("y", y) + attribute("width", width) +
             attribute("height", height) + (strength_ < 1 ? " fill-opacity=\"" + fixed(strength_, 2) + "\"" : "") +
             "/>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, const std::string &style) {
  shapes_ += "<line" + styled(style) + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
             attribute("y2", y2) + "/>\n";
}

void Svg::circle(double x, double y, double radius, const std::string &style, const std::string &tip) {
  shapes_ += "<circle" + styled(style) + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) +
             (tip.empty() ? "/>\n" : "><title>" + escapeHtml(tip) + "</title></circle>\n");
}

void Svg::diamond(double x, double y, double radius, const std::string &style, const std::string &tip) {
  const auto at = [](double px, double py) { return fixed(px, 1) + "," + fixed(py, 1) + " "; };
  shapes_ += "<polygon" + styled(style) + " points=\"" + at(x, y - radius) + at(x + radius, y) + at(x, y + radius) +
             at(x - radius, y) + "\"><title>" + escapeHtml(tip) + "</title></polygon>\n";
}

void Svg::text(double x, double y, const std::string &style, const std::string &text, double angle) {
  shapes_ +=
      "<text" + styled(style) + attribute("x", x) + attribute("y", y) +
      (angle == 0 ? "" : " transform=\"rotate(" + fixed(angle, 1) + " " + fixed(x, 1) + " " + fixed(y, 1) + ")\"") +
      ">" + escapeHtml(text) + "</text>\n";
}

std::string Svg::str() const {
  return "<svg role=\"img\" viewBox=\"0 0 " + fixed(width_, 0) + " " + fixed(height_, 0) + "\" width=\"" +
         fixed(width_, 0) + "\" height=\"" + fixed(height_, 0) + "\"><title>" + escapeHtml(title_) + "</title>\n" +
         shapes_ + "</svg>\n";
}

} // namespace kasane
