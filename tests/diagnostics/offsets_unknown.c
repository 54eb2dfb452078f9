// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void offsets(int nx, int ny, const int *off, const double *a, double *b) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      for (int k = 0; k < 4; k++)
        b[j * nx + i] += a[j * nx + i + off[k]];
  // CHECK: offsets_unknown.c:[[@LINE-1]]:28: error: this file does not show which distances 'off' holds; declare it as an array with its length, as in 'int off[4]', and fill it in this file, before the region, by numbers and row lengths that the region's subscripts name, or write the neighbours out
}

#else // what it says to do
void followed(int nx, int ny, const double *a, double *b) {
  int off[4], n = 0;
  for (int k = -1; k <= 1; k += 2) {
    off[n++] = k;
    off[n++] = k * nx;
  }
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      for (int k = 0; k < 4; k++)
        b[j * nx + i] += a[j * nx + i + off[k]];
}
#endif
