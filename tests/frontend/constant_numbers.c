// Constant integers are the numbers that the file gives them. A local that lies a number of the call away from the
// cell is that place in conditions, so that they say which cells read it.
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
const int width = 5;

// CHECK-LABEL: stencil {{.*}}_constants_1 rank 1
// CHECK-NOT: param width
// CHECK: stage x in [0, w)
// CHECK: (index0 - 2) < i64(0)
// CHECK: f64(in[-2])
// CHECK: f64(in[+2])
void constants(long w, const float *in, double *out) {
  const short half = width / 2;
#pragma stencil
  for (long x = 0; x < w; x++) {
    double s = 0;
    for (int k = 0; k < width; k++) {
      long at = x - half + k;
      if (at < 0 || at >= w)
        continue;
      s += in[at];
    }
    out[x] = s;
  }
}

// CHECK-LABEL: stencil {{.*}}_distances_1 rank 1
// CHECK: if (((i32(index0) - half_) < 0) || ((i32(index0) - half_) >= w))
// CHECK: if ((((i32(index0) - half_) + 1) < 0) || (((i32(index0) - half_) + 1) >= w))
void distances(int w, int half, const float *in, double *out) {
#pragma stencil
  for (int x = 0; x < w; x++) {
    double s = 0;
    for (int k = 0; k < 2; k++) {
      int at = x - half + k;
      if (at < 0 || at >= w)
        continue;
      s += in[at];
    }
    out[x] = s;
  }
}

// A number that is unsigned before it becomes a longer one has no values below zero: the call asks for that.
// CHECK-LABEL: stencil {{.*}}_widened_1 rank 1
// CHECK: guard lo - 2 >= 0
void widened(int w, int lo, const float *in, double *out) {
#pragma stencil
  for (int x = lo; x < w; x++) {
    long at = x - 2u;
    out[x] = at < 3 ? 0 : in[at];
  }
}
