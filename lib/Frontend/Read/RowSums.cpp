// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/RowSums.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Read/HostCode.h"

namespace kasane {

bool addsUpRows(const clang::Stmt *stmt) {
  if (!llvm::isa<clang::ForStmt>(stmt) || !callsNothing(stmt))
    return false;
  const Effects nest = effectsOf(stmt);
  const bool movesPointers = holds(stmt, [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && lhs->getType()->isPointerType();
  });
  return !nest.storedKeys.empty() && !movesPointers && holds(stmt, [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    return loop && readInit(loop->getInit(), head) && !nest.wrappedStores.count(head.var) &&
           effectsOf(loop->getBody()).subscripts.count(head.var);
  });
}

} // namespace kasane
