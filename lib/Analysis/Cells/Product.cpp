// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Product.h"

#include "kasane/Analysis/FieldText.h"

#include <algorithm>

namespace kasane {
namespace {

const Binary *binaryOf(const ExprPtr &expr, BinaryOp op) {
  const auto *node = std::get_if<Binary>(&expr->node);
  return node && node->op == op ? node : nullptr;
}

bool isTimed(const ExprPtr &expr) {
  bool found = false;
  walk(expr, [&](const Expr &e) { found |= std::holds_alternative<TimeRef>(e.node); });
  return found;
}

// The array of which the step has an element here, without casts; "" where the expression is no such element.
std::string elementOfStep(const StencilProgram &program, const ExprPtr &expr) {
  if (const auto *cast = std::get_if<Cast>(&expr->node))
    return elementOfStep(program, cast->operand);
  if (const auto *read = std::get_if<FieldRead>(&expr->node))
    return isPlaced(read->at) ? textOf(program.fields[read->field]) : "";
  const auto *load = std::get_if<Load>(&expr->node);
  if (!load || !isTimed(load->index))
    return "";
  const auto of = std::ranges::find_if(program.fields, [&](const Field &field) { return field.name == load->buffer; });
  return of == program.fields.end() ? "" : textOf(*of);
}

bool isOwn(const ExprPtr &expr, FieldId field) {
  const auto *read = std::get_if<FieldRead>(&expr->node);
  return read && read->field == field && read->offset == Offset{} && !isFar(read->far) && !isPlaced(read->at);
}

} // namespace

std::optional<Product> productOf(const StencilProgram &program) {
  if (!program.time || program.rank < 2 || program.stages.size() != 1 || program.stages.front().body.size() != 1)
    return std::nullopt;
  const Stmt &stmt = *program.stages.front().body.front();
  const auto *store = std::get_if<FieldStore>(&stmt.node);
  const Binary *sum = store ? binaryOf(store->value, BinaryOp::Add) : nullptr;
  const Binary *product = sum && isOwn(sum->left, store->field) ? binaryOf(sum->right, BinaryOp::Mul) : nullptr;
  if (!product)
    return std::nullopt;
  const Product found = {textOf(program.fields[store->field]), elementOfStep(program, product->left),
                         elementOfStep(program, product->right), stmt.range};
  const bool isOther = found.sum != found.left && found.sum != found.right;
  return isOther && !found.left.empty() && !found.right.empty() ? std::optional(found) : std::nullopt;
}

} // namespace kasane
