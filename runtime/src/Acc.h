// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenACC part of the runtime. Only the Acc*.c files include this, and nothing else names them but ksn_openacc_device, so
// a program without such regions needs no OpenACC library. One device per process (KASANE_DEVICE cannot change), and one queue
// of it, in which kernels and copies run in order. The host counts as a device: then the memory that OpenACC gives is the
// host's, apart from the user's, and everything is copied as for a card. What fails inside of OpenACC's library ends the
// program with that library's message; so whatever can be asked before is.
#ifndef KASANE_RT_ACC_H
#define KASANE_RT_ACC_H

#include "Internal.h"
#include <openacc.h>

// Regions whose rounding has been tried.
typedef struct ksn_acc_tried {
  const ksn_kernel *kernels; // the key
  struct ksn_acc_tried *next;
} ksn_acc_tried;

typedef struct ksn_acc {
  acc_device_t type;
  int number; // among those of its type
  int is_open;
  char name[256];
  pthread_mutex_t mutex; // of `tried`
  ksn_acc_tried *tried;
} ksn_acc;

// AccContext.c. The device, opened by the first caller and made the calling thread's; NULL and the reason otherwise.
ksn_acc *ksn_acc_open(ksn_why *why);

// AccExact.c: does the region compute on the device what strict promises? -1 and the reason: no.
int ksn_acc_exact(ksn_acc *device, const ksn_info *info, ksn_why *why);

#endif
