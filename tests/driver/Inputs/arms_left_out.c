#include <stdio.h>
#include <stdlib.h>

enum { kCells = 40 };

struct grid {
  int kind;
  double most;
  const struct grid *finer;
};

static double a[kCells], b[kCells];

static void mark(double *of) { of[3] += 1; }
static void (*volatile marks)(double *) = mark;

// Conditions below others are asked for where those hold: there may be no grid, or no finer one.
static void nested(const struct grid *g, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < kCells - 1; i++) {
      b[i] = 0.5 * a[i - 1] + 0.25 * a[i + 1];
      if (g) {
        if (g->finer) {
          if (g->finer->kind == 2)
            marks(b);
        } else if (g->kind == 1) {
          marks(b);
        }
      }
    }
    for (int i = 1; i < kCells - 1; i++)
      a[i] = g && g->finer ? b[i] + g->finer->most : b[i];
  }
}

// The condition may lie in an array of the region.
static void within(const struct grid *g, double *u, double *v, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < kCells - 1; i++) {
      v[i] = 0.75 * u[i - 1] + 0.75 * u[i + 1];
      if (g->most > 2)
        marks(v);
    }
    for (int i = 1; i < kCells - 1; i++)
      u[i] = v[i];
  }
}

// An array that the program has not, where the option is off.
static void option(int length, int isOn, double *more, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < kCells - 1; i++)
      b[i] = 0.5 * a[i - 1] + 0.25 * a[i + 1];
    for (int i = 0; i < length; i++)
      if (isOn)
        more[i] = 0.5 * more[i] + 1;
    for (int i = 1; i < kCells - 1; i++)
      a[i] = b[i];
  }
}

// So are quotients: where the condition doesn't hold, nobody divides.
static void divided(int parts, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < kCells - 1; i++) {
      b[i] = 0.5 * a[i - 1] + 0.25 * a[i + 1];
      if (parts)
        b[i] += kCells / parts;
    }
    for (int i = 1; i < kCells - 1; i++)
      a[i] = b[i];
    if (parts > 2)
      for (int i = 1; i < 40 % parts + 7; i++)
        a[i] *= 0.5;
  }
}

static void show(const char *name, const double *of, int count) {
  for (int i = 0; i < count; i++)
    printf("%s %d %a\n", name, i, of[i]);
}

int main(void) {
  const struct grid finest = {2, 0.5, NULL}, fine = {0, 0.125, NULL}, above = {1, 0, &fine}, far = {1, 0, &finest};
  double more[9] = {0};
  for (int i = 0; i < kCells; i++)
    a[i] = i * 7 % 11 * 0.25;
  nested(NULL, 3);
  nested(&fine, 3);
  nested(&above, 3);
  nested(&far, 2);
  show("nested", a, kCells);
  option(1000, 0, NULL, 2);
  option(9, 1, more, 2);
  show("option", more, 9);
  divided(3, 2);
  divided(0, 2);
  divided(4, 1);
  show("divided", a, kCells);
  a[11] = 0;
  within((const struct grid *)(a + 10), a, b, 4);
  show("within", a, kCells);
  return 0;
}
