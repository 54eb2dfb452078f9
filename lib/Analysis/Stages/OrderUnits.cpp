// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/OrderUnits.h"

#include "Stages/Slice.h"
#include "kasane/Analysis/FieldText.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

struct UnitRead {
  size_t position; // of the statement, which may be one that sets a local
  Access access;
};
struct Unit {
  size_t position;
  std::vector<Access> stores;
  std::vector<UnitRead> reads;
  bool looksAhead = false; // at what later cells store by it
};

// `before` must have run where `after` runs: in the same cell (both may share a stage), or in every cell.
struct Edge {
  size_t before, after;
  bool everyCell;
  const Access *store;
  const Access *other;
};

std::vector<Unit> unitsOf(const StencilProgram &program, const Stage &nest) {
  std::vector<Unit> units;
  Definitions locals = definitionsOf(nest.body);
  for (size_t position = 0; position < nest.body.size(); ++position) {
    if (!storesField(nest.body[position]))
      continue;
    Unit unit{position, {}, {}, false};
    for (const SliceStmt &part : sliceOf(nest.body, {position}))
      for (Access &access : accessesOf(program, nest.domain, {part.stmt}, locals)) {
        if (access.write)
          unit.stores.push_back(std::move(access));
        else
          unit.reads.push_back({part.position, std::move(access)});
      }
    units.push_back(std::move(unit));
  }
  return units;
}

bool isOneCell(const AxisBounds &bounds) { return bounds.hi - bounds.lo == Poly(1); }

// The iteration that makes access `a` of an element, seen from the one that makes access `b` of it.
enum class Iteration { None, Earlier, Same, Later, Any };

Iteration relate(const StencilProgram &program, const Stage &nest, const Access &a, const Access &b) {
  if (!mayMeet(program, a, b))
    return Iteration::None;
  Offset distance{};
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis])
      distance[axis] = b.offset[axis] - a.offset[axis];
  std::vector<LoopOrder> order = nest.order;
  for (int axis = kMaxAxes - 1; axis >= 0; --axis)
    order.push_back({axis, 1}); // no effect on axes that have a loop
  for (const LoopOrder &loop : order) {
    bool isFarApart = !(a.far[loop.axis] == b.far[loop.axis]);
    if (isFarApart && !isOneCell(nest.domain[loop.axis]))
      return Iteration::Any;
    if (int64_t along = distance[loop.axis] * loop.direction; along != 0 && !isFarApart)
      return along < 0 ? Iteration::Earlier : Iteration::Later;
  }
  return Iteration::Same;
}

class Graph {
public:
  Graph(const StencilProgram &program, const Stage &nest, const std::vector<Unit> &units)
      : program_(program), nest_(nest), units_(units) {
    for (size_t p = 0; p < units.size(); ++p)
      for (size_t q = 0; q < units.size(); ++q)
        for (const Access &store : units[p].stores) {
          if (p != q)
            for (const UnitRead &read : units[q].reads)
              addRead(p, q, store, read);
          if (p < q)
            for (const Access &other : units[q].stores)
              addStore(p, q, store, other);
        }
  }

  const std::vector<Edge> &edges() const { return edges_; }

  // reaches()[a][b]: b depends on a, directly or not
  std::vector<std::vector<bool>> reaches() const {
    size_t n = units_.size();
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (const Edge &edge : edges_)
      reach[edge.before][edge.after] = true;
    for (size_t k = 0; k < n; ++k)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; reach[i][k] && j < n; ++j)
          if (reach[k][j])
            reach[i][j] = true;
    return reach;
  }

private:
  void addRead(size_t p, size_t q, const Access &store, const UnitRead &read) {
    if (store.field != read.access.field)
      return;
    Iteration stored = relate(program_, nest_, store, read.access);
    if (stored == Iteration::Earlier || stored == Iteration::Any)
      edges_.push_back({p, q, true, &store, &read.access});
    if (stored == Iteration::Later || stored == Iteration::Any)
      edges_.push_back({q, p, true, &store, &read.access});
    // In one cell the statements' order decides. At the same position the read is that of a local which the storing
    // statement sets on its way: only together do they give the value that the source gives.
    if (stored == Iteration::Same && read.position >= units_[p].position)
      edges_.push_back({p, q, false, &store, &read.access});
    if (stored == Iteration::Same && read.position <= units_[p].position)
      edges_.push_back({q, p, false, &store, &read.access});
  }

  void addStore(size_t p, size_t q, const Access &store, const Access &other) {
    if (store.field != other.field)
      return;
    Iteration stored = relate(program_, nest_, store, other);
    // (Stores are at no far distance.)
    if (stored == Iteration::Earlier || stored == Iteration::Same)
      edges_.push_back({p, q, stored == Iteration::Earlier, &store, &other});
    if (stored == Iteration::Later)
      edges_.push_back({q, p, true, &store, &other});
  }

  const StencilProgram &program_;
  const Stage &nest_;
  const std::vector<Unit> &units_;
  std::vector<Edge> edges_;
};

