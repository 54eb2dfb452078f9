// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/ChangedBody.h"

#include "kasane/Support/Match.h"

namespace kasane {

std::vector<StmtPtr> changedBody(const std::vector<StmtPtr> &body, const BodyChanges &changes) {
  const auto value = [&](const ExprPtr &expr) { return expr ? rewrite(expr, changes.part) : nullptr; };
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body)
    out.push_back(makeStmt(
        match(
            stmt->node, [&](const LocalDecl &s) -> Stmt::Node { return LocalDecl{s.name, s.type, value(s.init)}; },
            [&](const LocalAssign &s) -> Stmt::Node { return LocalAssign{s.name, s.type, value(s.value)}; },
            [&](const FieldStore &s) -> Stmt::Node {
              return FieldStore{changes.stored(s.field), s.offset, value(s.value)};
            },
            [&](const IfStmt &s) -> Stmt::Node {
              return IfStmt{value(s.condition), changedBody(s.thenBody, changes), changedBody(s.elseBody, changes)};
            }),
        stmt->range));
  return out;
}

} // namespace kasane
