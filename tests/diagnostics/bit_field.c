// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
struct settings {
  unsigned scale : 4;
};
void field(int n, struct settings *s, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = s->scale * a[i - 1];
    // CHECK: bit_field.c:[[@LINE-1]]:12: error: a bit-field cannot be used in a stencil; copy it into a scalar before the region
}

#else // what it says to do
struct flags {
  int small : 3;
};
void followed(int n, const struct flags *flags, const float *a, float *b) {
  const int small = flags->small;
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = small * a[i - 1];
}
#endif
