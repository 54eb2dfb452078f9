// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Periodic.h"

#include "Cells/Accesses.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

std::set<FieldId> writtenFields(const StencilProgram &program) {
  std::set<FieldId> written;
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<FieldStore>(&stmt.node);
      if (store)
        for (const FieldId f : cycleOf(program, store->field))
          written.insert(f);
    });
  return written;
}

// `distance` less whole rounds, when that is a number.
std::optional<int64_t> withoutRounds(const Poly &distance, const Poly &period) {
  if (std::optional<int64_t> length = period.constant(); length && distance.constant() && *length > 0) {
    int64_t rest = ((*distance.constant() % *length) + *length) % *length;
    return 2 * rest > *length ? rest - *length : rest;
  }
  for (int64_t rounds : {0, 1, -1, 2, -2})
    if (std::optional<int64_t> rest = (distance - Poly(rounds) * period).constant())
      return rest;
  return std::nullopt;
}

bool liesOn(const StencilProgram &program, const Access &access, const AxisBounds &ring, int axis) {
  const CellBounds &cells = access.cells[axis];
  const Poly distance = access.distance(axis);
  const bool low = std::any_of(cells.lo.begin(), cells.lo.end(),
                               [&](const Poly &lo) { return isNeverNegative(program, lo + distance - ring.lo); });
  const bool high = std::any_of(cells.hi.begin(), cells.hi.end(),
                                [&](const Poly &hi) { return isNeverNegative(program, ring.hi - hi - distance); });
  return !program.fields[access.field].has[axis] ||
         (low && high && withoutRounds(distance, ring.hi - ring.lo).has_value());
}

class Finder {
public:
  explicit Finder(const StencilProgram &program) : program_(program), written_(writtenFields(program)) {
    for (const Stage &stage : program.stages)
      for (Access &access : accessesOf(program, stage))
        if (written_.count(access.field))
          accesses_.push_back(std::move(access));
  }

  RingsOrFar run() const {
    RingsOrFar out;
    for (int axis = 0; axis < program_.rank && !out.far; ++axis) {
      if (program_.endless[axis]) {
        out.rings.axis[axis] = program_.endless[axis];
        continue;
      }
      auto reachesOver = [&](const Access &access) { return isFarAlong(access, axis); };
      auto symbolic = std::find_if(accesses_.begin(), accesses_.end(),
                                   [&](const Access &access) { return !access.far[axis].isZero(); });
      if (std::none_of(accesses_.begin(), accesses_.end(), reachesOver))
        continue;
      out.rings.axis[axis] = ringAlong(axis);
      if (!out.rings.axis[axis] && symbolic != accesses_.end())
        out.far = FarElement{{symbolic->field, symbolic->offset, symbolic->far}, symbolic->range, axis};
    }
    return out;
  }

private:
  // A distance of more than half of what there is leads to the other end.
  bool isFarAlong(const Access &access, int axis) const {
    if (!access.far[axis].isZero())
      return true;
    std::optional<int64_t> length = (access.cells[axis].hi.front() - access.cells[axis].lo.front()).constant();
    return length && *length > 1 && 2 * std::abs(access.offset[axis]) > *length;
  }

  // From where some domain begins to where some domain ends, or from 0 as far as some element is away.
  std::optional<AxisBounds> ringAlong(int axis) const {
    for (const Stage &first : program_.stages)
      for (const Stage &last : program_.stages)
        if (AxisBounds ring{first.domain[axis].lo, last.domain[axis].hi}; holdsAll(ring, axis))
          return ring;
    for (const Access &access : accesses_)
      for (const Poly &length : {access.far[axis], Poly(0) - access.far[axis]})
        if (!length.isZero() && holdsAll({0, length}, axis))
          return AxisBounds{0, length};
    return std::nullopt;
  }

  bool holdsAll(const AxisBounds &ring, int axis) const {
    return std::all_of(accesses_.begin(), accesses_.end(),
                       [&](const Access &access) { return liesOn(program_, access, ring, axis); });
  }

  const StencilProgram &program_;
  std::set<FieldId> written_;
  std::vector<Access> accesses_; // to what the region writes
};

// Arms that have come to be alike need no condition.
ExprPtr withoutEmptyChoices(const ExprPtr &expr) {
  auto again = [](const ExprPtr &e) { return withoutEmptyChoices(e); };
  auto same = [&](Expr::Node node) { return makeExpr(expr->type, std::move(node), expr->range); };
  return match(
      expr->node, [&](const Unary &n) { return same(Unary{n.op, again(n.operand)}); },
      [&](const Binary &n) { return same(Binary{n.op, again(n.left), again(n.right)}); },
      [&](const Select &n) {
        ExprPtr whenTrue = again(n.whenTrue), whenFalse = again(n.whenFalse);
        if (whenTrue->type == whenFalse->type && print(whenTrue) == print(whenFalse))
          return whenTrue;
        return same(Select{again(n.condition), whenTrue, whenFalse});
      },
      [&](const Call &n) {
        std::vector<ExprPtr> args;
        for (const ExprPtr &arg : n.args)
          args.push_back(again(arg));
        return same(Call{n.callee, std::move(args)});
      },
      [&](const Cast &n) { return same(Cast{again(n.operand)}); }, [&](const auto &) { return expr; });
}

} // namespace

bool Rings::any() const {
  return std::any_of(axis.begin(), axis.end(), [](const auto &ring) { return ring.has_value(); });
}

RingsOrFar ringsOf(const StencilProgram &program) {
  return followsTime(program) ? RingsOrFar{} : Finder(program).run();
}

bool holdsAll(const StencilProgram &program, const AxisBounds &ring, int axis) {
  return std::all_of(program.stages.begin(), program.stages.end(), [&](const Stage &stage) {
    const std::vector<Access> accesses = accessesOf(program, stage);
    return std::all_of(accesses.begin(), accesses.end(),
                       [&](const Access &access) { return liesOn(program, access, ring, axis); });
  });
}

RingPlace placeOnRing(const ExprPtr &cell, const ExprPtr &lo, const ExprPtr &hi) {
  const ExprPtr length = sub(hi, lo), beyond = binary(BinaryOp::Rem, sub(cell, lo), length);
  return {binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, cell, lo), binary(BinaryOp::Lt, cell, hi)),
          add(lo, binary(BinaryOp::Rem, binary(BinaryOp::Add, beyond, length), length))};
}

Offset nearest(const Rings &rings, const FieldRead &element) {
  Offset offset = element.offset;
  for (int a = 0; a < kMaxAxes; ++a)
    if (const auto &ring = rings.axis[a])
      offset[a] = withoutRounds(distanceOf(element, a), ring->hi - ring->lo).value_or(offset[a]);
  return offset;
}

std::vector<StmtPtr> onRings(const Rings &rings, const std::vector<StmtPtr> &body,
                             const std::function<bool(FieldId)> &held) {
  if (!rings.any())
    return body;
  auto value = [&](const ExprPtr &expr) {
    return withoutEmptyChoices(rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read || !held(read->field))
        return nullptr;
      FieldRead near{read->field, nearest(rings, *read), read->far};
      for (int a = 0; a < kMaxAxes; ++a)
        if (rings.axis[a])
          near.far.set(a, {});
      return makeExpr(e.type, std::move(near), e.range);
    }));
  };
  return withValues(body, value);
}

} // namespace kasane
