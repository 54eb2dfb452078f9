// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/CellBody.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <iterator>

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

KBody lowerStatements(const Context &context, const std::vector<StmtPtr> &body, int step, const Elements &elements) {
  auto value = [&](const ExprPtr &expr) -> ExprPtr {
    if (!expr)
      return nullptr;
    return rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      return read ? elements.read(*read, e.type) : lowerRef(context, e, step);
    });
  };
  auto again = [&](const std::vector<StmtPtr> &inner) { return lowerStatements(context, inner, step, elements); };
  KBody out;
  for (const StmtPtr &stmt : body)
    match(
        stmt->node, [&](const LocalDecl &n) { out.push_back(makeKStmt(KVar{n.name, n.type, value(n.init)})); },
        [&](const LocalAssign &n) { out.push_back(makeKStmt(KAssign{n.name, value(n.value)})); },
        [&](const FieldStore &n) {
          if (KStmtPtr store = elements.store({n.field, n.offset}, value(n.value)))
            out.push_back(std::move(store));
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

namespace {

// Without locals (all names that are declared here) which nothing reads.
KBody without(const KBody &body, const NameSet &unread) {
  KBody kept;
  for (const KStmtPtr &stmt : body) {
    if (const auto *var = std::get_if<KVar>(&stmt->node); var && unread.count(var->name))
      continue;
    if (const auto *let = std::get_if<KLet>(&stmt->node); let && unread.count(let->name))
      continue;
    if (const auto *assign = std::get_if<KAssign>(&stmt->node); assign && unread.count(assign->name))
      continue;
    if (const auto *branch = std::get_if<KIf>(&stmt->node)) {
      KIf smaller{branch->condition, without(branch->thenBody, unread), without(branch->elseBody, unread)};
      if (!smaller.thenBody.empty() || !smaller.elseBody.empty())
        kept.push_back(makeKStmt(std::move(smaller)));
      continue;
    }
    if (const auto *block = std::get_if<KBlock>(&stmt->node)) {
      if (KBody smaller = without(block->body, unread); !smaller.empty())
        kept.push_back(makeKStmt(KBlock{std::move(smaller)}));
      continue;
    }
    kept.push_back(stmt);
  }
  return kept;
}

size_t sizeOfBody(const KBody &body) {
  size_t n = 0;
  walk(body, [&](const KStmt &) { ++n; });
  return n;
}

} // namespace

// Expressions have no side effects, so a local that nothing reads can go, and then those that only it read.
KBody withoutUnread(KBody body, const NameSet &locals) {
  for (size_t before = sizeOfBody(body) + 1; sizeOfBody(body) < before;) {
    before = sizeOfBody(body);
    NameSet read = usesOf(body).names;
    walk(body, [&](const KStmt &stmt) {
      if (const auto *row = std::get_if<KLoadRow>(&stmt.node))
        read.insert(row->names.begin(), row->names.end());
    });
    NameSet unread;
    std::ranges::copy_if(locals, std::inserter(unread, unread.end()),
                         [&](const std::string &name) { return !read.count(name); });
    body = without(body, unread);
  }
  return body;
}

KBody lowerCell(const Context &context, const std::vector<StmtPtr> &body, int step, const Elements &elements) {
  NameSet locals;
  walk(body, [&](const Stmt &stmt) {
    if (const auto *local = std::get_if<LocalDecl>(&stmt.node))
      locals.insert(local->name);
  });
  return withoutUnread(lowerStatements(context, body, step, elements), locals);
}

KBody lowerCell(const Context &context, const std::vector<StmtPtr> &body, int step, const ElementPlaceOf &readAt,
                const ElementPlaceOf &storeAt) {
  Elements elements;
  elements.read = [&](const FieldRead &element, ScalarType type) {
    ElementPlace place = readAt(element);
    return makeExpr(type, Load{place.buffer, place.index});
  };
  elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
    ElementPlace place = storeAt(element);
    return place.buffer.empty() ? nullptr : makeKStmt(KStore{place.buffer, place.index, std::move(value)});
  };
  return lowerCell(context, body, step, elements);
}

} // namespace kasane::lowering
