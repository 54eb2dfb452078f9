// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Staging.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "parts/Halo.h"
#include "parts/Stretch.h"
#include <stdlib.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

void ksn_open_staging(ksn_parts *parts) {
  if (!parts->network || parts->device->on_host)
    return;
  parts->staging = ksn_allocate(1, sizeof *parts->staging);
  parts->staging->is_direct =
      parts->network->device_name && buffersOf(parts)->has_addresses && !ksn_environment()->wire_host;
}

void ksn_close_staging(ksn_parts *parts) {
  if (parts->staging)
    free(parts->staging->list);
  free(parts->staging);
}

static int comes(const ksn_parts *parts, const ksn_message *message) { return ksn_has_member(parts, message->to); }

// A ring's seam may lie in one member.
int ksn_crosses(const ksn_parts *parts, const ksn_message *message) {
  return parts->staging && comes(parts, message) != ksn_has_member(parts, message->from);
}

void ksn_begin_staging(ksn_run *run, ksn_parts *parts) {
  ksn_staging *const staging = parts->staging;
  int64_t bytes = 0;
  for (int64_t n = 0; n < parts->messages.count; n++)
    if (ksn_crosses(parts, &parts->messages.list[n]))
      bytes = ksn_add(bytes, ksn_message_bytes(&parts->messages.list[n]));
  if (!staging->is_direct && bytes)
    staging->memory = ksn_stretch(run, bytes);
  if (staging->room < parts->messages.count) {
    free(staging->list);
    staging->room = 2 * parts->messages.count;
    staging->list = ksn_allocate((size_t)staging->room, sizeof *staging->list);
  }
  staging->used = staging->count = 0;
}

void ksn_stage(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message) {
  ksn_staging *const staging = parts->staging;
  ksn_crossing *const crossing = &staging->list[staging->count++];
  *crossing = (ksn_crossing){.message = message};
  if (staging->is_direct) {
    crossing->memory = comes(parts, message) ? ksn_plane_at(message->store, message->to, message->plane)
                                             : ksn_plane_at(message->store, message->from, message->source);
    return;
  }
  const int64_t bytes = ksn_message_bytes(message);
  crossing->memory = staging->memory + staging->used;
  staging->used += bytes;
  if (comes(parts, message)) {
    parts->network->receive(crossing->memory, bytes, message->from);
    return;
  }
  int error = ksn_copy_planes(run, parts, lane, message, crossing->memory, 0);
  if (!error)
    error = buffersOf(parts)->mark(run, lane, &crossing->brought);
  ksn_check_device(run, error, "bringing planes to the host");
}

static void begin(ksn_run *run, const ksn_parts *parts, ksn_crossing *crossing) {
  const ksn_message *const message = crossing->message;
  const int64_t bytes = ksn_message_bytes(message);
  if (comes(parts, message)) {
    if (parts->staging->is_direct)
      parts->network->receive(crossing->memory, bytes, message->from);
    return;
  }
  if (crossing->brought) {
    ksn_check_device(run, buffersOf(parts)->await(run, crossing->brought), "bringing planes to the host");
    buffersOf(parts)->forget(crossing->brought);
  }
  parts->network->send(crossing->memory, bytes, message->to);
}

void ksn_finish_staging(ksn_run *run, ksn_parts *parts, int lane) {
  ksn_staging *const staging = parts->staging;
  for (int64_t n = 0; n < staging->count; n++)
    begin(run, parts, &staging->list[n]);
  parts->network->finish();
  for (int64_t n = 0; n < staging->count && !staging->is_direct; n++) {
    const ksn_crossing *const crossing = &staging->list[n];
    if (comes(parts, crossing->message))
      ksn_check_device(run, ksn_copy_planes(run, parts, lane, crossing->message, crossing->memory, 1),
                       "taking planes from the host");
  }
  staging->count = 0;
}
