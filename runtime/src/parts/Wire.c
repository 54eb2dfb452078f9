// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Wire.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "device/Buffers.h"
#include "parts/Halo.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

static void check(const ksn_run *run, int code) { ksn_check_device(run, code, "an exchange"); }

const char *ksn_wire_name(const ksn_run *run) {
  const ksn_parts *const parts = run->state->parts;
  if (ksn_environment()->wire_late)
    return "late";
  if (parts->network)
    return parts->network->name;
  return parts->cards > 1 ? buffersOf(parts)->cards->wire(run) : "local";
}

void ksn_open_wire(ksn_parts *parts) {
  const size_t cards = (size_t)parts->cards;
  for (int n = 0; n < 2; n++) {
    ksn_flight *const flight = &parts->flights[n];
    flight->ready = ksn_allocate(2 * cards, sizeof *flight->ready);
    flight->left = flight->ready + cards;
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
    for (int m = 0; parts->flights[n].ready && m < 2 * parts->cards; m++)
      forget(parts, &parts->flights[n].ready[m]);
    free(parts->flights[n].ready);
    free(parts->flights[n].goes);
  }
}

// A member's link has two directions, and its neighbours' messages go side by side.
static double lateBy(const ksn_parts *parts) {
  const ksn_env *const env = ksn_environment();
  int64_t most = 0, bytes = 0;
  for (int64_t n = 0; n < parts->messages.count; n++) {
    const ksn_message *const message = &parts->messages.list[n], *const other = message - 1;
    const int follows = n && message->to == other->to && message->from == other->from;
    bytes = ksn_message_bytes(message) + (follows ? bytes : 0);
    most = ksn_max(most, bytes);
  }
  return env->wire_latency + (env->wire_rate > 0 ? (double)most / env->wire_rate : 0);
}

static void sleepUntil(double due) {
  for (double left; (left = due - ksn_now()) > 0;) {
    const struct timespec rest = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    (void)nanosleep(&rest, NULL); // what is left when a signal comes is slept again
  }
}

// What this rank has sent has left, and what it receives has come.
static void finishMessages(const ksn_parts *parts) {
  if (parts->network)
    parts->network->finish();
}

// On the host they are copied here, and nothing else goes on.
static void sendAll(ksn_run *run, ksn_parts *parts, int lane) {
  const double begin = ksn_now();
  for (int64_t n = 0; n < parts->messages.count; n++) {
    ksn_send(run, parts, lane, &parts->messages.list[n]);
    parts->bytes += ksn_message_bytes(&parts->messages.list[n]);
  }
  parts->exchanges++;
  parts->messages.count = 0;
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
  sendAll(run, parts, KSN_LANE_WORK);
  const double sent = ksn_now();
  check(run, buffersOf(parts)->finish(run));
  finishMessages(parts);
  const double seconds = parts->device->on_host ? late + ksn_now() - sent : ksn_now() - begin;
  parts->seconds += seconds;
  parts->waited += seconds;
}

static ksn_flight *flightOf(ksn_parts *parts) { return &parts->flights[parts->flight]; }

// Cards' marks know the time: a host that waited for what is on its way would start the cards' next work late.
static void markAll(ksn_run *run, const ksn_parts *parts, int lane, void **marks) {
  const ksn_buffers *const buffers = buffersOf(parts);
  for (int c = 0; c < parts->cards; c++)
    check(run, (parts->cards > 1 ? buffers->cards->stamp : buffers->mark)(run, ksn_lane_of(c, lane), &marks[c]));
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
    if (flight->is_timed && flight->left[c])
      seconds = later(seconds, buffersOf(parts)->cards->between(flight->ready[c], flight->left[c]));
    forget(parts, &flight->ready[c]);
    forget(parts, &flight->left[c]);
  }
  parts->seconds += seconds;
  memset(flight->goes, 0, (size_t)parts->cards * (size_t)parts->cards);
}

