// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the steps of a program declare for their output alone: arrays and structs with values, texts, files, types. They
// stand where the output uses them; outside, variables of the same names are others.
// NO-DIAMOND
// READING
// RANK: 2
// SWEEP-ONLY
// RUN-ARGS: 23 14 @
// RUN-ARGS: 6 5 @
#include "dump.h"
#include <string.h>

static int range[2] = {70, 80}, kind = 90;
static const double weights[3] = {7, 8, 9};
static char name[8] = "outer";
typedef float number;
struct pair {
  float lo, hi;
};

static void show(const char *what, const int *v) { printf("%s: %d %d\n", what, v[0], v[1]); }

// Long: one step with each kind of declaration.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 14), steps = arg(argc, argv, 3, 9);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double));
  double(*v)[nx] = array(cells, sizeof(double));
  double last[2] = {-1, -1};
  fill_double(&u[0][0], cells, 11);
  fill_double(&v[0][0], cells, 12);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    int range[2] = {t, 2 * t};
    range[1] += range[0];
    show("range", range);

    struct pair p = {.hi = (float)t, .lo = 1}, *q = &p;
    printf("pair %g %g\n", q->lo, p.hi);

    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = weights[0] * u[j][i] - weights[1] * u[j][i - 1] + 0.125 * u[j - 1][i] - 0.0625 * u[j + 1][i + 1];

    char name[16];
    snprintf(name, sizeof name, "step%03d", t);
    const char *odd = t % 2 ? "odd" : "even", *text = name;
    printf("%s %s %d\n", text, odd, (int)strlen(name));

    enum { Rising, Falling } kind = t % 3 ? Rising : Falling;
    printf("kind %d %d\n", (int)kind, kind == Falling);

    // The sums go over the arrays as they are in this step.
    double sums[2] = {0}, row[4];
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        sums[0] += v[j][i];
        sums[1] += u[j][i] * v[j][i];
      }
    for (int k = 0; k < 4; k++)
      row[k] = v[2][k] - v[1][k];
    printf("%a %a %a\n", sums[0], sums[1], row[3]);
    last[0] = sums[0];
    last[1] = row[1];

    const int probes[3][2] = {{1, 1}, {2, 3}, {3, 2}};
    if (t % 4 == 1) {
      FILE *out = fopen("/dev/null", "w");
      for (int k = 0; k < 3; k++)
        fprintf(out, "%a\n", v[probes[k][0]][probes[k][1]]);
      printf("%a\n", v[probes[1][0]][probes[1][1]]);
      fclose(out);
    }

    typedef double number;
    struct {
      int at;
      number of;
    } all = {t, 0.5};
    printf("%d %a %d\n", all.at, (number)0.1, (int)sizeof(number));

    FILE *file = fopen("/dev/null", "w");
    if (!file)
      break;
    for (int i = 0; i < nx; i++)
      fprintf(file, "%g ", v[1][i]);
    fclose(file);

    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = 0.5 * v[j][i] + 0.01 * u[j][i];
  }

  show("outside", range);
  printf("%s %d %d\n", name, kind, (int)sizeof(number));
  DUMP(last[0]);
  DUMP(last[1]);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
