// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Ghosts.h"

#include "Axes/GhostPlanes.h"
#include "Cells/Accesses.h"
#include "kasane/Analysis/Periodic.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

// A stage that copies planes of fields along one axis, to themselves.
struct Copy {
  int axis;
  Poly distance;
};
std::optional<Copy> copyOf(const Stage &stage) {
  std::optional<Copy> copy;
  for (const StmtPtr &stmt : stage.body) {
    const auto *store = std::get_if<FieldStore>(&stmt->node);
    const auto *read = store ? std::get_if<FieldRead>(&store->value->node) : nullptr;
    if (!read || read->field != store->field)
      return std::nullopt;
    int axis = -1, moved = 0;
    for (int a = 0; a < kMaxAxes; ++a)
      if (!distanceOf(*read, a).isZero()) {
        axis = a;
        ++moved;
      }
    if (moved != 1 || (copy && (copy->axis != axis || !(copy->distance == distanceOf(*read, axis)))))
      return std::nullopt;
    copy = Copy{axis, distanceOf(*read, axis)};
  }
  return copy;
}

class Remover {
public:
  explicit Remover(const StencilProgram &program) : program_(program) {}

  std::optional<Unghosted> run() {
    if (!program_.time || !program_.actions.empty() || !findRefreshes())
      return std::nullopt;
    GhostPlanes planes{program_, rings_, refreshAxis_};
    if (!planes.stayFresh())
      return std::nullopt;
    Unghosted out{program_, {}};
    out.program.stages.clear();
    guardWidths(out.program, planes.width());
    for (size_t k = 0; k < program_.stages.size(); ++k)
      if (refreshAxis_[k] >= 0) {
        out.refreshes.push_back(k);
      } else {
        out.program.stages.push_back(program_.stages[k]);
        out.program.stages.back().body = wrapped(program_.stages[k].body);
      }
    if (!areParallel(out.program))
      return std::nullopt;
    out.program.clauses.scratch.clear(); // what the region does not leave, its next step may read
    RingsOrFar found = ringsOf(out.program);
    for (int a = 0; a < kMaxAxes; ++a)
      if (found.far || (rings_.axis[a].has_value() && !found.rings.axis[a]))
        return std::nullopt;
    return out;
  }

private:
  // The interior along an axis: the domain of some updating stage within which those of all others lie.
  std::optional<AxisBounds> interiorAlong(int axis, const std::vector<bool> &isUpdate) const {
    for (size_t k = 0; k < program_.stages.size(); ++k) {
      const AxisBounds &ring = program_.stages[k].domain[axis];
      bool holds = isUpdate[k];
      for (size_t other = 0; holds && other < program_.stages.size(); ++other) {
        const AxisBounds &inner = program_.stages[other].domain[axis];
        holds = !isUpdate[other] ||
                (isNeverNegative(program_, inner.lo - ring.lo) && isNeverNegative(program_, ring.hi - inner.hi));
      }
      if (holds)
        return ring;
    }
    return std::nullopt;
  }

  bool findRefreshes() {
    std::vector<std::optional<Copy>> copies;
    std::vector<bool> isUpdate;
    for (const Stage &stage : program_.stages) {
      copies.push_back(copyOf(stage));
      isUpdate.push_back(!copies.back());
    }
    refreshAxis_.assign(copies.size(), -1);
    for (size_t k = 0; k < copies.size(); ++k) {
      std::optional<AxisBounds> ring = copies[k] ? interiorAlong(copies[k]->axis, isUpdate) : std::nullopt;
      if (!ring)
        continue;
      Poly period = ring->hi - ring->lo;
      const AxisBounds &planes = program_.stages[k].domain[copies[k]->axis];
      bool below = (copies[k]->distance - period).isZero() && isNeverNegative(program_, ring->lo - planes.hi);
      bool above = (copies[k]->distance + period).isZero() && isNeverNegative(program_, planes.lo - ring->hi);
      if (!below && !above)
        continue;
      refreshAxis_[k] = copies[k]->axis;
      rings_.axis[copies[k]->axis] = ring;
    }
    // What is no refreshing stage after all must stay in the interior like any other.
    for (size_t k = 0; k < copies.size(); ++k)
      for (int a = 0; a < kMaxAxes && refreshAxis_[k] < 0; ++a)
        if (const auto &ring = rings_.axis[a])
          if (const AxisBounds &d = program_.stages[k].domain[a];
              !isNeverNegative(program_, d.lo - ring->lo) || !isNeverNegative(program_, ring->hi - d.hi))
            return false;
    return rings_.any();
  }

  // A ghost's image lies in the interior.
  void guardWidths(StencilProgram &program, const Offset &width) const {
    for (int a = 0; a < kMaxAxes; ++a)
      if (const auto &ring = rings_.axis[a])
        if (Poly slack = ring->hi - ring->lo - Poly(width[a]); !isNeverNegative(program_, slack))
          program.guards.push_back({slack, "the ghost cells are more than the interior has", program.range});
  }

  // An element of the interior: the image of the one that the original reads.
  ExprPtr wrappedRead(const Expr &e, FieldRead element, int axis) const {
    while (axis < kMaxAxes &&
           (!rings_.axis[axis] || element.offset[axis] == 0 || !program_.fields[element.field].has[axis]))
      ++axis;
    if (axis == kMaxAxes)
      return makeExpr(e.type, element, e.range);
    const AxisBounds &ring = *rings_.axis[axis];
    int64_t offset = element.offset[axis];
    ExprPtr cell = makeExpr(ScalarType::I64, IndexRef{axis});
    Poly rounds = offset < 0 ? ring.hi - ring.lo : ring.lo - ring.hi;
    FieldRead image = element;
    Poly distance = distanceOf(element, axis) + rounds;
    auto number = distance.terms().find({});
    image.offset[axis] = number == distance.terms().end() ? 0 : number->second;
    image.far.set(axis, distance - Poly(image.offset[axis]));
    ExprPtr beyond = binary(offset < 0 ? BinaryOp::Lt : BinaryOp::Ge, cell,
                            toExpr((offset < 0 ? ring.lo : ring.hi) - Poly(offset), program_.params));
    return makeExpr(e.type, Select{beyond, wrappedRead(e, image, axis + 1), wrappedRead(e, element, axis + 1)},
                    e.range);
  }

  ExprPtr wrapped(const ExprPtr &expr) const {
    if (!expr)
      return nullptr;
    return rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      return read && isWritten(program_, read->field) ? wrappedRead(e, *read, 0) : nullptr;
    });
  }

  std::vector<StmtPtr> wrapped(const std::vector<StmtPtr> &body) const {
    return withValues(body, [&](const ExprPtr &value) { return wrapped(value); });
  }

  const StencilProgram &program_;
  std::vector<int> refreshAxis_; // of each stage; -1: no refreshing stage
  Rings rings_;
};

} // namespace

std::optional<Unghosted> withoutGhosts(const StencilProgram &program) {
  return followsTime(program) ? std::nullopt : Remover(program).run();
}

} // namespace kasane
