// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/Extremes.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

// condition ? taken : own
struct Choice {
  ExprPtr condition, taken;
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
  return select && isOwn(select->whenFalse) ? std::optional(Choice{select->condition, select->whenTrue}) : std::nullopt;
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
