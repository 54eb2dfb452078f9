// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advection by CIP, the value and its two derivatives, upwind: cip2d [edge] [steps]
#include "bench.h"

static void run(int n, float (*f)[n], float (*gx)[n], float (*gy)[n], float (*fn)[n], float (*gxn)[n],
                   float (*gyn)[n], float (*u)[n], float (*v)[n], float dx, float dt, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        float ux = (u[j][i + 1] - u[j][i - 1]) / (2.0f * dx), uy = (u[j + 1][i] - u[j - 1][i]) / (2.0f * dx);
        float vx = (v[j][i + 1] - v[j][i - 1]) / (2.0f * dx), vy = (v[j + 1][i] - v[j - 1][i]) / (2.0f * dx);
        float xx = -dt * (u[j][i] - 0.5f * dt * (u[j][i] * ux + v[j][i] * uy)); // where the cell's matter comes from
        float yy = -dt * (v[j][i] - 0.5f * dt * (u[j][i] * vx + v[j][i] * vy));
        int isgn = xx <= 0.0f ? 1 : -1, jsgn = yy <= 0.0f ? 1 : -1;
        int iup = i - isgn, jup = j - jsgn;
        float sx = isgn * dx, sy = jsgn * dx;
        float dfx = f[j][iup] - f[j][i], dfy = f[jup][i] - f[j][i];
        float a = ((gx[j][iup] + gx[j][i]) * sx + 2.0f * dfx) / (sx * sx * sx);
        float e = ((gx[j][iup] + 2.0f * gx[j][i]) * sx + 3.0f * dfx) / (sx * sx);
        float b = ((gy[jup][i] + gy[j][i]) * sy + 2.0f * dfy) / (sy * sy * sy);
        float q = ((gy[jup][i] + 2.0f * gy[j][i]) * sy + 3.0f * dfy) / (sy * sy);
        float twist = f[j][i] - f[j][iup] - f[jup][i] + f[jup][iup];
        float dgx = (gx[jup][i] - gx[j][i]) * sx, dgy = (gy[j][iup] - gy[j][i]) * sy;
        float c = (-twist - dgx) / (sx * sx * sy);
        float d = (-twist - dgy) / (sx * sy * sy);
        float g = (-twist - dgx - dgy) / (sx * sy);
        fn[j][i] = ((a * xx + c * yy + e) * xx + g * yy + gx[j][i]) * xx +
                   ((b * yy + d * xx + q) * yy + gy[j][i]) * yy + f[j][i];
        gxn[j][i] = (3.0f * a * xx + 2.0f * (c * yy + e)) * xx + (d * yy + g) * yy + gx[j][i];
        gyn[j][i] = (3.0f * b * yy + 2.0f * (d * xx + q)) * yy + (c * xx + g) * xx + gy[j][i];
      }
    // The derivatives also turn with the flow.
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        float ux = (u[j][i + 1] - u[j][i - 1]) / (2.0f * dx), uy = (u[j + 1][i] - u[j - 1][i]) / (2.0f * dx);
        float vx = (v[j][i + 1] - v[j][i - 1]) / (2.0f * dx), vy = (v[j + 1][i] - v[j - 1][i]) / (2.0f * dx);
        f[j][i] = fn[j][i];
        gx[j][i] = gxn[j][i] - dt * (gxn[j][i] * ux + gyn[j][i] * vx);
        gy[j][i] = gyn[j][i] - dt * (gxn[j][i] * uy + gyn[j][i] * vy);
      }
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 256), steps = argument(argc, argv, 2, 12);
  size_t cells = (size_t)n * n;
  float *field[8];
  for (int k = 0; k < 8; k++)
    field[k] = filled(cells, (unsigned)k, k < 6 ? 0.0f : -0.5f, k < 6 ? 1.0f : 0.5f);
  run(n, (float(*)[n])field[0], (float(*)[n])field[1], (float(*)[n])field[2], (float(*)[n])field[3], (float(*)[n])field[4],
      (float(*)[n])field[5], (float(*)[n])field[6], (float(*)[n])field[7], 1.0f, 0.25f, steps);
  show("f", field[0], cells);
  show("gx", field[1], cells);
  show("gy", field[2], cells);
  return 0;
}
