// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void local(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    static float scale = 2.0f;
    // CHECK: static_local.c:[[@LINE-1]]:5: error: 'scale' is a static variable declared inside of the region, or in a function that is called from there; declare it outside of functions, before the region, as 'static' there
    b[i] = scale * a[i];
  }
}

void counts(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    static int calls;
    // CHECK: static_local.c:[[@LINE-1]]:5: error: 'calls' is a static variable declared inside of the region
    calls++;
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] * calls;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

float cleared(int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    static float sums[64] = {0};
    // CHECK: static_local.c:[[@LINE-1]]:5: error: 'sums' is a static variable declared inside of the region
    for (int i = 1; i < 63; i++)
      sums[i] += a[i - 1];
    for (int i = 1; i < 63; i++)
      a[i] = sums[i];
  }
  return a[1];
}

// What names it by an address or in a macro, and arrays, stay where they are.
static int *more(int *calls) { return calls; }
#define NEXT (++calls)
static void byAddress(int n, float *a, float *b) {
  static int calls;
  // CHECK: static_local.c:[[@LINE-1]]:3: error: 'calls' is a static variable declared inside of the region
  *more(&calls) += 1;
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] * calls;
}
static void byMacro(int n, float *a, float *b) {
  static int calls;
  // CHECK: static_local.c:[[@LINE-1]]:3: error: 'calls' is a static variable declared inside of the region
  int number = NEXT;
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i - 1] * number;
}
void called(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    byAddress(n, a, b);
#pragma stencil
  for (int t = 0; t < steps; t++)
    byMacro(n, a, b);
}

#else // what it says to do
static int outside;
static void counts(int n, float *a, float *b) {
  outside++;
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] * outside;
}
void outer(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    counts(n, a, b);
}

void followed(int n, const float *a, float *b) {
  static float weight = 0.5f;
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = weight * a[i - 1];
}
#endif
