// Forest fire: cells are empty, trees, or burning. Each cell has a random number generator of its own,
// so that a run can be repeated.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum state { EMPTY, TREE, BURNING };

#define L 50
#define P_GROW 0.03
#define P_LIGHTNING 0.0005

static enum state forest[2][L][L];
static uint32_t seed[L][L];

static inline uint32_t next_random(uint32_t s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

static inline double uniform(uint32_t s) { return s * (1.0 / 4294967296.0); }

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 200;
  int cur = 0;
  for (int i = 0; i < L; i++)
    for (int j = 0; j < L; j++) {
      seed[i][j] = 2463534242u + 97u * (i * L + j);
      forest[0][i][j] = (i * j + i) % 3 ? TREE : EMPTY;
    }
  forest[0][L / 2][L / 2] = BURNING;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < L; i++) {
      for (int j = 0; j < L; j++) {
        seed[i][j] = next_random(seed[i][j]);
        double r = uniform(seed[i][j]);
        switch (forest[cur][i][j]) {
        case EMPTY:
          forest[1 - cur][i][j] = r < P_GROW ? TREE : EMPTY;
          break;
        case TREE: {
          int fire = 0;
          if (i > 0 && forest[cur][i - 1][j] == BURNING)
            fire = 1;
          if (i < L - 1 && forest[cur][i + 1][j] == BURNING)
            fire = 1;
          if (j > 0 && forest[cur][i][j - 1] == BURNING)
            fire = 1;
          if (j < L - 1 && forest[cur][i][j + 1] == BURNING)
            fire = 1;
          forest[1 - cur][i][j] = fire || r < P_LIGHTNING ? BURNING : TREE;
          break;
        }
        case BURNING:
          forest[1 - cur][i][j] = EMPTY;
          break;
        }
      }
    }
    cur = 1 - cur;
  }
  int count[3] = {0};
  for (int i = 0; i < L; i++) {
    for (int j = 0; j < L; j++) {
      count[forest[cur][i][j]]++;
      putchar(".T*"[forest[cur][i][j]]);
    }
    putchar('\n');
  }
  printf("%d empty, %d trees, %d burning\n", count[EMPTY], count[TREE], count[BURNING]);
  return 0;
}
