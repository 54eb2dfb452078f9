// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/NamedValues.h"

namespace kasane::lowering {

ExprPtr NamedValues::of(const std::string &name, const ExprPtr &value) {
  auto [it, isNew] = known_.try_emplace(print(value));
  if (isNew) {
    it->second = names_.fresh(name);
    values_.push_back({it->second, value});
  }
  return scalar(it->second, type_);
}

KBody NamedValues::definitions() const {
  KBody out;
  for (const auto &[name, value] : values_)
    out.push_back(makeKStmt(KLet{name, type_, value}));
  return out;
}

} // namespace kasane::lowering
