// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fake driver of a card (FakeDriver.c) has been asked for.
#ifndef KASANE_TESTS_FAKE_DRIVER_H
#define KASANE_TESTS_FAKE_DRIVER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fakeDriver_t {
  int fails;
  void *context, *stream; // of the last call
  void *waits_for;        // the stream that the last wait was for
  int events;             // that there are
  int locks;              // regions that are locked
  long locked;            // bytes, in all
  size_t granule;         // of memory that is mapped; 0: there is none such
  int rings, most_rings;  // mapped ranges of addresses, now and at most
} fakeDriver_t;
extern fakeDriver_t fakeDriver;

#ifdef __cplusplus
}
#endif

#endif
