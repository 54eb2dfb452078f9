// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives against the code that they stand in: every word that says something else is an error there.
// What depends on values of run time becomes a guard. step's number goes to the clauses.
#pragma once

#include "FindRegions.h"
#include "Inline.h"
#include "Published.h"
#include "Reader.h"

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

} // namespace kasane
