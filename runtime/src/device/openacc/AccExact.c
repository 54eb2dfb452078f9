// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under strict, a region brings kernels that try how the device rounds. It depends on how the generated file was
// compiled, so each one has its own; they are run once per process.
#include "base/Error.h"
#include "device/Exact.h"
#include "device/openacc/Acc.h"
#include <stdlib.h>
#include <string.h>

static ksn_acc_tryer *functionOf(const ksn_kernel *kernel) {
  ksn_acc_tryer *function = NULL;
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

static int isTried(const ksn_acc *device, const ksn_kernel *kernel) {
  for (const ksn_acc_tried *entry = device->tried; entry; entry = entry->next)
    if (entry->function == kernel->function)
      return 1;
  return 0;
}

int ksn_acc_exact(ksn_acc *device, const ksn_info *info, ksn_why *why) {
  int failed = 0;
  ksn_lock(&device->mutex);
  for (int k = 0; k < info->kernel_count; k++) {
    const ksn_kernel *const kernel = &info->kernels[k];
    const int isFloat = !strcmp(kernel->name, "ksn_try_float"), isDouble = !strcmp(kernel->name, "ksn_try_double");
    if ((!isFloat && !isDouble) || isTried(device, kernel))
      continue;
    failed = tryKernel(device, kernel, isDouble, why);
    if (failed)
      break;
    ksn_acc_tried *const entry = ksn_allocate(1, sizeof *entry);
    *entry = (ksn_acc_tried){.function = kernel->function, .next = device->tried};
    device->tried = entry;
  }
  ksn_unlock(&device->mutex);
  return failed;
}
