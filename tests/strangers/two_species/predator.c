/* Reaction and diffusion of several species; a loop over species in each step. */
#include <stdio.h>
#include <stdlib.h>

#define NS 2
#define NY 36
#define NX 44

typedef double field_t[NY][NX];

static field_t conc[NS], next[NS];
static const double D[NS] = {0.2, 0.05};

static void diffuse(void) {
  int s, j, i;
  for (s = 0; s < NS; s++)
    for (j = 1; j < NY - 1; j++)
      for (i = 1; i < NX - 1; i++)
        next[s][j][i] = conc[s][j][i] + D[s] * (conc[s][j][i - 1] + conc[s][j][i + 1] + conc[s][j - 1][i] + conc[s][j + 1][i] - 4 * conc[s][j][i]);
}

static void react(double dt) {
  for (int j = 1; j < NY - 1; j++)
    for (int i = 1; i < NX - 1; i++) {
      double prey = next[0][j][i], pred = next[1][j][i];
      conc[0][j][i] = prey + dt * prey * (1.0 - prey - pred / (prey + 0.4));
      conc[1][j][i] = pred + dt * pred * (0.9 * prey / (prey + 0.4) - 0.5);
    }
}

static void no_flux(void) {
  for (int s = 0; s < NS; s++) {
    for (int j = 0; j < NY; j++) {
      conc[s][j][0] = conc[s][j][1];
      conc[s][j][NX - 1] = conc[s][j][NX - 2];
    }
    for (int i = 0; i < NX; i++) {
      conc[s][0][i] = conc[s][1][i];
      conc[s][NY - 1][i] = conc[s][NY - 2][i];
    }
  }
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 100;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      conc[0][j][i] = 0.5 + 0.01 * ((i * 3 + j) % 7);
      conc[1][j][i] = 0.2 + 0.02 * ((i + j * 5) % 3);
    }
#pragma stencil
  for (int n = 0; n < steps; n++) {
    no_flux();
    diffuse();
    react(0.05);
  }
  for (int s = 0; s < NS; s++)
    for (int j = 0; j < NY; j += 9)
      printf("%d %d %.15f %.15f\n", s, j, conc[s][j][7], conc[s][j][NX / 2]);
  return 0;
}
