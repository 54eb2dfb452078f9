// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields as the user has them: tables of rows, else at home. `user` is where the user has an element, NULL: nowhere.
#ifndef KASANE_RT_ROWS_H
#define KASANE_RT_ROWS_H

#include "box/Field.h"

char *ksn_user_at(const ksn_field *field, const ksn_rows *rows);
void ksn_pack_user(const ksn_field *field, void *packed); // absent rows as zeros
void ksn_unpack_user(const ksn_field *field, const void *packed);
void ksn_gather_rows(const ksn_field *field);              // to field->home
void ksn_scatter_rows(const ksn_field *field);             // and back
int ksn_same_rows(const ksn_field *a, const ksn_field *b); // does the user have their elements at the same places?

// How rows lie that are evenly spaced, where their tables can't be looked at: the first fields with tables that
// ksn_lay_rows meets next have these layouts, in order. NULL: tables are looked at.
typedef struct ksn_layout {
  int64_t home; // an address
  int64_t stride[3], first, last;
} ksn_layout;
void ksn_know_layouts(const ksn_layout *layouts);

#endif
// Tests: tests/unit/runtime/RowsTest.cpp, tests/unit/runtime/FieldTest.cpp
