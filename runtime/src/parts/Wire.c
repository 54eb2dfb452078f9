// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Wire.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "device/Buffers.h"
#include "parts/Halo.h"
#include "parts/Staging.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

// Is it the host that brings messages from rank to rank, and not the devices by themselves?
static int isByHost(const ksn_parts *parts) { return parts->staging && !parts->staging->links; }
// Do cards exchange planes while the host goes on?
static int isByCards(const ksn_parts *parts) { return parts->cards > 1 || (parts->staging && parts->staging->links); }

static void check(const ksn_run *run, int code) { ksn_check_device(run, code, "an exchange"); }

const char *ksn_wire_name(const ksn_run *run) {
  const ksn_parts *const parts = run->state->parts;
  if (ksn_environment()->wire_late)
    return "late";
  if (parts->staging && parts->staging->links)
    return parts->staging->links->name;
  if (parts->network && parts->staging && parts->staging->is_direct)
    return parts->network->device_name;
  if (parts->network)
    return parts->network->name;
  return parts->cards > 1 ? buffersOf(parts)->cards->wire(run) : "local";
}

static int *numbersOfRanks; // of their cards; NULL: not asked for yet

// Each keeps its card.
void ksn_share_numbers(const ksn_run *run, const ksn_parts *parts) {
  const ksn_network *const network = parts->network;
  if (!buffersOf(parts)->cards || numbersOfRanks)
    return;
  const int64_t size = sizeof *numbersOfRanks;
  numbersOfRanks = ksn_allocate((size_t)network->count, (size_t)size);
  numbersOfRanks[network->rank] = buffersOf(parts)->cards->numbers(run)[0];
  int64_t *const places = ksn_allocate(2 * (size_t)network->count, sizeof *places);
  for (int r = 0; r < network->count; r++) {
    places[r] = r * size;
    places[network->count + r] = size;
  }
  network->gather(numbersOfRanks, places, places + network->count);
  free(places);
}

const int *ksn_numbers_of(const ksn_run *run) {
  const ksn_parts *const parts = run->state->parts;
  if (parts->network)
    return buffersOf(parts)->cards ? numbersOfRanks : NULL;
  return parts->cards > 1 ? buffersOf(parts)->cards->numbers(run) : NULL;
}

void ksn_open_wire(ksn_parts *parts) {
  const size_t cards = (size_t)parts->cards;
  for (int n = 0; n < 2; n++) {
    ksn_flight *const flight = &parts->flights[n];
    flight->ready = ksn_allocate(3 * cards, sizeof *flight->ready);
    flight->begun = flight->ready + cards;
    flight->left = flight->begun + cards;
    flight->goes = ksn_allocate(cards * cards, 1);
  }
}

static void forget(const ksn_parts *parts, void **mark) {
  if (*mark)
    buffersOf(parts)->forget(*mark);
  *mark = NULL;
}

void ksn_close_wire(ksn_parts *parts) {
  for (int n = 0; n < 2; n++) {
    for (int m = 0; parts->flights[n].ready && m < 3 * parts->cards; m++)
      forget(parts, &parts->flights[n].ready[m]);
    free(parts->flights[n].ready);
    free(parts->flights[n].goes);
  }
}

// A member's link has two directions, and its neighbours' messages go side by side.
int64_t ksn_link_bytes(const ksn_parts *parts) {
  int64_t most = 0, bytes = 0;
  for (int64_t n = 0; n < parts->messages.count; n++) {
    const ksn_message *const message = &parts->messages.list[n], *const other = message - 1;
    const int follows = n && message->to == other->to && message->from == other->from;
    bytes = ksn_message_bytes(message) + (follows ? bytes : 0);
    most = ksn_max(most, bytes);
  }
  return most;
}

static double lateBy(const ksn_parts *parts) {
  const ksn_env *const env = ksn_environment();
  return env->wire_latency + (env->wire_rate > 0 ? (double)ksn_link_bytes(parts) / env->wire_rate : 0);
}

static void sleepUntil(double due) {
  for (double left; (left = due - ksn_now()) > 0;) {
    const struct timespec rest = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    (void)nanosleep(&rest, NULL); // what is left when a signal comes is slept again
  }
}

// What this rank has sent has left, and what it receives has come, or is behind what is in the device's lane.
static void finishMessages(ksn_run *run, ksn_parts *parts, int lane) {
  if (isByHost(parts))
    ksn_finish_staging(run, parts, lane);
  else if (parts->network && !parts->staging)
    parts->network->finish();
}

