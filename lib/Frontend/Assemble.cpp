// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assemble.h"

#include "Fields.h"
#include "Planes.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

// A nest, or a part of it, on its way to a stage.
struct StageMaker {
  const Draft &draft;
  const DraftNest &nest;
  const NestPart &part;
  const std::vector<int> &loopAxis;
  const std::vector<Position> &positions;
  const FieldTable &table;
  Diagnostics &diagnostics;

  std::array<const DraftLoop *, kMaxAxes> loopOn{};
  std::array<std::optional<Poly>, kMaxAxes> plane{}; // the position on an axis without a loop
  Offset shift{};                                    // where the first store goes, from the loops' own cell

  bool fail(DiagId id, const DraftAccess &access) {
    diagnostics.add(id, access.range, {draft.arrays[access.array].text});
    return false;
  }

  FieldId fieldOf(int access) const { return table.ids.at(keyOf(draft.accesses[access], positions[access])); }

  bool findPlanes() {
    for (size_t l = 0; l < loopAxis.size(); ++l)
      loopOn[loopAxis[l]] = &nest.loops[l];
    for (bool writes : {true, false})
      for (int a : part.accesses)
        for (int axis = 0; axis < kMaxAxes; ++axis) {
          const std::optional<Poly> &at = positions[a].at[axis];
          if (!at || draft.accesses[a].write != writes)
            continue;
          if (loopOn[axis] && !positions[a].relative[axis])
            return fail(DiagId::position_fixed, draft.accesses[a]);
          if (!loopOn[axis] && !plane[axis])
            plane[axis] = at;
        }
    return true;
  }

  std::optional<Offset> offsetOf(int access) {
    Offset offset{};
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const std::optional<Poly> &at = positions[access].at[axis];
      if (!at)
        continue;
      std::optional<int64_t> distance = loopOn[axis] ? at->constant() : (*at - *plane[axis]).constant();
      if (!distance) {
        fail(DiagId::planes_apart, draft.accesses[access]);
        return std::nullopt;
      }
      offset[axis] = *distance - shift[axis];
    }
    return offset;
  }

  bool findShift() {
    for (int a : part.accesses)
      if (draft.accesses[a].write) {
        std::optional<Offset> offset = offsetOf(a);
        if (offset)
          shift = *offset;
        return offset.has_value();
      }
    diagnostics.add(DiagId::nothing_stored, nest.range);
    return false;
  }

  ExprPtr translate(const ExprPtr &expr) {
    return expr ? rewrite(expr,
                          [&](const Expr &e) -> ExprPtr {
                            if (const auto *read = std::get_if<FieldRead>(&e.node))
                              return makeExpr(e.type, FieldRead{fieldOf(read->field), *offsetOf(read->field)}, e.range);
                            const auto *index = std::get_if<IndexRef>(&e.node);
                            if (!index)
                              return nullptr;
                            int axis = loopAxis[index->axis];
                            ExprPtr cell = makeExpr(e.type, IndexRef{axis}, e.range);
                            return shift[axis] == 0 ? cell : sub(cell, intLit(shift[axis]));
                          })
                : nullptr;
  }

  std::vector<StmtPtr> translate(const std::vector<StmtPtr> &body) {
    std::vector<StmtPtr> out;
    for (const StmtPtr &stmt : body)
      out.push_back(makeStmt(
          match(
              stmt->node,
              [&](const LocalDecl &s) -> Stmt::Node { return LocalDecl{s.name, s.type, translate(s.init)}; },
              [&](const LocalAssign &s) -> Stmt::Node { return LocalAssign{s.name, s.type, translate(s.value)}; },
              [&](const FieldStore &s) -> Stmt::Node {
                return FieldStore{fieldOf(s.field), *offsetOf(s.field), translate(s.value)};
              },
              [&](const IfStmt &s) -> Stmt::Node {
                return IfStmt{translate(s.condition), translate(s.thenBody), translate(s.elseBody)};
              }),
          stmt->range));
    return out;
  }

  std::optional<Stage> make() {
    if (!findPlanes() || !findShift())
      return std::nullopt;
    for (int a : part.accesses)
      if (!offsetOf(a))
        return std::nullopt;
    Stage stage;
    stage.range = nest.range;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      Poly lo = loopOn[axis] ? loopOn[axis]->lo : plane[axis].value_or(0);
      Poly hi = loopOn[axis] ? loopOn[axis]->hi : lo + Poly(1);
      stage.domain[axis] = {lo + Poly(shift[axis]), hi + Poly(shift[axis])};
    }
    for (size_t l = 0; l < loopAxis.size(); ++l)
      stage.order.push_back({loopAxis[l], nest.loops[l].direction});
    stage.body = translate(part.body);
    return stage;
  }
};

void nameAxes(const Draft &draft, const Layout &layout, StencilProgram &program) {
  const char *const defaults[] = {"x", "y", "z"};
  for (int axis = 0; axis < kMaxAxes; ++axis)
    program.axisNames[axis] = defaults[axis];
  std::array<bool, kMaxAxes> named{};
  for (size_t n = 0; n < draft.nests.size(); ++n)
    for (size_t l = 0; l < draft.nests[n].loops.size(); ++l)
      if (int axis = layout.loopAxis[n][l]; !std::exchange(named[axis], true))
        program.axisNames[axis] = draft.nests[n].loops[l].name;
}

} // namespace

bool assemble(const Draft &draft, Names &names, StencilProgram &program, Diagnostics &diagnostics) {
  std::optional<Layout> layout = layoutOf(draft, diagnostics);
  if (!layout)
    return false;
  std::vector<Position> positions;
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
      std::optional<Position> position = positionOf(draft, *layout, nest, draft.accesses[a], diagnostics);
      if (!position)
        return false;
      positions.push_back(*position);
    }
  std::optional<FieldTable> table = fieldsOf(draft, *layout, positions, names, diagnostics);
  if (!table)
    return false;
  for (size_t n = 0; n < draft.nests.size(); ++n)
    for (const NestPart &part : partsOf(draft.nests[n], draft, positions)) {
      StageMaker maker{draft, draft.nests[n], part, layout->loopAxis[n], positions, *table, diagnostics};
      std::optional<Stage> stage = maker.make();
      if (!stage)
        return false;
      program.stages.push_back(std::move(*stage));
    }
  program.rank = layout->rank;
  program.params = draft.params;
  program.fields = table->fields;
  program.rotation = table->rotation;
  program.stepScalars = draft.stepScalars;
  program.time = draft.time;
  program.guards = draft.guards;
  nameAxes(draft, *layout, program);
  prune(program);
  return true;
}

} // namespace kasane
