// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MovedPointers.h"

#include <algorithm>

namespace kasane {
namespace {

std::vector<size_t> ownedIn(const StencilProgram &program) {
  std::vector<size_t> owned;
  for (const MovedStructs &structs : movedStructs(program))
    owned.insert(owned.end(), structs.fields.begin(), structs.fields.end());
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
