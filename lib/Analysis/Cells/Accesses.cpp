// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/Accesses.h"

#include "Cells/AtTimes.h"
#include "kasane/IR/Places.h"

#include <algorithm>

namespace kasane {
namespace {

// A condition that holds, or doesn't, in which others choose between values.
struct Chosen {
  ExprPtr condition;
  bool holds;
};

struct Known {
  CellRegion cells;
  std::vector<Colour> colours;
  bool isSure; // the place alone tells whether a cell gets here
  std::vector<Chosen> chosen = {};
};

// What the place alone doesn't tell: values of the cells, the step, and parameters, which may be a program's options.
bool looksBeyondPlace(const ExprPtr &condition, const Definitions &locals) {
  bool found = false;
  walk(condition, [&](const Expr &e) {
    found |= std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<Load>(e.node) ||
             std::holds_alternative<TimeRef>(e.node);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node)) {
      const auto local = locals.find(ref->name);
      found |= local == locals.end() || looksBeyondPlace(local->second, locals);
    }
  });
  return found;
}

ExprPtr withLocals(const ExprPtr &expr, const Definitions &locals) {
  return rewrite(expr, [&](const Expr &e) -> ExprPtr {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    const auto local = ref ? locals.find(ref->name) : locals.end();
    return local == locals.end() || !local->second ? nullptr : withLocals(local->second, locals);
  });
}

// The condition where what chooses in it is known; null: it doesn't choose there.
ExprPtr withChoice(const ExprPtr &condition, const std::string &choice, bool holds) {
  bool isOther = false;
  const ExprPtr out = rewrite(condition, [&](const Expr &e) -> ExprPtr {
    const auto *select = std::get_if<Select>(&e.node);
    if (!select || print(select->condition) != choice)
      return nullptr;
    isOther = true;
    return holds ? select->whenTrue : select->whenFalse;
  });
  return isOther ? out : nullptr;
}

// Where a choice by the place is known, the conditions around it say more:
//
//   int at = i + (j % 2 ? 1 : -1); if (at < n) { j % 2 ? u[i + 1] : u[i - 1] }     u[i + 1] is read where i + 1 < n
//
// The condition itself becomes one of those.
void choose(Known &known, const ExprPtr &condition, bool holds, const IsParam &isParam, const Definitions &locals) {
  const ExprPtr whole = withLocals(condition, locals);
  bool chooses = false;
  walk(whole, [&](const Expr &e) { chooses |= std::holds_alternative<Select>(e.node); });
  if (!known.chosen.empty() && !looksBeyondPlace(whole, {})) {
    const std::string choice = print(whole);
    for (Chosen &each : known.chosen)
      if (const ExprPtr said = withChoice(each.condition, choice, holds)) {
        each.condition = said;
        known.cells = narrowed(std::move(known.cells), *said, each.holds, isParam);
      }
  }
  if (chooses)
    known.chosen.push_back({whole, holds});
}

// A cell that the condition of a mask lets read outside of the array has no meaning in C: there is none.
void keepInside(const Field &field, Access &access) {
  for (int a = 0; a < kMaxAxes && field.wholeObject; ++a)
    if (field.has[a] && field.extent[a]) {
      access.cells[a].lo.push_back(Poly(0) - access.distance(a));
      access.cells[a].hi.push_back(*field.extent[a] - access.distance(a));
    }
}

// An access to a place of the step's is one by a cell there.
void atPlace(const At &at, CellRegion &cells) {
  for (int a = 0; a < kMaxAxes; ++a)
    if (at[a])
      cells[a] = {{*at[a]}, {*at[a] + Poly(1)}};
}

// What goes with the time is bounded in all steps.
void overAllSteps(const StencilProgram &program, CellRegion &cells) {
  for (int a = 0; a < kMaxAxes; ++a) {
    for (Poly &lo : cells[a].lo)
      lo = inAllSteps(program, lo, /*most=*/false);
    for (Poly &hi : cells[a].hi)
      hi = inAllSteps(program, hi, /*most=*/true);
  }
}

// The cells that `a` touches on an axis all lie below those that `b` touches.
bool liesBelow(const StencilProgram &program, const Access &a, const Access &b, int axis) {
  for (const Poly &hi : a.cells[axis].hi)
    for (const Poly &lo : b.cells[axis].lo)
      if (isNeverNegative(program, lo + b.distance(axis) - hi - a.distance(axis)))
        return true;
  return false;
}

// From the cell that makes access `a` of an element to the one that makes access `b` of it.
Distance between(const StencilProgram &program, const Access &a, const Access &b) {
  Distance distance;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis])
      distance[axis] = a.distance(axis) - b.distance(axis);
  return distance;
}

bool differInColour(const StencilProgram &program, const Access &a, const Access &b) {
  Distance distance = between(program, a, b);
  return std::any_of(a.colours.begin(), a.colours.end(), [&](const Colour &x) {
    return std::any_of(b.colours.begin(), b.colours.end(), [&](const Colour &y) { return differ(x, y, distance); });
  });
}

} // namespace

