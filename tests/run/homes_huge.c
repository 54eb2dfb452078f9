// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does malloc give more than this machine has? What it gave can be used, made larger and given back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

int main(void) {
  const size_t bytes = (size_t)1 << 42;
  float a[8] = {1}, b[8] = {0};
  step(8, a, b);
  char *memory = malloc(bytes), *zeros = calloc(bytes / 8, 8);
  if (!memory || !zeros)
    return puts("refused"), 0;
  memory[bytes / 2] = 1;
  char *const more = realloc(memory, 2 * bytes);
  char *const grown = realloc(strdup("small"), bytes);
  if (!more || more[bytes / 2] != 1 || zeros[bytes - 1] || !grown || strcmp(grown, "small") != 0 || malloc((size_t)-9))
    return puts("wrong"), 1;
  free(more);
  free(zeros);
  free(grown);
  for (int n = 0; n < 100; n++) { // else there are no addresses left
    char *const again = malloc(bytes);
    if (!again)
      return puts("not given back"), 1;
    free(again);
  }
  puts("taken");
  return 0;
}
