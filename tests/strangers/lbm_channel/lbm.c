/*
** A 2D lattice Boltzmann code, nine speeds, in the way of many course works:
** cells are structs of nine floats, a step is accelerate, propagate, rebound, collide.
**
**    6 2 5
**     \|/
**   3--0--1
**     /|\
**    7 4 8
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NSPEEDS 9

typedef struct {
  int nx, ny, maxIters;
  float density, accel, omega;
} t_param;

typedef struct {
  float speeds[NSPEEDS];
} t_speed;

static int accelerate_flow(const t_param params, t_speed *cells, int *obstacles) {
  float w1 = params.density * params.accel / 9.f;
  float w2 = params.density * params.accel / 36.f;
  int jj = params.ny - 2;
  for (int ii = 0; ii < params.nx; ii++) {
    if (!obstacles[ii + jj * params.nx] && (cells[ii + jj * params.nx].speeds[3] - w1) > 0.f &&
        (cells[ii + jj * params.nx].speeds[6] - w2) > 0.f && (cells[ii + jj * params.nx].speeds[7] - w2) > 0.f) {
      cells[ii + jj * params.nx].speeds[1] += w1;
      cells[ii + jj * params.nx].speeds[5] += w2;
      cells[ii + jj * params.nx].speeds[8] += w2;
      cells[ii + jj * params.nx].speeds[3] -= w1;
      cells[ii + jj * params.nx].speeds[6] -= w2;
      cells[ii + jj * params.nx].speeds[7] -= w2;
    }
  }
  return EXIT_SUCCESS;
}

static int propagate(const t_param params, t_speed *cells, t_speed *tmp_cells) {
  for (int jj = 0; jj < params.ny; jj++) {
    for (int ii = 0; ii < params.nx; ii++) {
      int y_n = (jj + 1) % params.ny;
      int x_e = (ii + 1) % params.nx;
      int y_s = (jj == 0) ? (jj + params.ny - 1) : (jj - 1);
      int x_w = (ii == 0) ? (ii + params.nx - 1) : (ii - 1);
      tmp_cells[ii + jj * params.nx].speeds[0] = cells[ii + jj * params.nx].speeds[0];
      tmp_cells[ii + jj * params.nx].speeds[1] = cells[x_w + jj * params.nx].speeds[1];
      tmp_cells[ii + jj * params.nx].speeds[2] = cells[ii + y_s * params.nx].speeds[2];
      tmp_cells[ii + jj * params.nx].speeds[3] = cells[x_e + jj * params.nx].speeds[3];
      tmp_cells[ii + jj * params.nx].speeds[4] = cells[ii + y_n * params.nx].speeds[4];
      tmp_cells[ii + jj * params.nx].speeds[5] = cells[x_w + y_s * params.nx].speeds[5];
      tmp_cells[ii + jj * params.nx].speeds[6] = cells[x_e + y_s * params.nx].speeds[6];
      tmp_cells[ii + jj * params.nx].speeds[7] = cells[x_e + y_n * params.nx].speeds[7];
      tmp_cells[ii + jj * params.nx].speeds[8] = cells[x_w + y_n * params.nx].speeds[8];
    }
  }
  return EXIT_SUCCESS;
}

static int rebound(const t_param params, t_speed *cells, t_speed *tmp_cells, int *obstacles) {
  for (int jj = 0; jj < params.ny; jj++)
    for (int ii = 0; ii < params.nx; ii++)
      if (obstacles[jj * params.nx + ii]) {
        cells[ii + jj * params.nx].speeds[1] = tmp_cells[ii + jj * params.nx].speeds[3];
        cells[ii + jj * params.nx].speeds[2] = tmp_cells[ii + jj * params.nx].speeds[4];
        cells[ii + jj * params.nx].speeds[3] = tmp_cells[ii + jj * params.nx].speeds[1];
        cells[ii + jj * params.nx].speeds[4] = tmp_cells[ii + jj * params.nx].speeds[2];
        cells[ii + jj * params.nx].speeds[5] = tmp_cells[ii + jj * params.nx].speeds[7];
        cells[ii + jj * params.nx].speeds[6] = tmp_cells[ii + jj * params.nx].speeds[8];
        cells[ii + jj * params.nx].speeds[7] = tmp_cells[ii + jj * params.nx].speeds[5];
        cells[ii + jj * params.nx].speeds[8] = tmp_cells[ii + jj * params.nx].speeds[6];
      }
  return EXIT_SUCCESS;
}

static int collision(const t_param params, t_speed *cells, t_speed *tmp_cells, int *obstacles) {
  const float c_sq = 1.f / 3.f;
  const float w0 = 4.f / 9.f, w1 = 1.f / 9.f, w2 = 1.f / 36.f;
  for (int jj = 0; jj < params.ny; jj++) {
    for (int ii = 0; ii < params.nx; ii++) {
      if (!obstacles[ii + jj * params.nx]) {
        float local_density = 0.f;
        for (int kk = 0; kk < NSPEEDS; kk++)
          local_density += tmp_cells[ii + jj * params.nx].speeds[kk];
        float u_x = (tmp_cells[ii + jj * params.nx].speeds[1] + tmp_cells[ii + jj * params.nx].speeds[5] +
                     tmp_cells[ii + jj * params.nx].speeds[8] -
                     (tmp_cells[ii + jj * params.nx].speeds[3] + tmp_cells[ii + jj * params.nx].speeds[6] +
                      tmp_cells[ii + jj * params.nx].speeds[7])) / local_density;
        float u_y = (tmp_cells[ii + jj * params.nx].speeds[2] + tmp_cells[ii + jj * params.nx].speeds[5] +
                     tmp_cells[ii + jj * params.nx].speeds[6] -
                     (tmp_cells[ii + jj * params.nx].speeds[4] + tmp_cells[ii + jj * params.nx].speeds[7] +
                      tmp_cells[ii + jj * params.nx].speeds[8])) / local_density;
        float u_sq = u_x * u_x + u_y * u_y;
        float u[NSPEEDS];
        u[1] = u_x;
        u[2] = u_y;
        u[3] = -u_x;
        u[4] = -u_y;
        u[5] = u_x + u_y;
        u[6] = -u_x + u_y;
        u[7] = -u_x - u_y;
        u[8] = u_x - u_y;
        float d_equ[NSPEEDS];
        d_equ[0] = w0 * local_density * (1.f - u_sq / (2.f * c_sq));
        for (int kk = 1; kk < 5; kk++)
          d_equ[kk] = w1 * local_density * (1.f + u[kk] / c_sq + (u[kk] * u[kk]) / (2.f * c_sq * c_sq) - u_sq / (2.f * c_sq));
        for (int kk = 5; kk < NSPEEDS; kk++)
          d_equ[kk] = w2 * local_density * (1.f + u[kk] / c_sq + (u[kk] * u[kk]) / (2.f * c_sq * c_sq) - u_sq / (2.f * c_sq));
        for (int kk = 0; kk < NSPEEDS; kk++)
          cells[ii + jj * params.nx].speeds[kk] =
              tmp_cells[ii + jj * params.nx].speeds[kk] + params.omega * (d_equ[kk] - tmp_cells[ii + jj * params.nx].speeds[kk]);
      }
    }
  }
  return EXIT_SUCCESS;
}

static int timestep(const t_param params, t_speed *cells, t_speed *tmp_cells, int *obstacles) {
  accelerate_flow(params, cells, obstacles);
  propagate(params, cells, tmp_cells);
  rebound(params, cells, tmp_cells, obstacles);
  collision(params, cells, tmp_cells, obstacles);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  t_param params = {32, 24, 40, 0.1f, 0.005f, 1.7f};
  if (argc > 1)
    params.maxIters = atoi(argv[1]);
  t_speed *cells = malloc(sizeof(t_speed) * params.nx * params.ny);
  t_speed *tmp_cells = malloc(sizeof(t_speed) * params.nx * params.ny);
  int *obstacles = malloc(sizeof(int) * params.nx * params.ny);
  for (int k = 0; k < params.nx * params.ny; k++) {
    int x = k % params.nx, y = k / params.nx;
    obstacles[k] = y == 0 || y == params.ny - 1 || (x > 8 && x < 12 && y > 8 && y < 14);
    cells[k].speeds[0] = params.density * 4.f / 9.f;
    for (int q = 1; q < 5; q++)
      cells[k].speeds[q] = params.density / 9.f;
    for (int q = 5; q < 9; q++)
      cells[k].speeds[q] = params.density / 36.f;
  }
#pragma stencil
  for (int tt = 0; tt < params.maxIters; tt++)
    timestep(params, cells, tmp_cells, obstacles);
  double total = 0;
  for (int k = 0; k < params.nx * params.ny; k++)
    for (int q = 0; q < NSPEEDS; q++)
      total += cells[k].speeds[q];
  printf("total density %.12e\n", total);
  for (int y = 0; y < params.ny; y += 3)
    printf("%d %.9e %.9e\n", y, cells[y * params.nx + 5].speeds[1], cells[y * params.nx + 14].speeds[6]);
  free(cells);
  free(tmp_cells);
  free(obstacles);
  return 0;
}
