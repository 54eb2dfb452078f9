// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Assemble.h"

#include "Origins.h"
#include "Parts.h"
#include "Planes.h"
#include "Translated.h"
#include "kasane/Layout/Fields.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace kasane {
namespace {

// A nest, or a part of it, on its way to a stage.
struct StageMaker {
  const Draft &draft;
  const DraftNest &nest;
  const NestPart &part;
  const std::vector<int> &loopAxis;
  const std::vector<AccessPosition> &positions;
  const FieldTable &table;
  const std::vector<Param> &params;
  Diagnostics &diagnostics;

  std::array<const DraftLoop *, kMaxAxes> loopOn{};
  std::array<std::optional<Poly>, kMaxAxes> plane{}; // the position on an axis without a loop
  std::array<Poly, kMaxAxes> shift{};                // where the first store goes, from the loops' own cell

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
          const bool isFixed = loopOn[axis] && !positions[a].relative[axis];
          if (isFixed && (writes || (!isTimed(*at) && (!followsLoops(a) || isOtherEnd(a, axis))))) {
            fail(isTimed(*at) ? DiagId::pivot_stored : DiagId::position_fixed, draft.accesses[a]);
            addLengths(a);
            return false;
          }
          if (!loopOn[axis] && !plane[axis])
            plane[axis] = at;
        }
    return true;
  }

  // The end of a row by another length than the loop's, in cells that conditions with that length leave: rows of
  // arrays that are exchanged have one length.
  bool isOtherEnd(int access, int axis) const {
    const DraftAccess &read = draft.accesses[static_cast<size_t>(access)];
    const auto loop = static_cast<size_t>(loopOn[axis] - nest.loops.data());
    const Param *end = paramIn(loopOn[axis]->hi), *length = paramIn(*positions[access].at[axis] + Poly(1));
    return end && length && end != length && end->type == length->type &&
           std::ranges::any_of(draft.moves, [&](const auto &move) { return move.first == read.array; }) &&
           std::ranges::any_of(read.cells[loop].lo,
                               [&](const Poly &first) { return first.symbols().count(length->name) > 0; });
  }

  // For each axis the texts of two lengths, behind the message's own words: the loop's end, and the end at which the
  // place lies. Where these are the same number, the place goes by the loop.
  void addLengths(int access) {
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const std::optional<Poly> &at = positions[access].at[axis];
      if (!at || !loopOn[axis] || positions[access].relative[axis])
        continue;
      const Param *end = paramIn(loopOn[axis]->hi), *length = paramIn(*at + Poly(1));
      if (!end || !length || end == length || end->type != length->type)
        continue;
      diagnostics.last().args.push_back(end->text);
      diagnostics.last().args.push_back(length->text);
    }
  }

  const Param *paramIn(const Poly &poly) const {
    const auto found = std::find_if(params.begin(), params.end(),
                                    [&](const Param &param) { return poly == Poly::symbol(param.name); });
    return found == params.end() ? nullptr : &*found;
  }

  // A store that does not name a loop's axis would be made many times over.
  bool checkAxes() {
    for (int a : part.accesses)
      for (int axis = 0; axis < kMaxAxes && draft.accesses[a].write; ++axis) {
        const bool isOne = !loopOn[axis] || (loopOn[axis]->hi - loopOn[axis]->lo).constant().value_or(2) <= 1;
        if (isOne || table.fields[static_cast<size_t>(fieldOf(a))].has[axis])
          continue;
        diagnostics.add(DiagId::store_misses_axis, draft.accesses[a].range,
                        {draft.arrays[draft.accesses[a].array].text, loopOn[axis]->name});
        return false;
      }
    return true;
  }

  // Else it is the same element in all cells.
  bool followsLoops(int access) const {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (positions[access].at[axis] && positions[access].relative[axis])
        return true;
    return false;
  }

  static bool isTimed(const Poly &poly) { return poly.symbols().count(kTimeSymbol) > 0; }

  // Its step's own place, which the nest has a loop along, or other places beside.
  bool isPlace(const Poly &at, int axis) const {
    return isTimed(at) && (loopOn[axis] || !isTimed(plane[axis].value_or(0)));
  }

  // Another place in each step, seen from the only one that the nest has there: a[t][t] = a[t][0];
  bool isPassing(const Poly &at, int axis) const {
    return !loopOn[axis] && isTimed(at - plane[axis].value_or(0) - shift[axis]);
  }

  // Where the access goes, seen from the stored cell.
  FieldRead elementOf(int access) {
    FieldRead element{fieldOf(access), {}};
    const size_t loops = draft.accesses[static_cast<size_t>(access)].loops;
    element.ahead = static_cast<int>(nest.loops.size() - std::min(loops, nest.loops.size()));
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const std::optional<Poly> &at = positions[access].at[axis];
      if (!at)
        continue;
      if (isPlace(*at, axis) || isPassing(*at, axis) || (loopOn[axis] && !positions[access].relative[axis])) {
        element.at.set(axis, at);
        continue;
      }
      Poly distance = (loopOn[axis] ? *at : *at - *plane[axis]) - shift[axis];
      auto number = distance.terms().find({});
      element.offset[axis] = number == distance.terms().end() ? 0 : number->second;
      element.far.set(axis, distance - Poly(element.offset[axis]));
    }
    return element;
  }

  bool findShift() {
    bool found = false;
    for (int a : part.accesses) {
      if (!draft.accesses[a].write)
        continue;
      FieldRead element = elementOf(a);
      for (int axis = 0; axis < kMaxAxes && !found; ++axis)
        shift[axis] = distanceOf(element, axis);
      const auto isPlaced = [&](int axis) { return positions[a].at[axis] && isPassing(*positions[a].at[axis], axis); };
      if (found && (isFar(element.far) || isPlaced(0) || isPlaced(1) || isPlaced(2)))
        return fail(DiagId::planes_apart, draft.accesses[a]);
      found = true;
    }
    if (!found)
      diagnostics.add(DiagId::nothing_stored, nest.range);
    return found;
  }

  // Cells that are others in each step are those beside a row or a column that goes with the time.
  bool checkTimed() {
    const bool looks = std::any_of(part.accesses.begin(), part.accesses.end(), [&](int a) {
      return std::any_of(positions[a].at.begin(), positions[a].at.end(),
                         [](const auto &at) { return at && isTimed(*at); });
    });
    for (const DraftLoop &loop : nest.loops)
      if (loop.timed && !looks) {
        diagnostics.add(DiagId::bound_depends_on_time, *loop.timed);
        return false;
      }
    return true;
  }

  std::vector<StmtPtr> translate(const std::vector<StmtPtr> &body) {
    return translated(body, {[&](int access) { return elementOf(access); }, loopAxis, shift, params});
  }

  std::optional<Stage> make() {
    if (!findPlanes() || !checkAxes() || !findShift() || !checkTimed())
      return std::nullopt;
    Stage stage;
    stage.range = nest.range;
    if (nest.leaf)
      stage.leaves = AxisBounds{nest.leaf->lo, nest.leaf->hi};
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      Poly lo = loopOn[axis] ? loopOn[axis]->lo : plane[axis].value_or(0);
      Poly hi = loopOn[axis] ? loopOn[axis]->hi : lo + Poly(1);
      stage.domain[axis] = {lo + shift[axis], hi + shift[axis]};
    }
    for (size_t l = 0; l < loopAxis.size(); ++l)
      stage.order.push_back({loopAxis[l], nest.loops[l].order(), nest.loops[l].tiled});
    stage.body = translate(part.body);
    return stage;
  }
};

