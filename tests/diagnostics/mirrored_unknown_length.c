// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void sponge(int n, int nb, float *v, const float *w, const float *mask) {
#pragma stencil
  for (int i = 0; i < n; i++)
    if (mask[i] > 0)
      v[i] *= w[nb - 1 - i];
  // CHECK: mirrored_unknown_length.c:[[@LINE-1]]:15: error: this index falls while the loop's variable rises, only some of the cells read the element, and this file does not show how long 'w' is; end the loop behind the last of these cells, as in 'for (i = 0; i < nb; i++)', or declare the array with all its dimensions
}

#else // what it says to do
void sponge(int n, int nb, float *v, const float *w) {
#pragma stencil
  for (int i = 0; i < nb; i++)
    v[i] *= w[nb - 1 - i];
}

void declared(int n, int nb, float *v, const float *mask) {
  float w[20];
  for (int i = 0; i < 20; i++)
    w[i] = 1.0f / (float)(i + 1);
#pragma stencil
  for (int i = 0; i < n; i++)
    if (mask[i] > 0)
      v[i] *= w[nb - 1 - i];
}
#endif
