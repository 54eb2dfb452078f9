// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/RowChoice.h"

#include <map>

namespace kasane::lowering {
namespace {

class Chooser {
public:
  Chooser(const Context &context, const KBody &cell, KBody &choices)
      : context_(context), names_(context.names), own_(usesOf(cell).defined), choices_(choices) {}

  ExprPtr value(const Expr &e) {
    const auto *select = std::get_if<Select>(&e.node);
    return select && isOfRow(select->condition) ? chosen(e, *select) : nullptr;
  }

private:
  // (No cell may get as far as a quotient.)
  bool isOfRow(const ExprPtr &condition) const {
    bool found = false;
    walk(condition, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      const auto *op = std::get_if<Binary>(&e.node);
      found |= std::holds_alternative<Load>(e.node) || (op && (op->op == BinaryOp::Div || op->op == BinaryOp::Rem)) ||
               (ref && (ref->name == context_.cell[0] || own_.count(ref->name)));
    });
    return !found;
  }

  // Arms that choose along x in the same way are taken apart first: at a corner of the domain both count.
  ExprPtr chosen(const Expr &e, const Select &select) {
    const auto *left = std::get_if<Select>(&select.whenTrue->node),
               *right = std::get_if<Select>(&select.whenFalse->node);
    if (left && right && print(left->condition) == print(right->condition)) {
      ExprPtr whenTrue = element(e, select.condition, left->whenTrue, right->whenTrue);
      ExprPtr whenFalse = element(e, select.condition, left->whenFalse, right->whenFalse);
      return whenTrue && whenFalse ? makeExpr(e.type, Select{left->condition, whenTrue, whenFalse}, e.range) : nullptr;
    }
    return element(e, select.condition, select.whenTrue, select.whenFalse);
  }

  ExprPtr element(const Expr &like, const ExprPtr &condition, const ExprPtr &whenTrue, const ExprPtr &whenFalse) {
    const auto *left = std::get_if<Load>(&whenTrue->node), *right = std::get_if<Load>(&whenFalse->node);
    if (!left || !right || left->buffer != right->buffer)
      return nullptr;
    const std::optional<Poly> one = rowOf(left->index), other = rowOf(right->index);
    if (!one || !other)
      return nullptr;
    const ExprPtr row = makeExpr(ScalarType::I64, Select{condition, toExpr(*one), toExpr(*other)});
    auto [known, isNew] = made_.try_emplace(left->buffer + ": " + print(row));
    if (isNew) {
      known->second = names_.fresh(left->buffer + "_row");
      choices_.push_back(makeKStmt(KLet{known->second, ScalarType::I64, row}));
    }
    return makeExpr(like.type, Load{left->buffer, add(scalar(known->second), context_.at(0))}, like.range);
  }

  // What is left of `row + x`.
  std::optional<Poly> rowOf(const ExprPtr &index) const {
    const std::optional<Poly> at = toPoly(index);
    if (!at)
      return std::nullopt;
    const Poly row = *at - Poly::symbol(context_.cell[0]);
    for (const std::string &name : row.symbols())
      if (name == context_.cell[0] || own_.count(name))
        return std::nullopt;
    return row;
  }

  const Context &context_;
  Names names_;
  NameSet own_; // names of the cell's
  KBody &choices_;
  std::map<std::string, std::string> made_;
};

} // namespace

KBody chosenByRow(const Context &context, const KBody &cell, KBody &choices) {
  Chooser chooser(context, cell, choices);
  return withValues(
      cell, [&](const ExprPtr &value) { return rewrite(value, [&](const Expr &e) { return chooser.value(e); }); });
}

KBody withChoices(const KBody &choices, KBody row) {
  for (size_t n = choices.size(); n-- > 0;) { // the later ones may use those before
    KBody choice = {choices[n]};
    dropUnusedLets(choice, row);
    row.insert(row.begin(), choice.begin(), choice.end());
  }
  return row;
}

} // namespace kasane::lowering
