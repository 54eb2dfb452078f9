// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/SharedPlaces.h"

#include <algorithm>
#include <map>

namespace kasane::lowering {
namespace {

constexpr size_t kMany = 4; // arrays: a pointer into each takes more registers than adding takes time

struct SharedPlace {
  ExprPtr index;
  std::set<std::string> buffers;
  std::string name = {};
};

bool isKnownBefore(const ExprPtr &index, const NameSet &defined) {
  bool known = true;
  walk(index, [&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    known = known && !std::holds_alternative<Load>(e.node) && (!ref || !defined.count(ref->name));
  });
  return known;
}

} // namespace

KBody withSharedPlaces(Context &context, KBody body, std::vector<std::string> &places) {
  std::map<std::string, SharedPlace> found;
  const NameSet defined = usesOf(body).defined;
  auto note = [&](const std::string &buffer, const ExprPtr &index) {
    if (!isKnownBefore(index, defined))
      return;
    SharedPlace &place = found[print(index)];
    place.index = index;
    place.buffers.insert(buffer);
  };
  walkExprs(body, [&](const Expr &e) {
    if (const auto *load = std::get_if<Load>(&e.node))
      note(load->buffer, load->index);
  });
  walk(body, [&](const KStmt &stmt) {
    if (const auto *row = std::get_if<KLoadRow>(&stmt.node))
      note(row->buffer, row->index);
    if (const auto *bring = std::get_if<KBring>(&stmt.node))
      note(bring->buffer, bring->index);
    if (const auto *near = std::get_if<KPrefetch>(&stmt.node))
      note(near->buffer, near->index);
  });
  KBody out;
  for (auto &[text, place] : found) {
    if (place.buffers.size() < kMany)
      continue;
    if (places.size() == out.size())
      places.push_back(context.names.fresh("place"));
    place.name = places[out.size()];
    out.push_back(makeKStmt(KLet{place.name, ScalarType::I64, place.index, true}));
  }
  if (out.empty())
    return body;
  const KBody known = withIndices(body, [&](const std::string &, const ExprPtr &index) -> ExprPtr {
    const auto at = found.find(print(index));
    return at == found.end() || at->second.name.empty() ? nullptr : scalar(at->second.name);
  });
  out.insert(out.end(), known.begin(), known.end());
  return {makeKStmt(KBlock{std::move(out)})};
}

} // namespace kasane::lowering
