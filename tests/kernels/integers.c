// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer pitfalls: promotion of small types, truncating division, negative remainders, unsigned wrap, shifts, 64 bits.
// RANK: 1
// RUN-ARGS: 71 @
// RUN-ARGS: 3 @
#include "dump.h"

static void churn(int n, signed char *restrict c, unsigned short *restrict us, unsigned *restrict u,
                  long long *restrict ll, int *restrict out, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      int mean = (c[i - 1] + c[i] + c[i + 1]) / 3;
      out[i] = mean % 5 + ((unsigned)c[i] > 40u) + (us[i - 1] - us[i + 1]) / 4 + (int)(u[i] >> 28) - (~c[i + 1] & 0x5f);
    }
    for (int i = 1; i < n - 1; i++) {
      c[i] = (signed char)(out[i - 1] ^ out[i + 1]);
      us[i] = (unsigned short)(us[i] * 3u + (unsigned)out[i]);
      u[i] = u[i] * 1664525u + (unsigned)out[i + 1] - (unsigned)t;
      ll[i] = ll[i] / 3 + (long long)out[i] * 1000000007LL + (ll[i] < -1 ? -1 : 1) * 4294967296LL;
    }
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 71);
  signed char *c = array(n, 1);
  unsigned short *us = array(n, sizeof *us);
  unsigned *u = array(n, sizeof *u);
  long long *ll = array(n, sizeof *ll);
  int *out = array(n, sizeof *out);
  fill_int(out, n, 82, -90, 90);
  for (int i = 0; i < n; i++) {
    c[i] = (signed char)out[n - 1 - i];
    us[i] = (unsigned short)(i * 40503);
    u[i] = (unsigned)i * 2654435761u;
    ll[i] = (long long)(i - 30) * 123456789012LL;
  }
  churn(n, c, us, u, ll, out, arg(argc, argv, 2, 7));
  dump("c", c, 1, n);
  dump("us", us, sizeof *us, n);
  dump("u", u, sizeof *u, n);
  dump("ll", ll, sizeof *ll, n);
  dump("out", out, sizeof *out, n);
  return 0;
}
