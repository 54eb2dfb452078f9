// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Abreast.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/IR/Operands.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kBytes = 16;     // of a load
constexpr int64_t kMostLoads = 48; // and stores: an item's registers

// Elements that are looked at whatever the cell is like.
class Unconditional {
public:
  explicit Unconditional(const std::vector<StmtPtr> &body) {
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &n) { see(n.init); }, [&](const LocalAssign &n) { see(n.value); },
          [&](const FieldStore &n) { see(n.value); }, [&](const IfStmt &n) { see(n.condition); });
  }
  bool has(FieldId field, const Offset &offset) const { return seen_.count({field, offset}) > 0; }

private:
  void see(const ExprPtr &expr) {
    if (!expr)
      return;
    if (const auto *read = std::get_if<FieldRead>(&expr->node)) {
      seen_.insert({read->field, read->offset});
      return;
    }
    if (const auto *select = std::get_if<Select>(&expr->node))
      return see(select->condition);
    if (const auto *b = std::get_if<Binary>(&expr->node);
        b && (b->op == BinaryOp::LogicalAnd || b->op == BinaryOp::LogicalOr))
      return see(b->left);
    for (const ExprPtr &operand : operandsOf(expr))
      see(operand);
  }
  std::set<std::pair<FieldId, Offset>> seen_;
};

bool asksPlace(const Stage &stage) {
  bool asks = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *index = std::get_if<IndexRef>(&e.node);
    asks |= (index && index->axis == 0) || std::holds_alternative<Load>(e.node); // a table's element may be found by it
  });
  return asks;
}

bool isAlongX(const Field &field) { return field.has[0] || !field.table.empty(); }

bool isRead(const Unconditional &always, const FieldAccess &access) {
  return std::all_of(access.reads.begin(), access.reads.end(),
                     [&](const Offset &offset) { return always.has(access.field, offset); });
}

// How many cells; 0: none.
int64_t cellsOf(const StencilProgram &program, const Stage &stage, const StageFootprint &footprint) {
  const Unconditional always(stage.body);
  int64_t size = 0;
  for (const FieldAccess &access : footprint.fields) {
    const Field &field = program.fields[access.field];
    const bool isDense = field.has[0] && field.stride[0] == Poly(1) && sizeOf(field.elem) >= 4;
    if (access.far || access.conditional || access.readAfter || !isRead(always, access) ||
        (isAlongX(field) ? !isDense : access.written))
      return 0;
    if (isDense)
      size = std::max<int64_t>(size, sizeOf(field.elem));
  }
  return size && !asksPlace(stage) ? kBytes / size : 0;
}

// What the stage's cells look at in a row is in memory; nothing else is for sure.
void keepWithin(AxisBounds &within, const Stage &stage, const std::set<Offset> &reads, const Offset &load) {
  std::vector<int64_t> along;
  for (const Offset &read : reads)
    if (read[1] == load[1] && read[2] == load[2])
      along.push_back(read[0]);
  const auto [from, to] = std::minmax_element(along.begin(), along.end());
  const Poly lo = stage.domain[0].lo + Poly(*from - load[0]), hi = stage.domain[0].hi + Poly(*to - load[0]);
  if ((lo - within.lo).constant().value_or(0) > 0)
    within.lo = lo;
  if ((hi - within.hi).constant().value_or(0) < 0)
    within.hi = hi;
}

// Of all rows, seen from the first one.
std::set<Offset> readsOf(const StencilProgram &program, const FieldAccess &access, const Jam &jam) {
  std::set<Offset> out;
  for (const Offset &read : access.reads)
    for (int64_t row = 0; row < jam.rows; ++row)
      out.insert(inRow(program, jam, access.field, read, row));
  return out;
}

void addLoads(Abreast &abreast, const Stage &stage, FieldId field, int64_t size, const std::set<Offset> &reads) {
  std::set<std::pair<Offset, int64_t>> looked;
  for (const Offset &read : reads)
    for (int64_t cell = 0; cell < abreast.cells; ++cell) {
      const auto element = loadFor(abreast, read, cell);
      looked.insert(element);
      if (abreast.loads.insert({field, element.first}).second)
        keepWithin(abreast.within, stage, reads, element.first);
    }
  abreast.looked += size * static_cast<int64_t>(looked.size());
}

} // namespace

bool hasWholeLoads(int64_t cells, const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group) {
  return tile[0] % (cells * group[0]) == 0;
}

Jam jamOf(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group,
          const std::function<bool(const Jam &)> &may) {
  for (int axis = 2; axis > 0; --axis)
    if (const Jam jam{axis, tile[axis] / group[axis]};
        jam.rows > 1 && jam.rows <= kMostRows && tile[axis] % group[axis] == 0 && may(jam))
      return jam;
  return {};
}

Offset inRow(const StencilProgram &program, const Jam &jam, FieldId field, Offset offset, int64_t row) {
  offset[jam.axis] += program.fields[field].has[jam.axis] ? row : 0;
  return offset;
}

std::pair<Offset, int64_t> loadFor(const Abreast &abreast, Offset read, int64_t cell) {
  const int64_t at = read[0] + cell, number = ((at % abreast.cells) + abreast.cells) % abreast.cells;
  read[0] = at - number;
  return {read, number};
}

std::optional<Abreast> abreastOf(const StencilProgram &program, const Stage &stage, const Jam &jam) {
  const StageFootprint footprint = footprintOf(stage);
  Abreast out;
  out.jam = jam;
  out.cells = cellsOf(program, stage, footprint);
  if (!out.cells)
    return std::nullopt;
  out.within = stage.domain[0];
  bool shares = jam.rows == 1;
  for (const FieldAccess &access : footprint.fields) {
    const Field &field = program.fields[access.field];
    if (access.written && !field.has[jam.axis])
      return std::nullopt;
    if (access.written)
      out.stores.insert(access.field);
    if (!isAlongX(field))
      continue;
    const std::set<Offset> reads = readsOf(program, access, jam);
    addLoads(out, stage, access.field, sizeOf(field.elem), reads);
    shares |= field.has[jam.axis] && reads.size() < access.reads.size() * static_cast<size_t>(jam.rows);
  }
  const auto moved = static_cast<int64_t>(out.loads.size() + out.stores.size() * static_cast<size_t>(jam.rows));
  return shares && moved <= kMostLoads ? std::optional(out) : std::nullopt;
}

} // namespace kasane
