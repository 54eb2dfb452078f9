// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float a[10], b[10];
void bounds(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    b[i] = a[i + 1];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:12: error: this subscript of 'a' along 'i' reaches 10, outside of the array by 1; narrow the loop or widen the array
}

// Nothing says that there is a row before the first, where only the mask decides who looks there.
void masked(int w, int h, const int *fluid, const float *from, float *to) {
#pragma stencil
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = fluid[y * w + x] ? from[(y - 1) * w + x] : 0;
      // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:42: error: this subscript of 'from' along 'y' reaches -1, outside of the array by 1; narrow the loop or widen the array
}
