// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/Slice.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

using Names = std::set<std::string>;

Names namesRead(const StmtPtr &stmt) {
  Names names;
  walkExprs({stmt}, [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      names.insert(ref->name);
  });
  return names;
}

Names namesAssigned(const StmtPtr &stmt) {
  Names names;
  walk({stmt}, [&](const Stmt &s) {
    if (const auto *assign = std::get_if<LocalAssign>(&s.node))
      names.insert(assign->name);
  });
  return names;
}

bool meet(const Names &a, const Names &b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string &name) { return b.count(name) != 0; });
}

std::vector<StmtPtr> withoutStores(const std::vector<StmtPtr> &body);

StmtPtr withoutStores(const StmtPtr &stmt) {
  if (std::holds_alternative<FieldStore>(stmt->node))
    return nullptr;
  const auto *branch = std::get_if<IfStmt>(&stmt->node);
  if (!branch)
    return stmt;
  IfStmt kept{branch->condition, withoutStores(branch->thenBody), withoutStores(branch->elseBody)};
  return kept.thenBody.empty() && kept.elseBody.empty() ? nullptr : makeStmt(std::move(kept), stmt->range);
}

std::vector<StmtPtr> withoutStores(const std::vector<StmtPtr> &body) {
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body)
    if (StmtPtr kept = withoutStores(stmt))
      out.push_back(std::move(kept));
  return out;
}

// Walks backwards; `values` are the locals whose value is needed, `declarations` those that need only be declared,
// because an assignment further down sets them first.
class Slicer {
public:
  void needAllOf(const StmtPtr &stmt) {
    values_.merge(namesRead(stmt));
    values_.merge(namesAssigned(stmt)); // a branch may leave the old value
  }

  // The statement as the slice needs it, or null.
  StmtPtr keep(const StmtPtr &stmt) {
    return match(
        stmt->node, [&](const LocalDecl &n) { return keepDecl(n, stmt); },
        [&](const LocalAssign &n) -> StmtPtr {
          if (values_.erase(n.name) == 0)
            return nullptr;
          declarations_.insert(n.name);
          values_.merge(namesRead(stmt));
          return stmt;
        },
        [&](const FieldStore &) -> StmtPtr { return nullptr; },
        [&](const IfStmt &) -> StmtPtr {
          StmtPtr locals = withoutStores(stmt);
          if (!locals || !meet(namesAssigned(locals), values_))
            return nullptr;
          needAllOf(locals);
          return locals;
        });
  }

private:
  StmtPtr keepDecl(const LocalDecl &decl, const StmtPtr &stmt) {
    bool value = values_.erase(decl.name) != 0, declaration = declarations_.erase(decl.name) != 0;
    if (value)
      values_.merge(namesRead(stmt));
    else if (declaration)
      return makeStmt(LocalDecl{decl.name, decl.type, nullptr}, stmt->range);
    return value ? stmt : nullptr;
  }

  Names values_, declarations_;
};

} // namespace

bool storesField(const StmtPtr &stmt) {
  bool stores = false;
  walk({stmt}, [&](const Stmt &s) { stores |= std::holds_alternative<FieldStore>(s.node); });
  return stores;
}

std::vector<SliceStmt> sliceOf(const std::vector<StmtPtr> &body, const std::set<size_t> &units) {
  Slicer slicer;
  std::vector<SliceStmt> slice;
  for (size_t position = body.size(); position-- > 0;) {
    const StmtPtr &stmt = body[position];
    if (units.count(position) != 0) {
      slicer.needAllOf(stmt);
      slice.push_back({position, stmt});
    } else if (StmtPtr kept = slicer.keep(stmt)) {
      slice.push_back({position, std::move(kept)});
    }
  }
  std::reverse(slice.begin(), slice.end());
  return slice;
}

} // namespace kasane
