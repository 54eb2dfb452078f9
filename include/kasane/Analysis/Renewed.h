// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose old contents nobody looks at. In: a program with parallel stages. What is said holds for all parameter
// values, by footprints alone.
//
//   B = f(A); A = B:  of B the region touches the cells that the first nest stores, and no others. Whoever makes these
//   steps needs nothing of what B held, and where the steps are done, what lies around those cells is as it was.
#pragma once

#include "kasane/Analysis/Hull.h"

namespace kasane {

bool liesWithin(const Box &inner, const Box &outer);

// By field: does the region touch none of its elements outside of `cells`, by whatever name?
class Touched {
public:
  explicit Touched(const std::vector<FieldHull> &hulls);
  bool onlyWithin(FieldId field, const Box &cells) const;

private:
  std::vector<std::optional<Box>> boxes_; // none: only known at the call
};

// The stage stores all that the region touches of the field, under no condition and before it reads any of it.
bool renews(const Stage &stage, FieldId field, const Touched &touched);

// By field: the first stage of a step that touches it stores every element that the region touches, before it reads
// any; and wherever the region may be left, or its arrays be looked at, the step has done so. So nothing has to be kept
// of it from one step to the next.
std::vector<bool> renewedFields(const StencilProgram &program);

} // namespace kasane
