// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/Extremes.h"

#include <algorithm>

namespace kasane::lowering {
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

// `taken` where the condition holds, and else `own`: is that the smaller one, the larger one, or neither?
std::optional<bool> isSmaller(const ExprPtr &condition, const ExprPtr &taken, const ExprPtr &own) {
  const std::optional<Comparison> found = comparisonIn(condition);
  if (found && isSame(found->left, taken) && isSame(found->right, own))
    return found->isLess;
  if (found && isSame(found->left, own) && isSame(found->right, taken))
    return !found->isLess;
  return std::nullopt;
}

// condition ? taken : own, or the other way round
struct Choice {
  ExprPtr condition, taken;
};

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
    if (isSame(select->whenFalse, own()))
      return isExtreme(select->condition, select->whenTrue);
    return isSame(select->whenTrue, own()) && isExtreme(select->condition, select->whenFalse);
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

// Of one statement: the value that the variable gets.
std::optional<Choice> choiceIn(const KStmt &stmt, const std::string &own) {
  if (const auto *branch = std::get_if<KIf>(&stmt.node)) {
    const auto *assign = branch->thenBody.size() == 1 && branch->elseBody.empty()
                             ? std::get_if<KAssign>(&branch->thenBody.front()->node)
                             : nullptr;
    return assign && assign->name == own ? std::optional(Choice{branch->condition, assign->value}) : std::nullopt;
  }
  const auto *assign = std::get_if<KAssign>(&stmt.node);
  const auto *select = assign && assign->name == own ? std::get_if<Select>(&assign->value->node) : nullptr;
  auto isOwn = [&](const ExprPtr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e->node);
    return ref && ref->name == own;
  };
  if (select && isOwn(select->whenFalse))
    return Choice{select->condition, select->whenTrue};
  if (select && isOwn(select->whenTrue))
    return Choice{select->condition, select->whenFalse};
  return std::nullopt;
}

ExprPtr extreme(bool isLess, const ExprPtr &a, const ExprPtr &b) {
  const std::string callee = isLess ? "fminf" : "fmaxf";
  return makeExpr(a->type, Call{callee, {a, b}});
}

bool assigns(const KStmt &stmt, const std::string &name) {
  bool found = false;
  walk({makeKStmt(stmt.node)}, [&](const KStmt &inner) {
    const auto *assign = std::get_if<KAssign>(&inner.node);
    found |= assign && assign->name == name;
  });
  return found;
}

ExprPtr isOdd(const ExprPtr &value) {
  const ExprPtr zero = makeExpr(value->type, FloatLit{0}), one = makeExpr(value->type, FloatLit{1});
  const ExprPtr sign = makeExpr(value->type, Call{"copysignf", {one, value}});
  return binary(BinaryOp::LogicalOr, binary(BinaryOp::Ne, value, value),
                binary(BinaryOp::LogicalAnd, binary(BinaryOp::Eq, value, zero), binary(BinaryOp::Lt, sign, zero)));
}

constexpr std::array<int64_t, 2> kScanTile = {256, 16}, kScanGroup = {64, 4};

} // namespace

std::set<FieldId> extremesOf(const StencilProgram &program, const Pivot &pivot) {
  std::set<FieldId> out;
  for (const FieldId f : pivot.written)
    if (program.fields[f].elem == ScalarType::F32 && std::ranges::all_of(pivot.parts, [&](const PivotPart &part) {
          return Finder(program, program.stages[part.stage]).onlyExtremes(f);
        }))
      out.insert(f);
  return out;
}

KBody withExtremes(const KBody &cell, const std::map<FieldId, std::string> &own, const std::set<FieldId> &fields) {
  KBody out;
  std::map<std::string, std::string> copies; // locals that hold what a variable still does
  for (const KStmtPtr &stmt : cell) {
    KStmtPtr made = stmt;
    if (const auto *let = std::get_if<KLet>(&stmt->node))
      if (const auto *ref = std::get_if<ScalarRef>(&let->value->node); ref && let->type == let->value->type)
        copies[let->name] = ref->name;
    for (const FieldId f : fields)
      if (const std::optional<Choice> choice = choiceIn(*stmt, own.at(f))) {
        const ExprPtr mine = scalar(own.at(f), choice->taken->type);
        std::optional<bool> isLess = isSmaller(choice->condition, choice->taken, mine);
        for (const auto &[name, of] : copies)
          if (of == own.at(f) && !isLess)
            isLess = isSmaller(choice->condition, choice->taken, scalar(name, mine->type));
        if (isLess)
          made = makeKStmt(KAssign{own.at(f), extreme(*isLess, choice->taken, mine)});
      }
    for (const auto &[f, name] : own)
      if (assigns(*stmt, name))
        std::erase_if(copies, [&](const auto &copy) { return copy.second == name; });
    out.push_back(made);
  }
  return out;
}

Scan scanFor(Context &whole, const PivotPass &pass, const std::set<FieldId> &fields) {
  Scan out;
  out.found = {whole.names.fresh("found_odd"), ScalarType::I32, {}, intLit(1)};
  Kernel begin;
  begin.name = whole.program.name + "_unseen";
  begin.comment = "nothing has been found yet";
  for (int a = 0; a < kMaxAxes; ++a)
    begin.grid[a] = {whole.origin[a], intLit(0), intLit(1), 1};
  begin.group = {1, 1, 1};
  begin.body = {makeKStmt(KStore{out.found.name, intLit(0), makeExpr(ScalarType::I32, IntLit{0})})};
  out.kernels.push_back(finished(whole, pass, {out.found}, std::move(begin)));
  Kernel scan;
  scan.name = whole.program.name + "_scan";
  scan.comment = "is any element no number, or -0?";
  scan.group = {kScanGroup[0], kScanGroup[1], 1};
  std::array<ExprBounds, 2> box;
  for (size_t a = 0; a < 2; ++a) {
    for (const FieldId f : fields) {
      const ExprBounds &one = whole.hulls[f].box[a];
      box[a] = box[a].lo ? ExprBounds{least(box[a].lo, one.lo), greatest(box[a].hi, one.hi)} : one;
    }
    scan.grid[a] = {whole.origin[a], box[a].lo, box[a].hi, kScanTile[a]};
  }
  scan.grid[2] = {whole.origin[2], intLit(0), intLit(1), 1};
  ExprPtr found;
  for (const FieldId f : fields) {
    const Field &field = whole.program.fields[f];
    const ExprPtr odd = isOdd(makeExpr(field.elem, Load{field.name, elementIndex(whole, {f, {}})}));
    found = found ? binary(BinaryOp::LogicalOr, found, odd) : odd;
  }
  auto end = [&](int a) {
    const auto n = static_cast<size_t>(a);
    return minOf(add(whole.from(a), intLit(kScanTile[n])), box[n].hi);
  };
  KBody cell = {
      makeKStmt(KIf{found, {makeKStmt(KStore{out.found.name, intLit(0), makeExpr(ScalarType::I32, IntLit{1})})}, {}})};
  KBody row = pass.withRows({makeKStmt(CellLoop{0, whole.cell[0], whole.from(0), end(0), std::move(cell)})});
  scan.body = {makeKStmt(CellLoop{1, whole.cell[1], whole.from(1), end(1), std::move(row)})};
  out.kernels.push_back(finished(whole, pass, {out.found}, std::move(scan)));
  return out;
}

} // namespace kasane::lowering
