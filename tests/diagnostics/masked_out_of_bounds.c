// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// Nothing says that there is a row before the first, where only the mask decides who looks there.
void masked(int w, int h, const int *fluid, const float *from, float *to) {
#pragma stencil
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = fluid[y * w + x] ? from[(y - 1) * w + x] : 0;
      // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:42: error: this subscript of 'from' along 'y' reaches -1, unless the condition around it keeps it from that, which can't be seen here; say how large the array is, with clause shape(from[..]), or narrow the loop
}
