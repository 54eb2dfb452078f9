// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CellBody.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

ExprPtr asType(ScalarType type, ExprPtr value) {
  return value->type == type ? value : makeExpr(type, Cast{std::move(value)});
}

ExprPtr lowerRef(const Context &context, const Expr &e, int step) {
  if (std::holds_alternative<TimeRef>(e.node)) {
    int64_t ahead = context.program.time ? step * context.program.time->step : 0;
    return asType(e.type, add(scalar(context.time), intLit(ahead)));
  }
  if (const auto *index = std::get_if<IndexRef>(&e.node))
    return asType(e.type, context.inMemory(index->axis));
  const auto *ref = std::get_if<ScalarRef>(&e.node);
  if (!ref)
    return nullptr;
  for (const Param &param : context.program.params)
    if (param.name == ref->name && !isFloat(param.type))
      return asType(e.type, scalar(ref->name));
  for (size_t k = 0; k < context.program.stepScalars.size(); ++k)
    if (context.program.stepScalars[k].name == ref->name)
      return scalar(context.level[step][k], e.type);
  return nullptr;
}

KBody without(const KBody &body, const std::set<std::string> &read) {
  KBody kept;
  for (const KStmtPtr &stmt : body) {
    if (const auto *var = std::get_if<KVar>(&stmt->node); var && !read.count(var->name))
      continue;
    if (const auto *assign = std::get_if<KAssign>(&stmt->node); assign && !read.count(assign->name))
      continue;
    if (const auto *branch = std::get_if<KIf>(&stmt->node)) {
      KIf smaller{branch->condition, without(branch->thenBody, read), without(branch->elseBody, read)};
      if (!smaller.thenBody.empty() || !smaller.elseBody.empty())
        kept.push_back(makeKStmt(std::move(smaller)));
      continue;
    }
    kept.push_back(stmt);
  }
  return kept;
}

size_t sizeOfBody(const KBody &body) {
  size_t n = body.size();
  for (const KStmtPtr &stmt : body)
    if (const auto *branch = std::get_if<KIf>(&stmt->node))
      n += sizeOfBody(branch->thenBody) + sizeOfBody(branch->elseBody);
  return n;
}

// Expressions have no side effects, so a local that nothing reads can go, and then those that only it read.
KBody dropUnread(KBody body) {
  for (size_t before = sizeOfBody(body) + 1; sizeOfBody(body) < before;) {
    before = sizeOfBody(body);
    body = without(body, usesOf(body).names);
  }
  return body;
}

KBody lowerStatements(const Context &context, const std::vector<StmtPtr> &body, int step, const PlaceOf &readAt,
                      const PlaceOf &storeAt) {
  auto value = [&](const ExprPtr &expr) -> ExprPtr {
    if (!expr)
      return nullptr;
    return rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read)
        return lowerRef(context, e, step);
      Place place = readAt(*read);
      return makeExpr(e.type, Load{place.buffer, place.index});
    });
  };
  auto again = [&](const std::vector<StmtPtr> &inner) { return lowerStatements(context, inner, step, readAt, storeAt); };
  KBody out;
  for (const StmtPtr &stmt : body)
    match(
        stmt->node, [&](const LocalDecl &n) { out.push_back(makeKStmt(KVar{n.name, n.type, value(n.init)})); },
        [&](const LocalAssign &n) { out.push_back(makeKStmt(KAssign{n.name, value(n.value)})); },
        [&](const FieldStore &n) {
          Place place = storeAt({n.field, n.offset});
          if (!place.buffer.empty())
            out.push_back(makeKStmt(KStore{place.buffer, place.index, value(n.value)}));
        },
        [&](const IfStmt &n) {
          out.push_back(makeKStmt(KIf{value(n.condition), again(n.thenBody), again(n.elseBody)}));
        });
  return out;
}

} // namespace

ExprPtr lowerScalars(const Context &context, const ExprPtr &expr, int step) {
  return rewrite(expr, [&](const Expr &e) { return lowerRef(context, e, step); });
}

KBody lowerCell(const Context &context, const std::vector<StmtPtr> &body, int step, const PlaceOf &readAt,
                const PlaceOf &storeAt) {
  return dropUnread(lowerStatements(context, body, step, readAt, storeAt));
}

} // namespace kasane::lowering
