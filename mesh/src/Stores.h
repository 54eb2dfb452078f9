// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of a mesh, and how much memory may go to them.
#ifndef KASANE_MESH_STORES_H
#define KASANE_MESH_STORES_H
#include "State.h"

// The array that begins at u; NULL, and a message in the name of `function`, where there is none.
ksm_store *ksm_store_of(const char *function, const ksm_mesh *m, const void *u);

// Which store the variable of each name holds now. -1, and a message, where one holds none or one of another's.
int ksm_pair(const char *function, const ksm_mesh *m, int *of);

// Where so many leaves don't fit beside so many that stay meanwhile: a message that says how many would. `block`: bytes
// of arrays that are yet to be added.
int ksm_check_room(const char *function, const ksm_mesh *m, int64_t leaves, int64_t stay, size_t block);
int ksm_fail_room(const char *function, const ksm_mesh *m, int64_t leaves, int64_t stay, size_t block);
uint64_t ksm_machine_memory(void);

// Appends an array and its name; loads and adds. The memory is taken over. -1: memory ended.
int ksm_append(ksm_mesh *m, const char *name, void *variable, const ksm_store *store);

void ksm_free_stores(ksm_mesh *m);

#endif
// Tests: tests/unit/mesh/ArrayTest.cpp
