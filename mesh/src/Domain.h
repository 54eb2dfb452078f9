// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mesh before its leaves.
#ifndef KASANE_MESH_DOMAIN_H
#define KASANE_MESH_DOMAIN_H
#include "kasane_mesh.h"

int ksm_check_domain(const char *function, const ksm_domain *domain); // -1, and a message
ksm_mesh *ksm_new(const ksm_domain *domain);                          // of a checked domain; no leaves, no arrays

#endif
// Tests: tests/unit/mesh/ErrorTest.cpp
