// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MovedPointers.h"

#include <algorithm>

namespace kasane {
namespace {

// All of one member that the region stores to: no two of those are one array.
std::vector<size_t> ownedIn(const StencilProgram &program) {
  std::vector<size_t> owned;
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<FieldStore>(&stmt.node);
      const size_t first = store ? static_cast<size_t>(store->field) : 0;
      auto isSame = [&](size_t f) { return program.fields[f].owner == program.fields[first].owner; };
      if (!store || program.fields[first].owner.empty() || std::any_of(owned.begin(), owned.end(), isSame))
        return;
      for (const FieldId f : cycleOf(program, store->field))
        owned.push_back(static_cast<size_t>(f));
    });
  return owned;
}

} // namespace

MovedPointers::MovedPointers(const StencilProgram &program, std::string own)
    : program_(program), own_(std::move(own)), owned_(ownedIn(program)) {}

bool MovedPointers::moves(size_t field) const {
  const Field &f = program_.fields[field];
  return !f.pointer.empty() && (f.owner.empty() || std::find(owned_.begin(), owned_.end(), field) != owned_.end());
}

std::string MovedPointers::follow(size_t field, const std::string &first) const {
  const Field &f = program_.fields[field];
  if (f.owner.empty())
    return f.pointer + " = " +
           (f.before.empty() ? first : "(__typeof__(" + f.pointer + "))" + first + " + (" + f.before + ")") + ";\n";
  return f.owner + " = " + onEntry(field, first) + ";\n";
}

std::string MovedPointers::keep(size_t field, const std::string &first) const {
  const Field &f = program_.fields[field];
  return f.pointer.starts_with(f.owner + ".") ? "*(" + onEntry(field, first, "&") + ") = " + f.owner : "";
}

std::string MovedPointers::onEntry(size_t field, const std::string &first, const std::string &of) const {
  std::string out;
  for (const FieldId g : cycleOf(program_, static_cast<FieldId>(field)))
    if (static_cast<size_t>(g) != field)
      out += first + " == " + own_ + "p[" + std::to_string(g) + "] ? " + of + ownerOf(static_cast<size_t>(g)) + " : ";
  return out + of + ownerOf(field);
}

bool MovedPointers::isOfOwned(const std::string &text) const {
  return std::any_of(owned_.begin(), owned_.end(),
                     [&](size_t f) { return text.starts_with(program_.fields[f].owner + "->"); });
}

} // namespace kasane
