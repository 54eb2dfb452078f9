/* Ants' pheromone field: evaporation and diffusion in a step, ants between (they are host code). */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 48
#define ANTS 30

typedef struct { int x, y, has_food; } ant;

static float field[SIZE][SIZE], work[SIZE][SIZE];
static ant ants[ANTS];
static unsigned state = 1;

static int roll(int n) {
  state = state * 1103515245u + 12345u;
  return (int)((state >> 16) % (unsigned)n);
}

static void move_ants(void) {
  for (int a = 0; a < ANTS; a++) {
    ants[a].x = (ants[a].x + roll(3) - 1 + SIZE) % SIZE;
    ants[a].y = (ants[a].y + roll(3) - 1 + SIZE) % SIZE;
    field[ants[a].y][ants[a].x] += 1.0f;
  }
}

int main(int argc, char **argv) {
  int days = argc > 1 ? atoi(argv[1]) : 40;
  for (int a = 0; a < ANTS; a++)
    ants[a] = (ant){roll(SIZE), roll(SIZE), 0};
#pragma stencil
  for (int day = 0; day < days; day++) {
    move_ants();
    for (int y = 1; y < SIZE - 1; y++)
      for (int x = 1; x < SIZE - 1; x++)
        work[y][x] = 0.98f * (0.6f * field[y][x] + 0.1f * (field[y][x - 1] + field[y][x + 1] + field[y - 1][x] + field[y + 1][x]));
    for (int y = 1; y < SIZE - 1; y++)
      for (int x = 1; x < SIZE - 1; x++)
        field[y][x] = work[y][x];
  }
  float most = 0;
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++)
      most = field[y][x] > most ? field[y][x] : most;
  printf("strongest smell %.7g, an ant at %d %d\n", most, ants[3].x, ants[3].y);
  return 0;
}
