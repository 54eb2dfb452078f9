// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/StencilProgram.h"

#include "kasane/Support/Match.h"

namespace kasane {

StmtPtr makeStmt(Stmt::Node node, SourceRange range) {
  return std::make_shared<const Stmt>(Stmt{std::move(node), range});
}

bool rotates(const StencilProgram &program) {
  for (size_t f = 0; f < program.rotation.size(); ++f)
    if (program.rotation[f] != static_cast<FieldId>(f))
      return true;
  return false;
}

bool stops(const StencilProgram &program) {
  for (const HostAction &action : program.actions)
    if (std::holds_alternative<Stop>(action.node))
      return true;
  return false;
}

void walk(const std::vector<StmtPtr> &body, const std::function<void(const Stmt &)> &visit) {
  for (const StmtPtr &stmt : body) {
    visit(*stmt);
    if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
      walk(branch->thenBody, visit);
      walk(branch->elseBody, visit);
    }
  }
}

void walkExprs(const std::vector<StmtPtr> &body, const std::function<void(const Expr &)> &visit) {
  walk(body, [&](const Stmt &stmt) {
    match(
        stmt.node, [&](const LocalDecl &n) { walk(n.init, visit); }, [&](const LocalAssign &n) { walk(n.value, visit); },
        [&](const FieldStore &n) { walk(n.value, visit); }, [&](const IfStmt &n) { walk(n.condition, visit); });
  });
}

void walkExprs(const HostAction &action, const std::function<void(const Expr &)> &visit) {
  match(
      action.node, [&](const Gather &n) { walkExprs(n.body, visit); },
      [&](const SetVariable &n) { walk(n.value, visit); }, [&](const Stop &n) { walk(n.condition, visit); });
}

} // namespace kasane
