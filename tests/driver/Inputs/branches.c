#include <stdio.h>
#define N 64

static float u[N], v[N];

static void smooth(void) {
#ifdef WIDE
  for (int i = 2; i < N - 2; i++)
    v[i] = 0.25f * (u[i - 2] + u[i + 2]) + 0.5f * u[i];
#else
  for (int i = 1; i < N - 1; i++)
    v[i] = 0.25f * (u[i - 1] + u[i + 1]) + 0.5f * u[i];
#endif
  for (int i = 1; i < N - 1; i++)
    u[i] = v[i];
}

/* The directive stands in a branch, the loop behind it. */
static void onlyDirective(void) {
#ifdef _OPENMP
#pragma stencil
#endif
  for (int t = 0; t < 6; t++)
    smooth();
}

/* The loop begins in one branch of several. */
static void loopsBegin(void) {
#ifdef SHORT
#pragma stencil
  for (int t = 0; t < 5; t++) {
#elif defined(LONG) /* more
#else
steps */
  int steps = 9;
#pragma stencil
  for (int t = 0; t < steps; t++) {
#else
#pragma stencil
  for (int t = 0; t < 7; t++) {
#endif
    for (int i = 1; i < N - 1; i++)
#ifdef WIDE
      v[i] = 0.5f * u[i] + 0.5f * u[i + 1];
#else
      v[i] = 0.5f * u[i] + 0.5f * u[i - 1];
#endif
    for (int i = 1; i < N - 1; i++)
      u[i] = v[i];
  }
}

/* The directive stands before the branches. */
static void directiveBefore(void) {
#pragma stencil
#ifdef SHORT
  for (int t = 0; t < 3; t++) {
#else
  for (int t = 0; t < 4; t++) {
#endif
    smooth();
    if (t == 2)
#ifdef SHORT
      printf("u %g\n", u[3]);
#else
      printf("u %g %g\n", u[3], u[4]);
#endif
  }
}

/* The loop ends in a branch. */
static void loopsEnd(void) {
#pragma stencil
  for (int i = 1; i < N - 1; i++)
#ifdef LONG
    v[i] = u[i + 1];
#elif !defined(WIDE)
    v[i] = u[i - 1];
#else
    v[i] = u[i];
#endif
#ifdef SHORT
  v[0] = 1;
#endif
}

/* Branches that differ in pragmas only decide nothing. */
static void pragmasOnly(void) {
#pragma stencil
#ifdef _OPENMP
#pragma omp parallel for
#elif defined(VECTORS)
#pragma GCC ivdep
#endif
  for (int i = 0; i < N; i++)
    u[i] = v[i] + 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    u[i] = v[i] = (float)(i * i % 11);
  onlyDirective();
  loopsBegin();
  directiveBefore();
  loopsEnd();
  pragmasOnly();
  for (int i = 0; i < N; i++)
    printf("%a %a\n", u[i], v[i]);
  return 0;
}
