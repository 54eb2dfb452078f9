// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives against the code that they stand in: every word that says something else is an error there.
// What depends on values of run time becomes a guard. step's number goes to the clauses.
#pragma once

#include "Directives/FindRegions.h"
#include "Directives/Published.h"
#include "Read/Reader.h"
#include "Simplify/Inline.h"

namespace kasane {

struct PublishedCheck {
  Reader &reader;
  const Annotated &annotated;
  Expansion &expansion;
  const Published &published;
  StencilProgram &program; // assembled
};

// False after a diagnostic.
bool checkPublished(const PublishedCheck &check);

// --- CheckData.cpp
bool checkData(const PublishedCheck &check);
// What the clause promises becomes the fields'; what the code says, too, is checked.
bool takeShapes(const PublishedCheck &check);

// The region's arrays that a list may name so, and all of them.
std::vector<int> arraysNamed(const Reader &reader, const std::vector<std::string> &spellings);
std::string arraysOf(const Reader &reader);
// Arrays that exchange their pointers take each other's parts from step to step.
bool isAccessed(const Reader &reader, const std::vector<int> &arrays, bool written);
bool isOf(const Field &field, const DraftArray &array);
// Of one array that the word names.
bool checkDimensions(const PublishedCheck &check, const DataWord &word, const DraftArray &array);
// The values of the two are the same, or it is checked at the call.
bool requireEqual(const PublishedCheck &check, const Poly &code, const Poly &said, SourceRange range);

// --- CheckTpace.cpp
bool checkTpace(const PublishedCheck &check);

} // namespace kasane