static void count(ksn_parts *parts) {
  for (int64_t n = 0; n < parts->messages.count; n++)
    parts->bytes += ksn_message_bytes(&parts->messages.list[n]);
  parts->exchanges++;
}

// A card's. On the host they are copied here, and nothing else goes on.
static void sendFrom(ksn_run *run, ksn_parts *parts, int card, int lane) {
  const double begin = ksn_now();
  if (parts->staging)
    ksn_begin_staging(run, parts, lane);
  for (int64_t n = 0; n < parts->messages.count; n++) {
    const ksn_message *const message = &parts->messages.list[n];
    if (ksn_crosses(parts, message))
      ksn_stage(run, parts, lane, message);
    else if (ksn_card_for(parts, message->from) == card)
      ksn_send(run, parts, lane, message);
  }
  if (parts->staging)
    ksn_end_staging(run, parts, lane);
  if (parts->device->on_host) {
    const double seconds = ksn_now() - begin;
    parts->seconds += seconds;
    parts->waited += seconds;
  }
}

void ksn_exchange_now(ksn_run *run, ksn_parts *parts) {
  if (!parts->messages.count)
    return;
  check(run, buffersOf(parts)->finish(run));
  const double begin = ksn_now();
  if (ksn_environment()->wire_late)
    sleepUntil(begin + lateBy(parts));
  const double late = ksn_now() - begin;
  count(parts);
  for (int c = 0; c < parts->cards; c++)
    sendFrom(run, parts, c, KSN_LANE_WORK);
  const double sent = ksn_now();
  finishMessages(run, parts, KSN_LANE_WORK);
  check(run, buffersOf(parts)->finish(run));
  parts->messages.count = 0;
  const double seconds = parts->device->on_host ? late + ksn_now() - sent : ksn_now() - begin;
  parts->seconds += seconds;
  parts->waited += seconds;
}

static ksn_flight *flightOf(ksn_parts *parts) { return &parts->flights[parts->flight]; }

static void markAt(ksn_run *run, const ksn_parts *parts, int card, int lane, void **mark) {
  check(run, buffersOf(parts)->mark(run, ksn_lane_of(card, lane), mark));
}

// A host that waited for what is on its way would start the cards' next work late: marks know the time.
static void stampAt(ksn_run *run, const ksn_parts *parts, int card, void **mark) {
  check(run, buffersOf(parts)->cards->stamp(run, ksn_lane_of(card, KSN_LANE_OUT), mark));
}

static void awaitAll(const ksn_run *run, const ksn_parts *parts, void *const *marks) {
  for (int c = 0; c < parts->cards; c++)
    if (marks[c])
      check(run, buffersOf(parts)->await(run, marks[c]));
}

static double later(double a, double b) { return a < b ? b : a; }

// Waits for planes that were on their way, and notes how long. Between cards others may have been sent since.
static void settle(const ksn_run *run, ksn_parts *parts, ksn_flight *flight) {
  double seconds = 0;
  awaitAll(run, parts, flight->left);
  for (int c = 0; c < parts->cards; c++) {
    if (flight->begun[c])
      seconds = later(seconds, buffersOf(parts)->cards->between(flight->begun[c], flight->left[c]));
    forget(parts, &flight->ready[c]);
    forget(parts, &flight->begun[c]);
    forget(parts, &flight->left[c]);
  }
  parts->timed_seconds += seconds;
  parts->timed += flight->is_timed;
  flight->is_timed = 0;
  memset(flight->goes, 0, (size_t)parts->cards * (size_t)parts->cards);
}

void ksn_settle_exchanges(const ksn_run *run, ksn_parts *parts) {
  for (int n = 0; n < 2; n++)
    settle(run, parts, &parts->flights[n]);
}

// To note the time makes a mark slower, and the next round waits for it: it is noted of some exchanges.
static int isTimed(const ksn_parts *parts) {
  const int64_t kFirst = 8, kOneOf = 16;
  return isByCards(parts) && !ksn_environment()->wire_late && (parts->ahead < kFirst || parts->ahead % kOneOf == 0);
}

double ksn_exchange_seconds(const ksn_parts *parts) {
  return parts->seconds + (parts->timed ? parts->timed_seconds / (double)parts->timed * (double)parts->ahead : 0);
}

