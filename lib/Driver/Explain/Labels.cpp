// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/Labels.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

constexpr double kSize = 10.5, kCharacter = 0.63 * kSize, kAscent = 0.95 * kSize, kDescent = 0.25 * kSize;
constexpr double kAway = 3; // from its line

} // namespace

// Its middle, its extents and its angle.
Labels::Box Labels::boxAt(double x, double y, double width, double height, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Box out{};
  constexpr std::array<std::array<int, 2>, 4> kSigns = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (size_t k = 0; k < 4; ++k) {
    const double u = kSigns[k][0] * width / 2, v = kSigns[k][1] * height / 2;
    out.corners[k] = {x + u * c - v * s, y + u * s + v * c};
  }
  return out;
}

// Two boxes are apart when they are so along a side of one of them.
bool Labels::overlap(const Box &left, const Box &right) {
  for (const Box *box : {&left, &right})
    for (size_t k = 0; k < 2; ++k) {
      const double nx = box->corners[k + 1][1] - box->corners[k][1], ny = box->corners[k][0] - box->corners[k + 1][0];
      const auto span = [&](const Box &of) {
        std::array<double, 2> out{1e9, -1e9};
        for (const auto &[x, y] : of.corners)
          out = {std::min(out[0], x * nx + y * ny), std::max(out[1], x * nx + y * ny)};
        return out;
      };
      const auto a = span(left), b = span(right);
      if (a[1] < b[0] || b[1] < a[0])
        return false;
    }
  return true;
}

bool Labels::isInside(const Box &box) const {
  return std::ranges::all_of(box.corners, [&](const auto &corner) {
    return corner[0] >= left_ && corner[0] <= right_ && corner[1] >= top_ && corner[1] <= bottom_;
  });
}

bool Labels::isFree(const Box &box, bool mayCross) const {
  const auto isHit = [&](const Box &other) { return overlap(box, other); };
  return isInside(box) && std::ranges::none_of(taken_, isHit) && (mayCross || std::ranges::none_of(lines_, isHit));
}

void Labels::keepOff(double x, double y, double radius) { taken_.push_back(boxAt(x, y, 2 * radius, 2 * radius, 0)); }

void Labels::keepOffLine(double x0, double y0, double x1, double y1) {
  lines_.push_back(boxAt((x0 + x1) / 2, (y0 + y1) / 2, std::hypot(x1 - x0, y1 - y0), 1, std::atan2(y1 - y0, x1 - x0)));
}

void Labels::along(Svg &svg, double x0, double y0, double x1, double y1, const std::string &text,
                   const std::string &shorter) {
  const double angle = std::atan2(y1 - y0, x1 - x0), length = std::hypot(x1 - x0, y1 - y0);
  const double c = std::cos(angle), s = std::sin(angle);
  for (const bool mayCross : {false, true})
    for (const std::string *name : {&text, &shorter}) {
      const double width = kCharacter * static_cast<double>(name->size()), height = kAscent + kDescent;
      for (double from = 2; from + width <= length; from += 4)
        for (const double side : {-1.0, 1.0}) { // above, then below
          const double along = from + width / 2, away = side * (kAway + height / 2);
          const Box box = boxAt(x0 + along * c - away * s, y0 + along * s + away * c, width, height, angle);
          if (!isFree(box, mayCross))
            continue;
          const double base = away + height / 2 - kDescent;
          svg.text(x0 + from * c - base * s, y0 + from * s + base * c, "tiny name", *name, angle * 180 / M_PI);
          taken_.push_back(box);
          return;
        }
    }
}

} // namespace kasane
