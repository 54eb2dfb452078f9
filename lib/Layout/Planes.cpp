// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Planes.h"

#include "kasane/Layout/Fields.h"

#include <algorithm>

namespace kasane {
namespace {

struct Splitter {
  const Draft &draft;
  const DraftNest &nest;
  const std::vector<int> &loopAxis;
  const std::vector<AccessPosition> &positions;

  std::optional<int> firstStore(const StmtPtr &stmt) const {
    for (int access : accessesIn({stmt}))
      if (draft.accesses[access].write)
        return access;
    return std::nullopt;
  }

  // Do both lie at a constant distance, on planes or from the loops' cell?
  bool samePlanes(int a, int b) const {
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const AccessPosition &p = positions[a], &q = positions[b];
      if (p.at[axis] && q.at[axis] && p.relative[axis] == q.relative[axis] && !(*p.at[axis] - *q.at[axis]).constant())
        return false;
    }
    return true;
  }

  // Is one so far from the other that the loop along the axis never comes from one to the other?
  bool isPastLoop(const Poly &distance, int axis) const {
    for (size_t l = 0; l < loopAxis.size(); ++l)
      if (loopAxis[l] == axis) {
        const Poly extent = nest.loops[l].hi - nest.loops[l].lo;
        return (distance - extent).constant().value_or(-1) >= 0 ||
               (Poly(0) - distance - extent).constant().value_or(-1) >= 0;
      }
    return false;
  }

  // Could the two touch the same cell; `anyIteration`: in the same iteration too?
  bool mayMeet(int a, int b, bool anyIteration) const {
    if (keyOf(draft.accesses[a], positions[a]) != keyOf(draft.accesses[b], positions[b]) ||
        !(draft.accesses[a].write || draft.accesses[b].write))
      return false;
    bool sameIteration = true;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const AccessPosition &p = positions[a], &q = positions[b];
      if (!p.at[axis] || !q.at[axis])
        continue;
      if (p.relative[axis] != q.relative[axis])
        return true;
      const Poly between = *p.at[axis] - *q.at[axis];
      const std::optional<int64_t> distance = between.constant();
      if (p.relative[axis] ? isPastLoop(between, axis) : distance && *distance != 0)
        return false;
      sameIteration &= !p.relative[axis] || distance == 0;
    }
    return anyIteration || !sameIteration;
  }

  bool meet(const std::vector<int> &first, const std::vector<int> &second, bool anyIteration) const {
    return std::any_of(first.begin(), first.end(), [&](int a) {
      return std::any_of(second.begin(), second.end(), [&](int b) { return mayMeet(a, b, anyIteration); });
    });
  }
};

bool isLocal(const StmtPtr &stmt) {
  return std::holds_alternative<LocalDecl>(stmt->node) || std::holds_alternative<LocalAssign>(stmt->node);
}

} // namespace

std::vector<int> accessesIn(const std::vector<StmtPtr> &body) {
  std::vector<int> list;
  walk(body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<FieldStore>(&stmt.node))
      list.push_back(store->field);
  });
  walkExprs(body, [&](const Expr &expr) {
    if (const auto *read = std::get_if<FieldRead>(&expr.node))
      list.push_back(read->field);
  });
  std::sort(list.begin(), list.end());
  return list;
}

std::vector<NestPart> partsOf(const DraftNest &nest, const Draft &draft, const std::vector<int> &loopAxis,
                              const std::vector<AccessPosition> &positions) {
  Splitter splitter{draft, nest, loopAxis, positions};
  std::vector<NestPart> parts(1);
  std::vector<StmtPtr> locals; // every part computes those before it again
  std::optional<int> lead;     // the first store of the current part
  for (const StmtPtr &stmt : nest.body) {
    std::optional<int> store = splitter.firstStore(stmt);
    if (store && lead && !splitter.samePlanes(*store, *lead))
      parts.push_back({locals, {}});
    if (store && (!lead || !splitter.samePlanes(*store, *lead)))
      lead = store;
    parts.back().body.push_back(stmt);
    if (isLocal(stmt))
      locals.push_back(stmt);
  }
  NestPart whole{nest.body, accessesIn(nest.body)};
  std::vector<int> copied = accessesIn(locals);
  for (size_t p = 0; p < parts.size(); ++p) {
    parts[p].accesses = accessesIn(parts[p].body);
    for (size_t earlier = 0; earlier < p; ++earlier)
      if (splitter.meet(parts[earlier].accesses, parts[p].accesses, false) ||
          splitter.meet(parts[earlier].accesses, copied, true))
        return {whole};
  }
  return parts;
}

} // namespace kasane
