// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under strict, a region brings kernels that try how the device rounds. It depends on how the generated file was compiled, so
// each one has its own; they are run once per process.
#include "Acc.h"
#include <stdlib.h>
#include <string.h>

typedef void tryFunction(const void *arguments, void *results, int count);

// ISO C converts no pointers between data and functions; their representation is the same.
static tryFunction *functionOf(const ksn_kernel *kernel) {
  tryFunction *function = NULL;
  memcpy(&function, &kernel->function, sizeof function);
  return function;
}

static int tryKernel(const ksn_acc *device, const ksn_kernel *kernel, int isDouble, ksn_why *why) {
  const size_t size = isDouble ? sizeof(double) : sizeof(float);
  const size_t argumentBytes = 3 * KSN_TRIES * size, resultBytes = (size_t)KSN_TRY_KINDS * KSN_TRIES * size;
  void *const in = acc_malloc(argumentBytes), *const out = acc_malloc(resultBytes);
  int failed = -1;
  if (in && out) {
    void *const arguments = ksn_allocate(argumentBytes, 1), *const results = ksn_allocate(resultBytes, 1);
    ksn_try_arguments(arguments, isDouble);
    acc_memcpy_to_device(in, arguments, argumentBytes);
    functionOf(kernel)(in, out, KSN_TRIES);
    acc_wait(KSN_QUEUE);
    acc_memcpy_from_device(results, out, resultBytes);
    failed = ksn_judge_tries(device->name, results, isDouble,
                             "compile the generated file with -ffp-contract=off and without -ffast-math", why);
    free(arguments);
    free(results);
  } else
    (void)ksn_because(why, "the rounding of %s cannot be tried: it gives no memory", device->name);
  if (in)
    acc_free(in);
  if (out)
    acc_free(out);
  return failed;
}

static int isTried(const ksn_acc *device, const ksn_info *info) {
  for (const ksn_acc_tried *entry = device->tried; entry; entry = entry->next)
    if (entry->kernels == info->kernels)
      return 1;
  return 0;
}

int ksn_acc_exact(ksn_acc *device, const ksn_info *info, ksn_why *why) {
  int failed = 0;
  ksn_lock(&device->mutex);
  if (info->kernel_count && !isTried(device, info)) {
    for (int k = 0; k < info->kernel_count && !failed; k++)
      failed = tryKernel(device, &info->kernels[k], !strcmp(info->kernels[k].name, "ksn_try_double"), why);
    if (!failed) {
      ksn_acc_tried *const entry = ksn_allocate(1, sizeof *entry);
      *entry = (ksn_acc_tried){.kernels = info->kernels, .next = device->tried};
      device->tried = entry;
    }
  }
  ksn_unlock(&device->mutex);
  return failed;
}
