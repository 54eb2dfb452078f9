// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/UnsetLocals.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {

bool standsBefore(const Reader &reader, const clang::VarDecl *var, SourceLoc at) {
  return reader.ast.getSourceManager().isBeforeInTranslationUnit(var->getLocation(),
                                                                 clang::SourceLocation::getFromRawEncoding(at.raw));
}

bool hasValue(Reader &reader, const clang::VarDecl *local) {
  if (reader.nest.definite.count(local))
    return true;
  if (reader.nest.loops.empty() || !reader.nest.effects.declared.count(local))
    return false;
  const SourceRange &inner = reader.nest.loops.back().range;
  if (standsBefore(reader, local, inner.begin) || !standsBefore(reader, local, inner.end))
    return false;
  reader.nest.unset.insert(reader.nest.locals.at(local).name);
  return true;
}

void setUnset(const Reader &reader, std::vector<StmtPtr> &body) {
  for (StmtPtr &stmt : body)
    if (const auto *local = std::get_if<LocalDecl>(&stmt->node)) {
      if (!local->init && reader.nest.unset.count(local->name))
        stmt = makeStmt(LocalDecl{local->name, local->type, zeroOf(local->type)}, stmt->range);
    } else if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
      IfStmt set = *branch;
      setUnset(reader, set.thenBody);
      setUnset(reader, set.elseBody);
      stmt = makeStmt(std::move(set), stmt->range);
    }
}

} // namespace kasane
