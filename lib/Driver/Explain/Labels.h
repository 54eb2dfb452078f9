// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names along the lines of a picture, where they cover nothing: neither points, nor other names, nor other lines where
// that can be had. Widths are estimated, since the page's font isn't known.
#pragma once

#include "Explain/Svg.h"

#include <array>
#include <vector>

namespace kasane {

class Labels {
public:
  // The part of the picture that they may cover.
  Labels(double left, double top, double right, double bottom)
      : left_(left), top_(top), right_(right), bottom_(bottom) {}

  void keepOff(double x, double y, double radius);
  void keepOffLine(double x0, double y0, double x1, double y1);
  // Writes the first text for which there is room above or below the line; none where there is none.
  void along(Svg &svg, double x0, double y0, double x1, double y1, const std::string &text, const std::string &shorter);

private:
  struct Box {
    std::array<std::array<double, 2>, 4> corners;
  };
  static Box boxAt(double x, double y, double width, double height, double angle);
  static bool overlap(const Box &left, const Box &right);
  bool isInside(const Box &box) const;
  bool isFree(const Box &box, bool mayCross) const;

  double left_, top_, right_, bottom_;
  std::vector<Box> taken_, lines_;
};

} // namespace kasane

// Tests: tests/driver/explain-html.test, tests/page/run_browser.py
