// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in every step of a while loop, before and between its nests, and on a condition that a step computes.
// Scalars of a step that such code sets, where they are declared or between two nests, and texts.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 5 @
// STEPS: 0 1 7
// REGION: @
// REGION: @
#include "dump.h"

static void factors(int n, int steps, float *a, float *b) {
  const char *name = "none";
  char text[16] = "";
  float sum = 0, last = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    snprintf(text, sizeof text, "0.%d", t + 1);
    const float k = (float)atof(text), w = 2 * k + (float)t;
    float scale = 0.5f;
    name = t % 2 ? "odd" : "even";
    for (int i = 1; i < n - 1; i++)
      b[i] = scale * a[i - 1] + k * a[i + 1] + 0.01f * w;
    if (t == 2) {
      sscanf("0.25", "%f", &scale);
      name = "third";
    }
    sum += k;
    for (int i = 1; i < n - 1; i++)
      a[i] = scale * b[i] + last;
    scale += 0.125f;
    last = (float)strtod("0.75", NULL) * scale;
    printf("%s %a\n", name, scale);
  }
  printf("%s %s\n", name, text);
  DUMP(sum);
  DUMP(last);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 91);
  fill_float(b, n, 92);
  int t = 0, large = 0;

#pragma stencil
  while (t < steps) {
    printf("step %d begins with %a\n", t, a[n / 2]);
    for (int i = 2; i < n - 2; i++)
      b[i] = 0.5f * (a[i - 2] + a[i + 1]);
    a[1] *= 0.5f;
    float top = 0;
    for (int i = 0; i < n; i++)
      if (b[i] > top)
        top = b[i];
    if (top > 0.75f) {
      printf("top %a\n", top);
      large++;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + 0.25f * (b[i - 1] + b[i + 1]);
    t++;
    printf("step %d is done\n", t);
  }

  DUMP(t);
  DUMP(large);
  factors(n, steps, a, b);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
