#include <stdio.h>
#include <stdlib.h>
/* Elementary cellular automaton; the whole space-time diagram is kept and printed. */
int main(int argc, char **argv)
{
  int rule = argc > 1 ? atoi(argv[1]) : 110;
  int width = argc > 2 ? atoi(argv[2]) : 79;
  int generations = argc > 3 ? atoi(argv[3]) : 40;
  char (*cells)[width] = calloc(generations + 1, width);
  char bits[8];
  for (int b = 0; b < 8; b++)
    bits[b] = rule >> b & 1;
  cells[0][width / 2] = 1;
  cells[0][width - 3] = 1;
#pragma stencil
  for (int g = 0; g < generations; g++)
    for (int x = 0; x < width; x++) {
      int left = cells[g][(x + width - 1) % width], right = cells[g][(x + 1) % width];
      cells[g + 1][x] = (rule >> (left * 4 + cells[g][x] * 2 + right)) & 1;
    }
  for (int g = 0; g <= generations; g++) {
    for (int x = 0; x < width; x++)
      putchar(cells[g][x] ? '#' : ' ');
    putchar('\n');
  }
  free(cells);
  return bits[7];
}