// u[t + 1][i] from u[t][..]: the outermost loop leads from one state of the field to the next.
bool isHistory(const StencilProgram &program, const Stage &nest, const Access &store) {
  if (program.time || nest.order.size() < 2)
    return false;
  const LoopOrder &loop = nest.order.front();
  const std::vector<Access> accesses = accessesOf(program, nest);
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    const std::optional<int64_t> ahead = (access.distance(loop.axis) - store.distance(loop.axis)).constant();
    return access.field != store.field || access.write || (ahead && *ahead * loop.direction < 0);
  });
}

// By unit: those whose stores come from what it stores, in the same cell or an earlier one.
std::vector<std::set<size_t>> makersFrom(const StencilProgram &program, const Stage &nest,
                                         const std::vector<Unit> &units) {
  std::vector<std::set<size_t>> out(units.size());
  const auto reads = [&](const Unit &unit, const Unit &storing) {
    return std::ranges::any_of(storing.stores, [&](const Access &store) {
      return std::ranges::any_of(unit.reads, [&](const UnitRead &read) {
        if (store.field != read.access.field)
          return false;
        const Iteration stored = relate(program, nest, store, read.access);
        return stored == Iteration::Earlier || (stored == Iteration::Same && read.position > storing.position);
      });
    });
  };
  for (size_t p = 0; p < units.size(); ++p)
    for (std::vector<size_t> open = {p}; !open.empty();) {
      const Unit &storing = units[open.back()];
      open.pop_back();
      for (size_t q = 0; q < units.size(); ++q)
        if ((p == q || reads(units[q], storing)) && out[p].insert(q).second)
          open.push_back(q);
    }
  return out;
}

// Along which axes a nest's cells are made from what the nest has stored in earlier cells; none where some read what
// later cells store, or where what is read isn't what is made from it.
std::vector<int> carriedAxes(const StencilProgram &program, const Stage &nest, const std::vector<Unit> &units) {
  const std::vector<std::set<size_t>> makers = makersFrom(program, nest, units);
  std::set<int> axes;
  for (size_t p = 0; p < units.size(); ++p)
    for (const Access &store : units[p].stores)
      for (size_t q = 0; q < units.size(); ++q)
        for (const UnitRead &read : units[q].reads) {
          const Access &other = read.access;
          const Iteration stored = store.field == other.field ? relate(program, nest, store, other) : Iteration::None;
          if (stored == Iteration::Later || stored == Iteration::Any)
            return {};
          for (int axis = 0; stored == Iteration::Earlier && makers[q].count(p) && axis < program.rank; ++axis)
            if (program.fields[store.field].has[axis] && store.offset[axis] != other.offset[axis])
              axes.insert(axis);
        }
  return {axes.begin(), axes.end()};
}

// A recurrence: an array of its own in place of the old one would give other numbers.
void reportRecurrence(const StencilProgram &program, const Stage &nest, const std::vector<int> &axes,
                      const std::string &name, SourceRange range, Diagnostics &diagnostics) {
  std::string along;
  for (const int axis : axes)
    along += (along.empty() ? "'" : " and '") + program.axisNames[axis] + "'";
  for (const LoopOrder &loop : nest.order)
    if (axes.size() == 1 && loop.axis != axes.front() && !isOneCell(nest.domain[loop.axis])) {
      diagnostics.add(DiagId::recurrence, range, {name, program.axisNames[axes.front()], program.axisNames[loop.axis]});
      return;
    }
  diagnostics.add(DiagId::recurrence_alone, range, {name, along});
}

void report(const StencilProgram &program, const Stage &nest, const std::vector<Unit> &units, DiagId id,
            const Access &store, const Access &other, Diagnostics &diagnostics) {
  const std::string name = textOf(program.fields[store.field]);
  if (const std::vector<int> axes = carriedAxes(program, nest, units);
      !axes.empty() && !isHistory(program, nest, store) && !sameColour(program, store, other)) {
    reportRecurrence(program, nest, axes, name, other.range, diagnostics);
    diagnostics.last().notes.push_back({DiagId::note_stored_here, store.range, {name}});
    return;
  }
  Diagnostic &error = diagnostics.add(id, other.range, {name});
  error.notes.push_back({DiagId::note_stored_here, store.range, {name}});
  if (isHistory(program, nest, store))
    error.notes.push_back({DiagId::note_is_history, nest.range, {program.axisNames[nest.order.front().axis], name}});
  if (std::optional<int64_t> colours = sameColour(program, store, other))
    error.notes.push_back({DiagId::note_same_colour, other.range, {std::to_string(*colours)}});
}

