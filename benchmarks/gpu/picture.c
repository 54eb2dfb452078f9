// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In place of the samples' pictures: a word of all bits of what they would show.
#include "picture.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

int write_picture(const char *path, int width, int height, const float *values, float low, float high) {
  uint64_t sum = 0;
  for (long n = 0; n < (long)width * height; n++) {
    uint32_t bits;
    memcpy(&bits, &values[n], sizeof bits);
    sum = sum * 31 + bits;
  }
  printf("%s %016llx %g %g\n", path, (unsigned long long)sum, low, high);
  return 0;
}
