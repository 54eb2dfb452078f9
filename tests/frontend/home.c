// `home` before a statement: which elements come home, whether what the statement leaves there goes back, and where the
// text around it stands.
// RUN: %kasane %s -o-dir %t && sed "s,// .*,," %t/home.c | FileCheck %s
// RUN: gcc -std=gnu11 -Wall -Wextra -Werror -c %t/home.c -o %t/home.o
#include <stdio.h>
#define FIRST 2
static float table[8][4];
static void show(const float *x, int n) { fwrite(x, sizeof *x, (size_t)n, stdout); }
static void change(float *x) { x[0] = 1; }
static void change_table(void) { table[0][0] = 2; }
static void step(int n, float (*u)[n], float (*v)[n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      v[j][i] = u[j][i - 1] + u[j + 1][i];
}
// CHECK: __attribute__((weak)) void *ksn_home(
void f(int n, float (*u)[n], float (*v)[n], int more) {
  // CHECK: void *const {{ksn[0-9]*}}_k0[] = {(void *)u, (void *)v, (void *)table};
#pragma stencil keep(u, v, table) scratch(v)
  for (int t = 0; t < 3; t++) {
    step(n, u, v);
#pragma stencil home(u[FIRST:more ? n : 1])
    // CHECK: { void *const {{ksn[0-9]*}}_h0[] = {ksn_home ? ksn_home("{{.*}}home.c:23: home(u[FIRST:more ? n : 1])", (const void *)u, (FIRST), (more ? n : 1), sizeof *u, -1, 0) : (void *)0}; show(u[FIRST], n); if ({{ksn[0-9]*}}_h0[0]) ksn_home_end({{ksn[0-9]*}}_h0[0]); }
    show(u[FIRST], n);
#pragma stencil home(u, v[t:1])
    // CHECK: ksn_home("{{.*}}home.c:26: home(u)", (const void *)u, 0, 0, 0, -1, 0)
    // CHECK-SAME: ksn_home("{{.*}}home.c:26: home(v[t:1])", (const void *)v, (t), (1), sizeof *v, -1, 1)
    change(v[t]), show(u[t], 1);
#pragma stencil home(table)
    // CHECK: (const void *)table, 0, (long long)(sizeof table / sizeof *table), sizeof *table, (long long)(sizeof table / sizeof *table), 0)
    printf("%g\n", table[1][1]);
#pragma stencil home(table[3:1])
    // CHECK: (const void *)table, (3), (1), sizeof *table, (long long)(sizeof table / sizeof *table), 1)
    change_table();
    // Another name, which looks at what is written: it goes back.
#pragma stencil home(u[0:1])
    // CHECK: (const void *)u, (0), (1), sizeof *u, -1, 1)
    {
      float *w = u[0];
      w[1] = 2;
    }
    for (int k = 0; k < n; k++)
#pragma stencil home(u[k:1])
      // CHECK: printf("%g\n", u[k][0]); if ({{ksn[0-9]*}}_h5[0]) ksn_home_end({{ksn[0-9]*}}_h5[0]); }
      printf("%g\n", u[k][0]);
    // Of two that end at one place the inner one ends first.
#pragma stencil home(u)
    for (int k = 0; k < n; k++)
#pragma stencil home(v[k:1])
      // CHECK: printf("%g\n", u[k][1] + v[k][1]); if ({{ksn[0-9]*}}_h7[0]) ksn_home_end({{ksn[0-9]*}}_h7[0]); } if ({{ksn[0-9]*}}_h6[0]) ksn_home_end({{ksn[0-9]*}}_h6[0]); }
      printf("%g\n", u[k][1] + v[k][1]);
  }
  // CHECK: } ksn_keep_drop(v, 0); ksn_keep_end({{ksn[0-9]*}}_k0[0]); ksn_keep_end({{ksn[0-9]*}}_k0[1]); ksn_keep_end({{ksn[0-9]*}}_k0[2]); }
}
