// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of kept arrays that are at home while a statement looks at them: #pragma stencil home(A[k:n]). What is kept
// stays the newest; what the statement may have written goes back behind it.
//
//   home(A[4:2])    planes 4 and 5 come home      fwrite(A[4], ..)      regions go on with what is kept
//
// A region that touches these elements meanwhile works at home, as if the array weren't kept.
#ifndef KASANE_RT_SHOWN_H
#define KASANE_RT_SHOWN_H

#include "base/Error.h"
#include "parts/Span.h"

typedef struct ksn_shown {
  const char *from, *end; // end NULL: all of the array that begins there
  int writes;             // what it holds goes back in the end
  struct ksn_shown *next;
} ksn_shown;

void ksn_show(ksn_shown *shown); // while the statement runs
void ksn_show_no_more(ksn_shown *shown);
int ksn_is_at_home(const ksn_field *field); // some of it
// By statement, the planes of the field that it may have written at home, and that haven't gone back.
void ksn_each_written(const ksn_field *field, void (*visit)(void *context, ksn_span planes), void *context);
ksn_span ksn_planes_in(const ksn_shown *shown, const ksn_field *field);     // that have some of its elements
ksn_field ksn_planes_of(const ksn_field *field, int64_t from, int64_t end); // with all else of the field
// The field's home holds nothing of worth there: on ranks, where arrays may be larger than rank 0's memory, these pages
// are given back.
void ksn_leave_home(const ksn_field *field, ksn_span planes);

#endif
// Tests: tests/unit/runtime/HomePlanesTest.cpp, tests/run/check_kept.py
