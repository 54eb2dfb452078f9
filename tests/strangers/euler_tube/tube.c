// Sod's shock tube: finite volumes, Rusanov fluxes at the faces, one array of structs, a flux array for the step.
#include "euler.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NCELL 200
#define NGHOST 2
#define NTOT (NCELL + 2 * NGHOST)

static cons_t q[NTOT];
static cons_t f[NTOT + 1];

static cons_t rusanov(cons_t l, cons_t r)
{
  cons_t fl = flux(l), fr = flux(r), out;
  double cl = sqrt(GAMMA * pressure(l) / l.rho) + fabs(l.mom / l.rho);
  double cr = sqrt(GAMMA * pressure(r) / r.rho) + fabs(r.mom / r.rho);
  double s = cl > cr ? cl : cr;
  out.rho = 0.5 * (fl.rho + fr.rho) - 0.5 * s * (r.rho - l.rho);
  out.mom = 0.5 * (fl.mom + fr.mom) - 0.5 * s * (r.mom - l.mom);
  out.ener = 0.5 * (fl.ener + fr.ener) - 0.5 * s * (r.ener - l.ener);
  return out;
}

int main(void)
{
  double dx = 1.0 / NCELL, dt = 0.2 * dx;
  for (int i = 0; i < NTOT; i++) {
    double p = i < NTOT / 2 ? 1.0 : 0.1;
    q[i].rho = i < NTOT / 2 ? 1.0 : 0.125;
    q[i].mom = 0.0;
    q[i].ener = p / (GAMMA - 1.0);
  }
#pragma stencil
  for (int step = 0; step < 150; step++) {
    for (int g = 0; g < NGHOST; g++) {
      q[g] = q[NGHOST];
      q[NTOT - 1 - g] = q[NTOT - 1 - NGHOST];
    }
    for (int i = NGHOST; i <= NTOT - NGHOST; i++)
      f[i] = rusanov(q[i - 1], q[i]);
    for (int i = NGHOST; i < NTOT - NGHOST; i++) {
      q[i].rho -= dt / dx * (f[i + 1].rho - f[i].rho);
      q[i].mom -= dt / dx * (f[i + 1].mom - f[i].mom);
      q[i].ener -= dt / dx * (f[i + 1].ener - f[i].ener);
    }
  }
  for (int i = NGHOST; i < NTOT - NGHOST; i += 8)
    printf("%6.4f %.12f %.12f %.12f\n", (i - NGHOST + 0.5) * dx, q[i].rho, q[i].mom / q[i].rho, pressure(q[i]));
  return 0;
}
