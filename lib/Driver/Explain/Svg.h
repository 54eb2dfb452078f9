// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A picture for a page, shape by shape. Colours are the page's:
// a shape has a class, and the page's style says the rest.
#pragma once

#include <string>

namespace kasane {

std::string escapeHtml(const std::string &text); // as text and as an attribute's value
std::string fixed(double value, int digits);     // "12.5"
std::string counted(double value);               // four digits at most: "16.78 M", "512"

class Svg {
public:
  // `title` is for those who can't see it.
  Svg(double width, double height, std::string title);

  void rect(double x, double y, double width, double height, const std::string &style);
  void line(double x1, double y1, double x2, double y2, const std::string &style);
  void circle(double x, double y, double radius, const std::string &style, const std::string &tip = "");
  void diamond(double x, double y, double radius, const std::string &style, const std::string &tip);
  // `angle` in degrees, clockwise.
  void text(double x, double y, const std::string &style, const std::string &text, double angle = 0);
  std::string str() const;
  // Of 0 .. 1: how much of its colour the next rect shows.
  void setStrength(double strength) { strength_ = strength; }

private:
  double width_, height_;
  double strength_ = 1;
  std::string title_, shapes_;
};

} // namespace kasane

// Tests: tests/driver/explain-html.test