std::vector<Access> accessesOf(const StencilProgram &program, const Box &domain, const std::vector<StmtPtr> &body,
                               const Definitions &locals, Steps steps) {
  Known known{{}, {}, true};
  for (int a = 0; a < kMaxAxes; ++a)
    known.cells[a] = {{domain[a].lo}, {domain[a].hi}};
  for (const Guard &guard : program.guards)
    known.cells.given.push_back(guard.value);
  const IsParam isParam = integersAmong(program.params);
  std::vector<Access> accesses;
  const PlaceWalk<Known> walk{
      [&](const Known &before, const ExprPtr &condition, bool holds) {
        Known inner{narrowed(before.cells, *condition, holds, isParam, locals), before.colours,
                    before.isSure && (isExact(before.cells, *condition, holds, isParam, locals) ||
                                      !looksBeyondPlace(condition, locals))};
        for (Colour &colour : coloursOf(program, locals, inner.cells, *condition, holds))
          inner.colours.push_back(std::move(colour));
        inner.chosen = before.chosen;
        choose(inner, condition, holds, isParam, locals);
        return inner;
      },
      [&](const FieldRead &place, bool write, SourceRange range, const Known &here) {
        accesses.push_back({place.field, place.offset, write, range, here.cells, here.colours, place.far, here.isSure});
        if (!here.isSure)
          keepInside(program.fields[place.field], accesses.back());
        atPlace(place.at, accesses.back().cells);
        if (steps == Steps::All)
          overAllSteps(program, accesses.back().cells);
      }};
  walk.body(body, known);
  return accesses;
}

const Poly *boundOfRounds(const StencilProgram &program, const Access &access, int axis, bool lower) {
  const std::vector<Poly> &bounds = lower ? access.cells[axis].lo : access.cells[axis].hi;
  const std::optional<Poly> &extent = program.fields[access.field].extent[axis];
  auto isInside = [&](const Poly &bound) {
    const Poly room = lower ? bound + access.distance(axis) : extent.value_or(0) - bound - access.distance(axis);
    return room.constant().value_or(-1) >= 0 ||
           std::any_of(program.guards.begin(), program.guards.end(),
                       [&](const Guard &guard) { return (room - guard.value).constant().value_or(-1) >= 0; });
  };
  if (access.offset[axis] == 0 || (!lower && !extent) || std::any_of(bounds.begin(), bounds.end(), isInside))
    return nullptr;
  const int64_t distance = std::abs(access.offset[axis]);
  const auto found = std::find_if(bounds.begin(), bounds.end(), [&](const Poly &bound) {
    const Poly wider = lower ? bounds.front() - bound : bound - bounds.front();
    return !wider.constant() && *wider.evaluate([](const std::string &) { return 0; }) == -distance &&
           std::any_of(program.guards.begin(), program.guards.end(),
                       [&](const Guard &guard) { return (wider + guard.value).constant().has_value(); });
  });
  return found == bounds.end() ? nullptr : &*found;
}

std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage) {
  return accessesOf(program, stage.domain, stage.body, definitionsOf(stage.body));
}

bool mayMeet(const StencilProgram &program, const Access &a, const Access &b) {
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis] && (liesBelow(program, a, b, axis) || liesBelow(program, b, a, axis)))
      return false;
  return !differInColour(program, a, b);
}

std::optional<int64_t> sameColour(const StencilProgram &program, const Access &a, const Access &b) {
  for (const Colour &x : a.colours)
    for (const Colour &y : b.colours)
      if (areAlike(x, y, between(program, a, b)))
        return x.modulus;
  return std::nullopt;
}

bool isNeverNegative(const StencilProgram &program, const Poly &value) {
  if (value.constant())
    return *value.constant() >= 0;
  for (const Guard &guard : program.guards)
    if (isAtLeast(value, guard.value))
      return true;
  for (const Stage &stage : program.stages)
    for (const AxisBounds &bounds : stage.domain)
      if (!holdsTime(stage.domain) && isAtLeast(value, bounds.hi - bounds.lo - 1))
        return true;
  return false;
}

namespace {

// The terms of a sum, and the number beside them.
std::pair<std::map<Poly::Monomial, int64_t>, int64_t> apart(const Poly &value) {
  std::map<Poly::Monomial, int64_t> terms = value.terms();
  const auto number = terms.find({});
  const int64_t beside = number == terms.end() ? 0 : number->second;
  if (number != terms.end())
    terms.erase(number);
  return {std::move(terms), beside};
}

} // namespace

NeverNegative::NeverNegative(const StencilProgram &program) {
  const auto add = [&](const Poly &value) {
    auto [terms, number] = apart(value);
    const auto [known, isNew] = numbers_.try_emplace(std::move(terms), number);
    known->second = std::min(known->second, number);
  };
  for (const Guard &guard : program.guards)
    add(guard.value);
  for (const Stage &stage : program.stages)
    if (!holdsTime(stage.domain))
      for (const AxisBounds &bounds : stage.domain)
        add(bounds.hi - bounds.lo - 1);
}

bool NeverNegative::operator()(const Poly &value) const {
  if (value.constant())
    return *value.constant() >= 0;
  const auto [terms, number] = apart(value);
  const auto known = numbers_.find(terms);
  return known != numbers_.end() && number >= known->second;
}

bool areParallel(const StencilProgram &program) {
  for (const Stage &stage : program.stages) {
    std::vector<Access> accesses = accessesOf(program, stage);
    for (const Access &store : accesses)
      for (const Access &read : accesses) {
        bool isPair = store.write && !read.write && store.field == read.field;
        if (isPair && !(store.offset == read.offset && store.far == read.far) && mayMeet(program, store, read))
          return false;
      }
  }
  return true;
}

} // namespace kasane
