// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is read below a condition that is known at the call may not be there where it doesn't hold: a parameter that is
// read through a pointer is then asked for under that condition, unless another one is read through it in any case.
//
//   if (source) b[i] += source->rate;     ->     the parameter is (source ? source->rate : 0)
//   if (s->kind == 1) b[s->n - 1] = 0;    ->     s->n, since s->kind is asked for before
#pragma once

#include "Read/Expansion.h"
#include "Read/Reader.h"

namespace kasane {

// As long as it lives: what is read stands where the condition holds, or doesn't.
class Assumed {
public:
  Assumed(Reader &reader, const clang::Expr *condition, bool holds);
  ~Assumed() {
    reader_.step.assumed.resize(before_);
    reader_.step.asked.pop_back();
  }
  Assumed(const Assumed &) = delete;
  Assumed &operator=(const Assumed &) = delete;

private:
  Reader &reader_;
  size_t before_;
};

// What has to hold for the expression to be asked for; "": nothing.
std::string whereAssumed(Reader &reader, const clang::Expr *expr);
// What has to hold for the expression to divide by no zero, where the program may not come to it; "": nothing.
std::string whereDivided(const Reader &reader, const clang::Expr *expr);
std::string textWhere(const std::string &condition, const std::string &text);

// The call asks that none of the arms is taken that were left out.
void guardLeftOut(Reader &reader, const std::vector<LeftOut> &leftOut);

// The call asks for conditions by which a loop was read.
void guardAsked(Reader &reader, const std::vector<const clang::Expr *> &conditions);

// A pointer as a condition, or two that are compared, where the region moves none: 1 or 0. Null: diagnosed.
ExprPtr pointerTest(Reader &reader, const clang::Expr *expr);

} // namespace kasane

// Tests: tests/kernels/null_arrays.c, tests/kernels/source_under_if.c, tests/kernels/other_arms.c
