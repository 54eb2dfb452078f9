// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -fopenmp 2>&1 | FileCheck %s
// RUN: %kasane %s -DMOVED -o-dir %t -- -fopenmp
// With note_threads_begin and note_shared_here.
void inside(int n, int steps, float *a, float *b) {
  int t, i;
#ifdef MOVED
#pragma stencil
#endif
#pragma omp parallel private(t, i)
  {
#ifndef MOVED
#pragma stencil
#endif
    // CHECK: region_among_threads.c:[[@LINE-2]]:9: error: the threads of a '#pragma omp parallel' share the loops of this region among them, so that each would run all of it; put '#pragma stencil' on the line before '#pragma omp parallel', or let each of the region's loops have an 'omp parallel for' of its own, without a parallel block around it
    // CHECK: region_among_threads.c:[[@LINE-6]]:1: note: the threads begin here
    // CHECK: region_among_threads.c:[[@LINE+2]]:1: note: they share work here
    for (t = 0; t < steps; t++) {
#pragma omp for
      for (i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma omp single
      {
        float *c = a;
        a = b;
        b = c;
      }
    }
  }
}

static void step(int n, float *a, float *b) {
#ifndef MOVED
#pragma stencil
#endif
#pragma omp for
  // CHECK: region_among_threads.c:[[@LINE-3]]:9: error: the threads of a '#pragma omp parallel' share
  // CHECK: region_among_threads.c:[[@LINE+9]]:1: note: the threads begin here
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
static void steps_of(int n, float *a, float *b) { step(n, a, b); }
void called(int n, float *a, float *b) {
#ifdef MOVED
#pragma stencil
#endif
#pragma omp parallel
  steps_of(n, a, b);
}

// Each thread has a region of its own here, and here loops have their own threads.
void ensemble(int members, int n, float (*a)[100], float (*b)[100]) {
#pragma omp parallel for
  for (int m = 0; m < members; m++)
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[m][i] = a[m][i - 1] + a[m][i + 1];
#pragma stencil
  for (int t = 0; t < n; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[0][i] = a[0][i - 1] + a[0][i + 1];
#pragma omp parallel
    {
#pragma omp for
      for (int i = 1; i < n - 1; i++)
        a[0][i] = b[0][i];
    }
  }
}