int ksn_prepare_exchange(ksn_run *run, ksn_parts *parts) {
  if (!parts->messages.count)
    return 0;
  parts->flight = !parts->flight;
  ksn_flight *const flight = flightOf(parts);
  settle(run, parts, flight);
  flight->is_timed = isTimed(parts);
  parts->ahead += isByCards(parts) && !ksn_environment()->wire_late;
  for (int64_t n = 0; n < parts->messages.count; n++) {
    const ksn_message *const message = &parts->messages.list[n];
    flight->goes[ksn_card_for(parts, message->from) * parts->cards + ksn_card_for(parts, message->to)] = 1;
  }
  count(parts);
  return 1;
}

void ksn_mark_ready(ksn_run *run, ksn_parts *parts, int card) {
  markAt(run, parts, card, KSN_LANE_WORK, &flightOf(parts)->ready[card]);
  if (parts->device->on_host)
    parts->ready = ksn_now();
}

// What is sent was made, and what it replaces has been read.
static void put(ksn_run *run, ksn_parts *parts, int card) {
  ksn_flight *const flight = flightOf(parts);
  const char *const goes = &flight->goes[card * parts->cards];
  for (int to = 0; to < parts->cards; to++)
    if (goes[to] || (to == card && memchr(goes, 1, (size_t)parts->cards)))
      check(run, buffersOf(parts)->follow(run, ksn_lane_of(card, KSN_LANE_OUT), flight->ready[to]));
  if (flight->is_timed)
    stampAt(run, parts, card, &flight->begun[card]);
  sendFrom(run, parts, card, KSN_LANE_OUT);
  if (flight->is_timed)
    stampAt(run, parts, card, &flight->left[card]);
  else if (!isByHost(parts))
    markAt(run, parts, card, KSN_LANE_OUT, &flight->left[card]);
}

// A network's messages end on the host. What comes to a device is enqueued there then.
static void finishPut(ksn_run *run, ksn_parts *parts) {
  finishMessages(run, parts, KSN_LANE_OUT);
  if (isByHost(parts))
    markAt(run, parts, 0, KSN_LANE_OUT, &flightOf(parts)->left[0]);
}

void ksn_send_ahead(ksn_run *run, ksn_parts *parts, int card) {
  if (!ksn_environment()->wire_late)
    put(run, parts, card);
}

// As on a network: nothing arrives before its time.
static void sendLate(ksn_run *run, ksn_parts *parts, double begin) {
  const double due = begin + lateBy(parts);
  void **const worked = ksn_allocate((size_t)parts->cards, sizeof *worked);
  for (int c = 0; c < parts->cards; c++)
    markAt(run, parts, c, KSN_LANE_WORK, &worked[c]);
  awaitAll(run, parts, worked);
  for (int c = 0; c < parts->cards; c++)
    forget(parts, &worked[c]);
  free(worked);
  parts->waited += ksn_now() < due ? due - ksn_now() : 0;
  sleepUntil(due);
  for (int c = 0; c < parts->cards; c++)
    put(run, parts, c);
  finishPut(run, parts);
  parts->seconds += due - begin;
}

// How long the copies take is seen by who waits for them; the work beside them is enqueued by then.
static void awaitExchange(ksn_run *run, ksn_parts *parts) {
  const int isLate = ksn_environment()->wire_late;
  if (isByCards(parts) && !isLate)
    return;
  awaitAll(run, parts, flightOf(parts)->ready);
  const double begin = parts->device->on_host ? parts->ready : ksn_now();
  if (isLate) {
    sendLate(run, parts, begin);
  } else if (parts->network) {
    const double made = ksn_now();
    finishPut(run, parts);
    parts->waited += parts->device->on_host ? ksn_now() - made : 0;
    parts->seconds += ksn_now() - begin;
  } else {
    awaitAll(run, parts, flightOf(parts)->left);
    parts->seconds += parts->device->on_host ? 0 : ksn_now() - begin;
  }
}

void ksn_end_exchange(ksn_run *run, ksn_parts *parts) {
  awaitExchange(run, parts);
  parts->messages.count = 0;
  parts->sent = flightOf(parts);
}

void ksn_follow_arrival(ksn_run *run, const ksn_parts *parts, int card) {
  const ksn_flight *const sent = parts->sent;
  for (int from = 0; sent && from < parts->cards; from++) {
    const char *const goes = &sent->goes[from * parts->cards];
    if (goes[card] || (from == card && memchr(goes, 1, (size_t)parts->cards)))
      check(run, buffersOf(parts)->follow(run, ksn_lane_of(card, KSN_LANE_WORK), sent->left[from]));
  }
}

void ksn_await_arrival(ksn_run *run, ksn_parts *parts) {
  for (int c = 0; c < parts->cards; c++)
    ksn_follow_arrival(run, parts, c);
  parts->sent = NULL;
}