// Does it read what it stores itself in a later iteration?
bool looksAhead(const StencilProgram &program, const Stage &nest, const Unit &unit) {
  return std::ranges::any_of(unit.stores, [&](const Access &store) {
    return std::ranges::any_of(unit.reads, [&](const UnitRead &read) {
      return store.field == read.access.field && relate(program, nest, store, read.access) == Iteration::Later;
    });
  });
}

// A unit that reads, in another iteration, what it stores itself, or that stores to two cells. `mayLookAhead`: it may
// read what later ones store.
bool unitIsParallel(const StencilProgram &program, const Stage &nest, const std::vector<Unit> &units, const Unit &unit,
                    bool mayLookAhead, Diagnostics &diagnostics) {
  for (const Access &store : unit.stores) {
    for (const UnitRead &read : unit.reads) {
      if (store.field != read.access.field)
        continue;
      Iteration stored = relate(program, nest, store, read.access);
      if (stored != Iteration::None && stored != Iteration::Same && !(mayLookAhead && stored == Iteration::Later)) {
        report(program, nest, units, DiagId::lexicographic_update, store, read.access, diagnostics);
        return false;
      }
    }
    if (store.offset != unit.stores.front().offset) {
      const Access &first = unit.stores.front();
      const std::string name = textOf(program.fields[store.field]), firstName = textOf(program.fields[first.field]);
      diagnostics.add(DiagId::stores_disagree, store.range, {name, firstName})
          .notes.push_back({DiagId::note_stored_here, first.range, {firstName}});
      return false;
    }
  }
  return true;
}

bool canShareStage(const std::vector<Unit> &units, const Edge &edge) {
  return !edge.everyCell && units[edge.before].stores.front().offset == units[edge.after].stores.front().offset;
}

bool isAcyclic(const StencilProgram &program, const Stage &nest, const std::vector<Unit> &units, const Graph &graph,
               Diagnostics &diagnostics) {
  std::vector<std::vector<bool>> reach = graph.reaches();
  for (const Edge &edge : graph.edges())
    if (!canShareStage(units, edge) && reach[edge.after][edge.before]) {
      report(program, nest, units, DiagId::dependence_cycle, *edge.store, *edge.other, diagnostics);
      return false;
    }
  return true;
}

// The earliest stage for each unit.
std::vector<size_t> levelsOf(const std::vector<Unit> &units, const Graph &graph) {
  std::vector<size_t> level(units.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge &edge : graph.edges()) {
      size_t least = level[edge.before] + (canShareStage(units, edge) ? 0 : 1);
      changed |= level[edge.after] < least;
      level[edge.after] = std::max(level[edge.after], least);
    }
  }
  return level;
}

} // namespace

bool leadsOn(const StencilProgram &program, const Stage &nest) {
  const std::vector<Access> accesses = accessesOf(program, nest);
  return std::ranges::any_of(accesses, [&](const Access &store) {
    const auto isRead = [&](const Access &other) { return !other.write && other.field == store.field; };
    return store.write && std::ranges::any_of(accesses, isRead) && isHistory(program, nest, store);
  });
}

bool meetInOtherCells(const StencilProgram &program, const Stage &nest, const Access &a, const Access &b) {
  const Iteration other = relate(program, nest, a, b);
  return other != Iteration::None && other != Iteration::Same;
}

std::optional<std::vector<UnitGroup>> orderUnits(const StencilProgram &program, const Stage &nest,
                                                 Diagnostics &diagnostics, bool mayLookAhead) {
  std::vector<Unit> units = unitsOf(program, nest);
  for (Unit &unit : units) {
    if (!unitIsParallel(program, nest, units, unit, mayLookAhead && !followsTime(nest), diagnostics))
      return std::nullopt;
    unit.looksAhead = mayLookAhead && looksAhead(program, nest, unit);
  }
  Graph graph(program, nest, units);
  if (!isAcyclic(program, nest, units, graph, diagnostics))
    return std::nullopt;

  std::vector<size_t> level = levelsOf(units, graph);
  size_t levels = units.empty() ? 0 : *std::max_element(level.begin(), level.end()) + 1;
  std::vector<UnitGroup> groups;
  for (size_t l = 0; l < levels; ++l) {
    size_t first = groups.size();
    for (size_t u = 0; u < units.size(); ++u) {
      if (level[u] != l)
        continue;
      const Offset &stored = units[u].stores.front().offset;
      auto group = std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(first), groups.end(),
                                [&](const UnitGroup &g) { return g.stored == stored; });
      if (group == groups.end())
        group = groups.insert(group, UnitGroup{{}, stored});
      group->units.insert(units[u].position);
      group->looksAhead |= units[u].looksAhead;
    }
  }
  return groups;
}

} // namespace kasane
