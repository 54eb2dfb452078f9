// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which web pages lead to which by any number of links: Warshall's closure of a random graph.
//
//   gcc -O3 closure.c -o closure && ./closure 2000
//
// prints from how many pages one comes to how many others.
#include <stdio.h>
#include <stdlib.h>

static void close_over(int n, unsigned char (*leads)[n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        leads[i][j] |= leads[i][k] & leads[k][j];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2000;
  unsigned char(*leads)[n] = n > 0 ? calloc((size_t)n, (size_t)n) : NULL;
  if (!leads)
    return 1;
  unsigned state = 1;
  for (int link = 0; link < n + n / 8; link++) { // few more than there are pages
    state = state * 1664525u + 1013904223u;
    const int from = (int)((state >> 8) % (unsigned)n);
    state = state * 1664525u + 1013904223u;
    leads[from][(state >> 8) % (unsigned)n] = 1;
  }

  close_over(n, leads);

  long pairs = 0, most = 0;
  for (int i = 0; i < n; i++) {
    long reached = 0;
    for (int j = 0; j < n; j++)
      reached += leads[i][j];
    pairs += reached;
    most = reached > most ? reached : most;
  }
  printf("%d pages: one leads to %.1f others on average, to %ld at most\n", n, (double)pairs / n, most);
  free(leads);
  return 0;
}
