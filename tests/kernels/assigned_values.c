// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells and functions that use the value of an assignment: the state of a generator is set and returned at once,
// in a declaration, in a sum.
// READING
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 4 @
#include "dump.h"

static inline unsigned xorshift(unsigned *state) {
  unsigned x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

static int dice(unsigned *state) { return (int)((*state = *state * 1103515245u + 12345u) >> 16) % 6; }

static short narrow(unsigned char *low, int value) { return *low = value; }

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  unsigned *state = array(n, sizeof(unsigned)), *other = array(n, sizeof(unsigned));
  unsigned char *low = array(n, 1);
  int *a = array(n, sizeof(int)), *b = array(n, sizeof(int));
  fill_int((int *)state, n, 81, 1, 1 << 30);
  fill_int((int *)other, n, 82, 1, 1 << 30);
  fill_int(a, n, 83, 0, 999);
  fill_int(b, n, 84, 0, 999);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      int sum;
      int left = sum = a[i - 1];
      unsigned word = (other[i] = other[i] * 69069u + 1u) >> 24;
      sum += narrow(&low[i], a[i + 1] + 300) + dice(&other[i]);
      if (left > 400)
        sum -= left / 2;
      b[i] = (sum + (int)(xorshift(&state[i]) % 97u) + (int)word) % 1000;
    }
    int *tmp = a;
    a = b;
    b = tmp;
  }

  dump("a", a, sizeof(int), n);
  dump("b", b, sizeof(int), n);
  dump("low", low, 1, n);
  dump("state", state, sizeof(unsigned), n);
  dump("other", other, sizeof(unsigned), n);
  return 0;
}
