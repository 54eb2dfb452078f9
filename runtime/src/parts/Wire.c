// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Wire.h"
#include "base/Env.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "parts/Halo.h"
#include <time.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

static void check(const ksn_run *run, int code) { ksn_check_device(run, code, "an exchange"); }

const char *ksn_wire_name(const ksn_parts *parts) {
  if (ksn_environment()->wire_late)
    return "late";
  return parts->network ? parts->network->name : "local";
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

static void markAt(ksn_run *run, ksn_parts *parts, int lane, void **mark) {
  check(run, buffersOf(parts)->mark(run, lane, mark));
}

void ksn_begin_exchange(ksn_run *run, ksn_parts *parts, void **ready) {
  *ready = NULL;
  if (!parts->messages.count)
    return;
  markAt(run, parts, KSN_LANE_WORK, ready);
  parts->ready = ksn_now();
  if (ksn_environment()->wire_late)
    return;
  check(run, buffersOf(parts)->follow(run, KSN_LANE_OUT, *ready));
  sendAll(run, parts, KSN_LANE_OUT);
  markAt(run, parts, KSN_LANE_OUT, &parts->arrival);
}

// How long the copies take is seen by who waits for them; the work beside them is enqueued by then.
void ksn_end_exchange(ksn_run *run, ksn_parts *parts, void *ready) {
  if (!ready)
    return;
  check(run, buffersOf(parts)->await(run, ready));
  const double begin = parts->device->on_host ? parts->ready : ksn_now();
  if (ksn_environment()->wire_late) {
    const double due = begin + lateBy(parts);
    void *worked = NULL;
    markAt(run, parts, KSN_LANE_WORK, &worked);
    check(run, buffersOf(parts)->await(run, worked));
    buffersOf(parts)->forget(worked);
    parts->waited += ksn_now() < due ? due - ksn_now() : 0;
    sleepUntil(due);
    sendAll(run, parts, KSN_LANE_OUT);
    finishMessages(parts);
    markAt(run, parts, KSN_LANE_OUT, &parts->arrival);
    parts->seconds += due - begin;
  } else if (parts->network) {
    const double made = ksn_now();
    finishMessages(parts);
    parts->waited += ksn_now() - made;
    parts->seconds += ksn_now() - begin;
  } else {
    check(run, buffersOf(parts)->await(run, parts->arrival));
    parts->seconds += parts->device->on_host ? 0 : ksn_now() - begin;
  }
  buffersOf(parts)->forget(ready);
}

void ksn_await_arrival(ksn_run *run, ksn_parts *parts) {
  if (!parts->arrival)
    return;
  check(run, buffersOf(parts)->follow(run, KSN_LANE_WORK, parts->arrival));
  buffersOf(parts)->forget(parts->arrival);
  parts->arrival = NULL;
}
