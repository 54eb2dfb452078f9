// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Early.h"

#include "kasane/IR/Operands.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

constexpr int64_t kAlways = INT64_MAX; // what can be had in all iterations

// A local between two assignments.
struct Definition {
  std::string name;
  ExprPtr value;
  int reads = 0;
  int part = -1;
};

class Parts {
public:
  Parts(const Stage &stage, int streamed, const AheadOf &aheadOf)
      : stage_(stage), streamed_(streamed), aheadOf_(aheadOf) {}

  EarlyBody take() {
    if (!defineLocals())
      return {{}, stage_.body};
    EarlyBody out;
    for (const StmtPtr &stmt : stores_) {
      const FieldStore &store = std::get<FieldStore>(stmt->node);
      out.body.push_back(makeStmt(FieldStore{store.field, store.offset, at(store.value, 0)}, stmt->range));
    }
    if (parts_.empty())
      return {{}, stage_.body};
    out.parts = std::move(parts_);
    return out;
  }

private:
  // Each assignment makes a name of its own.
  bool defineLocals() {
    std::set<FieldId> stored;
    bool fits = true;
    for (const StmtPtr &stmt : stage_.body) {
      if (const auto *local = std::get_if<LocalDecl>(&stmt->node); local && local->init)
        define(local->name, local->init);
      else if (const auto *assign = std::get_if<LocalAssign>(&stmt->node))
        define(assign->name, assign->value);
      else if (const auto *store = std::get_if<FieldStore>(&stmt->node)) {
        stores_.push_back(makeStmt(FieldStore{store->field, store->offset, renamed(store->value)}, stmt->range));
        stored.insert(store->field);
      } else
        fits &= std::holds_alternative<LocalDecl>(stmt->node);
    }
    walkExprs(stage_.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      fits &= !read || !stored.count(read->field);
    });
    return fits && !mayTrap(stage_);
  }

  void define(const std::string &local, const ExprPtr &value) {
    ExprPtr mine = renamed(value);
    current_[local] = definitions_.size();
    definitions_.push_back({"local " + std::to_string(definitions_.size()), mine});
  }

  ExprPtr renamed(const ExprPtr &value) {
    return rewrite(value, [&](const Expr &e) -> ExprPtr {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      const auto known = ref ? current_.find(ref->name) : current_.end();
      if (known == current_.end())
        return nullptr;
      Definition &definition = definitions_[known->second];
      ++definition.reads;
      return scalar(definition.name, e.type);
    });
  }

  Definition *definitionOf(const ExprPtr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e->node);
    const auto it = std::find_if(definitions_.begin(), definitions_.end(),
                                 [&](const Definition &d) { return ref && d.name == ref->name; });
    return it == definitions_.end() ? nullptr : &*it;
  }

  int64_t ahead(const ExprPtr &e) {
    auto [it, isNew] = known_.try_emplace(e.get(), kAlways);
    if (!isNew)
      return it->second;
    int64_t soonest = kAlways;
    if (const auto *read = std::get_if<FieldRead>(&e->node))
      soonest = aheadOf_(*read);
    else if (const auto *index = std::get_if<IndexRef>(&e->node))
      soonest = index->axis == streamed_ ? 0 : kAlways;
    else if (const auto *load = std::get_if<Load>(&e->node); load && !std::holds_alternative<IntLit>(load->index->node))
      soonest = 0; // an arm that isn't taken may be out of bounds
    else if (const Definition *local = definitionOf(e))
      soonest = ahead(local->value);
    for (const ExprPtr &operand : operandsOf(e))
      soonest = std::min(soonest, ahead(operand));
    return known_[e.get()] = soonest;
  }

  bool isInlined(const Definition &local) { return local.reads == 1 || ahead(local.value) == kAlways; }

  // At least so many values that make it up; a neighbour's counts two.
  int valuesIn(const ExprPtr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e->node)) {
      Offset inPlane = read->offset;
      inPlane[streamed_] = 0;
      return inPlane == Offset{} ? 1 : 2;
    }
    if (const Definition *local = definitionOf(e))
      return isInlined(*local) ? valuesIn(local->value) : 2;
    int values = 0;
    for (const ExprPtr &operand : operandsOf(e))
      values += valuesIn(operand);
    return values;
  }

  int partOf(const ExprPtr &value) {
    if (Definition *other = definitionOf(value)) { // a second name for the same
      if (other->part < 0)
        other->part = partOf(other->value);
      return other->part;
    }
    const int64_t when = ahead(value);
    ExprPtr mine = withOperands(value, [&](const ExprPtr &operand) { return at(operand, when); });
    parts_.push_back({"early " + std::to_string(parts_.size()), mine, when, 0});
    return static_cast<int>(parts_.size()) - 1;
  }

  // For somebody who evaluates it `when` iterations ahead.
  ExprPtr at(const ExprPtr &e, int64_t when) {
    Definition *local = definitionOf(e);
    const int64_t soonest = ahead(e);
    auto held = [&](int part) {
      parts_[part].held = std::max(parts_[part].held, soonest - when);
      return scalar(parts_[part].name, e->type);
    };
    if (local && isInlined(*local))
      return at(local->value, when);
    if (local) {
      if (local->part < 0)
        local->part = partOf(local->value);
      return held(local->part);
    }
    if (std::holds_alternative<FieldRead>(e->node))
      return e;
    if (soonest != kAlways && soonest > when && valuesIn(e) > 1) // the cell's own is as well held itself
      return held(partOf(e));
    return withOperands(e, [&](const ExprPtr &operand) { return at(operand, when); });
  }

  const Stage &stage_;
  int streamed_;
  const AheadOf &aheadOf_;
  std::vector<Definition> definitions_;
  std::map<std::string, size_t> current_; // by local
  std::vector<StmtPtr> stores_;
  std::map<const Expr *, int64_t> known_;
  std::vector<EarlyPart> parts_;
};

} // namespace

bool mayTrap(const Stage &stage) {
  bool trap = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *b = std::get_if<Binary>(&e.node);
    trap |= b && (b->op == BinaryOp::Div || b->op == BinaryOp::Rem) && !isFloat(e.type);
  });
  return trap;
}

EarlyBody takeEarly(const Stage &stage, int streamed, const AheadOf &aheadOf) {
  return Parts(stage, streamed, aheadOf).take();
}

} // namespace kasane
