// A hanging cloth: Verlet integration of springs on a grid, positions as vectors of three floats.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, z; } vec3;

static inline vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 scale(vec3 a, float s) { return (vec3){a.x * s, a.y * s, a.z * s}; }
static inline float length(vec3 a) { return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z); }

static inline vec3 spring(vec3 self, vec3 other, float rest, float stiffness) {
  vec3 d = sub(other, self);
  float len = length(d);
  return scale(d, stiffness * (len - rest) / len);
}

#define COLS 24
#define ROWS 20

int main(int argc, char **argv) {
  int frames = argc > 1 ? atoi(argv[1]) : 50;
  vec3 *pos = malloc(sizeof(vec3) * ROWS * COLS);
  vec3 *old = malloc(sizeof(vec3) * ROWS * COLS);
  vec3 *force = malloc(sizeof(vec3) * ROWS * COLS);
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLS; c++)
      pos[r * COLS + c] = old[r * COLS + c] = (vec3){c * 0.1f, 0.02f * (r % 3), r * 0.1f};
  const vec3 gravity = {0, -9.81f, 0};
  const float dt = 0.01f, rest = 0.1f, k = 900.0f;
#pragma stencil
  for (int f = 0; f < frames; f++) {
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLS; c++) {
        vec3 p = pos[r * COLS + c];
        vec3 sum = gravity;
        if (r > 0) sum = add(sum, spring(p, pos[(r - 1) * COLS + c], rest, k));
        if (r < ROWS - 1) sum = add(sum, spring(p, pos[(r + 1) * COLS + c], rest, k));
        if (c > 0) sum = add(sum, spring(p, pos[r * COLS + c - 1], rest, k));
        if (c < COLS - 1) sum = add(sum, spring(p, pos[r * COLS + c + 1], rest, k));
        force[r * COLS + c] = sum;
      }
    for (int r = 1; r < ROWS; r++)
      for (int c = 0; c < COLS; c++) {
        vec3 now = pos[r * COLS + c];
        vec3 velocity = scale(sub(now, old[r * COLS + c]), 0.99f);
        pos[r * COLS + c] = add(add(now, velocity), scale(force[r * COLS + c], dt * dt));
        old[r * COLS + c] = now;
      }
  }
  for (int r = 0; r < ROWS; r += 5)
    for (int c = 0; c < COLS; c += 6)
      printf("%.6f %.6f %.6f\n", pos[r * COLS + c].x, pos[r * COLS + c].y, pos[r * COLS + c].z);
  free(pos);
  free(old);
  free(force);
  return 0;
}
