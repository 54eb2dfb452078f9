// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/MovedRows.h"

#include "Pipeline/BoxChecks.h"

#include <numeric>

namespace kasane::lowering {
namespace {

// All of them, each once; null: nothing.
class Conditions {
public:
  void add(const ExprPtr &is) {
    if (is && known_.insert(print(is)).second)
      all_ = both(all_, is);
  }
  ExprPtr all() const { return all_; }

private:
  std::set<std::string> known_;
  ExprPtr all_;
};

} // namespace

int64_t MovedRows::elementsOf(FieldId b) const {
  const Field &field = fieldOf(b);
  const int64_t size = sizeOf(field.elem);
  if (size < 4 || !field.has[0] || field.stride[0] != Poly(1))
    return 1;
  const int64_t elements = std::gcd(values_.cells(0), 16 / size);
  const bool fits = t_.context.schedule.tile[0] % elements == 0 && values_.block().first[0] % elements == 0;
  return fits ? elements : 1;
}

ExprPtr MovedRows::isInRows(FieldId b) const {
  const Field &field = fieldOf(b);
  const FieldHull &hull = t_.context.hulls[b];
  ExprPtr elements = intLit(elementsOf(b)), all;
  auto isMultiple = [&](const ExprPtr &e) {
    all = both(all, binary(BinaryOp::Eq, binary(BinaryOp::Rem, e, elements), intLit(0)));
  };
  isMultiple(t_.context.from(0)); // and so is every block of it
  if (values_.stream().isLine && t_.context.windowed)
    isMultiple(t_.context.tileEnd(0));
  for (int a = 1; a < t_.context.program.rank; ++a)
    if (field.has[a])
      isMultiple(toExpr(field.stride[a]));
  if (t_.context.program.endless[t_.context.program.rank - 1])
    return all; // parts of an array are laid by multiples
  // Memory begins with element 0, or with the first before that.
  ExprPtr lowest = hull.first ? hull.first : addresses_.corner(b, false);
  if (const auto *known = std::get_if<IntLit>(&lowest->node); !known || known->value < 0)
    all = both(all, binary(BinaryOp::Ge, lowest, intLit(0)));
  return all;
}

ExprPtr MovedRows::isOfRows(const ExprBounds &bounds, FieldId b) const {
  ExprPtr elements = intLit(elementsOf(b)), all;
  for (const ExprPtr &end : {bounds.lo, bounds.hi})
    if (const auto *known = std::get_if<IntLit>(&end->node); !known || known->value % elementsOf(b) != 0)
      all = both(all, binary(BinaryOp::Eq, binary(BinaryOp::Rem, end, elements), intLit(0)));
  return all;
}

std::vector<std::vector<BlockCell>> MovedRows::of(FieldId b) const {
  const size_t elements = static_cast<size_t>(elementsOf(b));
  std::vector<std::vector<BlockCell>> rows;
  for (const BlockCell &at : values_.positions()) {
    if (rows.empty() || rows.back().size() == elements)
      rows.emplace_back();
    rows.back().push_back(at);
  }
  return elements > 1 ? rows : std::vector<std::vector<BlockCell>>();
}

ExprPtr MovedRows::isInRows() const {
  std::set<FieldId> moved;
  for (const StreamVersion &version : stream_.versions)
    if (!isInCells(version))
      moved.insert(version.buffer);
  for (size_t b = 0; b < stream_.last.size(); ++b)
    if (isStored(b))
      moved.insert(static_cast<FieldId>(b));
  Conditions all;
  for (const FieldId b : moved)
    if (elementsOf(b) > 1)
      all.add(isInRows(b));
  return all.all();
}

ExprPtr MovedRows::isRimInRows() const {
  Conditions all;
  auto isWhole = [&](const CellBounds &bounds, FieldId b) {
    if (elementsOf(b) > 1)
      all.add(isOfRows(bounds[0], b));
  };
  for (const StreamVersion &version : stream_.versions)
    if (!isInCells(version))
      isWhole(memoryOf(t_, version.buffer), version.buffer);
  for (size_t b = 0; b < stream_.last.size(); ++b)
    if (isStored(b))
      isWhole(storedCells(t_, static_cast<FieldId>(b)), static_cast<FieldId>(b));
  for (const StreamLevel &level : stream_.levels)
    for (const auto &[name, store] : level.stores)
      if (const FieldId b = t_.cone.boundTo[level.step][name];
          store.isFetched() && !stream_.isLine && elementsOf(b) > 1) {
        all.add(isInRows(b));
        isWhole(memoryOf(t_, b), b);
      }
  return all.all();
}

KBody MovedRows::definitions(const ExprPtr &isQuiet) const {
  auto asNumber = [](const ExprPtr &is) { return chosen(is, intLit(1), intLit(0)); };
  if (!any())
    return {};
  ExprPtr isAtRim = isRimInRows();
  if (isQuiet && isAtRim)
    isAtRim = binary(BinaryOp::LogicalOr, isQuiet, isAtRim);
  return {
      makeKStmt(KLet{inRows_, ScalarType::I64, asNumber(isInRows())}),
      makeKStmt(KLet{rimInRows_, ScalarType::I64, asNumber(both(isAtRim, binary(BinaryOp::Ne, inRows(), intLit(0))))})};
}

KBody MovedRows::rowsOr(KBody rows, KBody cells) const {
  if (rows.empty() || !any())
    return cells;
  return {makeKStmt(KIf{binary(BinaryOp::Ne, scalar(rimInRows_), intLit(0)), std::move(rows), std::move(cells)})};
}

} // namespace kasane::lowering
