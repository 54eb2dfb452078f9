// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/KeptPlaces.h"

#include <algorithm>

namespace kasane {
namespace {

class Keeper {
public:
  Keeper(StencilProgram &program, const Stage &nest) : program_(program), nest_(nest) {}

  KeptPlaces run() {
    walk(nest_.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        stored_.insert(store->field);
    });
    walkExprs(nest_.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (read && read->ahead > 0 && isPlaced(read->at) && stored_.count(read->field) > 0 &&
          !keptElement(program_, out_, *read))
        keep(*read);
    });
    return std::move(out_);
  }

private:
  // Along the axes that the element has no place on; where it has one on all, along x, too.
  std::array<bool, kMaxAxes> axesOf(const FieldRead &read) const {
    std::array<bool, kMaxAxes> axes{};
    for (int a = 0; a < kMaxAxes; ++a)
      axes[a] = program_.fields[read.field].has[a] && !read.at[a];
    axes[0] = axes[0] || axes == std::array<bool, kMaxAxes>{};
    return axes;
  }

  void keep(const FieldRead &read) {
    const Field of = program_.fields[read.field];
    const auto id = static_cast<FieldId>(program_.fields.size());
    Field field;
    std::set<std::string> used = namesOf(program_);
    field.name = freshName(used, of.name + "_before");
    field.elem = of.elem;
    field.has = axesOf(read);
    Poly stride = 1;
    for (int a = 0; a < kMaxAxes; ++a)
      if (field.has[a]) {
        field.stride[a] = stride;
        field.extent[a] = of.extent[a];
        stride = stride * of.extent[a].value_or(nest_.domain[a].hi);
      }
    field.range = of.range;
    field.hidden = field.ofStep = true;
    program_.fields.push_back(std::move(field));
    program_.rotation.push_back(id);
    out_.all.push_back({read, id});
    out_.before.push_back(stageFor(read, id));
  }

  Stage stageFor(const FieldRead &read, FieldId id) const {
    Stage stage = nest_;
    stage.order.clear();
    for (const LoopOrder &loop : nest_.order)
      if (!read.at[loop.axis])
        stage.order.push_back(loop);
    for (int a = 0; a < kMaxAxes; ++a)
      if (read.at[a])
        stage.domain[a] = {*read.at[a], *read.at[a] + Poly(1)};
    const ExprPtr element = makeExpr(program_.fields[read.field].elem, FieldRead{read.field, {}}, nest_.range);
    stage.body = {makeStmt(FieldStore{id, {}, element}, nest_.range)};
    return stage;
  }

  StencilProgram &program_;
  const Stage &nest_;
  std::set<FieldId> stored_;
  KeptPlaces out_;
};

} // namespace

std::optional<FieldRead> keptElement(const StencilProgram &program, const KeptPlaces &kept, const FieldRead &element) {
  for (const KeptPlaces::One &one : kept.all) {
    if (one.element.field != element.field || one.element.at != element.at)
      continue;
    FieldRead out{one.in, {}};
    for (int a = 0; a < kMaxAxes; ++a)
      if (program.fields[one.in].has[a])
        out.at.set(a, element.at[a]);
    return out;
  }
  return std::nullopt;
}

KeptPlaces keptPlaces(StencilProgram &program, const Stage &nest) { return Keeper(program, nest).run(); }

} // namespace kasane
