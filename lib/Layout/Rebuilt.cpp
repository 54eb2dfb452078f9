// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rebuilt.h"

#include "kasane/Layout/ChangedBody.h"

namespace kasane {
namespace {

// The body with other numbers of its accesses.
std::vector<StmtPtr> renumbered(const std::vector<StmtPtr> &body, const std::map<int, int> &number) {
  const auto part = [&](const Expr &e) -> ExprPtr {
    const auto *read = std::get_if<FieldRead>(&e.node);
    return read ? makeExpr(e.type, FieldRead{number.at(read->field), read->offset, read->far, read->at, read->ahead},
                           e.range)
                : nullptr;
  };
  return changedBody(body, {part, [&](int access) { return number.at(access); }});
}

} // namespace

NewNest newNest(const Draft &draft, DraftNest nest) {
  NewNest out{std::move(nest), {}};
  for (int access : accessesIn(out.nest.body))
    out.accesses.try_emplace(access, draft.accesses[static_cast<size_t>(access)]);
  return out;
}

Draft rebuilt(const Draft &old, const std::vector<std::vector<NewNest>> &nests) {
  Draft draft = old;
  draft.nests.clear();
  draft.accesses.clear();
  std::vector<size_t> first; // of the new nests, for each of the old ones, and past the last
  std::vector<std::map<int, int>> numbers;
  for (const std::vector<NewNest> &of : nests) {
    first.push_back(draft.nests.size());
    for (const auto &[nest, accesses] : of) {
      std::map<int, int> &number = numbers.emplace_back();
      draft.nests.push_back(nest);
      DraftNest &own = draft.nests.back();
      own.firstAccess = draft.accesses.size();
      for (const auto &[access, made] : accesses) {
        number[access] = static_cast<int>(draft.accesses.size());
        draft.accesses.push_back(made);
      }
      own.endAccess = draft.accesses.size();
      own.body = renumbered(nest.body, number);
    }
  }
  first.push_back(draft.nests.size());
  for (DraftAction &action : draft.actions) {
    action.nest = first[action.nest];
    if (auto *gather = std::get_if<DraftGather>(&action.node)) {
      gather->nest = first[gather->nest];
      gather->body = renumbered(gather->body, numbers[gather->nest]);
    }
  }
  return draft;
}

bool isGathered(const Draft &draft, size_t nest) {
  return std::ranges::any_of(draft.actions, [&](const DraftAction &action) {
    const auto *gather = std::get_if<DraftGather>(&action.node);
    return gather && gather->nest == nest;
  });
}

} // namespace kasane
