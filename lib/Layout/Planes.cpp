// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Planes.h"

#include "Apart.h"
#include "Rebuilt.h"
#include "kasane/Layout/ChangedBody.h"
#include "kasane/Layout/Fields.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

struct Splitter {
  const Draft &draft;
  const Layout &layout;
  size_t number; // of the nest
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

  // if (c) { A; B } else C  ->  if (c) A; if (c) B; if (!c) C;   where they store to several planes, and nothing that
  // they do changes the condition.
  void addApart(const StmtPtr &stmt, std::vector<StmtPtr> &out) const {
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    if (!branch || storesAlike(stmt) || !isOverPlaces(branch->condition) || hasLocals({stmt})) {
      out.push_back(stmt);
      return;
    }
    const SourceRange range = branch->condition->range;
    const ExprPtr other = makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, branch->condition}, range);
    for (const bool holds : {true, false})
      for (const StmtPtr &inner : holds ? branch->thenBody : branch->elseBody) {
        std::vector<StmtPtr> parts;
        addApart(inner, parts);
        for (const StmtPtr &part : parts)
          out.push_back(makeStmt(IfStmt{holds ? branch->condition : other, {part}, {}}, stmt->range));
      }
  }

  bool storesAlike(const StmtPtr &stmt) const {
    const std::optional<int> first = firstStore(stmt);
    const std::vector<int> all = accessesIn({stmt});
    return !first || std::all_of(all.begin(), all.end(),
                                 [&](int a) { return !draft.accesses[a].write || samePlanes(*first, a); });
  }

  // Over the loops' variables and parameters.
  static bool isOverPlaces(const ExprPtr &condition) {
    bool isOther = false;
    walk(condition, [&](const Expr &e) {
      isOther |= std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<Load>(e.node);
    });
    return !isOther;
  }

  static bool hasLocals(const std::vector<StmtPtr> &body) {
    bool found = false;
    walk(body, [&](const Stmt &stmt) {
      found |= !std::holds_alternative<IfStmt>(stmt.node) && !std::holds_alternative<FieldStore>(stmt.node);
    });
    return found;
  }

  // Could the two touch the same cell; `anyIteration`: in the same iteration too? What the call can ask, so that they
  // don't, goes to `asked`.
  bool mayMeet(int a, int b, bool anyIteration, std::vector<Poly> &asked) const {
    if (keyOf(draft.accesses[a], positions[a]) != keyOf(draft.accesses[b], positions[b]) ||
        !(draft.accesses[a].write || draft.accesses[b].write))
      return false;
    bool sameIteration = true;
    std::optional<Poly> gap;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const AccessPosition &p = positions[a], &q = positions[b];
      if (!p.at[axis] || !q.at[axis])
        continue;
      const AxisBounds first = *reached(draft, layout, positions, number, a, axis),
                       second = *reached(draft, layout, positions, number, b, axis);
      if (isAtLeast(draft, layout, positions, second.lo - first.hi, 0, axis) ||
          isAtLeast(draft, layout, positions, first.lo - second.hi, 0, axis))
        return false;
      if (!gap)
        gap = askable(draft, positions, first, second);
      sameIteration &=
          p.relative[axis] == q.relative[axis] && (!p.relative[axis] || (*p.at[axis] - *q.at[axis]).constant() == 0);
    }
    if (sameIteration && !anyIteration)
      return false;
    if (gap)
      asked.push_back(*gap);
    return !gap;
  }

  bool meet(const std::vector<int> &first, const std::vector<int> &second, bool anyIteration,
            std::vector<Poly> &asked) const {
    return std::any_of(first.begin(), first.end(), [&](int a) {
      return std::any_of(second.begin(), second.end(), [&](int b) { return mayMeet(a, b, anyIteration, asked); });
    });
  }
};

// Does it set a variable that statements behind it have?
bool setsLocals(const StmtPtr &stmt) {
  std::set<std::string> declared, set;
  walk({stmt}, [&](const Stmt &part) {
    if (const auto *decl = std::get_if<LocalDecl>(&part.node))
      declared.insert(decl->name);
    else if (const auto *assign = std::get_if<LocalAssign>(&part.node); assign && !declared.count(assign->name))
      set.insert(assign->name);
  });
  return !set.empty() || std::holds_alternative<LocalDecl>(stmt->node);
}

} // namespace

std::vector<NestPart> partsOf(size_t n, const Draft &draft, const Layout &layout,
                              const std::vector<AccessPosition> &positions, std::vector<Guard> &guards) {
  const DraftNest &nest = draft.nests[n];
  if (nest.body.empty() && isGathered(draft, n)) // n++ over its cells, which the host does
    return {};
  Splitter splitter{draft, layout, n, positions};
  std::vector<NestPart> parts(1);
  const NestPart whole{nest.body, accessesIn(nest.body)};
  std::vector<StmtPtr> locals; // every part computes those before it again
  std::optional<int> lead;     // the first store of the current part
  std::vector<StmtPtr> body;
  bool isTied = false; // an `if` stores, and sets what the next part may need
  for (const StmtPtr &stmt : nest.body)
    splitter.addApart(stmt, body);
  for (const StmtPtr &stmt : body) {
    std::optional<int> store = splitter.firstStore(stmt);
    if (store && lead && !splitter.samePlanes(*store, *lead)) {
      if (isTied)
        return {whole};
      parts.push_back({locals, {}});
    }
    if (store && (!lead || !splitter.samePlanes(*store, *lead)))
      lead = store;
    parts.back().body.push_back(stmt);
    if (setsLocals(stmt)) {
      isTied |= store.has_value();
      locals.push_back(stmt);
    }
  }
  std::vector<int> copied = accessesIn(locals);
  std::vector<Poly> asked;
  for (size_t p = 0; p < parts.size(); ++p) {
    parts[p].accesses = accessesIn(parts[p].body);
    for (size_t earlier = 0; earlier < p; ++earlier)
      if (splitter.meet(parts[earlier].accesses, parts[p].accesses, false, asked) ||
          splitter.meet(parts[earlier].accesses, copied, true, asked))
        return {whole};
  }
  for (const Poly &gap : asked)
    askFor(guards, gap, nest.range);
  return parts;
}

} // namespace kasane
