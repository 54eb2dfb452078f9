// && and || whose numbers are known are numbers themselves; a narrow or unsigned variable may hold another one.
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
static double either(double x, int k) { return (k || (-1)) * x; }
void logic(int n, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    // CHECK: step f64 w = f64(1)
    double w = -1 || (-1);
    for (int i = 1; i < n - 1; i++) {
      const unsigned char wide = 256;
      // CHECK: b[+0] := (a[-1] * f64(1))
      b[i] = a[i - 1] * (-1 || (-1));
      // CHECK: b[+0] := (b[+0] + (f64(0) * a[+1]))
      b[i] += (0 && 3) * a[i + 1];
      // CHECK: b[+0] := ((b[+0] + (f64(1) * x)) + w)
      b[i] = b[i] + either(a[i], 2) + w;
      // CHECK: if (1 && (a[+0] > f64(2)))
      if ((3 || 0) && a[i] > 2)
        b[i] *= 0.5;
      // CHECK: b[+0] := (b[+0] + f64((i32(u8(0)) || 0)))
      b[i] += wide || 0;
      // CHECK: b[+0] := (b[+0] + f64(((a[+0] != 0) || 1)))
      b[i] += a[i] || 1;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
