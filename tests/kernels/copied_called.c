// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of all elements behind a function's loops, whose rows are known from that function only.
// READING
// NO-DIAMOND
// RANK: 3
// RUN-ARGS: @
#include "dump.h"
#include <string.h>

enum { NX = 31, NY = 30, NZ = 9 };

static int smooth(const int *from, int *to) {
  int seen = 0;
  for (long k = 0; k < NZ; k++)
    for (long j = 0; j < NY - 1; j++)
      for (long i = 0; i < NX; i++) {
        to[(k * NY + j) * NX + i] = (from[(k * NY + j + 1) * NX + i] + 3 * from[(k * NY + j) * NX + i]) % 1000;
        seen += from[(k * NY + j) * NX + i] > 500;
      }
  return seen;
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  int *u = array(NX * NY * NZ, sizeof(int)), *v = array(NX * NY * NZ, sizeof(int)), many = 0;
  fill_int(u, NX * NY * NZ, 31, 0, 999);
  fill_int(v, NX * NY * NZ, 32, 0, 999);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    many = smooth(u, v);
    if (many < 0)
      break;
    memcpy(u, v, sizeof(int) * NX * NY * NZ);
  }
  DUMP(many);
  dump("u", u, sizeof(int), NX * NY * NZ);
  dump("v", v, sizeof(int), NX * NY * NZ);
  return 0;
}
