// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose axes run through tables of pointers: float **A, float ***A, float *A[NY], float (*A[NZ])[NY][NX].
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

// Does a loop variable select a pointer?
bool hasRowTable(const DraftArray &array, const GroupLayout &group);

// Leading dimensions that select a whole table: its address is the array with a subscript for each of them.
size_t dimensionsBefore(const GroupLayout &group);

// `components` are those of the field. nullopt: one of them is needed behind the table's first axis and is no number.
std::optional<RowTable> rowTableOf(const DraftArray &array, const GroupLayout &group,
                                   const std::vector<Poly> &components);

// Gives each field with a table pitches of its own, the same for all that exchange their memories.
void addPitches(std::vector<Field> &fields, const std::vector<FieldId> &rotation, std::vector<Param> &params,
                const std::function<std::string(const std::string &)> &take);

} // namespace kasane
