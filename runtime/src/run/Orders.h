// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks run regions together. Rank 0 runs the program; where it begins a region, it sends an order with the region's
// name and argument block. Each worker calls the same region function with that block:
//
//   rank 0: X(&a) -> ksn_begin -- order: X, a -->  worker: X(&a) -> ksn_begin
//           ksn_agree  <------------------------->         ksn_agree       all can run it, or none does
//           rounds, exchanges                              the same
//           ksn_end: planes come home  <----------         ksn_end; waits for the next order
//
// Addresses in the block are names on workers, and are never followed: tables that the host's plan looks at are sent.
// What is kept between regions is brought home by an order of its own, and so are some planes of it.
// Host code in the time loop runs on rank 0 only: workers leave the region there as rank 0 does, and an order with the
// block as it is then leads them back.
#ifndef KASANE_RT_ORDERS_H
#define KASANE_RT_ORDERS_H

#include "base/Error.h"
#include "ranks/Ranks.h"

// What rank 0 sends; the block, the names (of the region, its hash, what OpenCL's compiler is told), the tables, the
// layouts of rows and the numbers of what the fields are lent come behind it, each padded to 16 bytes. Settings are
// those of rank 0: launchers pass few variables on. But which device a rank takes its own variables say.
typedef struct ksn_order {
  int64_t version, kind;
  // Rank 0's address of the argument block, which tells regions that are left for host code apart; what is brought home
  int64_t call;
  int64_t block_bytes, name_bytes, table_bytes, layout_bytes, kept_bytes;
  int64_t members, suspends;
  int64_t from, end, up; // planes of what is kept, that go home or from there
  int64_t steps, device_memory, host, nccl, late;
  double latency, rate;
} ksn_order;
enum {
  KSN_ORDER_LEAVE,
  KSN_ORDER_BEGIN,
  KSN_ORDER_RESUME,
  KSN_ORDER_BREAK,
  KSN_ORDER_HOME,
  KSN_ORDER_DROP,
  KSN_ORDER_PLANES
};
enum { KSN_ORDER_VERSION = 1000 * KSN_ABI + 4 };

int ksn_goes_to_ranks(const ksn_run *run); // it was translated for them, and there are some
// Rank 0: the region begins, on so many members, and its fields have what is kept by these numbers. Other ranks have
// had that order.
void ksn_order_begin(const ksn_run *run, int64_t members, const int64_t *kept);
void ksn_order_home(int64_t number, int isWanted); // until ksn_ranks_wait
void ksn_order_planes(int64_t number, int64_t from, int64_t end, int up);
// As the argument block says now, and the fields that were found by it.
void ksn_order_resume(const ksn_run *run, const ksn_field *fields);
void ksn_order_break(const ksn_run *run); // host code has ended the loop
void ksn_ranks_wait(void);                // rank 0: the region is left, by its end or for host code
int ksn_ranks_are_busy(void);             // rank 0: in a region
// A region that was ordered can't be run here: all ranks hear it. -1.
int ksn_cannot_run(ksn_why *why);
void ksn_note_first_thread(void); // that main() runs on
int ksn_is_first_thread(void);
void ksn_follow(const ksn_order *what);       // workers
void ksn_follow_options(const char *options); // for OpenCL's compiler; it may change afterwards
void ksn_have_tables(const void *tables);     // one behind the other, each padded to 16 bytes
int64_t ksn_payload_bytes(const ksn_order *what);
void ksn_have_kept(const int64_t *numbers); // that came with the order, by field
const int64_t *ksn_ordered_kept(void);      // NULL: none
int64_t ksn_ordered_members(void);
int ksn_ordered_suspends(void);

#endif
// Tests: tests/run/check_ranks.py
