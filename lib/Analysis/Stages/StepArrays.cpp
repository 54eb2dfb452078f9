// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StepArrays.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/FieldText.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr size_t kMaxBoxes = 256; // of what is left of one read

// hi <= lo as far as numbers and the program's guards tell.
bool isEmpty(const StencilProgram &program, const AxisBounds &bounds) {
  return isNeverNegative(program, bounds.lo - bounds.hi);
}

const Poly &larger(const StencilProgram &program, const Poly &a, const Poly &b) {
  return isNeverNegative(program, b - a) ? b : a;
}
const Poly &smaller(const StencilProgram &program, const Poly &a, const Poly &b) {
  return isNeverNegative(program, a - b) ? b : a;
}

// Boxes that hold all of `box` that isn't in `written`, and perhaps more where nobody knows which bound is the larger.
std::vector<Box> without(const StencilProgram &program, const Box &box, const Box &written) {
  std::vector<Box> rest;
  Box inner = box;
  for (int a = 0; a < kMaxAxes; ++a) {
    const AxisBounds below = {inner[a].lo, smaller(program, written[a].lo, inner[a].hi)};
    const AxisBounds above = {larger(program, written[a].hi, inner[a].lo), inner[a].hi};
    if (below.hi == inner[a].hi || above.lo == inner[a].lo) // they are apart
      return {box};
    for (const AxisBounds &side : {below, above})
      if (!isEmpty(program, side)) {
        rest.push_back(inner);
        rest.back()[a] = side;
      }
    inner[a] = {larger(program, inner[a].lo, written[a].lo), smaller(program, inner[a].hi, written[a].hi)};
  }
  return rest;
}

// What the stages read of one field, by the statements of their bodies: looked for once for all fields.
using Reads = std::vector<std::vector<std::vector<Access>>>;

// Of all arrays of the step.
std::vector<Reads> readsOf(const StencilProgram &program) {
  std::vector<Reads> reads(program.fields.size(), Reads(program.stages.size()));
  for (size_t s = 0; s < program.stages.size(); ++s) {
    const Stage &stage = program.stages[s];
    const Definitions locals = definitionsOf(stage.body);
    for (Reads &of : reads)
      of[s].resize(stage.body.size());
    for (size_t n = 0; n < stage.body.size(); ++n)
      for (Access &access : accessesOf(program, stage.domain, {stage.body[n]}, locals))
        if (program.fields[access.field].ofStep && !access.write)
          reads[access.field][s][n].push_back(std::move(access));
  }
  return reads;
}

class Checker {
public:
  Checker(const StencilProgram &program, FieldId field, const Reads &reads, Diagnostics &diagnostics)
      : program_(program), field_(field), reads_(reads), diagnostics_(diagnostics) {}

  std::vector<Guard> run() {
    for (size_t s = 0; s < program_.stages.size(); ++s) {
      const Stage &stage = program_.stages[s];
      bool hasStored = false;
      for (size_t n = 0; n < stage.body.size(); ++n) {
        if (!checkReads(reads_[s][n], hasStored))
          return {};
        hasStored |= stores(stage.body[n]);
      }
      CellRegion cells;
      for (int a = 0; a < kMaxAxes; ++a)
        cells[a] = {{stage.domain[a].lo}, {stage.domain[a].hi}};
      noteStores(stage, stage.body, cells);
    }
    return std::move(guards_);
  }

private:
  // `hasStored`: the cell's own element has been written.
  bool checkReads(const std::vector<Access> &reads, bool hasStored) {
    return std::all_of(reads.begin(), reads.end(), [&](const Access &read) {
      return (hasStored && read.offset == Offset{} && !isFar(read.far)) || check(read);
    });
  }

  // In every cell that comes here.
  bool stores(const StmtPtr &stmt) const {
    if (const auto *store = std::get_if<FieldStore>(&stmt->node))
      return store->field == field_;
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    auto anyStores = [&](const std::vector<StmtPtr> &arm) {
      return std::any_of(arm.begin(), arm.end(), [&](const StmtPtr &inner) { return stores(inner); });
    };
    return branch && anyStores(branch->thenBody) && anyStores(branch->elseBody);
  }

