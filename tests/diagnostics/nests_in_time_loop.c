// RUN: %kasane %s -o-dir %t 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: %kasane %s -o-dir %t -Wno-stencil-nests-in-time-loop 2>&1 | count 0
// RUN: %kasane %s -o-dir %t -- -w 2>&1 | count 0
// RUN: %kasane %s -o-dir %t -- -Werror 2>&1 | FileCheck %s
// RUN: %kasane %s -DMOVED -o-dir %t 2>&1 | count 0
void save(const float *u, int n);
void inside(int n, int steps, float *a, float *b) {
#ifdef MOVED
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
#ifndef MOVED
#pragma stencil
#endif
    // CHECK: nests_in_time_loop.c:[[@LINE-2]]:9: remark: this region begins anew in each step of the loop in line [[#%u,@LINE-4]], which can be the region itself, so that several of its steps are made at once; move '#pragma stencil' to the line before that loop [-Wstencil-nests-in-time-loop]
    // CHECK: nests_in_time_loop.c:[[@LINE-5]]:3: note: the loop is here
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
#ifndef MOVED
#pragma stencil
#endif
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.5f * b[i];
    if (t % 100 == 0)
      save(a, n);
  }
}

static void step(int n, const float *a, float *b) {
#ifndef MOVED
#pragma stencil
#endif
  // CHECK: nests_in_time_loop.c:[[@LINE-2]]:9: remark: this region begins anew in each step of the loop in line [[#%u,@LINE+8]],
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void called(int n, int steps, float *a, float *b) {
#ifdef MOVED
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    float *c = a;
    a = b;
    b = c;
  }
}

// The steps must be one by one here, and this loop is none that could be a region.
void apart(int n, int steps, float *a, float *b, float (*c)[8], const int *at) {
  for (int t = 0; t < steps; t++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    save(b, n);
  }
  for (int k = 0; k < steps; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] += a[i - 1] + a[i + 1];
    c[at[k]][k] = b[k];
    a[at[k]] = 0;
  }
  int t; for (t = 0; t < steps; t++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
