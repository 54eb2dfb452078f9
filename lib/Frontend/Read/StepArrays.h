// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a step has for itself: declared in it, or memory that it takes and gives back. They become hidden arrays
// of the region, whose elements a step must write before it reads them (see Analysis/StepArrays.h).
//
//   for (t..) { double tmp[ny][nx];  nest that stores tmp;  nest that reads it }
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Of `var`, an array. False: it can't be one (diagnosed).
bool declareStepArray(Reader &reader, const clang::VarDecl *var);

// Reports that cells or steps can't declare such an array.
void refuseArray(Reader &reader, const clang::VarDecl *array);

// Of `var`, a pointer that gets what `allocation` returns; it leads to the array from here on.
bool allocateStepArray(Reader &reader, const clang::VarDecl *var, const clang::CallExpr *allocation);

// Such an array, with further dimensions of these extents before its own; its key is the variable's and `suffix`.
std::optional<int> addStepArray(Reader &reader, const clang::VarDecl *var, const std::string &suffix,
                                const std::vector<Poly> &outer);

// Does the pointer lead to such an array, so that it isn't null and what it leads to goes with the step?
bool isStepArray(const Reader &reader, const clang::VarDecl *pointer);

} // namespace kasane

// Tests: tests/kernels/step_arrays.c, tests/diagnostics/read_before_written.c