// The box of a nest's loops; where it has none, the plane is the one cell that its hidden fields have there.
Gather gatherOf(const Draft &draft, const DraftGather &from, const Layout &layout,
                const std::vector<AccessPosition> &positions, const FieldTable &table) {
  const DraftNest &nest = draft.nests[from.nest];
  const std::vector<int> &loopAxis = layout.loopAxis[from.nest];
  Gather gather;
  gather.domain.fill({0, 1});
  const std::array<Poly, kMaxAxes> origin = originOf(draft, nest, positions);
  for (size_t l = 0; l < loopAxis.size(); ++l) {
    const Poly &from = origin[loopAxis[l]];
    gather.domain[loopAxis[l]] = {nest.loops[l].lo + from, nest.loops[l].hi + from};
    gather.order.push_back({loopAxis[l], nest.loops[l].order(), nest.loops[l].tiled});
  }
  auto element = [&](int access) {
    return FieldRead{table.ids.at(keyOf(draft.accesses[access], positions[access])), {}};
  };
  gather.body = translated(from.body, {element, loopAxis, origin, draft.params});
  return gather;
}

constexpr FieldId kNoField = -1;

// By field. An array's name and that of the memory which it has have fields for the same elements, as rotations do.
std::vector<FieldId> namesBetween(const DraftHostPoint &point, const FieldTable &table) {
  if (point.between.empty())
    return {};
  std::vector<FieldId> out(table.fields.size());
  for (const auto &[key, field] : table.ids) {
    FieldKey here = key;
    if (const auto name = point.between.find(key.array); name != point.between.end())
      here.array = name->second;
    const auto found = table.ids.find(here);
    out[field] = found == table.ids.end() ? kNoField : found->second;
  }
  return out;
}

