// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/FixedPlaces.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/IR/Narrow.h"
#include "kasane/IR/Places.h"

#include <algorithm>

namespace kasane {
namespace {

struct Known {
  CellRegion cells;
  bool isExact = true; // they are the cells that come here
};

struct Brought {
  FieldRead element;
  FieldId in;
  std::vector<ExprPtr> when; // one of them holds where a cell looks at it; null: always
};

bool isSame(const FieldRead &a, const FieldRead &b) {
  return a.field == b.field && a.offset == b.offset && a.far == b.far && a.at == b.at;
}

class Bringer {
public:
  Bringer(StencilProgram &program, const Stage &nest, Diagnostics &diagnostics)
      : program_(program), nest_(nest), diagnostics_(diagnostics) {}

  std::optional<FixedPlaces> run() {
    find();
    if (failed_)
      return std::nullopt;
    FixedPlaces out{{}, nest_};
    for (const Brought &one : all_)
      out.before.push_back(stageFor(one));
    out.nest.body = withValues(nest_.body, [&](const ExprPtr &value) {
      return rewrite(value, [&](const Expr &e) -> ExprPtr {
        const auto *read = std::get_if<FieldRead>(&e.node);
        const Brought *one = read ? brought(*read) : nullptr;
        return one ? makeExpr(e.type, FieldRead{one->in, {}}, e.range) : nullptr;
      });
    });
    return out;
  }

private:
  void find() {
    const Definitions locals = definitionsOf(nest_.body);
    const IsParam isParam = integersAmong(program_.params);
    Known all;
    for (int a = 0; a < kMaxAxes; ++a)
      all.cells[a] = {{nest_.domain[a].lo}, {nest_.domain[a].hi}};
    const PlaceWalk<Known> walk{[&](const Known &before, const ExprPtr &condition, bool holds) {
                                  return Known{narrowed(before.cells, *condition, holds, isParam, locals),
                                               before.isExact &&
                                                   isExact(before.cells, *condition, holds, isParam, locals)};
                                },
                                [&](const FieldRead &place, bool write, SourceRange range, const Known &here) {
                                  if (!write && isPlaced(place.at))
                                    add(place, range, here);
                                }};
    walk.body(nest_.body, all);
  }

  void add(const FieldRead &place, SourceRange range, const Known &here) {
    const std::array<bool, kMaxAxes> axes = axesOf(place);
    // An array of the step has no part for each block of a mesh.
    if (nest_.leaves || !here.isExact || axes == std::array<bool, kMaxAxes>{} || isStored(place)) {
      if (!std::exchange(failed_, true))
        diagnostics_.add(DiagId::position_fixed, range, {textOf(program_.fields[static_cast<size_t>(place.field)])});
      return;
    }
    auto one = std::ranges::find_if(all_, [&](const Brought &other) { return isSame(other.element, place); });
    if (one == all_.end())
      one = all_.insert(one, Brought{place, addField(place, axes), {}});
    one->when.push_back(isThere(here.cells));
  }

  const Brought *brought(const FieldRead &read) const {
    const auto one = std::ranges::find_if(all_, [&](const Brought &other) { return isSame(other.element, read); });
    return one == all_.end() ? nullptr : &*one;
  }

  std::array<bool, kMaxAxes> axesOf(const FieldRead &read) const {
    std::array<bool, kMaxAxes> axes{};
    for (int a = 0; a < kMaxAxes; ++a)
      axes[a] = program_.fields[static_cast<size_t>(read.field)].has[a] && !read.at[a];
    return axes;
  }

  // May the nest store there?
  bool isStored(const FieldRead &place) const {
    bool found = false;
    walk(nest_.body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<FieldStore>(&stmt.node);
      found |= store && store->field == place.field && !isBeside(place, store->offset);
    });
    return found;
  }

