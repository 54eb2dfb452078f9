// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DBESIDE 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not %kasane %s -o-dir %t -- -DCALLED 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not %kasane %s -o-dir %t -- -DBOUND 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: %kasane %s -o-dir %t -- -DEACH
// RUN: %kasane %s -o-dir %t -- -DBACK
// RUN: %kasane %s -o-dir %t -- -DELEMENTS
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void save(const double *u, int n);
static int n = 100;
static void exchange(double **a, double **b) {
  printf("exchange\n");
  double *s = *a;
  *a = *b;
  *b = s;
}
static void fewer(void) {
  printf("fewer\n");
  n -= 2;
}
void steps(double *u, double *v, double *w) {
#pragma stencil
  for (int t = 0; t < 11; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
#if defined BESIDE
    if (t % 2 == 0) {
      printf("%d\n", t);
      double *s = u;
      u = v; // BESIDE: host_code_moves.c:[[@LINE]]:7: error: host code changes 'u', which says where an array of the region lies or how far its loops go; change it behind the region, or, if arrays exchange their pointers, in each step and in statements of their own
      v = s;
    }
#elif defined CALLED
    exchange(&u, &v); // CALLED: host_code_moves.c:[[@LINE]]:5: error: host code changes 'u', which says where
#elif defined BOUND
    if (t == 5)
      fewer(); // BOUND: host_code_moves.c:[[@LINE]]:7: error: host code changes 'n', which says where
#elif defined EACH
    double *s = u;
    u = v;
    v = s;
    if (t % 2 == 0)
      printf("%d\n", t);
#elif defined BACK
    if (t % 2 == 0) {
      double *s = u;
      u = v;
      save(u, n);
      u = s;
    }
#elif defined ELEMENTS
    if (t % 2 == 0) {
      printf("%d\n", t);
      u[5] = w[0] = 1;
    }
#else
    if (t % 2 == 0) {
      double *s = u;
      u = v; // CHECK: host_code_moves.c:[[@LINE]]:7: error: host code changes 'u', which says where
      v = s;
    } else {
      memcpy(u, v, n * sizeof *u);
    }
#endif
  }
}
