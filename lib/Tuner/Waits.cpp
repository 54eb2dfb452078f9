// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Waits.h"

#include <algorithm>
#include <map>

namespace kasane::tuning {
namespace {

class Counting {
public:
  // Statements that begin when `before` loads are there.
  void count(const std::vector<StmtPtr> &body, int before) {
    for (const StmtPtr &stmt : body) {
      if (const auto *decl = std::get_if<LocalDecl>(&stmt->node))
        give(decl->name, decl->init, before);
      if (const auto *assign = std::get_if<LocalAssign>(&stmt->node))
        give(assign->name, assign->value, before);
      if (const auto *store = std::get_if<FieldStore>(&stmt->node))
        of(store->value, before);
      if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
        const int asked = std::max(before, of(branch->condition, before));
        count(branch->thenBody, asked);
        count(branch->elseBody, asked);
      }
    }
  }

  int most = 1;

private:
  int of(const ExprPtr &expr, int before) {
    int out = 0;
    walk(expr, [&](const Expr &e) {
      if (const auto *read = std::get_if<FieldRead>(&e.node)) // what was loaded once is there
        out = std::max(out, elements_.try_emplace({read->field, read->offset}, before + 1).first->second);
      if (const auto *ref = std::get_if<ScalarRef>(&e.node))
        if (const auto local = locals_.find(ref->name); local != locals_.end())
          out = std::max(out, local->second);
    });
    most = std::max(most, out);
    return out;
  }

  void give(const std::string &local, const ExprPtr &value, int before) {
    int &known = locals_[local];
    if (value)
      known = std::max(known, of(value, before));
  }

  // Loads until one is there.
  std::map<std::string, int> locals_;
  std::map<std::pair<FieldId, Offset>, int> elements_;
};

} // namespace

int waitsOf(const std::vector<StmtPtr> &body) {
  Counting counting;
  counting.count(body, 0);
  return counting.most;
}

} // namespace kasane::tuning
