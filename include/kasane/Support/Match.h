// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// match(variant, [](const A &) {...}, [](const B &) {...}): a forgotten alternative does not compile.
#pragma once

#include <variant>

namespace kasane {

template <class... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};

template <class Variant, class... Cases> decltype(auto) match(Variant &&variant, Cases &&...cases) {
  return std::visit(Overloaded<std::decay_t<Cases>...>{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

} // namespace kasane

// Tests: tests/driver/dump.test
