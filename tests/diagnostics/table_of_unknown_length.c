// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void flips(int n, int *c, const int *k, const double *prob, const double *r) {
#pragma stencil
  for (int i = 0; i < n; i++)
    if (r[i] < prob[k[i] - 1])
      c[i] = -c[i];
  // CHECK: table_of_unknown_length.c:[[@LINE-2]]:21: error: this subscript is made of values, and this file does not show how long 'prob' is; copy a table of values into an array of constant length before the region; where the subscript is a place in the grid, write it as the loop variable plus a constant
}

// Two cells have their numbers at the end of what is unsigned, where the test finds them.
void wrapped(long w, const float *in, double *out) {
#pragma stencil
  for (long x = 0; x < w; x++) {
    long at = (unsigned)(x - 2);
    out[x] = at < w ? in[at] : 0;
    // CHECK: table_of_unknown_length.c:[[@LINE-1]]:26: error: this subscript is made of values, and this file does not show how long 'in' is
  }
}

#else // what it says to do
void followed(int n, int *c, const int *k, const double *prob, const double *r) {
  double table[3];
  for (int class = 0; class < 3; class++)
    table[class] = prob[class];
#pragma stencil
  for (int i = 0; i < n; i++)
    if (r[i] < table[k[i] - 1])
      c[i] = -c[i];
}
#endif
