// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked homes for a card of NVIDIA's. OpenACC has no call for that, but its library has loaded the driver, which has. Without
// it nothing is locked.
#include "Acc.h"
#include <dlfcn.h>
#include <string.h>

enum { kForAllContexts = 1, kNoDriver = -1 }; // CU_MEMHOSTREGISTER_PORTABLE

typedef int setContext(void *context);
typedef int hostRegister(void *start, size_t bytes, unsigned flags);
typedef int hostUnregister(void *start);

static void *driverFunction(const char *name) {
  void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void *const function = driver ? dlsym(driver, name) : NULL;
  if (driver)
    (void)dlclose(driver); // whoever loaded it has it still
  return function;
}

// As POSIX has it, dlsym's pointers to data are those of functions.
static int enterContext(void) {
  void *const found = driverFunction("cuCtxSetCurrent"), *const context = acc_get_current_cuda_context();
  setContext *function = NULL;
  memcpy(&function, &found, sizeof function);
  return function && context ? function(context) : kNoDriver;
}

static int lockPages(void *start, size_t bytes) {
  void *const found = driverFunction("cuMemHostRegister_v2");
  hostRegister *function = NULL;
  memcpy(&function, &found, sizeof function);
  return function && !enterContext() ? function(start, bytes, kForAllContexts) : kNoDriver;
}

static void unlockPages(void *start) {
  void *const found = driverFunction("cuMemHostUnregister");
  hostUnregister *function = NULL;
  memcpy(&function, &found, sizeof function);
  if (function && !enterContext())
    (void)function(start);
}

void ksn_acc_pin(const ksn_run *run, int on) { ksn_pin_homes(run, &(const ksn_locker){lockPages, unlockPages}, on); }
