// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Distinct.h"

#include "kasane/IR/Operands.h"
#include "kasane/Support/Match.h"

namespace kasane::tuning {
namespace {

class Values {
public:
  explicit Values(const std::function<void(const Expr &, bool)> &visit) : visit_(visit) {}

  void add(const std::vector<StmtPtr> &body) {
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &n) { locals_[n.name] = n.init ? valueOf(n.init) : fresh(true); },
          [&](const LocalAssign &n) { locals_[n.name] = valueOf(n.value); },
          [&](const FieldStore &n) { valueOf(n.value); },
          [&](const IfStmt &n) {
            valueOf(n.condition);
            const std::map<std::string, Value> before = locals_;
            add(n.thenBody);
            const std::map<std::string, Value> then = std::exchange(locals_, before);
            add(n.elseBody);
            for (auto &[name, value] : locals_)
              if (const auto found = then.find(name); found != then.end() && found->second.number != value.number)
                value = fresh(true); // of which branch it is isn't known
          });
  }

private:
  struct Value {
    size_t number; // equal values have equal ones
    bool isOfCell; // and not the same for all of them
  };

  Value fresh(bool isOfCell) { return {++last_, isOfCell}; }

  Value valueOf(const ExprPtr &expr) {
    if (const auto *ref = std::get_if<ScalarRef>(&expr->node))
      if (const auto local = locals_.find(ref->name); local != locals_.end())
        return local->second;
    const bool isTable = std::holds_alternative<Load>(expr->node);
    std::string key = std::to_string(expr->node.index()) + "/" + std::to_string(static_cast<int>(expr->type));
    auto withOp = [&](auto op) { key += "/" + std::to_string(static_cast<int>(op)); };
    match(
        expr->node, [&](const Unary &n) { withOp(n.op); }, [&](const Binary &n) { withOp(n.op); },
        [&](const Call &n) { key += "/" + n.callee; }, [](const Select &) {}, [](const Cast &) {},
        [&](const auto &) { key += "/" + print(expr); });
    bool isOfCell =
        isTable || std::holds_alternative<FieldRead>(expr->node) || std::holds_alternative<IndexRef>(expr->node);
    for (const ExprPtr &operand : isTable ? std::vector<ExprPtr>{} : operandsOf(expr)) {
      const Value value = valueOf(operand);
      key += "," + std::to_string(value.number);
      isOfCell |= value.isOfCell;
    }
    const auto [at, isNew] = values_.emplace(key, Value{0, isOfCell});
    if (isNew) {
      at->second = fresh(isOfCell);
      visit_(*expr, isOfCell);
    }
    return at->second;
  }

  const std::function<void(const Expr &, bool)> &visit_;
  std::map<std::string, Value> locals_, values_;
  size_t last_ = 0;
};

} // namespace

void walkDistinct(const std::vector<StmtPtr> &body, const std::function<void(const Expr &, bool)> &visit) {
  Values(visit).add(body);
}

} // namespace kasane::tuning
