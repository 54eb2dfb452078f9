// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that hold the numbers of neighbours, which the generated code computes instead of reading them, and tables
// that call blocks make of what a loop over cells computes one from the other.
#include "base/Base.h"
#include "base/Error.h"
#include <stdlib.h>
#include <string.h>

static long long elementOf(const void *table, int size, int isSigned, long long number) {
  const unsigned char *const place = (const unsigned char *)table + number * size;
  int8_t byte;
  int16_t half;
  int32_t word;
  int64_t whole;
  switch (size) {
  case 1:
    memcpy(&byte, place, sizeof byte);
    return isSigned ? byte : (uint8_t)byte;
  case 2:
    memcpy(&half, place, sizeof half);
    return isSigned ? half : (uint16_t)half;
  case 4:
    memcpy(&word, place, sizeof word);
    return isSigned ? word : (long long)(uint32_t)word;
  default:
    memcpy(&whole, place, sizeof whole);
    return whole;
  }
}

// What a neighbour beyond the ends is.
static long long inside(long long at, long long first, long long end, int ends) {
  const int isBelow = at < first;
  switch (ends) {
  case 1:
    return isBelow ? first : end - 1;
  case 2:
    return isBelow ? at + (end - first) : at - (end - first);
  case 3:
    return 2 * (isBelow ? first : end - 1) - at;
  case 4:
    return 2 * (isBelow ? first : end) - 1 - at;
  default:
    return at;
  }
}

int ksn_index_table(const void *table, int size, int isSigned, long long length, long long from, long long to,
                    long long first, long long end, long long distance, int ends, long long factor) {
  if (to <= from)
    return 1;
  const long long reach = distance < 0 ? -distance : distance;
  if (!table || (length >= 0 && (from < 0 || to > length)) || (ends != 0 && reach >= end - first))
    return 0;
  for (long long number = from; number < to; number++) {
    const long long at = number + distance, element = elementOf(table, size, isSigned, number);
    if (element != factor * (at >= first && at < end ? at : inside(at, first, end, ends)))
      return 0;
  }
  return 1;
}

void *ksn_sums(long long rounds, unsigned long bytes) {
  return ksn_allocate(rounds < 0 ? 1 : (size_t)rounds + 1, bytes);
}

void ksn_sums_end(void *table) { free(table); }
