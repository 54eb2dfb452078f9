// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/Choice.h"
#include "base/Env.h"
#include "base/Error.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int contains(const char *text, const char *part) {
  for (; *text; text++) {
    size_t n = 0;
    while (part[n] && tolower((unsigned char)text[n]) == tolower((unsigned char)part[n]))
      n++;
    if (!part[n])
      return 1;
  }
  return 0;
}

static int noSuchDevice(const char *kind, int count, char (*names)[256], const char *wanted, ksn_why *why) {
  char list[768] = "";
  size_t used = 0;
  for (int d = 0; d < count && used < sizeof list - 1; d++) {
    const int more = snprintf(list + used, sizeof list - used, "%s%d (%.127s)", d ? ", " : "", d, names[d]);
    used += more < 0 ? 0 : (size_t)more;
  }
  return ksn_because(why, "KASANE_DEVICE=%s is none of the %s devices here; it can be %s", wanted, kind, list);
}

int ksn_choose_device(const char *kind, int count, char (*names)[256], int usual, ksn_why *why) {
  const char *const wanted = ksn_environment()->device;
  if (!wanted)
    return usual;
  if (strspn(wanted, "0123456789") == strlen(wanted)) {
    const unsigned long index = strtoul(wanted, NULL, 10);
    return index < (unsigned long)count ? (int)index : noSuchDevice(kind, count, names, wanted, why);
  }
  for (int d = 0; d < count; d++)
    if (contains(names[d], wanted))
      return d;
  return noSuchDevice(kind, count, names, wanted, why);
}
