// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DNEEDED 2>&1 | FileCheck %s --check-prefix=NEEDED
// Numbers that go back and forth in the heads of loops: the first cell of a row by its parity, pass after pass.
void passes(int n, int steps, double (*u)[n]) {
  int i, j, t, pass, odd, row;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (pass = 1, odd = 1; pass <= 2; pass++, odd = 3 - odd)
      for (j = 2, row = odd; j < n - 1; j++, row = 3 - row)
        for (i = row; i < n - 1; i += 2)
          u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}
// CHECK: stage y in [2, n - 1) x in [1, n - 1)
// CHECK-NEXT: if (((index0 - i64((1 + (((i32(index1) - 2) + ((1 - 1) + 0)) % 2)))) % 2) == 0)
// CHECK: stage y in [2, n - 1) x in [1, n - 1)
// CHECK-NEXT: if (((index0 - i64((1 + (((i32(index1) - 2) + ((2 - 1) + 0)) % 2)))) % 2) == 0)

// Downwards, and by an exclusive or.
void others(int n, int steps, double (*u)[n]) {
  int i, j, t, pass, odd;
#pragma stencil
  for (t = 0; t < steps; t++) {
    odd = 0;
    for (j = n - 2; j > 0; j--, odd ^= 1)
      for (i = 1 + odd; i < n - 1; i += 2)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    for (pass = 0; pass < 2; pass++)
      for (j = 1; j < n - 1; j++)
        for (i = 1 + (pass ^ (j & 1)); i < n - 1; i += 2)
          u[j][i] = 0.5 * u[j][i];
  }
}
// CHECK: stage y in [1, n - 1) x in [1, n - 1)
// CHECK-NEXT: if (((index0 - i64((1 + ((((n - 2) - i32(index1)) + 0) % 2)))) % 2) == 0)
// CHECK: stage y in [1, n - 1) x in [1, n - 1)
// CHECK-NEXT: if (((index0 - i64((1 + (0 ^ (i32(index1) & 1))))) % 2) == 0)

#ifdef NEEDED // j is another one before its step than behind it
void needed(int n, int steps, double (*u)[n]) {
  int i, j, t, row;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (j = 2, row = 1; j < n - 1; j++, row = j == 4 ? 2 : 1)
      // NEEDED: turning_heads.c:[[@LINE-1]]:37: error: this loop does not count
      for (i = row; i < n - 1; i += 2)
        u[j][i] = 0.5 * u[j][i];
}
#endif
