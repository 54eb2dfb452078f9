// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Extremes.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

// Of a comparison of two values: which one is taken where it holds.
struct Comparison {
  bool isLess; // left < right, or left <= right
  ExprPtr left, right;
};

std::optional<Comparison> comparisonIn(const ExprPtr &condition) {
  const auto *b = std::get_if<Binary>(&condition->node);
  if (!b || b->op < BinaryOp::Lt || b->op > BinaryOp::Ge)
    return std::nullopt;
  return Comparison{b->op == BinaryOp::Lt || b->op == BinaryOp::Le, b->left, b->right};
}

bool isSame(const ExprPtr &a, const ExprPtr &b) { return a->type == b->type && print(a) == print(b); }

class Finder {
public:
  Finder(const StencilProgram &program, const Stage &stage) : program_(program), body_(stage.body) {
    std::set<std::string> assigned;
    walk(body_, [&](const Stmt &stmt) {
      if (const auto *decl = std::get_if<LocalDecl>(&stmt.node); decl && decl->init)
        locals_[decl->name] = decl->init;
      if (const auto *assign = std::get_if<LocalAssign>(&stmt.node))
        assigned.insert(assign->name);
    });
    std::erase_if(locals_, [&](const auto &local) { return assigned.count(local.first) > 0; });
  }

  bool onlyExtremes(FieldId field) {
    field_ = field;
    return areExtremes(body_);
  }

private:
  ExprPtr own() const { return makeExpr(program_.fields[field_].elem, FieldRead{field_, {}}); }

  ExprPtr resolved(const ExprPtr &e) const {
    return rewrite(e, [&](const Expr &inner) -> ExprPtr {
      const auto *ref = std::get_if<ScalarRef>(&inner.node);
      const auto local = ref ? locals_.find(ref->name) : locals_.end();
      return local == locals_.end() ? nullptr : resolved(local->second);
    });
  }

  bool areExtremes(const std::vector<StmtPtr> &body) const {
    return std::ranges::all_of(body, [&](const StmtPtr &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt->node))
        return store->field != field_ || isExtreme(resolved(store->value));
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      if (!branch)
        return true;
      if (branch->elseBody.empty() && branch->thenBody.size() == 1)
        if (const auto *store = std::get_if<FieldStore>(&branch->thenBody.front()->node);
            store && store->field == field_ && store->offset == Offset{})
          return isExtreme(resolved(branch->condition), resolved(store->value));
      return areExtremes(branch->thenBody) && areExtremes(branch->elseBody);
    });
  }

  bool isExtreme(const ExprPtr &condition, const ExprPtr &taken) const {
    return isSmaller(condition, taken, own()) && isNeverNegativeZero(taken);
  }

  bool isExtreme(const ExprPtr &value) const {
    const auto *select = std::get_if<Select>(&value->node);
    if (!select)
      return false;
    // The other way round, where the condition keeps what is there, a sum that is no number would be taken.
    return isSame(select->whenFalse, own()) && isExtreme(select->condition, select->whenTrue);
  }

  // If no element of the field is.
  bool isNeverNegativeZero(const ExprPtr &e) const {
    if (e->type != program_.fields[field_].elem)
      return false;
    if (const auto *read = std::get_if<FieldRead>(&e->node))
      return read->field == field_ || program_.fields[read->field].ofStep; // hidden ones hold what it was
    if (const auto *select = std::get_if<Select>(&e->node))
      return isNeverNegativeZero(select->whenTrue) && isNeverNegativeZero(select->whenFalse);
    const auto *b = std::get_if<Binary>(&e->node);
    return b && b->op == BinaryOp::Add && isNeverNegativeZero(b->left) && isNeverNegativeZero(b->right);
  }

  const StencilProgram &program_;
  const std::vector<StmtPtr> &body_;
  std::map<std::string, ExprPtr> locals_; // that have one value in a cell
  FieldId field_ = 0;
};

} // namespace

std::optional<bool> isSmaller(const ExprPtr &condition, const ExprPtr &taken, const ExprPtr &own) {
  const std::optional<Comparison> found = comparisonIn(condition);
  if (found && isSame(found->left, taken) && isSame(found->right, own))
    return found->isLess;
  if (found && isSame(found->left, own) && isSame(found->right, taken))
    return !found->isLess;
  return std::nullopt;
}

std::set<FieldId> extremesOf(const StencilProgram &program, const Pivot &pivot, ScalarType type) {
  std::set<FieldId> out;
  for (const FieldId f : pivot.written)
    if (program.fields[f].elem == type && std::ranges::all_of(pivot.parts, [&](const PivotPart &part) {
          return Finder(program, program.stages[part.stage]).onlyExtremes(f);
        }))
      out.insert(f);
  return out;
}

} // namespace kasane