void ksn_settle_exchanges(const ksn_run *run, ksn_parts *parts) {
  for (int n = 0; n < 2; n++)
    settle(run, parts, &parts->flights[n]);
}

// What is sent was made, and what it replaces has been read.
static void followReady(ksn_run *run, ksn_parts *parts, ksn_flight *flight) {
  for (int64_t n = 0; n < parts->messages.count; n++) {
    const int from = ksn_card_for(parts, parts->messages.list[n].from), lane = ksn_lane_of(from, KSN_LANE_OUT);
    const int to = ksn_card_for(parts, parts->messages.list[n].to);
    char *const goes = &flight->goes[from * parts->cards], isFirst = !memchr(goes, 1, (size_t)parts->cards);
    if (isFirst)
      check(run, buffersOf(parts)->follow(run, lane, flight->ready[from]));
    if (to != from && !goes[to])
      check(run, buffersOf(parts)->follow(run, lane, flight->ready[to]));
    goes[to] = 1;
  }
}

static void put(ksn_run *run, ksn_parts *parts) {
  ksn_flight *const flight = flightOf(parts);
  followReady(run, parts, flight);
  flight->is_timed = parts->cards > 1 && !ksn_environment()->wire_late;
  sendAll(run, parts, KSN_LANE_OUT);
  markAll(run, parts, KSN_LANE_OUT, flight->left);
  parts->is_flying = 1;
}

int ksn_begin_exchange(ksn_run *run, ksn_parts *parts) {
  if (!parts->messages.count)
    return 0;
  parts->flight = !parts->flight;
  settle(run, parts, flightOf(parts));
  markAll(run, parts, KSN_LANE_WORK, flightOf(parts)->ready);
  parts->ready = ksn_now();
  if (!ksn_environment()->wire_late)
    put(run, parts);
  return 1;
}

// As on a network: nothing arrives before its time.
static void sendLate(ksn_run *run, ksn_parts *parts, double begin) {
  const double due = begin + lateBy(parts);
  void **const worked = ksn_allocate((size_t)parts->cards, sizeof *worked);
  markAll(run, parts, KSN_LANE_WORK, worked);
  awaitAll(run, parts, worked);
  for (int c = 0; c < parts->cards; c++)
    forget(parts, &worked[c]);
  free(worked);
  parts->waited += ksn_now() < due ? due - ksn_now() : 0;
  sleepUntil(due);
  put(run, parts);
  finishMessages(parts);
  parts->seconds += due - begin;
}

// How long the copies take is seen by who waits for them; the work beside them is enqueued by then.
void ksn_end_exchange(ksn_run *run, ksn_parts *parts) {
  const int isLate = ksn_environment()->wire_late;
  if (parts->cards > 1 && !isLate)
    return;
  awaitAll(run, parts, flightOf(parts)->ready);
  const double begin = parts->device->on_host ? parts->ready : ksn_now();
  if (isLate) {
    sendLate(run, parts, begin);
  } else if (parts->network) {
    const double made = ksn_now();
    finishMessages(parts);
    parts->waited += ksn_now() - made;
    parts->seconds += ksn_now() - begin;
  } else {
    awaitAll(run, parts, flightOf(parts)->left);
    parts->seconds += parts->device->on_host ? 0 : ksn_now() - begin;
  }
}

void ksn_await_arrival(ksn_run *run, ksn_parts *parts) {
  const ksn_flight *const flight = flightOf(parts);
  for (int to = 0; parts->is_flying && to < parts->cards; to++)
    for (int from = 0; from < parts->cards; from++) {
      const int meets = flight->goes[from * parts->cards + to] ||
                        (from == to && memchr(&flight->goes[from * parts->cards], 1, (size_t)parts->cards));
      if (meets)
        check(run, buffersOf(parts)->follow(run, ksn_lane_of(to, KSN_LANE_WORK), flight->left[from]));
    }
  parts->is_flying = 0;
}
