// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Can reads that leave a block of a mesh go to the neighbour? In: a program with fills of ghosts and nests over leaves.
// Out: its arrays of blocks, its fills, and the program of one block without them; or what stands against it.
//
//   for (t..) { ksm_fill(m, KSM_ALL, u, KSM_LINEAR); for b for j for i  v[b][j][i] = u[b][j][i - 1]; swap(u, v) }
//       stage leaf in [0, m->leaves) y .. x ..:  v[+0][+0] := u[+0][-1]      before it u is filled, by KSM_LINEAR
//
// What must hold: a fill comes before each read that leaves its block, of all levels or of the one that the nest goes
// over. No nest stores to the array between them, nor where it is read so. Nests store to cells of their own blocks,
// never to ghosts. Then a ghost that a neighbour of the same level has as a cell has that cell's value when it is read.
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <variant>

namespace kasane {

// An array of blocks with ghosts whose cells, and no ghosts of the same level, are looked at.
struct MappedArray {
  std::string text;             // as the program has it
  std::vector<FieldId> fields;  // of its components, as far as the region names them; at least one
  std::vector<int64_t> numbers; // of these components
  int64_t components = 1;
  ScalarType elem = ScalarType::F32;
  int from = 0;                            // after a step the name means what that array's did
  bool isFilled = false, isStored = false; // it, or one with which it is exchanged
  bool isRenewed = false;                  // no cell of it is looked at before the region stores all that it stores to
};

struct MappedFill {
  size_t before; // which stage
  int array;
  bool isLinear;
  int level = -1; // in Mapped::levels; -1: of all
  std::optional<MeshFill::Between> between = {};
};

// A nest over leaves that must be of the level, since it reads ghosts that a fill of that level makes.
struct MappedNest {
  AxisBounds leaves;
  int level;
  SourceRange range;
};

struct Mapped {
  StencilProgram program;   // of rank 2 or 3, leaves apart; fields are those of the original. It has no fills
  std::string mesh, leaves; // as the program has it; the parameter with their number, or "": there is none yet
  int64_t cells = 0, ghosts = 0;
  std::vector<MappedArray> arrays;
  std::vector<int> arrayOf; // by field; -1: an array that stays as it is
  std::vector<MappedFill> fills;
  std::vector<std::string> levels; // of fills, as the call site writes them
  std::vector<MappedNest> nests;
  std::optional<AxisBounds> only = {}; // all fills are of one level, and all nests go over these of its leaves
  int64_t directions() const { return program.rank == 2 ? 9 : 27; }
  int64_t cellsOfBlock() const { return program.rank == 2 ? cells * cells : cells * cells * cells; }
  int64_t room() const { // of a component in the program's own blocks
    const int64_t width = cells + 2 * ghosts;
    return program.rank == 2 ? width * width : width * width * width;
  }
};

struct NotMapped {
  std::string reason;
  SourceRange range; // of what is the cause; {}: no one line
};

// Arrays whose blocks are like those of this one, by number: where a fill between two times may find its cells.
std::vector<int> alikeArrays(const Mapped &mapped, int array);

std::variant<Mapped, NotMapped> mappedOf(const StencilProgram &program);

// The program with what the mesh says of its map, as fields and parameters, and what must hold of these at the call.
// `hasFamilies`: also which leaves are families.
struct WithMap {
  StencilProgram program;
  std::vector<Guard> guards;
};
WithMap withMap(const StencilProgram &program, const Mapped &mapped, bool hasFamilies);

} // namespace kasane

// Tests: tests/diagnostics/not_mapped.c, tests/run/check_leaves.py
