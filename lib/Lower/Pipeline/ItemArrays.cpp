// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/ItemArrays.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr std::array kAxes = {&ItemPlace::step, &ItemPlace::y, &ItemPlace::x, &ItemPlace::plane};

ExprPtr planeAt(int64_t plane, const PlaneTurn &turn) {
  const ExprPtr at = add(scalar(turn.var), intLit(plane));
  return plane == 0 && turn.count <= turn.planes ? at : binary(BinaryOp::Rem, at, intLit(turn.planes));
}

} // namespace

int64_t ItemArrays::Array::elements() const {
  int64_t all = 1;
  for (const auto axis : kAxes)
    all *= last.*axis - first.*axis + 1;
  return all;
}

// Of the axes that it has.
std::vector<int64_t> ItemArrays::Array::extents() const {
  std::vector<int64_t> out;
  for (const auto axis : kAxes)
    if (const int64_t extent = last.*axis - first.*axis + 1; extent > 1)
      out.push_back(extent);
  return out;
}

void ItemArrays::add(const std::string &name, const std::string &base, ScalarType type, const ItemPlace &place,
                     int64_t planes) {
  auto array = std::ranges::find(arrays_, base, &Array::name);
  if (array == arrays_.end())
    array = arrays_.insert(array, {base, type, place, place});
  for (const auto axis : kAxes) {
    array->first.*axis = std::min(array->first.*axis, place.*axis);
    array->last.*axis = std::max(array->last.*axis, place.*axis);
  }
  if (array->last.plane > 0) { // which of them it is changes from turn to turn
    array->first.plane = 0;
    array->last.plane = planes - 1;
  }
  places_[name] = {array - arrays_.begin(), place};
}

KBody ItemArrays::arrays() const {
  KBody out;
  for (const Array &array : arrays_) {
    if (array.elements() == 1)
      continue;
    if (out.empty())
      out.push_back(makeKStmt(KComment{"values of the work-item's cells: by step, y, x and plane, as far as there are "
                                       "several"}));
    out.push_back(makeKStmt(KItemArray{array.name, array.type, array.elements(), array.extents(), true}));
  }
  return out;
}

KBody ItemArrays::variables() const {
  KBody out;
  for (const auto &[name, at] : places_) {
    const ScalarType type = arrays_[at.first].type;
    out.push_back(makeKStmt(KVar{name, type, isFloat(type) ? makeExpr(type, FloatLit{0.0}) : intLit(0, type)}));
  }
  return out;
}

KBody ItemArrays::definitions() const {
  KBody out = arrays();
  append(out, withElements(variables()));
  return out;
}

const ItemArrays::Array *ItemArrays::arrayOf(const std::string &name) const {
  const auto at = places_.find(name);
  return at == places_.end() || arrays_[at->second.first].elements() == 1 ? nullptr : &arrays_[at->second.first];
}

ExprPtr ItemArrays::element(const std::string &name, const PlaneTurn *turn) const {
  const Array &array = *arrayOf(name);
  const ItemPlace &place = places_.at(name).second;
  std::vector<ExprPtr> places;
  for (const auto axis : kAxes)
    if (array.last.*axis > array.first.*axis)
      places.push_back(turn && axis == &ItemPlace::plane ? planeAt(place.plane, *turn)
                                                         : intLit(place.*axis - array.first.*axis));
  return elementAt(std::move(places));
}

// Without the variables of what is in arrays.
KBody ItemArrays::stored(const KBody &body, const PlaneTurn *turn) const {
  KBody out;
  for (const KStmtPtr &stmt : body)
    if (const auto *var = std::get_if<KVar>(&stmt->node); !var || !arrayOf(var->name))
      out.push_back(stored(stmt, turn));
  return out;
}

// Assignments become stores, and rows go to elements side by side.
KStmtPtr ItemArrays::stored(const KStmtPtr &stmt, const PlaneTurn *turn) const {
  auto in = [&](const KBody &body) { return stored(body, turn); };
  return match(
      stmt->node,
      [&](const KFor &n) {
        return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, in(n.body), n.isUnrolled, n.type, n.staysLoop});
      },
      [&](const KBlock &n) { return makeKStmt(KBlock{in(n.body)}); },
      [&](const KIf &n) { return makeKStmt(KIf{n.condition, in(n.thenBody), in(n.elseBody)}); },
      [&](const KAssign &n) {
        const Array *array = arrayOf(n.name);
        return array ? makeKStmt(KStore{array->name, element(n.name, turn), n.value}) : stmt;
      },
      [&](const KLoadRow &n) {
        const Array *array = arrayOf(n.names.front());
        if (!array)
          return stmt;
        return makeKStmt(KLoadItems{array->name, element(n.names.front(), turn), static_cast<int64_t>(n.names.size()),
                                    n.type, n.buffer, n.index});
      },
      [&](const auto &) { return stmt; });
}

KBody ItemArrays::withElements(const KBody &body, const PlaneTurn *turn) const {
  auto known = [&](const Expr &e) -> ExprPtr {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    const Array *array = ref ? arrayOf(ref->name) : nullptr;
    return array ? makeExpr(e.type, Load{array->name, element(ref->name, turn)}, e.range) : nullptr;
  };
  return stored(withValues(body, [&](const ExprPtr &value) { return rewrite(value, known); }), turn);
}

} // namespace kasane::lowering
