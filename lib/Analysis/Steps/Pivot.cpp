// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Pivot.h"

#include "kasane/Analysis/FieldText.h"

#include <algorithm>

namespace kasane {
namespace {

bool isOfTime(const Poly &poly) { return poly.symbols().count(kTimeSymbol) > 0; }

class Finder {
public:
  explicit Finder(const StencilProgram &program) : program_(program) {}
  std::string why;
  Pivot out;

  // Both are true while nothing stands in the way.
  bool run() { return isPlain() && findPlaces() && findParts() && checkReads() && restIsOne(); }

private:
  bool fail(const std::string &reason) {
    why = reason;
    return false;
  }

  bool isPlain() {
    const StencilProgram &p = program_;
    if (!p.time || !followsTime(p) || p.rank != 2)
      return fail("no step looks at a row and at a column that go with the time loop");
    if (p.time->step != 1)
      return fail("the steps' places are not side by side");
    if (rotates(p) || !p.actions.empty() || !p.stepScalars.empty() || !p.variables.empty())
      return fail("steps do more than change cells");
    return true;
  }

  bool findPlaces() {
    std::array<std::optional<Poly>, 2> found;
    bool isOne = true;
    for (const Stage &stage : program_.stages)
      walkExprs(stage.body, [&](const Expr &e) {
        const auto *read = std::get_if<FieldRead>(&e.node);
        for (size_t a = 0; read && a < 2; ++a) {
          isOne &= !read->at[a] || !found[a] || *found[a] == *read->at[a];
          if (read->at[a])
            found[a] = read->at[a];
        }
      });
    for (size_t a = 0; a < 2; ++a) {
      if (!isOne || !found[a] || found[a]->coefficientOf(kTimeSymbol) != Poly(1))
        return fail("steps don't look at one row and at one column, the next step at the next ones");
      out.place[a] = *found[a];
    }
    return true;
  }

  // nullopt: no side as a whole.
  std::optional<int> sideOf(const AxisBounds &bounds, size_t axis) {
    const Poly &at = out.place[axis];
    AxisBounds &whole = out.whole[axis];
    if (bounds.lo == at && bounds.hi == at + Poly(1))
      return 0;
    if (bounds.hi == at && !isOfTime(bounds.lo)) {
      whole.lo = bounds.lo;
      return -1;
    }
    if (bounds.lo == at + Poly(1) && !isOfTime(bounds.hi)) {
      whole.hi = bounds.hi;
      return 1;
    }
    return std::nullopt;
  }

  // D_before[y] := D[y][k]
  std::optional<PivotRead> keptIn(const Stage &stage, FieldId &in) const {
    const auto *store = stage.body.size() == 1 ? std::get_if<FieldStore>(&stage.body[0]->node) : nullptr;
    const auto *read = store ? std::get_if<FieldRead>(&store->value->node) : nullptr;
    if (!read || !program_.fields[store->field].ofStep || isPlaced(read->at))
      return std::nullopt;
    in = store->field;
    PivotRead kept{read->field, {}, false};
    for (size_t a = 0; a < 2; ++a)
      kept.at[a] = stage.domain[a].lo == out.place[a] && stage.domain[a].hi == out.place[a] + Poly(1);
    return kept;
  }

  bool findParts() {
    for (size_t k = 0; k < program_.stages.size(); ++k) {
      const Stage &stage = program_.stages[k];
      FieldId in = 0;
      if (const std::optional<PivotRead> kept = out.parts.empty() ? keptIn(stage, in) : std::nullopt) {
        out.kept[in] = *kept;
        continue;
      }
      const std::optional<int> x = sideOf(stage.domain[0], 0), y = sideOf(stage.domain[1], 1);
      if (!x || !y)
        return fail("some cells of a step lie on no side of its row and column");
      if (out.partOn({*x, *y}))
        return fail("two loop nests of a step change the same cells");
      out.parts.push_back({k, {*x, *y}});
      walk(stage.body, [&](const Stmt &stmt) {
        if (const auto *store = std::get_if<FieldStore>(&stmt.node))
          out.written.insert(store->field);
      });
    }
    return true;
  }

