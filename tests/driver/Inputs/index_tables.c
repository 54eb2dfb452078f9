#include <stdio.h>
#include <stdlib.h>

#define N 40

static int next[N], dx[2] = {1, -1};

static void ring(int *table, int n) {
  for (int i = 0; i < n; i++)
    table[i] = (i + 1) % n;
}

static void shift(int steps, const int *to, int n, int *a, int *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = (3 * a[to[i]] + i) % n;
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
}

static void sides(int steps, int *a, int *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++) {
      int sum = 0;
      for (int k = 0; k < 2; k++)
        sum += a[i + dx[k]];
      b[i] = sum;
    }
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] % 1000;
  }
}

int main(int argc, char **argv) {
  static int a[3 * N], b[N];
  int choice = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < N; i++)
    a[i] = i * i % 17;
  ring(next, N);
  if (choice == 1)
    next[7] = 3; /* none of a ring */
  if (choice == 2)
    dx[1] = 0;
  if (choice == 3) /* the table is a part of what is written */
    ring(a, N);
  shift(choice == 4 ? 0 : 3, choice == 4 ? NULL : choice == 3 ? a : next, N, a, b);
  sides(3, a, b);
  for (int i = 0; i < N; i++)
    printf("%d\n", a[i]);
  return 0;
}
