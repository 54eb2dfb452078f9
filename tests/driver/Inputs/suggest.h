// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static inline void sweep(int n, double *u, double *v) {
  for (int t = 0; t < 500; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        v[j * n + i] = 0.5 * (u[j * n + i - 1] + u[j * n + i + 1]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j * n + i] = v[j * n + i];
  }
}
