// Temperature of a chip under a power map. Corners, edges and the middle have formulas of their own.
#include <stdio.h>
#include <stdlib.h>

typedef float FLOAT;

#define MAX_PD (3.0e6)
#define PRECISION 0.001
#define SPEC_HEAT_SI 1.75e6
#define K_SI 100
#define FACTOR_CHIP 0.5

FLOAT t_chip = 0.0005;
FLOAT chip_height = 0.016;
FLOAT chip_width = 0.016;
const FLOAT amb_temp = 80.0;

void single_iteration(FLOAT *result, FLOAT *temp, FLOAT *power, int row, int col, FLOAT Cap_1, FLOAT Rx_1, FLOAT Ry_1,
                      FLOAT Rz_1, FLOAT step) {
  FLOAT delta;
  int r, c;
  for (r = 0; r < row; r++) {
    for (c = 0; c < col; c++) {
      if ((r == 0) && (c == 0)) {
        delta = (Cap_1) * (power[0] + (temp[1] - temp[0]) * Rx_1 + (temp[col] - temp[0]) * Ry_1 + (amb_temp - temp[0]) * Rz_1);
      } else if ((r == 0) && (c == col - 1)) {
        delta = (Cap_1) * (power[c] + (temp[c - 1] - temp[c]) * Rx_1 + (temp[c + col] - temp[c]) * Ry_1 + (amb_temp - temp[c]) * Rz_1);
      } else if ((r == row - 1) && (c == col - 1)) {
        delta = (Cap_1) * (power[r * col + c] + (temp[r * col + c - 1] - temp[r * col + c]) * Rx_1 +
                           (temp[(r - 1) * col + c] - temp[r * col + c]) * Ry_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if ((r == row - 1) && (c == 0)) {
        delta = (Cap_1) * (power[r * col] + (temp[r * col + 1] - temp[r * col]) * Rx_1 +
                           (temp[(r - 1) * col] - temp[r * col]) * Ry_1 + (amb_temp - temp[r * col]) * Rz_1);
      } else if (r == 0) {
        delta = (Cap_1) * (power[c] + (temp[c + 1] + temp[c - 1] - 2.0 * temp[c]) * Rx_1 + (temp[col + c] - temp[c]) * Ry_1 +
                           (amb_temp - temp[c]) * Rz_1);
      } else if (c == col - 1) {
        delta = (Cap_1) * (power[r * col + c] + (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.0 * temp[r * col + c]) * Ry_1 +
                           (temp[r * col + c - 1] - temp[r * col + c]) * Rx_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if (r == row - 1) {
        delta = (Cap_1) * (power[r * col + c] + (temp[r * col + c + 1] + temp[r * col + c - 1] - 2.0 * temp[r * col + c]) * Rx_1 +
                           (temp[(r - 1) * col + c] - temp[r * col + c]) * Ry_1 + (amb_temp - temp[r * col + c]) * Rz_1);
      } else if (c == 0) {
        delta = (Cap_1) * (power[r * col] + (temp[(r + 1) * col] + temp[(r - 1) * col] - 2.0 * temp[r * col]) * Ry_1 +
                           (temp[r * col + 1] - temp[r * col]) * Rx_1 + (amb_temp - temp[r * col]) * Rz_1);
      } else {
        delta = (Cap_1) * (power[r * col + c] + (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.f * temp[r * col + c]) * Ry_1 +
                           (temp[r * col + c + 1] + temp[r * col + c - 1] - 2.f * temp[r * col + c]) * Rx_1 +
                           (amb_temp - temp[r * col + c]) * Rz_1);
      }
      result[r * col + c] = temp[r * col + c] + delta;
    }
  }
}

void compute_tran_temp(FLOAT *result, int num_iterations, FLOAT *temp, FLOAT *power, int row, int col) {
  FLOAT grid_height = chip_height / row;
  FLOAT grid_width = chip_width / col;
  FLOAT Cap = FACTOR_CHIP * SPEC_HEAT_SI * t_chip * grid_width * grid_height;
  FLOAT Rx = grid_width / (2.0 * K_SI * t_chip * grid_height);
  FLOAT Ry = grid_height / (2.0 * K_SI * t_chip * grid_width);
  FLOAT Rz = t_chip / (K_SI * grid_height * grid_width);
  FLOAT max_slope = MAX_PD / (FACTOR_CHIP * t_chip * SPEC_HEAT_SI);
  FLOAT step = PRECISION / max_slope / 1000.0;
  FLOAT Rx_1 = 1.f / Rx, Ry_1 = 1.f / Ry, Rz_1 = 1.f / Rz, Cap_1 = step / Cap;
  FLOAT *r = result, *t = temp;
#pragma stencil
  for (int i = 0; i < num_iterations; i++) {
    single_iteration(r, t, power, row, col, Cap_1, Rx_1, Ry_1, Rz_1, step);
    FLOAT *tmp = t;
    t = r;
    r = tmp;
  }
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 40, cols = argc > 2 ? atoi(argv[2]) : 50, iterations = argc > 3 ? atoi(argv[3]) : 25;
  FLOAT *temp = calloc(rows * cols, sizeof(FLOAT)), *power = calloc(rows * cols, sizeof(FLOAT)), *result = calloc(rows * cols, sizeof(FLOAT));
  if (!temp || !power || !result) {
    fprintf(stderr, "error: unable to allocate memory\n");
    exit(1);
  }
  for (int i = 0; i < rows * cols; i++) {
    temp[i] = 320 + i % 11;
    power[i] = (i * 37 % 101) * 1e-4f;
  }
  compute_tran_temp(result, iterations, temp, power, rows, cols);
  FLOAT *out = iterations & 1 ? result : temp;
  FILE *fp = fopen("output.out", "w");
  for (int i = 0; i < rows * cols; i++)
    fprintf(fp, "%d\t%g\n", i, out[i]);
  fclose(fp);
  return 0;
}
