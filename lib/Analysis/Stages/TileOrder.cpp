// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/TileOrder.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/FieldText.h"

#include <algorithm>

namespace kasane {
namespace {

bool isTiled(const std::vector<LoopOrder> &order) { return std::ranges::any_of(order, &LoopOrder::tiled); }

// Is the one made before the other in both orders, or by the same cell? Along no axis then is it the other way round.
bool isOneWay(const StencilProgram &program, const Stage &nest, const Access &a, const Access &b) {
  bool ahead = false, behind = false;
  for (const LoopOrder &loop : nest.order) {
    if (!program.fields[a.field].has[loop.axis])
      continue;
    const std::optional<int64_t> along = (b.distance(loop.axis) - a.distance(loop.axis)).constant();
    if (!along)
      return false;
    ahead |= *along * loop.direction > 0;
    behind |= *along * loop.direction < 0;
  }
  return !(ahead && behind);
}

bool isNamed(const ExprPtr &expr, const std::string &name) {
  const auto *cast = std::get_if<Cast>(&expr->node);
  const auto *ref = std::get_if<ScalarRef>(&expr->node);
  return cast ? isNamed(cast->operand, name) : ref && ref->name == name;
}

// What statements collect, and whether they come to the same in any order of the cells.
class AnyOrder {
public:
  explicit AnyOrder(const StencilProgram &program) : program_(program) {}

  bool isFree(const std::vector<StmtPtr> &body) const {
    return std::ranges::all_of(body, [&](const StmtPtr &stmt) {
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      const auto *assign = std::get_if<LocalAssign>(&stmt->node);
      if (assign)
        return addsUp(*assign) || isExtreme(*assign);
      const auto *taken = branch && branch->elseBody.empty() && branch->thenBody.size() == 1
                              ? std::get_if<LocalAssign>(&branch->thenBody[0]->node)
                              : nullptr;
      return taken && (addsUp(*taken) || isExtreme(*taken) || compares(branch->condition, *taken));
    });
  }

private:
  // n = n + e, and bits of integers.
  static bool addsUp(const LocalAssign &assign) {
    const auto *cast = std::get_if<Cast>(&assign.value->node);
    const auto *op = std::get_if<Binary>(&(cast ? cast->operand : assign.value)->node);
    const bool isFree = op && (op->op == BinaryOp::Add || op->op == BinaryOp::Or || op->op == BinaryOp::And ||
                               op->op == BinaryOp::Xor || op->op == BinaryOp::Mul);
    return isFree && !isFloat(assign.type) && !isFloat(op->left->type) &&
           isNamed(op->left, assign.name) != isNamed(op->right, assign.name) && !reads(op, assign.name);
  }
  static bool reads(const Binary *op, const std::string &name) {
    int times = 0;
    for (const ExprPtr &side : {op->left, op->right})
      walk(side, [&](const Expr &e) {
        const auto *ref = std::get_if<ScalarRef>(&e.node);
        times += ref && ref->name == name ? 1 : 0;
      });
    return times != 1;
  }

  // m = fmax(m, e): of two zeros it may be either.
  static bool isExtreme(const LocalAssign &assign) {
    const auto *call = std::get_if<Call>(&assign.value->node);
    return call && (call->callee.starts_with("fmax") || call->callee.starts_with("fmin")) &&
           (isNamed(call->args[0], assign.name) || isNamed(call->args[1], assign.name));
  }

  // if (e > m) m = e; of zeros with one sign.
  bool compares(const ExprPtr &condition, const LocalAssign &assign) const {
    const auto *op = std::get_if<Binary>(&condition->node);
    if (!op || !(op->op == BinaryOp::Lt || op->op == BinaryOp::Gt))
      return false;
    const bool isLeft = isNamed(op->left, assign.name);
    const auto *element = std::get_if<FieldRead>(&(isLeft ? op->right : op->left)->node);
    const auto *value = std::get_if<FieldRead>(&assign.value->node);
    return (isLeft || isNamed(op->right, assign.name)) && element && value && element->field == value->field &&
           (!isFloat(assign.type) || isMagnitude(element->field));
  }
  bool isMagnitude(FieldId field) const {
    bool is = true;
    for (const Stage &stage : program_.stages)
      walk(stage.body, [&](const Stmt &stmt) {
        const auto *store = std::get_if<FieldStore>(&stmt.node);
        const auto *call = store ? std::get_if<Call>(&store->value->node) : nullptr;
        is = is && (!store || store->field != field || (call && call->callee.starts_with("fabs")));
      });
    return is;
  }

  const StencilProgram &program_;
};

} // namespace

bool tilesAreFree(const StencilProgram &program, const Stage &nest, Diagnostics &diagnostics) {
  if (!isTiled(nest.order))
    return true;
  const std::vector<Access> accesses = accessesOf(program, nest);
  for (const Access &store : accesses)
    for (const Access &other : accesses)
      if (store.write && store.field == other.field && &store != &other && mayMeet(program, store, other) &&
          (followsTime(nest) || !isOneWay(program, nest, store, other))) {
        const std::string name = textOf(program.fields[store.field]);
        diagnostics.add(DiagId::order_of_tiles, other.range, {name})
            .notes.push_back({DiagId::note_stored_here, store.range, {name}});
        return false;
      }
  return true;
}

bool tilesAreFree(const StencilProgram &program, const HostAction &action, Diagnostics &diagnostics) {
  const auto *gather = std::get_if<Gather>(&action.node);
  if (!gather || !isTiled(gather->order) || AnyOrder(program).isFree(gather->body))
    return true;
  std::string name;
  walk(gather->body, [&](const Stmt &stmt) {
    if (const auto *assign = std::get_if<LocalAssign>(&stmt.node); assign && name.empty())
      name = assign->name;
  });
  diagnostics.add(DiagId::order_of_tiles, action.range, {name});
  return false;
}

} // namespace kasane
