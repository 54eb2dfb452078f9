#include "world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

World *world_new(int width, int height) {
  World *w = malloc(sizeof *w);
  w->width = width;
  w->height = height;
  w->cells = calloc((size_t)width * height, 1);
  w->next = calloc((size_t)width * height, 1);
  return w;
}

void world_free(World *w) {
  free(w->cells);
  free(w->next);
  free(w);
}

void world_seed(World *w, uint32_t seed) {
  for (int i = 0; i < w->width * w->height; i++) {
    seed = seed * 1664525u + 1013904223u;
    w->cells[i] = (seed >> 24) < 90;
  }
}

static inline int wrap(int value, int size) {
  if (value < 0)
    return value + size;
  if (value >= size)
    return value - size;
  return value;
}

static inline u8 cell_at(const World *w, int x, int y) {
  return w->cells[wrap(y, w->height) * w->width + wrap(x, w->width)];
}

static int count_neighbours(const World *w, int x, int y) {
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0)
        n += cell_at(w, x + dx, y + dy);
  return n;
}

static u8 rule(u8 alive, int neighbours) {
  return alive ? neighbours == 2 || neighbours == 3 : neighbours == 3;
}

void world_evolve(World *w, int generations) {
#pragma stencil
  for (int g = 0; g < generations; g++) {
    for (int y = 0; y < w->height; y++)
      for (int x = 0; x < w->width; x++)
        w->next[y * w->width + x] = rule(w->cells[y * w->width + x], count_neighbours(w, x, y));
    u8 *swap = w->cells;
    w->cells = w->next;
    w->next = swap;
  }
}

unsigned world_population(const World *w) {
  unsigned alive = 0;
  for (int i = 0; i < w->width * w->height; i++)
    alive += w->cells[i];
  return alive;
}

void world_draw(const World *w) {
  for (int y = 0; y < w->height; y++) {
    for (int x = 0; x < w->width; x++)
      putchar(w->cells[y * w->width + x] ? '#' : '.');
    putchar('\n');
  }
}
