// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where ghosts lie, and what they are made of, for blocks that have no room for ghosts. See ksm_map in kasane_mesh.h.
#ifndef KASANE_MESH_MAP_H
#define KASANE_MESH_MAP_H
#include "State.h"

void ksm_free_map(struct ksm_state *s);

#endif
// Tests: tests/unit/mesh/MapTest.cpp
