// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ChosenLoads.h"

#include "kasane/Support/Match.h"

#include <set>

namespace kasane::emission {
namespace {

bool loadsOne(const Expr &expr, const std::set<std::string> &buffers) {
  const auto *load = std::get_if<Load>(&expr.node);
  return load && buffers.count(load->buffer);
}

bool loadsOf(const ExprPtr &expr, const std::set<std::string> &buffers) {
  bool found = false;
  walk(expr, [&](const Expr &e) { found |= loadsOne(e, buffers); });
  return found;
}

bool movesRows(const KBody &body) {
  bool found = false;
  walk(body, [&](const KStmt &stmt) { found |= std::holds_alternative<KLoadRow>(stmt.node); });
  return found;
}

bool loadsOf(const KBody &body, const std::set<std::string> &buffers) {
  bool found = false;
  walkExprs(body, [&](const Expr &e) { found |= loadsOne(e, buffers); });
  return found;
}

// Not counting loops, whose loads become one with nobody else's.
bool loadsOutsideLoops(const KBody &body, const std::set<std::string> &buffers) {
  bool found = false;
  for (const KStmtPtr &stmt : body)
    match(
        stmt->node, [](const CellLoop &) {}, [](const KFor &) {},
        [&](const KBlock &n) { found |= loadsOutsideLoops(n.body, buffers); },
        [&](const KIf &n) {
          found |= loadsOf(n.condition, buffers) || loadsOutsideLoops(n.thenBody, buffers) ||
                   loadsOutsideLoops(n.elseBody, buffers);
        },
        [&](const auto &) { walkExprs({stmt}, [&](const Expr &e) { found |= loadsOne(e, buffers); }); });
  return found;
}

bool choosesFrom(const KBody &body, const std::set<std::string> &buffers) {
  bool found = false;
  walkExprs(body, [&](const Expr &e) {
    const auto *select = std::get_if<Select>(&e.node);
    found |= select && (loadsOf(select->whenTrue, buffers) || loadsOf(select->whenFalse, buffers));
  });
  for (const KStmtPtr &stmt : body)
    match(
        stmt->node, [&](const CellLoop &n) { found |= choosesFrom(n.body, buffers); },
        [&](const KFor &n) { found |= choosesFrom(n.body, buffers); },
        [&](const KBlock &n) { found |= choosesFrom(n.body, buffers); },
        [&](const KIf &n) {
          if (!movesRows(n.thenBody)) // else the other branch has loops over single elements
            found |= loadsOf(n.thenBody, buffers) || loadsOf(n.elseBody, buffers);
          else
            found |= loadsOutsideLoops(n.thenBody, buffers) || loadsOutsideLoops(n.elseBody, buffers) ||
                     choosesFrom(n.thenBody, buffers) || choosesFrom(n.elseBody, buffers);
        },
        [](const auto &) {});
  return found;
}

} // namespace

bool mayRestrict(const Kernel &kernel) {
  std::set<std::string> written;
  for (const BufferParam &b : kernel.buffers)
    if (b.written)
      written.insert(b.name);
  return !choosesFrom(kernel.body, written);
}

bool loadsUnderCondition(const Kernel &kernel, const KBody &body) {
  std::set<std::string> buffers;
  for (const BufferParam &b : kernel.buffers)
    buffers.insert(b.name);
  bool found = choosesFrom(body, buffers);
  walkExprs(body, [&](const Expr &e) {
    const auto *both = std::get_if<Binary>(&e.node);
    found |=
        both && (both->op == BinaryOp::LogicalAnd || both->op == BinaryOp::LogicalOr) && loadsOf(both->right, buffers);
  });
  return found;
}

} // namespace kasane::emission
