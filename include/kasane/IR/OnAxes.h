// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What few elements have on an axis: a value for each axis, of which most elements have none at all. Those hold an
// empty pointer, so that an expression of a thousand reads stays small. Copies share their values and never see each
// other's changes.
#pragma once

#include <array>
#include <memory>
#include <utility>

namespace kasane {

inline constexpr int kMaxAxes = 3; // 0 is x, the fastest in memory

template <class T> class OnAxes {
public:
  using Values = std::array<T, kMaxAxes>;

  OnAxes() = default;
  OnAxes(T x, T y, T z) : OnAxes(Values{std::move(x), std::move(y), std::move(z)}) {}

  const T &operator[](size_t axis) const { return values()[axis]; }
  void set(size_t axis, T value) {
    Values changed = values();
    changed[axis] = std::move(value);
    *this = OnAxes(std::move(changed));
  }
  bool any() const { return held_ != nullptr; } // on some axis: more than T{}
  auto begin() const { return values().begin(); }
  auto end() const { return values().end(); }
  friend bool operator==(const OnAxes &a, const OnAxes &b) { return a.values() == b.values(); }

private:
  explicit OnAxes(Values values)
      : held_(values == Values{} ? nullptr : std::make_shared<const Values>(std::move(values))) {}
  const Values &values() const {
    static const Values kNone{};
    return held_ ? *held_ : kNone;
  }

  std::shared_ptr<const Values> held_; // never all T{}
};

} // namespace kasane

// Tests: tests/unit/ir/ExprTest.cpp
