// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/LoadsAhead.h"

#include "kasane/IR/Operands.h"
#include "kasane/Support/Match.h"

#include <map>

namespace kasane::lowering {
namespace {

bool isLogical(BinaryOp op) { return op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr; }

class Ahead {
public:
  Ahead(const Context &context, const Kernel &kernel) : names_(context.names) {
    for (const GridAxis &axis : kernel.grid)
      places_.insert(axis.var);
    for (const Field &field : context.program.fields)
      if (!field.table.empty())
        tables_.insert(field.name);
  }

  KBody of(const KBody &body, bool inCell) {
    KBody out;
    std::map<std::string, std::string> loaded; // by their element
    for (const KStmtPtr &stmt : body)
      out.push_back(statement(*stmt, inCell, out, loaded));
    return out;
  }

private:
  struct Says {
    bool place = false; // where the cell is
    bool element = false;
  };

  Says saysOf(const ExprPtr &expr) const {
    if (std::holds_alternative<Load>(expr->node)) // where an element is found says nothing of its value
      return {.place = false, .element = true};
    if (const auto *ref = std::get_if<ScalarRef>(&expr->node))
      return {places_.count(ref->name) > 0, elements_.count(ref->name) > 0};
    Says says;
    for (const ExprPtr &operand : operandsOf(expr)) {
      const Says more = saysOf(operand);
      says = {says.place || more.place, says.element || more.element};
    }
    return says;
  }

  void define(const std::string &name, const ExprPtr &value) {
    const Says says = saysOf(value);
    if (says.place)
      places_.insert(name);
    if (says.element)
      elements_.insert(name);
  }

  KStmtPtr statement(const KStmt &stmt, bool inCell, KBody &out, std::map<std::string, std::string> &loaded) {
    auto value = [&](const ExprPtr &expr) {
      if (!expr || !inCell)
        return expr;
      std::map<const Expr *, ExprPtr> with;
      find(expr, /*asked=*/false, [&](const ExprPtr &load) { with[load.get()] = loadedAhead(load, out, loaded); });
      return with.empty() ? expr : rewrite(expr, [&](const Expr &e) -> ExprPtr {
        const auto it = with.find(&e);
        return it == with.end() ? nullptr : it->second;
      });
    };
    KStmt made = stmt;
    match(
        made.node,
        [&](CellLoop &n) {
          places_.insert(n.var);
          n.body = of(n.body, inCell || (n.axis == 0 && !n.few));
        },
        [&](KFor &n) {
          places_.insert(n.var);
          n.body = of(n.body, inCell);
        },
        [&](KBlock &n) {
          n.body = of(n.body, inCell);
          loaded.clear();
        },
        [&](KLet &n) { define(n.name, n.value); },
        [&](KVar &n) {
          n.init = value(n.init);
          if (n.init)
            define(n.name, n.init);
        },
        [&](KAssign &n) {
          n.value = value(n.value);
          define(n.name, n.value);
          loaded.clear(); // an index may have been made of it
        },
        [&](KStore &n) {
          n.value = value(n.value);
          loaded.clear();
        },
        [&](KIf &n) {
          n.condition = value(n.condition);
          n.thenBody = of(n.thenBody, inCell);
          n.elseBody = of(n.elseBody, inCell);
          loaded.clear();
        },
        [](auto &) {});
    return makeKStmt(std::move(made.node));
  }

  // The loads that elements ask for, and nothing else does that may be about a place.
  void find(const ExprPtr &expr, bool asked, const std::function<void(const ExprPtr &)> &take) const {
    if (const auto *load = std::get_if<Load>(&expr->node)) {
      if (asked && !tables_.count(load->buffer))
        take(expr);
      return;
    }
    auto behind = [&](const ExprPtr &condition, std::initializer_list<ExprPtr> arms) {
      find(condition, asked, take);
      if (const Says says = saysOf(condition); says.element && !says.place)
        for (const ExprPtr &arm : arms)
          find(arm, true, take);
    };
    if (const auto *select = std::get_if<Select>(&expr->node))
      return behind(select->condition, {select->whenTrue, select->whenFalse});
    if (const auto *b = std::get_if<Binary>(&expr->node); b && isLogical(b->op))
      return behind(b->left, {b->right});
    for (const ExprPtr &operand : operandsOf(expr))
      find(operand, asked, take);
  }

  ExprPtr loadedAhead(const ExprPtr &load, KBody &out, std::map<std::string, std::string> &loaded) {
    const auto [it, isNew] = loaded.try_emplace(print(load));
    if (isNew) {
      it->second = names_.fresh(std::get<Load>(load->node).buffer + "_ahead");
      elements_.insert(it->second);
      out.push_back(makeKStmt(KVar{it->second, load->type, load}));
    }
    return scalar(it->second, load->type);
  }

  Names names_;
  std::set<std::string> places_, elements_; // names of values that say where the cell is, and what is in memory
  std::set<std::string> tables_;            // any condition may be what keeps their index inside
};

} // namespace

KBody withLoadsAhead(const Context &context, const Kernel &kernel) {
  return Ahead(context, kernel).of(kernel.body, false);
}

} // namespace kasane::lowering
