// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before main() begins: rank 0 goes on to it, and all others follow its orders here until it ends.
#include "base/Base.h"
#include "base/Env.h"
#include "base/Error.h"
#include "box/Rows.h"
#include "ranks/Ranks.h"
#include "run/Keep.h"
#include "run/Orders.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kCallSlots = 8 }; // of an argument block, which are each process's own

static ksn_offer *offers;
static const ksn_network *joined;
static pid_t process;

void ksn_offer_region(ksn_offer *offer) {
  offer->next = offers;
  offers = offer;
}

void ksn_refuse_ranks(const char *reason) { ksn_fail("%s", reason); }

// ---- Rank 0

// What workers do meanwhile can't be ended in order, nor what they are told while another thread fails. A child of the
// program's that was forked isn't the program.
static void endProgram(void) {
  if (getpid() != process)
    return;
  if (ksn_ranks_are_busy() || (ksn_is_failing() && !ksn_is_first_thread()))
    joined->stop(1);
  const ksn_order what = {.version = KSN_ORDER_VERSION, .kind = KSN_ORDER_LEAVE};
  joined->order(&what, sizeof what);
  joined->leave();
}

// ---- Workers

typedef struct session {
  const ksn_offer *offer;
  int64_t call;
  void **block; // call[kCallSlots] first, and behind it what came with it
  struct session *next;
} session;

static session *suspended; // for host code

static void stopAll(void) { joined->stop(1); } // a worker that fails

static char *receiveFor(const ksn_order *what) {
  const int64_t bytes = ksn_payload_bytes(what);
  char *const memory = ksn_allocate((size_t)bytes, 1);
  joined->share(memory, bytes, 0);
  const char *const tables = memory + what->block_bytes + what->name_bytes;
  ksn_have_tables(tables);
  ksn_know_layouts((const ksn_layout *)(const void *)(tables + what->table_bytes));
  if (what->kept_bytes)
    ksn_have_kept((const int64_t *)(const void *)(tables + what->table_bytes + what->layout_bytes));
  return memory;
}

static const ksn_offer *find(const char *name, const char *hash, ksn_why *why) {
  const ksn_offer *offer = offers;
  while (offer && strcmp(offer->name, name) != 0)
    offer = offer->next;
  if (offer && !strcmp(offer->hash, hash))
    return offer;
  ksn_because(why, "the program there is another build: %s %s; start the same file on all ranks", name,
              offer ? "differs" : "isn't in it");
  return NULL;
}

static void discard(session *s) {
  free(s->block);
  free(s);
}

static void call(session *s) {
  const int how = s->offer->run(s->block);
  if (how != KSN_HOST) {
    discard(s);
    return;
  }
  s->next = suspended;
  suspended = s;
}

static void begin(const ksn_order *what) {
  session *const s = ksn_allocate(1, sizeof *s);
  s->call = what->call;
  char *const came = receiveFor(what), *const name = came + what->block_bytes;
  s->block = (void **)(void *)came;
  const char *const hash = name + strlen(name) + 1;
  ksn_follow_options(hash + strlen(hash) + 1);
  ksn_why why;
  s->offer = find(name, hash, &why);
  if (s->offer) {
    memset(s->block, 0, kCallSlots * sizeof *s->block);
    call(s);
  } else {
    ksn_cannot_run(&why);
    discard(s);
  }
}

static session *takeSuspended(int64_t of) {
  for (session **at = &suspended; *at; at = &(*at)->next)
    if ((*at)->call == of) {
      session *const found = *at;
      *at = found->next;
      return found;
    }
  ksn_fail("internal: a region is resumed that isn't here");
}

// The run that is kept knows where the block is.
static void resume(const ksn_order *what) {
  session *const s = takeSuspended(what->call);
  char *const came = receiveFor(what);
  const size_t slots = kCallSlots * sizeof *s->block;
  memcpy((char *)s->block + slots, came + slots, (size_t)what->block_bytes - slots);
  call(s);
  free(came);
}

static void breakOff(const ksn_order *what) {
  session *const s = takeSuspended(what->call);
  (void)ksn_host_break(s->block);
  discard(s);
}

// The regions of one file have one function for it.
static void loadAll(void) {
  for (const ksn_offer *offer = offers; offer; offer = offer->next) {
    const ksn_offer *same = offers;
    while (same->load != offer->load)
      same = same->next;
    if (offer->load && same == offer)
      offer->load();
  }
}

// Leaves without the program's exit handlers.
KSN_NORETURN static void serve(void) {
  loadAll();
  for (;;) {
    ksn_order what;
    joined->await(&what, sizeof what);
    if (what.version != KSN_ORDER_VERSION)
      ksn_fail("rank %d has another runtime than rank 0; start the same file on all ranks", joined->rank);
    if (what.kind == KSN_ORDER_LEAVE)
      break;
    if (what.kind == KSN_ORDER_HOME || what.kind == KSN_ORDER_DROP) {
      ksn_keep_bring_home(what.call, what.kind == KSN_ORDER_HOME);
      continue;
    }
    if (what.kind == KSN_ORDER_PLANES) {
      ksn_keep_move(what.call, what.from, what.end, (int)what.up);
      continue;
    }
    ksn_follow(&what);
    if (what.kind == KSN_ORDER_BEGIN)
      begin(&what);
    else if (what.kind == KSN_ORDER_RESUME)
      resume(&what);
    else
      breakOff(&what);
  }
  joined->leave();
  _exit(0);
}

void ksn_join(const ksn_network *network) {
  ksn_note_first_thread();
  process = getpid();
  if (network->count > 1) {
    ksn_set_network(network);
    ksn_take_place(network->place);
  }
  joined = network;
  if (atexit(network->rank ? stopAll : endProgram))
    ksn_fail("atexit failed: the ranks can't be left");
  if (network->rank)
    serve();
}