  bool isBeside(const FieldRead &place, const Offset &stored) const {
    for (int a = 0; a < kMaxAxes; ++a) {
      if (!place.at[a])
        continue;
      const Poly first = nest_.domain[a].lo + Poly(stored[a]), end = nest_.domain[a].hi + Poly(stored[a]);
      if ((first - *place.at[a]).constant().value_or(0) > 0 || (*place.at[a] - end).constant().value_or(-1) >= 0)
        return true;
    }
    return false;
  }

  // Are there any of the cells? Null: as many as the nest has.
  ExprPtr isThere(const CellRegion &cells) const {
    ExprPtr out;
    for (int a = 0; a < kMaxAxes; ++a)
      for (const Poly &lo : cells[a].lo)
        for (const Poly &hi : cells[a].hi) {
          if (lo == nest_.domain[a].lo && hi == nest_.domain[a].hi)
            continue;
          const ExprPtr some = binary(BinaryOp::Gt, toExpr(hi - lo, program_.params), intLit(0));
          out = out ? binary(BinaryOp::LogicalAnd, out, some) : some;
        }
    return out;
  }

  FieldId addField(const FieldRead &read, const std::array<bool, kMaxAxes> &axes) {
    const Field of = program_.fields[static_cast<size_t>(read.field)];
    std::set<std::string> used = namesOf(program_);
    Field field;
    field.name = freshName(used, of.name + "_there");
    field.elem = of.elem;
    field.has = axes;
    Poly stride = 1;
    for (int a = 0; a < kMaxAxes; ++a)
      if (axes[a]) {
        field.stride[a] = stride;
        field.extent[a] = nest_.domain[a].hi;
        stride = stride * nest_.domain[a].hi;
      }
    field.range = of.range;
    field.hidden = field.ofStep = true;
    const auto id = static_cast<FieldId>(program_.fields.size());
    program_.fields.push_back(std::move(field));
    program_.rotation.push_back(id);
    return id;
  }

  Stage stageFor(const Brought &one) const {
    const std::array<bool, kMaxAxes> axes = axesOf(one.element);
    Stage stage = nest_;
    FieldRead read = one.element;
    read.at = {};
    stage.order.clear();
    for (const LoopOrder &loop : nest_.order)
      if (axes[loop.axis])
        stage.order.push_back(loop);
    for (int a = 0; a < kMaxAxes; ++a)
      if (!axes[a]) {
        const Poly at = one.element.at[a].value_or(nest_.domain[a].lo);
        stage.domain[a] = {at, at + Poly(1)};
      }
    const ScalarType type = program_.fields[static_cast<size_t>(read.field)].elem;
    ExprPtr value = makeExpr(type, read, nest_.range), when;
    for (const ExprPtr &other : one.when)
      when = when && other ? binary(BinaryOp::LogicalOr, when, other) : other;
    if (std::ranges::all_of(one.when, [](const ExprPtr &other) { return other != nullptr; })) {
      value = makeExpr(type, Select{when, value, zeroOf(type)});
    }
    stage.body = {makeStmt(FieldStore{one.in, {}, value}, nest_.range)};
    return stage;
  }

  StencilProgram &program_;
  const Stage &nest_;
  Diagnostics &diagnostics_;
  std::vector<Brought> all_;
  bool failed_ = false;
};

// A place that goes with the time is a matter of PivotStages.
bool looksAtFixedPlaces(const Stage &nest) {
  bool found = false, isTimed = holdsTime(nest.domain);
  walkExprs(nest.body, [&](const Expr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      for (int a = 0; a < kMaxAxes; ++a)
        if (read->at[a]) {
          found = true;
          isTimed |= read->at[a]->symbols().count(kTimeSymbol) > 0;
        }
  });
  return found && !isTimed;
}

} // namespace

std::optional<FixedPlaces> bringFixedPlaces(StencilProgram &program, const Stage &nest, Diagnostics &diagnostics) {
  return looksAtFixedPlaces(nest) ? Bringer(program, nest, diagnostics).run() : FixedPlaces{{}, nest};
}

} // namespace kasane
