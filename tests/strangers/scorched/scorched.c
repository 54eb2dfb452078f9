/* Trees grow, catch fire and burn; the dice are a hash of place and year. */
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
enum { EMPTY, TREE, BURNING };
#define ROWS 64
#define COLS 80
static uint8_t *now, *then;
static uint32_t hash(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
int main(void)
{
  now = malloc(ROWS * COLS); then = malloc(ROWS * COLS);
  for (int k = 0; k < ROWS * COLS; k++) now[k] = hash(k) % 3 ? TREE : EMPTY;
  for (int k = 0; k < ROWS * COLS; k++) then[k] = 0;
  int t, r, c;
#pragma stencil
  for (t = 1; t <= 25; ++t) {
    for (r = 0; r < ROWS; r++) {
      for (c = 0; c < COLS; c++) {
        int k = r * COLS + c, fire = 0;
        if (r > 0 && now[k - COLS] == BURNING) fire = 1;
        if (r < ROWS - 1 && now[k + COLS] == BURNING) fire = 1;
        if (c > 0 && now[k - 1] == BURNING) fire = 1;
        if (c < COLS - 1 && now[k + 1] == BURNING) fire = 1;
        uint32_t dice = hash(k + 7919u * t);
        switch (now[k]) {
        case EMPTY: then[k] = dice % 100 < 5 ? TREE : EMPTY; break;
        case TREE: then[k] = fire || dice % 1000 < 3 ? BURNING : TREE; break;
        default: then[k] = EMPTY;
        }
      }
    }
    uint8_t *s = now; now = then; then = s;
  }
  for (r = 0; r < ROWS; r++) { for (c = 0; c < COLS; c++) putchar(".T*"[now[r * COLS + c]]); putchar('\n'); }
  return 0;
}
