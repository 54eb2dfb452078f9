// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/ItemArrays.h"

#include "kasane/IR/Operands.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr std::array kAxes = {&ItemPlace::step, &ItemPlace::y, &ItemPlace::x, &ItemPlace::plane};

ExprPtr planeAt(int64_t plane, const PlaneTurn &turn) {
  const ExprPtr at = add(scalar(turn.var), intLit(plane));
  return plane == 0 && turn.count <= turn.planes ? at : binary(BinaryOp::Rem, at, intLit(turn.planes));
}

// Small integers are held as what arithmetic makes of them, or a GPU would convert them at each use.
ScalarType heldAs(ScalarType type) { return !isFloat(type) && sizeOf(type) < 4 ? ScalarType::I32 : type; }

// Elements that an expression looks at in some cases only are read before, or compilers make branches of that. They
// don't of `c ? a[0] : a[1]`.
//
//   a[0] = c == 3 || (c == 2 && a[1])     ->     { const int asked = a[1];  a[0] = c == 3 || (c == 2 && asked); }
class Asked {
public:
  Asked(Names &all, std::vector<std::string> &names, const std::function<bool(const std::string &)> &isArray)
      : all_(all), names_(names), isArray_(isArray) {}

  KBody in(const KBody &body, size_t used = 0) {
    KBody out;
    for (const KStmtPtr &stmt : body) {
      auto inner = [&](const KBody &of) { return in(of, used); };
      KBody reads;
      const KStmtPtr asked = match(
          stmt->node,
          [&](const KFor &n) {
            return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, inner(n.body), n.isUnrolled, n.type, n.staysLoop});
          },
          [&](const KBlock &n) { return makeKStmt(KBlock{inner(n.body)}); },
          [&](const KIf &n) { return makeKStmt(KIf{n.condition, inner(n.thenBody), inner(n.elseBody)}); },
          [&](const auto &) {
            return withValues({stmt}, [&](const ExprPtr &value) { return of(value, false, reads, used); }).front();
          });
      const size_t read = reads.size();
      reads.push_back(asked);
      if (std::holds_alternative<KLet>(stmt->node) || std::holds_alternative<KVar>(stmt->node)) {
        append(out, std::move(reads)); // what it defines is wanted behind it
        used += read;
      } else {
        out.push_back(read ? makeKStmt(KBlock{std::move(reads)}) : asked);
      }
    }
    return out;
  }

private:
  ExprPtr of(const ExprPtr &value, bool isInSomeCases, KBody &reads, size_t used) {
    auto within = [&](const ExprPtr &e) { return of(e, isInSomeCases, reads, used); };
    auto inSomeCases = [&](const ExprPtr &e) { return of(e, true, reads, used); };
    auto arm = [&](const ExprPtr &e) {
      return std::holds_alternative<Load>(e->node) && !isInSomeCases ? e : inSomeCases(e);
    };
    if (const auto *load = std::get_if<Load>(&value->node); load && isInSomeCases && isArray_(load->buffer)) {
      if (used + reads.size() == names_.size())
        names_.push_back(all_.fresh("asked"));
      const std::string &name = names_[used + reads.size()];
      reads.push_back(makeKStmt(KLet{name, value->type, value}));
      return makeExpr(value->type, ScalarRef{name}, value->range);
    }
    if (const auto *n = std::get_if<Select>(&value->node))
      return makeExpr(value->type, Select{within(n->condition), arm(n->whenTrue), arm(n->whenFalse)}, value->range);
    if (const auto *n = std::get_if<Binary>(&value->node);
        n && (n->op == BinaryOp::LogicalAnd || n->op == BinaryOp::LogicalOr))
      return makeExpr(value->type, Binary{n->op, within(n->left), inSomeCases(n->right)}, value->range);
    return withOperands(value, within);
  }

  Names &all_;
  std::vector<std::string> &names_; // by how many are in use where one begins
  const std::function<bool(const std::string &)> &isArray_;
};

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
    out.push_back(makeKStmt(KItemArray{array.name, heldAs(array.type), array.elements(), array.extents(), true}));
  }
  return out;
}

KBody ItemArrays::variables() const {
  KBody out;
  for (const auto &[name, at] : places_) {
    const ScalarType type = arrays_[at.first].type;
    out.push_back(makeKStmt(KVar{name, type, zeroOf(type)}));
  }
  return out;
}

KBody ItemArrays::definitions() const {
  KBody out = arrays();
  append(out, stored(variables(), nullptr));
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

KBody ItemArrays::withElements(const KBody &body, const PlaneTurn *turn) {
  auto known = [&](const Expr &e) -> ExprPtr {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    const Array *array = ref ? arrayOf(ref->name) : nullptr;
    return array ? makeExpr(heldAs(e.type), Load{array->name, element(ref->name, turn)}, e.range) : nullptr;
  };
  const std::function<bool(const std::string &)> isArray = [&](const std::string &name) {
    return std::ranges::find(arrays_, name, &Array::name) != arrays_.end();
  };
  const KBody out = stored(withValues(body, [&](const ExprPtr &value) { return rewrite(value, known); }), turn);
  return Asked(names_, asked_, isArray).in(out);
}

} // namespace kasane::lowering
