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

static int noSuchDevice(const char *said, const char *kind, int count, char (*names)[256], const char *wanted,
                        ksn_why *why) {
  char list[768] = "";
  size_t used = 0;
  for (int d = 0; d < count && used < sizeof list - 1; d++) {
    const int more = snprintf(list + used, sizeof list - used, "%s%d (%.127s)", d ? ", " : "", d, names[d]);
    used += more < 0 ? 0 : (size_t)more;
  }
  return ksn_because(why, "%s%s is none of the %s devices here; it can be %s", said, wanted, kind, list);
}

// KASANE_DEVICES, which is set.
static int listDevices(const char *kind, int count, char (*names)[256], int chosen[KSN_MOST_CARDS], ksn_why *why) {
  const char *const wanted = ksn_environment()->devices;
  const int isAll = !strcmp(wanted, "all");
  int number = 0;
  for (const char *at = wanted; isAll ? number < count : *at != 0; number++) {
    char *end = NULL;
    const long index = isAll ? number : strtol(at, &end, 10);
    if (number == KSN_MOST_CARDS)
      return ksn_because(why, "KASANE_DEVICES=%s are more than %d devices", wanted, KSN_MOST_CARDS);
    if (index >= count) {
      char one[24];
      (void)snprintf(one, sizeof one, "%ld", index);
      return noSuchDevice("KASANE_DEVICES: ", kind, count, names, one, why);
    }
    chosen[number] = (int)index;
    if (!isAll)
      at = end + (*end == ',');
  }
  return number;
}

int ksn_in_turn(const int *list, int count) { return list[ksn_max(ksn_place(), 0) % count]; }

static int isInTurn(void) { return ksn_environment()->devices && ksn_place() >= 0; }

int ksn_choose_device(const char *kind, int count, char (*names)[256], int usual, ksn_why *why) {
  const char *const wanted = ksn_environment()->device;
  if (!wanted && isInTurn()) {
    int list[KSN_MOST_CARDS];
    const int listed = listDevices(kind, count, names, list, why);
    return listed < 0 ? -1 : ksn_in_turn(list, listed);
  }
  if (!wanted)
    return usual;
  if (strspn(wanted, "0123456789") == strlen(wanted)) {
    const unsigned long index = strtoul(wanted, NULL, 10);
    return index < (unsigned long)count ? (int)index : noSuchDevice("KASANE_DEVICE=", kind, count, names, wanted, why);
  }
  for (int d = 0; d < count; d++)
    if (contains(names[d], wanted))
      return d;
  return noSuchDevice("KASANE_DEVICE=", kind, count, names, wanted, why);
}

int ksn_choose_devices(const char *kind, int count, char (*names)[256], int chosen[KSN_MOST_CARDS], ksn_why *why) {
  if (ksn_environment()->devices && !isInTurn())
    return listDevices(kind, count, names, chosen, why);
  chosen[0] = ksn_choose_device(kind, count, names, (int)ksn_max(ksn_place(), 0) % count, why);
  return chosen[0] < 0 ? -1 : 1;
}
