// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's fields: one for every (array, components, phase) that the region names, and those that the rotation
// brings in: all phases of a phased array, every array of a swap with the components of its partners.
#pragma once

#include "kasane/Layout/Layout.h"
#include "kasane/Layout/Names.h"

#include <map>

namespace kasane {

struct FieldKey {
  int array;
  std::vector<std::string> components;
  int phase;
  auto operator<=>(const FieldKey &) const = default;
};

struct FieldTable {
  std::vector<Field> fields;
  std::vector<FieldId> rotation;
  std::map<FieldKey, FieldId> ids;
};

FieldKey keyOf(const DraftAccess &access, const AccessPosition &position);

// `positions` runs along Draft::accesses. Adds the pitches of row tables to `params`.
std::optional<FieldTable> fieldsOf(const Draft &draft, const Layout &layout,
                                   const std::vector<AccessPosition> &positions, Names &names,
                                   std::vector<Param> &params, Diagnostics &diagnostics);

// C text of a polynomial over parameters, with their call-site texts in place of their names.
std::string callText(const Poly &poly, const std::vector<Param> &params, bool asNumbers = false);

} // namespace kasane
