// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Delinearisation: the constant rest of a subscript, split over the slots of its dimension.
#include "Terms.h"
#include "kasane/Layout/Fields.h"
#include "kasane/Layout/Phase.h"

#include <algorithm>

namespace kasane {
namespace {

// Where all cells that make an access would lie beyond their row, another row is meant: j*nx + i + 1 - nx in the last
// cell of a row is row j's first element.
void keepInRow(const CellBounds &cells, const std::optional<Poly> &length, Poly &row, Poly &at) {
  auto isKnown = [](const Poly &value) { return value.constant() && *value.constant() >= 0; };
  bool below = false, beyond = false;
  for (const Poly &hi : cells.hi)
    below |= isKnown(Poly(0) - hi - at);
  for (const Poly &lo : cells.lo)
    beyond |= length && isKnown(lo + at - *length);
  if (!length || below == beyond)
    return;
  at = below ? at + *length : at - *length;
  row = below ? row - Poly(1) : row + Poly(1);
}

// The parameter with that text.
Poly paramWith(const std::string &text, const std::string &name, Names &names, std::vector<Param> &params) {
  auto known = std::find_if(params.begin(), params.end(), [&](const Param &param) { return param.text == text; });
  if (known == params.end())
    known = params.insert(params.end(), {names.take(name), ScalarType::I64, text});
  return Poly::symbol(known->name);
}

// What no division of polynomials tells: the row and the column of a place that is one number, at the call.
void divideAtCall(const std::vector<const Slot *> &slots, const std::vector<bool> &relative, const std::string &array,
                  std::vector<Poly> &at, Names &names, std::vector<Param> &params) {
  auto isNumber = [](const Poly &poly) { return poly.constant().has_value(); };
  const std::optional<Poly> length =
      slots.size() < 2 ? std::nullopt : slots[slots.size() - 2]->stride.dividedBy(slots.back()->stride);
  if (const std::optional<int64_t> behind = length ? (*length - at.back()).constant() : std::nullopt;
      behind && *behind > 0)
    return; // u[nx - 1] is in the first row, at so many elements before its end
  if (std::any_of(relative.begin(), relative.end(), [](bool r) { return r; }) || slots.size() < 2 ||
      !std::all_of(at.begin(), at.end() - 1, isNumber) || isNumber(at.back()) ||
      std::any_of(slots.begin(), slots.end(), [](const Slot *slot) { return slot->axis < 0; }))
    return;
  std::string rest = "(long long)(" + callText(at.back(), params) + ")";
  for (size_t s = 0; s + 1 < slots.size(); ++s) {
    const std::string stride = "(" + callText(slots[s]->stride, params) + ")";
    const std::string divisor = "(" + stride + " > 0 ? " + stride + " : 1)"; // no such array runs here
    at[s] = at[s] + paramWith("(" + rest + " / " + divisor + ")", array + "_row", names, params);
    rest = "(" + rest + " % " + divisor + ")";
  }
  at.back() = paramWith(rest, array + "_column", names, params);
}

bool isUnit(const std::optional<Poly> &factor) { return factor == Poly(1) || factor == Poly(-1); }

// t -> (t + phase) mod period, or the same of -t where it falls, as a number; -1 when the table is no rotation.
int phaseNumber(const Poly &index, const GroupLayout &group) {
  std::optional<std::vector<int64_t>> table = phaseTable(index);
  if (!table || static_cast<int>(table->size()) != group.period || !goesRound(*table))
    return -1;
  const int first = static_cast<int>((*table)[0]);
  return group.falls ? (group.period - first) % group.period : first;
}

} // namespace

std::optional<AccessPosition> positionOf(const Draft &draft, const Layout &layout, const DraftNest &nest,
                                         const DraftAccess &access, Names &names, std::vector<Param> &params,
                                         Diagnostics &diagnostics) {
  const GroupLayout &group = layout.groups[layout.groupOf[access.array]];
  AccessPosition position;
  auto fail = [&](DiagId id) -> std::optional<AccessPosition> {
    diagnostics.add(id, access.range, {draft.arrays[access.array].text});
    return std::nullopt;
  };
  for (size_t d = 0; d < access.index.size(); ++d) {
    const Poly &index = access.index[d];
    if (group.kinds[d] == DimKind::Component) {
      position.components.push_back(index);
      continue;
    }
    if (group.kinds[d] == DimKind::Phase) {
      position.phase = phaseNumber(index, group);
      if (position.phase < 0)
        return fail(DiagId::subscript_not_affine);
      continue;
    }
    std::vector<const Slot *> slots;
    std::vector<bool> relative;
    for (const Slot &slot : group.slots) {
      if (slot.dim != d)
        continue;
      slots.push_back(&slot);
      bool found = false;
      for (size_t l = 0; l < nest.loops.size(); ++l)
        found |= index.coefficientOf(loopSymbol(l)) == slot.stride;
      relative.push_back(found);
    }
    std::vector<Poly> at = splitOver(slots, relative, withoutLoops(index, nest.loops.size()));
    divideAtCall(slots, relative, draft.arrays[access.array].name, at, names, params);
    for (size_t s = slots.size(); s-- > 1;)
      for (size_t l = 0; l < nest.loops.size() && l < kMaxAxes; ++l)
        if (relative[s] && index.coefficientOf(loopSymbol(l)) == slots[s]->stride) {
          CellBounds cells = access.cells[l];
          cells.lo.push_back(nest.loops[l].lo);
          cells.hi.push_back(nest.loops[l].hi);
          keepInRow(cells, slots[s - 1]->stride.dividedBy(slots[s]->stride), at[s - 1], at[s]);
        }
    for (size_t s = 0; s < slots.size(); ++s) {
      const bool isTimed = at[s].symbols().count(kTimeSymbol) > 0;
      if (isTimed && (relative[s] || slots[s]->axis < 0))
        return fail(DiagId::time_in_subscript);
      if (isTimed && !isUnit(at[s].coefficientOf(kTimeSymbol)))
        return fail(DiagId::pivot_apart);
      if (slots[s]->axis < 0) {
        position.components.push_back(at[s]);
        continue;
      }
      position.relative[slots[s]->axis] = relative[s];
      position.at[slots[s]->axis] = at[s];
    }
  }
  return position;
}

} // namespace kasane
