// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// RUN: %kasane %s --target=openmp -o-dir %t.out -- -DOTHERS
// RUN: FileCheck %s --check-prefix=CALL --input-file=%t.out/flat_loops.c
// RUN: not %kasane %s -o-dir %t.none -- -DLEFT 2>&1 | FileCheck %s --check-prefix=LEFT
// One loop over all cells, with the place by quotients and remainders of its counter.
void constant(int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < 6 * 40; k++) {
      const int x = k % 40, y = k / 40;
      if (x > 0 && y < 5)
        b[k] = a[k - 1] + a[k + 40];
    }
}
// CHECK: stage y in [0, 6) x in [0, 40)
// CHECK: b[+0][+0] := (a[+0][-1] + a[+1][+0])

void in_space(int nx, int ny, int nz, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < nx * ny * nz; k++) {
      const int z = k / (nx * ny), rest = k - z * nx * ny, x = rest % nx;
      if (x > 0 && k >= nx * ny)
        b[k] = a[k - 1] + a[k - nx * ny];
    }
}
// CHECK: stage z in [0, nz) y in [0, ny) x in [0, nx)
// CHECK: b[+0][+0][+0] := (a[+0][+0][-1] + a[-1][+0][+0])

// A pattern of cells is no row.
void pattern(int cells, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 3; k < cells; k++)
      b[k] = k % 3 == 0 ? a[k - 3] : a[k];
}
// CHECK: stage x in [3, cells)

#ifdef OTHERS
// That rows are whole is asked for at the call.
void unknown(int cells, int nx, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < cells; k++)
      if (k % nx > 0 && k >= nx)
        b[k] = a[k - 1] + a[k - nx];
}
// CALL: .n_asked = (nx > 0), .n_asked_2 = ((nx) != 0 ? (cells % nx == 0) : 0)
#endif

#ifdef LEFT
// A loop that is left isn't taken apart.
void left(int nx, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < 40 * nx; k++) {
      if (a[k] < 0)
        break;
      b[k] = a[k] + k % nx;
    }
}
// LEFT: flat_loops.c:[[@LINE-4]]:{{.*}}error: this 'break' ends a loop over cells
#endif
