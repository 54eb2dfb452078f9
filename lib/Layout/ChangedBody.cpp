// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/ChangedBody.h"

#include <algorithm>

namespace kasane {

std::vector<StmtPtr> changedBody(const std::vector<StmtPtr> &body, const BodyChanges &changes) {
  return withValues(
      body, [&](const ExprPtr &value) { return rewrite(value, changes.part); },
      [&](const FieldStore &store) { return FieldStore{changes.stored(store.field), store.offset, store.value}; });
}

std::vector<int> accessesIn(const std::vector<StmtPtr> &body) {
  std::vector<int> list;
  walk(body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<FieldStore>(&stmt.node))
      list.push_back(store->field);
  });
  walkExprs(body, [&](const Expr &expr) {
    if (const auto *read = std::get_if<FieldRead>(&expr.node))
      list.push_back(read->field);
  });
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

} // namespace kasane
