// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Alias.h"

#include <algorithm>

namespace kasane {
namespace {

// A buffer is written when any of the names that come to be bound to it is.
std::vector<bool> writtenBuffers(const StencilProgram &program) {
  std::vector<bool> written(program.fields.size(), false);
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        for (const FieldId f : cycleOf(program, store->field))
          written[f] = true;
    });
  return written;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool declaredDisjoint(const StencilProgram &program, const Field &left, const Field &right) {
  return std::any_of(program.clauses.noalias.begin(), program.clauses.noalias.end(),
                     [&](const auto &names) { return contains(names, left.name) && contains(names, right.name); });
}

// Two known objects are different arrays, or components of one array, which Frontend has made fields of their own.
bool knownDisjoint(const Field &left, const Field &right) {
  if (left.object.empty() || right.object.empty())
    return false;
  return left.object != right.object || left.base != right.base;
}

} // namespace

std::vector<FieldPair> mayOverlap(const StencilProgram &program) {
  std::vector<bool> written = writtenBuffers(program);
  std::vector<FieldPair> pairs;
  // The lists of a mesh's map, which stand behind the others, are its library's own.
  const FieldId count = program.map ? program.map->block : static_cast<FieldId>(program.fields.size());
  for (FieldId left = 0; left < count; ++left) {
    if (written[left] && program.fields[left].rows)
      pairs.push_back({left, left});
    for (FieldId right = left + 1; right < count; ++right) {
      const Field &l = program.fields[left], &r = program.fields[right];
      if (l.hidden || r.hidden)
        continue;
      if ((written[left] || written[right]) && !knownDisjoint(l, r) && !declaredDisjoint(program, l, r))
        pairs.push_back({left, right});
    }
  }
  return pairs;
}

} // namespace kasane
