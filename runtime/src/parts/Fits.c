// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Fits.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "parts/Halo.h"

// Do the two work in the same memory?
static int areTogether(const ksn_run *run, const ksn_parts *parts, int a, int b) {
  const int *const numbers = parts->cards > 1 ? parts->device->buffers->cards->numbers(run) : NULL;
  return !numbers || numbers[a] == numbers[b];
}

// On one card, or on the device that all work on.
static int checkRoomOn(const ksn_run *run, const ksn_parts *parts, int card, const ksn_room *room, ksn_why *why) {
  int64_t all = ksn_table_bytes(run);
  for (int s = 0; s < parts->count; s++)
    for (int m = 0; m < parts->members; m++) {
      if (!ksn_has_member(parts, m) || !areTogether(run, parts, card, m))
        continue;
      const ksn_parted *const has = &parts->stores[s];
      const int64_t part =
          has->is_whole ? ksn_buffer_bytes(has->like) : ksn_share_bytes(parts, has, has->shares[m].asked);
      if (part > room->largest)
        return ksn_because(why, "a part of %s takes %s, but the device allows %s for one buffer; use more parts",
                           has->like->name, ksn_show_bytes(part).text, ksn_show_bytes(room->largest).text);
      all = ksn_add(all, ksn_taken_bytes(part));
    }
  return all <= room->bytes
             ? 0
             : ksn_because(why, "they take %s%s%s with the planes beside them, there are %s; use a smaller grid",
                           ksn_show_bytes(all).text, parts->cards > 1 ? " on " : "", parts->cards > 1 ? room->name : "",
                           ksn_show_bytes(room->bytes).text);
}

int ksn_check_rooms(const ksn_run *run, const ksn_parts *parts, const ksn_room *rooms, ksn_why *why) {
  for (int c = 0; c < parts->cards; c++)
    if (checkRoomOn(run, parts, c, &rooms[c], why))
      return -1;
  return 0;
}
