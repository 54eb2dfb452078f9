// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
static float first(const float *a, int i) {
  int r = 1;
  while (r < 4)
    if (a[i + r++] > 0)
      return a[i + r - 1];
  // CHECK: return_in_loop.c:[[@LINE-1]]:7: error: a path through 'first' returns from inside of a loop or ends without a return, so its body cannot take the call's place; let every path end with its return
  return 0;
}
void call(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n - 3; i++)
    b[i] = first(a, i);
  // CHECK: return_in_loop.c:[[@LINE-1]]:12: note: 'first' is called here
}

#else // what it says to do
static float value(float x) {
  float found = 0;
  for (int k = 0; k < 4; k++)
    if (x > k)
      found = k;
  return found;
}
void followed(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = value(a[i]);
}
#endif