  // Where the body stands under conditions, the cells that surely come there.
  void noteStores(const Stage &stage, const std::vector<StmtPtr> &body, const CellRegion &cells) {
    const IsParam isParam = integersAmong(program_.params);
    const Definitions locals = definitionsOf(stage.body);
    for (const StmtPtr &stmt : body) {
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      if (stores(stmt))
        written_.push_back(elementsOf(cells, {}));
      for (bool holds : {true, false})
        if (branch && !stores(stmt) && isExact(cells, *branch->condition, holds, isParam, locals))
          noteStores(stage, holds ? branch->thenBody : branch->elseBody,
                     narrowed(cells, *branch->condition, holds, isParam, locals));
    }
  }

  // At this distance from the cells; along an axis that the field hasn't [0, 1).
  Box elementsOf(const CellRegion &cells, const std::array<Poly, kMaxAxes> &distance) const {
    Box box;
    for (int a = 0; a < kMaxAxes; ++a) {
      box[a] = {0, 1};
      if (!program_.fields[field_].has[a])
        continue;
      box[a] = {cells[a].lo.front(), cells[a].hi.front()};
      for (const Poly &lo : cells[a].lo)
        box[a].lo = larger(program_, box[a].lo, lo);
      for (const Poly &hi : cells[a].hi)
        box[a].hi = smaller(program_, box[a].hi, hi);
      box[a] = {box[a].lo + distance[a], box[a].hi + distance[a]};
    }
    return box;
  }

  // Of what no nest of the step has written: it must be nothing.
  bool check(const Access &access) {
    std::array<Poly, kMaxAxes> distance;
    for (int a = 0; a < kMaxAxes; ++a)
      distance[a] = access.distance(a);
    std::vector<Box> left = {elementsOf(access.cells, distance)};
    for (const Box &cells : written_) {
      std::vector<Box> still;
      for (const Box &box : left)
        for (Box &part : without(program_, box, cells))
          still.push_back(std::move(part));
      left = std::move(still);
      if (left.size() > kMaxBoxes)
        break;
    }
    return std::all_of(left.begin(), left.end(), [&](const Box &box) { return mustBeEmpty(box, access); });
  }

  bool mustBeEmpty(const Box &box, const Access &access) {
    const Field &field = program_.fields[field_];
    for (int a = 0; a < kMaxAxes; ++a)
      if (field.has[a] && isEmpty(program_, box[a]))
        return true;
    for (int a = kMaxAxes - 1; a >= 0; --a)
      if (const Poly fewer = box[a].lo - box[a].hi;
          field.has[a] && !written_.empty() && !isNeverNegative(program_, Poly(-1) - fewer)) {
        guards_.push_back({fewer, textOf(field) + " may be read where the step hasn't written it", access.range});
        return true;
      }
    diagnostics_.add(DiagId::read_before_written, access.range, {textOf(field)});
    return false;
  }

  const StencilProgram &program_;
  const FieldId field_;
  const Reads &reads_;
  Diagnostics &diagnostics_;
  std::vector<Box> written_; // by the stages so far
  std::vector<Guard> guards_;
};

} // namespace

std::vector<Guard> stepArrayGuards(const StencilProgram &program, Diagnostics &diagnostics) {
  std::vector<Guard> out;
  if (std::none_of(program.fields.begin(), program.fields.end(), [](const Field &field) { return field.ofStep; }))
    return out;
  const std::vector<Reads> reads = readsOf(program);
  for (size_t f = 0; f < program.fields.size(); ++f)
    if (program.fields[f].ofStep)
      for (Guard &guard : Checker(program, static_cast<FieldId>(f), reads[f], diagnostics).run())
        out.push_back(std::move(guard));
  return out;
}

} // namespace kasane
