// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in a body, from a hot ball in its middle, written plane by plane to volume.raw. The program knows nothing of
// MPI: with --distribute=mpi it runs on all ranks, and the body may be larger than the memory of each.
//
//   kasane cc -O3 --distribute=mpi samples/mpi/volume.c -o volume
//   mpirun -n 8 ./volume [SIZE [STEPS]]
//
// Rank 0 never has more of the field at home than one plane: all planes are made by regions, stay with the ranks, and
// come home for the statement that writes one.
#include <stdio.h>
#include <stdlib.h>

static void begin(int n, float (*u)[n][n], float (*v)[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        const float x = (float)(2 * i - n), y = (float)(2 * j - n), z = (float)(2 * k - n);
        u[k][j][i] = x * x + y * y + z * z < 0.25f * (float)n * (float)n ? 100.0f : 0.0f;
        v[k][j][i] = 0.0f;
      }
}

static void steps(int n, int count, float (*u)[n][n], float (*v)[n][n]) {
#pragma stencil
  for (int t = 0; t < count; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          v[k][j][i] = u[k][j][i] + 0.125f * (u[k - 1][j][i] + u[k + 1][j][i] + u[k][j - 1][i] + u[k][j + 1][i] +
                                              u[k][j][i - 1] + u[k][j][i + 1] - 6.0f * u[k][j][i]);
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          u[k][j][i] = v[k][j][i];
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 128, count = argc > 2 ? atoi(argv[2]) : 10;
  if (n < 3)
    return fputs("SIZE is 3 at least\n", stderr), 2;
  const size_t plane = (size_t)n * (size_t)n, cells = plane * (size_t)n;
  float(*u)[n][n] = malloc(cells * sizeof(float)), (*v)[n][n] = malloc(cells * sizeof(float));
  FILE *const out = fopen("volume.raw", "wb");
  if (!u || !v || !out)
    return fputs("no memory, or no file\n", stderr), 1;
  size_t written = 0;
#pragma stencil keep(u, v) scratch(u, v)
  {
    begin(n, u, v);
    steps(n, count, u, v);
    for (int k = 0; k < n; k++)
#pragma stencil home(u[k : 1])
      written += fwrite(u[k], sizeof(float), plane, out);
  }
  if (fclose(out) || written != cells)
    return fputs("volume.raw isn't whole\n", stderr), 1;
  printf("%zu cells\n", written);
  free(u);
  free(v);
  return 0;
}
