// RUN: %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -Wno-stencil-nest-between-steps 2>&1 | count 0
void profile(int steps, int nx, int ny, float (*a)[nx], float (*b)[nx], float *mean) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
    for (int j = 0; j < ny; j++) {
    // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since they add up along an axis; it runs as it is, and steps stop for it [-Wstencil-nest-between-steps]
      mean[j] = 0;
      for (int i = 0; i < nx; i++)
        mean[j] += a[j][i];
    }
  }
}

void levels(int cycles, int n, float *u, float *v, float *coarse) {
#pragma stencil
  for (int c = 0; c < cycles; c++) {
    for (int i = 1; i < 2 * n - 1; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]);
    for (int i = 1; i < 2 * n - 1; i++)
      u[i] = v[i];
    for (int i = 1; i < n; i++)
      // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since it goes between grids of different spacing; it runs as it is, and steps stop for it
      coarse[i] = u[2 * i - 1] + u[2 * i];
  }
}

int rand(void);
static unsigned state = 1;
static unsigned next(void) {
  state = 1664525 * state + 1013904223;
  return state >> 16;
}
void noise(int steps, int n, float *u, float *v, float *r) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since each draws the next number; it runs as it is, and steps stop for it
      r[i] = rand() % 2;
    for (int i = 0; i < n; i++)
      // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since each draws the next number
      u[i] += next() % 2;
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]) + r[i];
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

void handedOn(int steps, int n, float *u, float *v, float *r) {
  unsigned state = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since they need each other; it runs as it is, and steps stop for it
      state = 1664525 * state + 1013904223;
      r[i] = sum;
      sum += (float)(state >> 16);
    }
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]) + r[i];
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

void save(const float *a, int n);
static void filtered(int n, float *u, float *v) {
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i - 1] + u[i + 1];
  save(v, n);
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
}
static float total(int n, const float *u) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += u[i];
  return sum;
}
#define TOTAL(n, u) total(n, u)
void hidden(int steps, int n, float *u, float *v, float *w, float *history) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    filtered(n, u, v);
    // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since it calls 'save'; it runs as it is, and steps stop for it
    for (int i = 0; i < n; i++)
      w[i] += u[i];
    history[t] = TOTAL(n, u);
    // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since 'total' goes over the cells in the midst of a store; give its value to a variable of the step first
  }
}

int printf(const char *, ...);
void shown(int steps, int n, int *now, int *next) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = now[i - 1] ^ now[i + 1];
    for (int i = 0; i < n; i++) {
      // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since it prints one cell after the other; it runs as it is, and steps stop for it
      now[i] = next[i];
      printf(now[i] ? "@" : " ");
    }
  }
}

void by_pointer(int steps, int n, float *u, float *v, void (*method)(int, float *), void (*progress)(int)) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]);
    method(n, v);
    // CHECK: nest_between_steps.c:[[@LINE-1]]:5: remark: cells can't make this by themselves, since which function 'method' leads to isn't followed; it runs as it is, and steps stop for it
    progress(t);
    // CHECK-NOT: 'progress'
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
