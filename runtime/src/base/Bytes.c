// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/Bytes.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

int64_t ksn_add(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

int64_t ksn_times(int64_t a, int64_t b) { return b && a > INT64_MAX / b ? INT64_MAX : a * b; }

// Drivers have memory in blocks, of which small allocations share one.
int64_t ksn_taken_bytes(int64_t bytes) {
  const int64_t kBlock = INT64_C(2) << 20;
  return bytes > kBlock / 2 ? ksn_add(bytes, kBlock - 1) / kBlock * kBlock : bytes;
}

static ksn_size show(int64_t bytes, int upwards) {
  static const char *const kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = (double)bytes;
  int unit = 0;
  for (; value >= 1024 && unit < 6; unit++)
    value /= 1024;
  if (upwards && unit)
    value = ceil(value * 10) / 10;
  ksn_size size;
  if (snprintf(size.text, sizeof size.text, unit ? "%.1f %s" : "%.0f %s", value, kUnits[unit]) < 0)
    size.text[0] = 0;
  return size;
}

ksn_size ksn_show_bytes(int64_t bytes) { return show(bytes, 0); }

ksn_size ksn_show_enough(int64_t bytes) { return show(bytes, 1); }

int64_t ksn_free_host_memory(void) {
  FILE *const file = fopen("/proc/meminfo", "r");
  if (!file)
    return -1;
  int64_t kibibytes = -1;
  char line[256];
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %" SCNd64, &kibibytes) == 1)
      break;
  if (fclose(file) || kibibytes < 0)
    return -1;
  return ksn_times(kibibytes, 1024);
}

size_t ksn_scratch_stride(const ksn_run *run) {
  // From a page up, whole pages: no thread's first touch places another's memory.
  const size_t unit = run->scratch_bytes > 4096 ? 4096 : 64;
  return (run->scratch_bytes + unit - 1) / unit * unit;
}
