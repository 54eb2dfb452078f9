// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of rows in a struct, chosen by an index that flips (`double **u[2]`), beside fixed tables (`float *flux[NY]`), tables
// whose entries are planes (`double (*planes[NY])[NX]`), interleaved components within a row, and a test that ends the loop.
// READING
// NO-DIAMOND
// WHOLE: don't lie one behind the other
// RANK: 2
// RUN-ARGS: 33 27 @
// RUN-ARGS: 4 4 @
// STEPS: 0 1 9
// COUNTS-STEPS
#include "dump.h"

#define NY 32
#define NX 40

struct Model {
  double **u[2];
  float *flux[NY];
  int nx, ny;
};

static double (*planes[NY])[NX];

int main(int argc, char **argv) {
  struct Model model, *m = &model;
  m->nx = arg(argc, argv, 1, 33);
  m->ny = arg(argc, argv, 2, 27);
  int most = arg(argc, argv, 3, 9), cur = 0, steps = 0;
  float *pairs[NY];
  for (int level = 0; level < 2; level++)
    m->u[level] = array(NY, sizeof(double *));
  for (int j = 0; j < NY; j++) {
    for (int level = 0; level < 2; level++) {
      m->u[level][j] = array(NX, sizeof(double));
      fill_double(m->u[level][j], NX, 40u + (unsigned)(level * NY + j));
    }
    m->flux[j] = array(NX, sizeof(float));
    fill_float(m->flux[j], NX, 200u + (unsigned)j);
    pairs[j] = array(2 * NX, sizeof(float));
    fill_float(pairs[j], 2 * NX, 300u + (unsigned)j);
    planes[j] = array(2, sizeof *planes[j]);
    fill_double(planes[j][0], 2 * NX, 400u + (unsigned)j);
  }
  double change = 1.0;

#pragma stencil
  for (int t = 0; t < most; t++) {
    change = 0;
    for (int j = 1; j < m->ny - 1; j++)
      for (int i = 1; i < m->nx - 1; i++) {
        double was = m->u[cur][j][i];
        m->u[1 - cur][j][i] = 0.5 * was + 0.125 * (m->u[cur][j][i - 1] + m->u[cur][j + 1][i]) + planes[j][1][i] * pairs[j][2 * i + 1];
        change += (m->u[1 - cur][j][i] - was) * (m->u[1 - cur][j][i] - was);
      }
    for (int j = 1; j < m->ny - 1; j++)
      for (int i = 1; i < m->nx - 1; i++)
        m->flux[j][i] = 0.5f * m->flux[j][i] + pairs[j][2 * i] * (float)m->u[1 - cur][j - 1][i];
    cur = 1 - cur;
    steps++;
    if (change < 1.0)
      break;
  }

  printf("steps %d\n", steps);
  printf("%d %a\n", cur, change);
  for (int j = 0; j < NY; j++) {
    dump("u0", m->u[0][j], sizeof(double), NX);
    dump("u1", m->u[1][j], sizeof(double), NX);
    dump("flux", m->flux[j], sizeof(float), NX);
  }
  return 0;
}
