// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What OpenACC has no call for, by the driver of NVIDIA's cards, which OpenACC's library has loaded: page-locked homes,
// copies of rows that lie apart and within the card, marks in queues, and how much it runs at a time. Its functions are
// looked for, and declared here, so that nothing of NVIDIA's is needed to build or to link.
#include "device/Pin.h"
#include "device/openacc/Acc.h"
#include <dlfcn.h>
#include <string.h>

enum {
  kForAllContexts = 1,
  kHostMemory = 1,
  kDeviceMemory = 2,
  kNoDriver = -1,
  kMultiprocessors = 16,
  kThreadsOfOne = 39,
  kWithoutTime = 2
}; // as cuda.h has them

// CUDA_MEMCPY2D
typedef struct side {
  size_t x_bytes, y;
  int kind;
  void *host;
  unsigned long long device;
  void *array;
  size_t pitch;
} side;
typedef struct rectangle {
  side from, to;
  size_t bytes, rows;
} rectangle;

typedef int setContext(void *context);
typedef int hostRegister(void *start, size_t bytes, unsigned flags);
typedef int hostUnregister(void *start);
typedef int copyRectangle(const rectangle *what, void *stream);
typedef int copyBytes(unsigned long long to, unsigned long long from, size_t bytes, void *stream);
typedef int createEvent(void **event, unsigned flags);
typedef int recordEvent(void *event, void *stream);
typedef int waitForEvent(void *stream, void *event, unsigned flags);
typedef int oneEvent(void *event); // is waited for, or destroyed
typedef int whichDevice(int *device);
typedef int attributeOf(int *value, int attribute, int device);

// As POSIX has it, dlsym's pointers to data are those of functions.
static int findFunction(const char *name, void *function) {
  void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void *const found = driver ? dlsym(driver, name) : NULL;
  if (driver)
    (void)dlclose(driver); // whoever loaded it has it still
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

static int enterContext(void) {
  setContext *enter;
  void *const context = acc_get_current_cuda_context();
  return context && findFunction("cuCtxSetCurrent", &enter) ? enter(context) : kNoDriver;
}

static void *lockPages(void *start, size_t bytes) {
  hostRegister *lock;
  if (!findFunction("cuMemHostRegister_v2", &lock) || enterContext())
    return NULL;
  return lock(start, bytes, kForAllContexts) ? NULL : start;
}

static void unlockPages(void *start) {
  hostUnregister *unlock;
  if (findFunction("cuMemHostUnregister", &unlock) && !enterContext())
    (void)unlock(start);
}

const ksn_locker ksn_acc_locker = {lockPages, unlockPages};

int ksn_acc_copy_rows(int queue, char *device, char *host, size_t bytes, size_t rows, size_t pitch, int up) {
  copyRectangle *copy;
  void *const stream = acc_get_cuda_stream(queue);
  if (!stream || !findFunction("cuMemcpy2DAsync_v2", &copy) || enterContext())
    return kNoDriver;
  const side there = {.kind = kDeviceMemory, .device = (uintptr_t)device, .pitch = pitch};
  const side here = {.kind = kHostMemory, .host = host, .pitch = pitch};
  return copy(&(const rectangle){.from = up ? here : there, .to = up ? there : here, .bytes = bytes, .rows = rows},
              stream);
}

int ksn_acc_copy_within(int queue, char *to, const char *from, size_t bytes) {
  copyBytes *copy;
  void *const stream = acc_get_cuda_stream(queue);
  if (!stream || !findFunction("cuMemcpyDtoDAsync_v2", &copy) || enterContext())
    return kNoDriver;
  return copy((uintptr_t)to, (uintptr_t)from, bytes, stream);
}

int ksn_acc_mark(int queue, void **event) {
  createEvent *create;
  recordEvent *record;
  void *const stream = acc_get_cuda_stream(queue);
  if (!stream || !findFunction("cuEventCreate", &create) || !findFunction("cuEventRecord", &record) || enterContext() ||
      create(event, kWithoutTime))
    return kNoDriver;
  if (!record(*event, stream))
    return 0;
  ksn_acc_forget(*event);
  return kNoDriver;
}

int ksn_acc_follow(int queue, void *event) {
  waitForEvent *wait;
  void *const stream = acc_get_cuda_stream(queue);
  if (!stream) // where nothing has been enqueued yet
    return ksn_acc_await(event);
  return findFunction("cuStreamWaitEvent", &wait) && !enterContext() ? wait(stream, event, 0) : kNoDriver;
}

int ksn_acc_await(void *event) {
  oneEvent *wait;
  return findFunction("cuEventSynchronize", &wait) && !enterContext() ? wait(event) : kNoDriver;
}

void ksn_acc_forget(void *event) {
  oneEvent *destroy;
  if (findFunction("cuEventDestroy_v2", &destroy) && !enterContext())
    (void)destroy(event);
}

int64_t ksn_acc_threads(void) {
  whichDevice *which;
  attributeOf *attribute;
  int device = 0, multiprocessors = 0, threads = 0;
  if (!findFunction("cuCtxGetDevice", &which) || !findFunction("cuDeviceGetAttribute", &attribute) || enterContext() ||
      which(&device) || attribute(&multiprocessors, kMultiprocessors, device) ||
      attribute(&threads, kThreadsOfOne, device))
    return 0;
  return (int64_t)multiprocessors * threads;
}
