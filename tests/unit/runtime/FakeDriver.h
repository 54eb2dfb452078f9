// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fake driver of a card (FakeDriver.c) has been asked for.
#ifndef KASANE_TESTS_FAKE_DRIVER_H
#define KASANE_TESTS_FAKE_DRIVER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fakeDriver_t {
  int fails;
  void *context, *stream; // of the last call
  int locks;              // regions that are locked
  long locked;            // bytes, in all
} fakeDriver_t;
extern fakeDriver_t fakeDriver;

#ifdef __cplusplus
}
#endif

#endif
