// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the reader knows of one pointer, one scalar, one condition or one selecting integer at the place that it has
// come to.
#pragma once

#include "kasane/Layout/Draft.h"

#include "clang/AST/Expr.h"

namespace kasane {

// An element or sub-array of an array; as a pointer value, what it points at.
struct Place {
  int array = -1;
  std::vector<Poly> index; // so far, outermost dimension first
  // Seen under other dimensions than the array's: those behind the first, counted from element `origin`.
  std::optional<std::vector<Poly>> view = {};
  Poly origin = {};
  bool operator==(const Place &) const = default;
};

// The local or step scalar that stands for a variable of the region.
struct ScalarState {
  std::string name;
  ScalarType type = ScalarType::I32;
  size_t hostPoints = 0; // of the step, before it was computed
};

// A condition on which integers of the cell depend.
struct Choice {
  ExprPtr condition;
  bool fixed;                      // over coordinates and parameters: it says the same wherever in the cell it stands
  std::string text;                // the condition, printed
  std::array<CellRegion, 2> cells; // by its truth, of one that is fixed: what the bounds of the loops don't say
  // Where the condition says no more than `difference` op 0.
  std::optional<std::pair<BinaryOp, Poly>> comparison = {};
};

// Of two conditions: by the truth of either, does no cell have both?
using ChoicePair = std::array<std::array<bool, 2>, 2>;

// An integer of the user's that selects arrays and that a step changes.
struct Selector {
  const clang::VarDecl *var;
  const clang::Expr *write; // its first assignment in the body, if any
  bool isSingle;            // and there is no other
  std::vector<std::string> states =
      {};              // parameters: its value on entry; with a modulus, (value + k) % modulus for each k
  int64_t modulus = 0; // 0: no cycle, but exchanged with others
  int64_t shift = 0;   // by how much a step moves it on
  const clang::VarDecl *leader = nullptr; // whose states these are
  int64_t ahead = 0;                      // how far it is ahead of that one
};

} // namespace kasane
