// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void ghosts(int n, int nb, int steps, float *v, float *u) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < nb; i++)
      v[i] = v[nb - 1 - i];
    // CHECK: subscript_mirrored.c:[[@LINE-1]]:14: error: this index falls while the loop's variable rises, as in 'n - 1 - i', and the region stores to 'v'; an element that is stored to can have a loop of its own, which counts its place upwards; one that is read can have a loop of at most 8 rounds that stores right beside it, as in 'for (i = 0; i < nb; i++) v[i] = v[2 * nb - 1 - i];'
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i - 1] + v[i + 1];
    for (int i = nb; i < n - 1; i++)
      v[i] = u[i];
  }
}

// Where the two meet, the rounds' order says what an element gets.
void everyOther(int n, float *v) {
#pragma stencil
  for (int i = 0; i < n; i += 2)
    v[n - 1 - i] *= 0.5f;
  // CHECK: subscript_mirrored.c:[[@LINE-1]]:5: error: this index falls while the loop's variable rises
}

// In a flat array.
void flat(int nx, int ny, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j * nx + i] = a[j * nx + i] + a[(ny - 1 - j) * nx + i];
    // CHECK: subscript_mirrored.c:[[@LINE-1]]:41: error: this index falls while the loop's variable rises
    float *c = a;
    a = b;
    b = c;
  }
}

#else // what it says to do
void ghosts(int n, int nb, int steps, float *v, float *u) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < nb; i++)
      v[i] = v[2 * nb - 1 - i];
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i - 1] + v[i + 1];
    for (int i = nb; i < n - 1; i++)
      v[i] = u[i];
  }
}

void everyOther(int n, float *v) {
#pragma stencil
  for (int i = n % 2 ? 0 : 1; i < n; i += 2)
    v[i] *= 0.5f;
}
#endif
