// RUN: not %kasane %s --dump-after=frontend 2>&1 | FileCheck %s --implicit-check-not=error:
// Tables behind pointers, of which the file shows the length: what all calls give, and memory of a constant size. Where
// calls differ, somebody else may call, or the pointer gets another value, it doesn't.
#include <stdlib.h>
static void pick(int n, int *c, const int *k, const double *table) {
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += table[k[i]] > 0.5;
}
static void two(int n, int *c, const int *k, const double *unequal) {
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += unequal[k[i]] > 0.5;
}
static void moved(int n, int *c, const int *k, const double *next) {
  next++;
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += next[k[i]] > 0.5;
}
static void called(int n, int *c, const int *k, const double *other) {
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += other[k[i]] > 0.5;
}
void (*const to_call)(int, int *, const int *, const double *) = called;
void declared(int n, int *c, const int *k, const double longer[3]) {
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += longer[k[i]] > 0.5;
}
static double *memory, *again;
void all(int n, int *c, const int *k) {
  double here[4] = {0.75}, more[5] = {0.25};
  double *const through = here;
  pick(n, c, k, here);
  pick(n, c, k, through);
  two(n, c, k, here);
  two(n, c, k, more);
  moved(n, c, k, here);
  called(n, c, k, here);
  memory = malloc(6 * sizeof *memory);
  again = malloc(6 * sizeof *again);
  again = malloc(3 * sizeof *again);
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += memory[k[i]] > 0.5;
#pragma stencil
  for (int i = 0; i < n; i++)
    c[i] += again[k[i]] > 0.5;
}
// CHECK-DAG: error: {{.*}} how long 'unequal' is
// CHECK-DAG: error: {{.*}} how long 'next' is
// CHECK-DAG: error: {{.*}} how long 'other' is
// CHECK-DAG: error: {{.*}} how long 'longer' is
// CHECK-DAG: error: {{.*}} how long 'again' is
