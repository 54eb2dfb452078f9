// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays are exchanged through a pointer that no nest uses: a member of a struct, an element of a table, one that lives in the step.
// READING
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 8 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

struct levels {
  float *now, *next, *spare;
};

static float *table[3];

static void exchange(struct levels *s) {
  s->spare = s->now;
  s->now = s->next;
  s->next = s->spare;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  struct levels s = {array(n, sizeof(float)), array(n, sizeof(float)), 0};
  float *const first = s.now;
  fill_float(s.now, n, 3);
  fill_float(s.next, n, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      s.next[i] = 0.5f * (s.now[i - 1] + s.now[i + 1]);
    exchange(&s);
  }
  printf("%d %d %d\n", s.now == first, s.spare == s.next, s.spare == 0);
  dump("now", s.now, sizeof(float), n);

  table[0] = s.now;
  table[1] = s.next;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      table[1][i] = 0.25f * table[0][i - 1] + 0.5f * table[0][i + 1];
    table[2] = table[1];
    table[1] = table[0];
    table[0] = table[2];
  }
  printf("%d %d %d\n", table[0] == first, table[2] == table[0], table[2] == 0);
  dump("table[0]", table[0], sizeof(float), n);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    struct levels other;
    for (int i = 1; i < n - 1; i++)
      s.next[i] = 0.5f * s.now[i - 1] - 0.25f * s.now[i + 1];
    other.spare = s.now;
    s.now = s.next;
    s.next = other.spare;
  }
  printf("%d %d\n", s.now == first, s.spare == s.next);
  dump("now", s.now, sizeof(float), n);
  dump("next", s.next, sizeof(float), n);
  return 0;
}