decltype(HostAction::node) actionOf(const Draft &draft, const DraftAction &action, const Layout &layout,
                                    const std::vector<AccessPosition> &positions, const FieldTable &table) {
  return match(
      action.node,
      [&](const DraftGather &n) -> decltype(HostAction::node) { return gatherOf(draft, n, layout, positions, table); },
      [&](const SetVariable &n) -> decltype(HostAction::node) { return n; },
      [&](const DraftStop &n) -> decltype(HostAction::node) { return Stop{n.condition, n.moved, n.isBreak}; },
      [&](const DraftHostPoint &n) -> decltype(HostAction::node) {
        return HostPoint{0, n.condition, n.moved, n.apart, namesBetween(n, table), n.fill, n.neighbours};
      });
}

std::string elementZero(const DraftArray &array, size_t member) {
  if (array.extents.size() == 1 && array.origin.empty())
    return array.text;
  std::string zeros;
  for (size_t d = array.members.empty() ? 0 : 1; d < array.extents.size(); ++d)
    zeros += "[0]";
  if (!array.members.empty())
    zeros += array.members[member].path;
  return "&" + array.pointer() + array.origin + zeros;
}

// Fields without axes; behind all others, so that prune can take them away.
void addTables(const Draft &draft, StencilProgram &program) {
  for (const DraftTable &table : draft.tables) {
    const DraftArray &array = draft.arrays[table.array];
    const ScalarType type = table.member ? array.members[*table.member].type : array.elem;
    const std::string object = !array.isObject ? ""
                               : table.member  ? array.key + array.members[*table.member].path
                                               : array.key;
    Field field{table.name,     type,       elementZero(array, table.member.value_or(0)), {}, {}, {}, object, "",
                array.isObject, array.range};
    field.table = table.elements;
    program.rotation.push_back(static_cast<FieldId>(program.fields.size()));
    program.fields.push_back(std::move(field));
  }
}

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
  program.params = draft.params;
  program.guards = draft.guards;
  std::vector<AccessPosition> positions;
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
      std::optional<AccessPosition> position =
          positionOf(draft, *layout, nest, draft.accesses[a], names, program.params, diagnostics);
      if (!position)
        return false;
      positions.push_back(*position);
    }
  if (!checkParts(draft, *layout, positions, program.guards, diagnostics))
    return false;
  countFromHalos(draft, *layout, positions);
  moveHidden(draft, positions);
  std::optional<FieldTable> table = fieldsOf(draft, *layout, positions, names, program.params, diagnostics);
  if (!table)
    return false;
  std::vector<size_t> firstStage; // of each nest, and past the last
  for (size_t n = 0; n < draft.nests.size(); ++n) {
    firstStage.push_back(program.stages.size());
    for (const NestPart &part : partsOf(n, draft, *layout, positions, program.guards)) {
      StageMaker maker{draft,     draft.nests[n], part,           layout->loopAxis[n],
                       positions, *table,         program.params, diagnostics};
      std::optional<Stage> stage = maker.make();
      if (!stage)
        return false;
      program.stages.push_back(std::move(*stage));
    }
  }
  firstStage.push_back(program.stages.size());
  for (const DraftAction &action : draft.actions) {
    program.actions.push_back(
        {firstStage[action.nest], actionOf(draft, action, *layout, positions, *table), action.range});
    const auto *point = std::get_if<HostPoint>(&program.actions.back().node);
    if (point && std::ranges::count(point->between, kNoField)) {
      diagnostics.add(DiagId::host_between_moves, action.range);
      return false;
    }
  }
  int points = 0;
  for (HostAction &action : program.actions)
    if (auto *point = std::get_if<HostPoint>(&action.node))
      point->number = ++points;
  program.variables = draft.variables;
  program.rank = layout->rank;
  program.fields = table->fields;
  program.rotation = table->rotation;
  addTables(draft, program);
  program.stepScalars = draft.stepScalars;
  program.time = draft.time;
  nameAxes(draft, *layout, program);
  prune(program);
  return true;
}

} // namespace kasane
