/* The region of region_in_header.c. */
static inline void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
