// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Staging.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "parts/Halo.h"
#include "parts/Stretch.h"
#include "report/Report.h"
#include <stdlib.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

void ksn_open_staging(ksn_parts *parts) {
  if (!parts->network || parts->device->on_host)
    return;
  parts->staging = ksn_allocate(1, sizeof *parts->staging);
  parts->staging->is_direct =
      parts->network->device_name && buffersOf(parts)->has_addresses && !ksn_environment()->wire_host;
}

void ksn_open_links(ksn_run *run, ksn_parts *parts) {
  const ksn_cards *const cards = buffersOf(parts)->cards;
  ksn_why why = {""};
  if (!parts->staging || !ksn_environment()->wire_nccl)
    return;
  const int error = cards && cards->links ? cards->links->open(run, parts->network, &why)
                                          : ksn_because(&why, "target %s has no such way", parts->device->target);
  if (!error)
    parts->staging->links = cards->links;
  else if (!parts->network->rank && !ksn_environment()->quiet)
    ksn_say("%s: KASANE_WIRE=nccl: planes go by way of the host's memory: %s", run->info->name, why.text);
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

// Of a message. Where the network takes the device's addresses, it cuts messages itself.
static int64_t piecesOf(const ksn_parts *parts, const ksn_message *message) {
  const int64_t kPiece = INT64_C(1) << 20;
  return parts->staging->is_direct ? 1 : (ksn_message_bytes(message) + kPiece - 1) / kPiece;
}

void ksn_begin_staging(ksn_run *run, ksn_parts *parts, int lane) {
  ksn_staging *const staging = parts->staging;
  if (staging->links) {
    ksn_check_device(run, staging->links->begin(run, lane), "an exchange");
    return;
  }
  int64_t bytes = 0, pieces = 0;
  for (int64_t n = 0; n < parts->messages.count; n++)
    if (ksn_crosses(parts, &parts->messages.list[n])) {
      bytes = ksn_add(bytes, ksn_message_bytes(&parts->messages.list[n]));
      pieces += piecesOf(parts, &parts->messages.list[n]);
    }
  if (!staging->is_direct && bytes)
    staging->memory = ksn_stretch(run, bytes);
  if (staging->room < pieces) {
    free(staging->list);
    staging->room = 2 * pieces;
    staging->list = ksn_allocate((size_t)staging->room, sizeof *staging->list);
  }
  staging->used = staging->count = 0;
}

void ksn_end_staging(ksn_run *run, ksn_parts *parts, int lane) {
  if (parts->staging->links)
    ksn_check_device(run, parts->staging->links->end(run, lane), "an exchange");
}

static char *memoryFor(const ksn_parts *parts, const ksn_message *message) {
  ksn_staging *const staging = parts->staging;
  if (staging->is_direct || staging->links)
    return comes(parts, message) ? ksn_plane_at(message->store, message->to, message->plane)
                                 : ksn_plane_at(message->store, message->from, message->source);
  char *const memory = staging->memory + staging->used;
  staging->used += ksn_message_bytes(message);
  return memory;
}

// Elements aren't cut.
static ksn_crossing pieceOf(const ksn_message *message, int64_t number, int64_t pieces, char *memory) {
  const int64_t elements = ksn_message_bytes(message) / message->store->size;
  const int64_t from = ksn_planes_before(elements, pieces, number) * message->store->size;
  const int64_t end = ksn_planes_before(elements, pieces, number + 1) * message->store->size;
  return (ksn_crossing){
      .message = message, .number = number, .from = from, .bytes = end - from, .memory = memory + from};
}

// What comes is asked for as soon as it may come.
static void receive(const ksn_parts *parts, const ksn_crossing *crossing) {
  if (comes(parts, crossing->message))
    parts->network->receive(crossing->memory, crossing->bytes, crossing->message->from);
}

static void bring(ksn_run *run, const ksn_parts *parts, int lane, ksn_crossing *crossing) {
  int error =
      ksn_copy_planes(run, parts, lane, crossing->message, crossing->from, crossing->bytes, crossing->memory, 0);
  if (!error)
    error = buffersOf(parts)->mark(run, lane, &crossing->brought);
  ksn_check_device(run, error, "bringing planes to the host");
}

// Links are quick with bytes that begin and end at multiples of 16, as the sender has them: the few before and behind
// these go by themselves.
static void passByLinks(const ksn_run *run, const ksn_parts *parts, const ksn_message *message, char *memory) {
  enum { kQuick = 16 };
  const ksn_links *const links = parts->staging->links;
  const int64_t bytes = ksn_message_bytes(message), size = message->store->size;
  const int64_t begin = message->source * message->store->plane_bytes + message->store->first * size;
  const int64_t lead = ksn_min((kQuick - (begin % kQuick + kQuick) % kQuick) % kQuick, bytes);
  const int64_t ends[] = {lead, bytes - (bytes - lead) % kQuick, bytes};
  for (int64_t n = 0, from = 0; n < 3; from = ends[n++])
    if (from < ends[n] && comes(parts, message))
      links->receive(run, memory + from, ends[n] - from, message->from);
    else if (from < ends[n])
      links->send(run, memory + from, ends[n] - from, message->to);
}

void ksn_stage(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message) {
  ksn_staging *const staging = parts->staging;
  char *const memory = memoryFor(parts, message);
  if (staging->links) {
    passByLinks(run, parts, message, memory);
    return;
  }
  const int64_t pieces = piecesOf(parts, message);
  for (int64_t number = 0; number < pieces; number++) {
    ksn_crossing *const crossing = &staging->list[staging->count++];
    *crossing = pieceOf(message, number, pieces, memory);
    if (staging->is_direct)
      continue;
    if (number == 0)
      receive(parts, crossing);
    if (!comes(parts, message))
      bring(run, parts, lane, crossing);
  }
}

static void send(ksn_run *run, const ksn_parts *parts, const ksn_crossing *crossing) {
  if (crossing->brought) {
    ksn_check_device(run, buffersOf(parts)->await(run, crossing->brought), "bringing planes to the host");
    buffersOf(parts)->forget(crossing->brought);
  }
  parts->network->send(crossing->memory, crossing->bytes, crossing->message->to);
}

static void take(ksn_run *run, const ksn_parts *parts, int lane, const ksn_crossing *crossing) {
  ksn_check_device(
      run, ksn_copy_planes(run, parts, lane, crossing->message, crossing->from, crossing->bytes, crossing->memory, 1),
      "taking planes from the host");
}

// The pieces of one number, of all messages. Other ranks go through them in the same order. 0: there are none.
static int finishPieces(ksn_run *run, ksn_parts *parts, int lane, int64_t number) {
  const ksn_staging *const staging = parts->staging;
  int found = 0;
  for (int64_t n = 0; n < staging->count; n++) {
    const ksn_crossing *const crossing = &staging->list[n];
    if (crossing->number != number)
      continue;
    found = 1;
    if (!comes(parts, crossing->message))
      send(run, parts, crossing);
    else if (number > 0 || staging->is_direct)
      receive(parts, crossing);
  }
  if (found || number == 0)
    parts->network->finish();
  for (int64_t n = 0; n < staging->count && !staging->is_direct; n++)
    if (staging->list[n].number == number && comes(parts, staging->list[n].message))
      take(run, parts, lane, &staging->list[n]);
  return found;
}

void ksn_finish_staging(ksn_run *run, ksn_parts *parts, int lane) {
  for (int64_t number = 0; finishPieces(run, parts, lane, number); number++)
    ;
  parts->staging->count = 0;
}
