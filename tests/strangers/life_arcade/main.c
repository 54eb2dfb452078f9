#include "world.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 70;
  int height = argc > 2 ? atoi(argv[2]) : 40;
  int generations = argc > 3 ? atoi(argv[3]) : 100;
  World *w = world_new(width, height);
  world_seed(w, 2024);
  for (int round = 0; round < 3; round++) {
    printf("round %d: %u alive\n", round, world_population(w));
    world_evolve(w, generations);
  }
  world_draw(w);
  world_free(w);
  return 0;
}
