// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often what a stage reads comes from beyond a cache. In: how far the stage looks, tile, grid and cache. Out: so
// many times what is read once.
#pragma once

#include "StageFacts.h"

namespace kasane::tuning {

// How often a row comes from beyond a cache of `capacity` bytes, where a stage looks `span` cells far along every axis:
// once when everything up to its next use fits, by a tile that follows on the same unit; once for each tile when the
// tile's own rows fit; else for each look, of rows that an item makes at once together. Along `marched` a tile begins
// with what the one before it has ended with.
double timesRead(const Box3 &span, bool star, const Box3 &tile, const Box3 &grid, double bytes, double capacity,
                 bool tilesFollow, const Jam &jam = {}, int marched = -1);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
