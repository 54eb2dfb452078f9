// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A caller's mistake, or the machine's: one line to the handler, or to stderr and the end of the program.
#ifndef KASANE_MESH_ERROR_H
#define KASANE_MESH_ERROR_H

int ksm_fail(const char *format, ...) __attribute__((format(printf, 1, 2))); // -1, where it returns

#endif
// Tests: tests/unit/mesh/ErrorTest.cpp
