// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every access of a stage to a field, with what is known of the cells that make it. An access under a condition on the
// cell's coordinates is made by fewer cells than the domain has:
//
//   x in [0, nx):  i == 0 ? A[i] : A[i-1]     ->   A[+0] for x in [0, 1), A[-1] for x in [1, nx)
#pragma once

#include "kasane/Analysis/Colours.h"
#include "kasane/IR/Narrow.h"
#include "kasane/IR/StencilProgram.h"

#include <map>

namespace kasane {

struct Access {
  FieldId field;
  Offset offset;
  bool write;
  SourceRange range;
  CellRegion cells;
  std::vector<Colour> colours;
  Far far = {};
  bool isSure = true; // the place alone tells whether a cell makes it
  Poly distance(int axis) const { return far[axis] + Poly(offset[axis]); }
};

// Of a cell that reads d elements ahead only where r >= d, where the call checks that r is at most some number: the
// bound that is wider than the cells' own by r - d (see lib/IR/Given.h), with which it reads as far as r says. Null:
// there is none, or another bound shows that the access lies inside of the array, or the array's extent isn't known.
const Poly *boundOfRounds(const StencilProgram &program, const Access &access, int axis, bool lower);

// In source order; a statement's reads before its store.
std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage);
// `Steps::One`: the cells of one step, whose bounds may hold its time; else those of all steps.
enum class Steps { All, One };
std::vector<Access> accessesOf(const StencilProgram &program, const Box &domain, const std::vector<StmtPtr> &body,
                               const Definitions &locals, Steps steps = Steps::All);

// Whether two accesses to one field, made in iterations of the same nest, can touch the same element.
bool mayMeet(const StencilProgram &program, const Access &a, const Access &b);
// Whether conditions give the cells that make them colours, of which these two have the same: the modulus.
std::optional<int64_t> sameColour(const StencilProgram &program, const Access &a, const Access &b);

// Does no cell read what another cell of its stage stores? (On a ring of odd length neighbours across its ends have one
// colour of two.)
bool areParallel(const StencilProgram &program);

// Is it never negative where the generated code runs? (That every nest has a cell is checked at the call.)
bool isNeverNegative(const StencilProgram &program, const Poly &value);

// The same for many questions about one program.
class NeverNegative {
public:
  explicit NeverNegative(const StencilProgram &program);
  bool operator()(const Poly &value) const;

private:
  std::map<std::map<Poly::Monomial, int64_t>, int64_t> numbers_; // what is beside these terms, the least of it
};

} // namespace kasane

// Tests: tests/unit/analysis/BoundsTest.cpp, tests/unit/analysis/HullTest.cpp
