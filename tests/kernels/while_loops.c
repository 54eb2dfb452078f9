// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time loops in other spellings: while, do, counted in the condition or in the body, downwards; the counter is read in the
// steps and after them.
// READING
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @ + 1
// REGION: @ + 1
// REGION: @ + 1
// REGION: @ - 2 or 1
// REGION: 2 - @ or 1
// REGION: @
// REGION: @ + 2
// REGION: @
// REGION: @ + 1
#include "dump.h"

static void step(int n, const float *from, float *to, float c) {
  for (int i = 1; i < n - 1; i++)
    to[i] = c * from[i] + 0.25f * (from[i - 1] + from[i + 1]);
}

static void swap(float **a, float **b) {
  float *t = *a;
  *a = *b;
  *b = t;
}

// Long: one region for each spelling.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 3);
  memcpy(b, a, n * sizeof(float));
  int t = 0, left = steps, down;
  long count = -1;

#pragma stencil
  while (t < steps) {
    float early = 0.01f * t;
    step(n, a, b, 0.5f + early);
    t++;
    float late = 0.02f * t;
    step(n, b, a, 0.5f - late);
  }
  DUMP(t);
  t = 0;
#pragma stencil
  while (t++ < steps) {
    step(n, a, b, 0.4f + 0.01f * t);
    swap(&a, &b);
  }
  DUMP(t);
  t = -1;
#pragma stencil
  do {
    step(n, a, b, 0.5f + 0.01f * t);
    swap(&a, &b);
  } while (++t < steps);
  DUMP(t);
#pragma stencil
  do {
    step(n, a, b, 0.5f);
    swap(&a, &b);
    count += 2;
  } while (count < 2 * steps);
  DUMP(count);
  t = 0;
#pragma stencil
  do {
    step(n, a, b, 0.5f + 0.01f * t);
    swap(&a, &b);
  } while (t++ < steps);
  DUMP(t);
  t = 2;
#pragma stencil
  do {
    step(n, a, b, 0.5f + 0.01f * t);
    swap(&a, &b);
  } while (++t < steps);
  DUMP(t);
  down = 2;
#pragma stencil
  do {
    step(n, a, b, 0.5f + 0.01f * down);
    swap(&a, &b);
    down--;
  } while (down > steps);
  DUMP(down);
#pragma stencil
  while (left--) {
    step(n, a, b, 0.5f + 0.01f * left);
    swap(&a, &b);
  }
  DUMP(left);
#pragma stencil
  for (down = 2 * steps + 3; down >= 0; down -= 2) {
    step(n, a, b, 0.5f + 0.01f * down);
    swap(&a, &b);
  }
  DUMP(down);
  left = steps;
#pragma stencil
  while (0 < left) {
    left -= 1;
    step(n, a, b, 0.5f);
    swap(&a, &b);
  }
  DUMP(left);
#pragma stencil
  for (left = steps + 1; left-- > 0;) {
    step(n, a, b, 0.5f + 0.02f * left);
    swap(&a, &b);
  }
  DUMP(left);

  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
