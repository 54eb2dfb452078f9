// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghosts beyond the ends of the domain. Axis after axis, so that corners follow from ghosts that are made by then;
// ghosts that lie beyond an end of the user's, along any axis, are the user's.
#ifndef KASANE_MESH_ENDS_H
#define KASANE_MESH_ENDS_H
#include "State.h"

// Behind the fill of the leaf's other ghosts, in the array of the store.
void ksm_fill_ends(const ksm_mesh *m, const ksm_store *store, int leaf);

#endif
// Tests: tests/unit/mesh/EndTest.cpp
