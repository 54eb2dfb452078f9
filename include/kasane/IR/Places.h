// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Goes over every element that statements read or store, with what the conditions on the way to it say:
//
//   if (i > 0) B[i] = j < n ? A[i] : 0;     A[i]: where i > 0 and j < n;   B[i]: where i > 0
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Support/Match.h"

#include <functional>

namespace kasane {

template <class Knowledge> struct PlaceWalk {
  // What is known where the condition holds (or fails), too.
  std::function<Knowledge(const Knowledge &known, const ExprPtr &condition, bool holds)> under;
  // In source order; a statement's reads before its store.
  std::function<void(const FieldRead &place, bool write, SourceRange range, const Knowledge &known)> visit;

  void body(const std::vector<StmtPtr> &stmts, const Knowledge &known) const {
    for (const StmtPtr &stmt : stmts)
      match(
          stmt->node, [&](const LocalDecl &n) { expr(n.init, known); },
          [&](const LocalAssign &n) { expr(n.value, known); },
          [&](const FieldStore &n) {
            expr(n.value, known);
            visit({n.field, n.offset}, true, stmt->range, known);
          },
          [&](const IfStmt &n) {
            expr(n.condition, known);
            body(n.thenBody, under(known, n.condition, true));
            body(n.elseBody, under(known, n.condition, false));
          });
  }

  void expr(const ExprPtr &e, const Knowledge &known) const {
    if (!e)
      return;
    if (const auto *read = std::get_if<FieldRead>(&e->node)) {
      visit(*read, false, e->range, known);
    } else if (const auto *select = std::get_if<Select>(&e->node)) {
      expr(select->condition, known);
      expr(select->whenTrue, under(known, select->condition, true));
      expr(select->whenFalse, under(known, select->condition, false));
    } else if (const auto *b = std::get_if<Binary>(&e->node)) {
      bool shortCut = b->op == BinaryOp::LogicalAnd || b->op == BinaryOp::LogicalOr;
      expr(b->left, known);
      expr(b->right, shortCut ? under(known, b->left, b->op == BinaryOp::LogicalAnd) : known);
    } else if (const auto *unary = std::get_if<Unary>(&e->node)) {
      expr(unary->operand, known);
    } else if (const auto *cast = std::get_if<Cast>(&e->node)) {
      expr(cast->operand, known);
    } else if (const auto *load = std::get_if<Load>(&e->node)) {
      expr(load->index, known);
    } else if (const auto *call = std::get_if<Call>(&e->node)) {
      for (const ExprPtr &arg : call->args)
        expr(arg, known);
    }
  }
};

} // namespace kasane

// Tests: tests/unit/lower/LowerTest.cpp, tests/unit/lower/WideIndexTest.cpp
