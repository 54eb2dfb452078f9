// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/OpCount.h"

#include "kasane/Analysis/Footprint.h"

#include <map>

namespace kasane {
namespace {

bool isArithmetic(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return true;
  default:
    return false;
  }
}

// Arithmetic on coordinates, like (i + j) % 2 in a condition, is no work on data.
bool isIndexArithmetic(const ExprPtr &expr) {
  if (isFloat(expr->type))
    return false;
  bool usesIndex = false, usesData = false;
  walk(expr, [&](const Expr &e) {
    usesIndex |= std::holds_alternative<IndexRef>(e.node);
    usesData |= std::holds_alternative<FieldRead>(e.node);
  });
  return usesIndex && !usesData;
}

int operationsOf(const ExprPtr &expr) {
  int count = 0;
  walk(expr, [&](const Expr &e) {
    if (const auto *b = std::get_if<Binary>(&e.node))
      count += isArithmetic(b->op) && !isIndexArithmetic(std::make_shared<const Expr>(e));
    count += std::holds_alternative<Call>(e.node);
    if (const auto *load = std::get_if<Load>(&e.node)) // nor is finding an element
      count -= operationsOf(load->index);
  });
  return count;
}

struct Use {
  bool read = false, written = false;
};

void addUses(std::map<FieldId, Use> &uses, const StencilProgram &program, const Stage &stage) {
  for (FieldId table : tablesOf(program, stage))
    uses[table].read = true;
  for (const FieldAccess &access : footprintOf(stage).fields) {
    uses[access.field].read |= !access.reads.empty();
    uses[access.field].written |= access.written;
  }
}

int operationsOf(const std::vector<StmtPtr> &body) {
  int count = 0;
  walk(body, [&](const Stmt &stmt) {
    if (const auto *decl = std::get_if<LocalDecl>(&stmt.node))
      count += operationsOf(decl->init);
    else if (const auto *assign = std::get_if<LocalAssign>(&stmt.node))
      count += operationsOf(assign->value);
    else if (const auto *store = std::get_if<FieldStore>(&stmt.node))
      count += operationsOf(store->value);
    else if (const auto *branch = std::get_if<IfStmt>(&stmt.node))
      count += operationsOf(branch->condition);
  });
  return count;
}

OpCount total(const StencilProgram &program, int operations, const std::map<FieldId, Use> &uses) {
  OpCount out{operations, static_cast<int>(uses.size()), 0};
  for (const auto &[field, use] : uses)
    out.bytes += sizeOf(program.fields[field].elem) * (use.read + use.written);
  return out;
}

} // namespace

OpCount countOps(const StencilProgram &program, const Stage &stage) {
  std::map<FieldId, Use> uses;
  addUses(uses, program, stage);
  return total(program, operationsOf(stage.body), uses);
}

OpCount countOps(const StencilProgram &program) {
  std::map<FieldId, Use> uses;
  int operations = 0;
  for (const Stage &stage : program.stages) {
    addUses(uses, program, stage);
    operations += operationsOf(stage.body);
  }
  for (const HostAction &action : program.actions)
    if (const auto *gather = std::get_if<Gather>(&action.node))
      operations += operationsOf(gather->body);
  return total(program, operations, uses);
}

} // namespace kasane
