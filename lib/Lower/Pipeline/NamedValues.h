// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that are worked out once, under a name. In: an expression, as often as somebody wants it. Out: its name, and
// in the end the definitions of all names, in the order in which they were first asked for.
//
//   x + 1, x + 1, y     ->     const n = x + 1;  const n_1 = y;
#pragma once

#include "Base/Context.h"

#include <map>

namespace kasane::lowering {

class NamedValues {
public:
  NamedValues(Names &names, ScalarType type) : names_(names), type_(type) {}

  ExprPtr of(const std::string &name, const ExprPtr &value); // `name`: what a new one begins with
  KBody definitions() const;

private:
  Names &names_;
  ScalarType type_;
  std::map<std::string, std::string> known_; // names, by what they stand for
  std::vector<std::pair<std::string, ExprPtr>> values_;
};

} // namespace kasane::lowering
