// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenACC part of the runtime. Only the Acc*.c files include this, and nothing else names them but
// ksn_openacc_device, so a program without such regions needs no OpenACC library. One device per process (KASANE_DEVICE
// cannot change). In core, one queue of it has all kernels and copies; placement chunked has a queue for each lane. The
// host counts as a device: then the memory that OpenACC gives is the host's, apart from the user's, and everything is
// copied as for a card. What fails inside of OpenACC's library ends the program with that library's message; so
// whatever can be asked before is.
#ifndef KASANE_RT_ACC_H
#define KASANE_RT_ACC_H

#include "device/Buffers.h"
#include "device/Pin.h"
#include <openacc.h>

// What `function` of a ksn_kernel is that isn't a ksn_starter. ISO C converts no pointers between data and functions;
// their representation is the same. tryer: ksn_try_float and ksn_try_double, into KSN_QUEUE.
// copier: ksn_copy_planes, into `queue`.
typedef void ksn_acc_tryer(const void *arguments, void *results, int count);
typedef void ksn_acc_copier(void *to, const void *from, int64_t bytes, int queue);

// Kernels that have been tried.
typedef struct ksn_acc_tried {
  const void *function; // the key
  struct ksn_acc_tried *next;
} ksn_acc_tried;

typedef struct ksn_acc {
  acc_device_t type;
  int number; // among those of its type
  int is_open;
  char name[256];
  pthread_mutex_t mutex; // of `tried`, and of what kernels are told until they are enqueued
  ksn_acc_tried *tried;
} ksn_acc;

// AccContext.c. The device, opened by the first caller and made the calling thread's; NULL and the reason otherwise.
ksn_acc *ksn_acc_open(ksn_why *why);

// AccDriver.c, where the device is a card of NVIDIA's.
extern const ksn_locker ksn_acc_locker;
// Enqueues the copy of rows. Not 0: it was not, and they are to be copied one by one.
int ksn_acc_copy_rows(int queue, char *device, char *host, size_t bytes, size_t rows, size_t pitch, int up);
// The same for a copy within the device: else a kernel does it.
int ksn_acc_copy_within(int queue, char *to, const char *from, size_t bytes);
// An event behind what is in the queue. Not 0: there is none.
int ksn_acc_mark(int queue, void **event);
int ksn_acc_follow(int queue, void *event); // what is enqueued from now on waits for the event
int ksn_acc_await(void *event);
void ksn_acc_forget(void *event);
// That the card runs at a time, at most; 0: not known.
int64_t ksn_acc_threads(void);

// AccExact.c: does the region compute on the device what strict promises? -1 and the reason: no.
int ksn_acc_exact(ksn_acc *device, const ksn_info *info, ksn_why *why);

#endif
// Tests: tests/unit/runtime/OpenaccTest.cpp, tests/unit/runtime/AccDriverTest.cpp
