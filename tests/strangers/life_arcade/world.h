#ifndef WORLD_H
#define WORLD_H
#include <stdint.h>
#include <stdbool.h>

typedef uint8_t u8;

typedef struct {
  int width, height;
  u8 *cells;
  u8 *next;
} World;

World *world_new(int width, int height);
void world_free(World *w);
void world_seed(World *w, uint32_t seed);
void world_evolve(World *w, int generations);
unsigned world_population(const World *w);
void world_draw(const World *w);
#endif
