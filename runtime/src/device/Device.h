// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device is one table of functions, the runtime's way to the code of a target. In: a run. Out: its fields where the
// kernels work on them, and home again. The functions are called in the order in which they stand here; `limits` may
// leave a limit at INT64_MAX.
#ifndef KASANE_RT_DEVICE_H
#define KASANE_RT_DEVICE_H

#include "base/Error.h"

struct ksn_device {
  const char *target;
  int on_host;                             // fields stay where they are, only spares and scratch are allocated
  int (*open)(ksn_run *run, ksn_why *why); // device, limits, programs
  int (*limits)(const ksn_run *run, int card, int64_t *free_bytes, int64_t *buffer_bytes, const char **name);
  int says_left;                           // limits gives what is left of its memory, not all that it has
  int (*load)(ksn_run *run, ksn_why *why); // allocates, copies the fields' boxes in
  void (*launch)(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int arg_count,
                 const ksn_arg *args);
  void (*pass)(ksn_run *run);             // keeps the queue short
  void (*fetch)(ksn_run *run, int field); // a hidden field's box home, when all before is done
  void (*wait)(ksn_run *run);             // until all is done
  // The boxes of written fields home. host 1: at least those that host code may read; 0: all but those, which are there
  // since host code has run; -1: all. Afterwards mem and home hold the same.
  void (*store)(ksn_run *run, int host);
  int (*same)(const ksn_run *a, const ksn_run *b); // do they work in the same memory?
  void (*adopt)(ksn_run *run, const ksn_run *of);  // the first, which has no device state yet, works where `of` does
  void (*reload)(ksn_run *run);                    // what host code may have written, from home
  // What the box has of a field home, or from there; until that is done. All before is.
  void (*move)(ksn_run *run, const ksn_field *box, int up);
  void (*release)(ksn_run *run);     // after any of the above, also when it failed
  const struct ksn_buffers *buffers; // on the host, for parts of arrays only
  // What threads have for themselves, given back by release: for those who don't load. NULL: nothing.
  int (*find_scratch)(ksn_run *run, ksn_why *why);
};

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenclTest.cpp, tests/unit/runtime/OpenaccTest.cpp
