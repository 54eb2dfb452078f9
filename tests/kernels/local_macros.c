// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros that the region itself defines, also by way of one from outside, a number that is another in each line, and digraphs.
// READING
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
#include "dump.h"

#define WIDTH 48

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  static float a[WIDTH], b[WIDTH];
  fill_float(a, WIDTH, 3);
  fill_float(b, WIDTH, 4);

%:pragma stencil
  for (int t = 0; t < steps; t++) <%
#define R 1
#define LAST (WIDTH - R)
#define AT(x, i) x<:i:>
    for (int i = R; i < n - R; i++)
      AT(b, i) = 0.5f * AT(a, i) + 0.001f * (AT(a, i - R) + AT(a, i + R)) * (float)(__LINE__ + n % LAST);
    for (int i = R; i < n - R; i++)
      a[i] = b<:i:>;
  %>

  dump("a", a, sizeof(float), WIDTH);
  dump("b", b, sizeof(float), WIDTH);
  return 0;
}