  bool checkReads() {
    for (const FieldId f : out.written)
      if (const Field &field = program_.fields[f];
          field.hidden || !field.has[0] || !field.has[1] || field.stride[0] != Poly(1))
        return fail("the elements of a row of '" + textOf(field) + "' are not side by side in memory");
    bool isKnown = true;
    for (const PivotPart &part : out.parts)
      walkExprs(program_.stages[part.stage].body, [&](const Expr &e) {
        if (const auto *read = std::get_if<FieldRead>(&e.node))
          isKnown &= out.written.count(read->field) || out.kept.count(read->field) || !isPlaced(read->at);
        isKnown &= !std::holds_alternative<Load>(e.node);
      });
    return isKnown || fail("a cell reads a row or a column of an array that the steps don't change");
  }

  // Of the cells beside row and column all do the same.
  bool restIsOne() {
    const PivotPart *first = nullptr;
    for (const PivotPart &part : out.parts) {
      if (part.side[0] == 0 || part.side[1] == 0)
        continue;
      if (first && !doTheSame(program_, *first, part))
        return fail("cells before the step's row or column do something else than those behind it");
      first = &part;
    }
    return first || fail("no cells lie beside the step's row and column");
  }

  const StencilProgram &program_;
};

std::string statementsOf(const StencilProgram &program, const PivotPart &part) {
  StencilProgram alone = program;
  alone.stages = {program.stages[part.stage]};
  alone.stages[0].domain = {};
  return print(alone);
}

} // namespace

bool doTheSame(const StencilProgram &program, const PivotPart &a, const PivotPart &b) {
  return statementsOf(program, a) == statementsOf(program, b);
}

const PivotPart *Pivot::partOn(const PivotSide &side) const {
  const auto found = std::ranges::find(parts, side, &PivotPart::side);
  return found == parts.end() ? nullptr : &*found;
}

std::optional<PivotRead> Pivot::readOf(const PivotPart &part, const FieldRead &element) const {
  if (const auto hidden = kept.find(element.field); hidden != kept.end())
    return hidden->second;
  PivotRead read{element.field, {element.at[0].has_value(), element.at[1].has_value()}, false};
  if (!read.at[0] && !read.at[1])
    return std::nullopt;
  PivotSide writer = part.side;
  for (size_t a = 0; a < 2; ++a)
    writer[a] = read.at[a] ? 0 : writer[a];
  const PivotPart *before = partOn(writer);
  read.isNew = before && before->stage < part.stage;
  // Where the part is the place itself, the element is the cell's along that axis: it is there all the same.
  for (size_t a = 0; a < 2; ++a)
    read.at[a] = read.at[a] || part.side[a] == 0;
  return read;
}

std::set<PivotRead> Pivot::reads(const StencilProgram &program) const {
  std::set<PivotRead> all;
  for (const PivotPart &part : parts)
    walkExprs(program.stages[part.stage].body, [&](const Expr &e) {
      if (const auto *element = std::get_if<FieldRead>(&e.node))
        if (const std::optional<PivotRead> read = readOf(part, *element))
          all.insert(*read);
    });
  return all;
}

int64_t pivotWidth(const StencilProgram &program, const Pivot &pivot) {
  constexpr int64_t kBytes = 128; // two vectors of the widest processors
  int64_t size = 1;
  for (const FieldId f : pivot.written)
    size = std::max<int64_t>(size, sizeOf(program.fields[f].elem));
  return kBytes / size;
}

std::string notPivoted(const StencilProgram &program) {
  Finder finder(program);
  return finder.run() ? "" : finder.why;
}

std::optional<Pivot> pivotOf(const StencilProgram &program) {
  Finder finder(program);
  return finder.run() ? std::optional(std::move(finder.out)) : std::nullopt;
}

} // namespace kasane
