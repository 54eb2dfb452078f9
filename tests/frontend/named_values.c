// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// RUN: %kasane %s -o-dir %t
// RUN: FileCheck --check-prefix=TEXT --input-file=%t/named_values.c %s
// RUN: %kasane %s -o-dir %t -- -DOPEN 2>&1 | FileCheck --check-prefix=OPEN %s
// RUN: not %kasane %s -o-dir %t -- -DSKIPPED 2>&1 | FileCheck --check-prefix=SKIPPED %s
int printf(const char *, ...);
static int at;
static double smooth(int n, float *u, float *v) {
  double most = 0;
  for (int i = 1; i < n - 1; i++) {
    v[i] = 0.5f * (u[i - 1] + u[i + 1]);
    most = v[i] > most ? v[i] : most;
  }
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
  at++;
  return most;
}

// Values of functions with loops have names in records, in output and in tests that put something out.
// CHECK-LABEL: _record_1 rank 1
// CHECK: set v_ksn_{{value}}1 = most
// CHECK-NEXT: host code 1
// CHECK: set err = most_2
// CHECK-NEXT: host code 2 after the moves if (err < eps)
// TEXT-LABEL: void record(
// TEXT: double ksn_{{value}}1 = {{.*}}a.f_v_ksn_{{value}}1;
// TEXT: tops[t] += ksn_{{value}}1;
// TEXT: if ((err) < eps) {
// The copy of the loops makes them, too.
// TEXT: double ksn_{{value}}1 = smooth(n, u, v);
// TEXT: err = smooth(n, v, u);
#ifndef SKIPPED
void record(int n, int steps, float *u, float *v, float *tops, double eps) {
  double err = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef OPEN
    tops[at] = smooth(n, u, v); // which `at`?
    // OPEN: named_values.c:[[@LINE-1]]:5: remark: cells can't make this by themselves
#else
    tops[t] += smooth(n, u, v);
#endif
    if ((err = smooth(n, v, u)) < eps) {
      printf("%d %g\n", t, err);
      break;
    }
  }
}
#else
// What `continue` leaves out, the program's own code included, isn't forgotten.
void record(int n, int steps, float *u, float *v, float *tops) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 3 == 0)
      continue;
    double top = smooth(n, u, v);
    tops[t] = top;
    // SKIPPED: named_values.c:[[@LINE-1]]:5: error: the program's own code stands where some steps don't come by
  }
}
#endif
