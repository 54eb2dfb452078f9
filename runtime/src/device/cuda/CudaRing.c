// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that lies twice in a row where kernels see it: whoever goes on behind its end is at its beginning. The driver
// has that, CUDA's runtime hasn't, so its functions are looked for. Where they aren't, nothing lies twice.
#include "base/Error.h"
#include "device/cuda/Cuda.h"
#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct ring {
  CUdeviceptr at;
  size_t bytes;
  struct ring *next;
} ring;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ring *rings; // that are taken

// As POSIX has it, dlsym's pointers to data are those of functions.
static struct driver {
  CUresult (*granularity)(size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags);
  CUresult (*reserve)(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long);
  CUresult (*release)(CUdeviceptr, size_t);
  CUresult (*create)(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long);
  CUresult (*discard)(CUmemGenericAllocationHandle);
  CUresult (*map)(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
  CUresult (*unmap)(CUdeviceptr, size_t);
  CUresult (*open)(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t);
  int is_there;
} driver;
static pthread_once_t looked = PTHREAD_ONCE_INIT;

static void findDriver(void) {
  const struct {
    const char *name;
    void *function;
  } wanted[] = {{"cuMemGetAllocationGranularity", &driver.granularity},
                {"cuMemAddressReserve", &driver.reserve},
                {"cuMemAddressFree", &driver.release},
                {"cuMemCreate", &driver.create},
                {"cuMemRelease", &driver.discard},
                {"cuMemMap", &driver.map},
                {"cuMemUnmap", &driver.unmap},
                {"cuMemSetAccess", &driver.open}};
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  driver.is_there = library != NULL;
  for (size_t w = 0; library && w < sizeof wanted / sizeof *wanted; w++) {
    void *const found = dlsym(library, wanted[w].name);
    memcpy(wanted[w].function, &found, sizeof found);
    driver.is_there &= found != NULL;
  }
  if (library)
    (void)dlclose(library); // CUDA's runtime has loaded it, and has it still
}

static CUmemAllocationProp memoryOf(const ksn_cuda *device) {
  return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                               .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device->index}};
}

int64_t ksn_cuda_granule(const ksn_cuda *device) {
  (void)pthread_once(&looked, findDriver);
  const CUmemAllocationProp memory = memoryOf(device);
  size_t bytes = 0;
  const int isKnown =
      driver.is_there && driver.granularity(&bytes, &memory, CU_MEM_ALLOC_GRANULARITY_MINIMUM) == CUDA_SUCCESS;
  return isKnown ? (int64_t)bytes : 0;
}

// Twice, one behind the other.
static CUresult mapTwice(const ksn_cuda *device, CUdeviceptr at, size_t bytes) {
  const CUmemAllocationProp memory = memoryOf(device);
  const CUmemAccessDesc all = {.location = memory.location, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CUmemGenericAllocationHandle handle = 0;
  CUresult result = driver.create(&handle, bytes, &memory, 0);
  if (result != CUDA_SUCCESS)
    return result;
  size_t mapped = 0;
  for (; mapped < 2 * bytes && result == CUDA_SUCCESS; mapped += result == CUDA_SUCCESS ? bytes : 0)
    result = driver.map(at + mapped, bytes, 0, handle, 0);
  (void)driver.discard(handle); // it lives as long as it is mapped
  if (result == CUDA_SUCCESS)
    result = driver.open(at, 2 * bytes, &all, 1);
  for (size_t n = 0; result != CUDA_SUCCESS && n < mapped; n += bytes)
    (void)driver.unmap(at + n, bytes);
  return result;
}

int ksn_cuda_take_ring(const ksn_cuda *device, int64_t bytes, void **block) {
  ring *const made = ksn_allocate(1, sizeof *made);
  made->bytes = (size_t)bytes;
  CUresult result = driver.reserve(&made->at, 2 * made->bytes, 0, 0, 0);
  if (result == CUDA_SUCCESS) {
    result = mapTwice(device, made->at, made->bytes);
    if (result != CUDA_SUCCESS)
      (void)driver.release(made->at, 2 * made->bytes);
  }
  if (result != CUDA_SUCCESS) {
    free(made);
    return (int)result; // the numbers of CUDA's runtime are the same
  }
  ksn_lock(&mutex);
  made->next = rings;
  rings = made;
  ksn_unlock(&mutex);
  memcpy(block, &made->at, sizeof *block); // the driver has addresses as numbers
  return 0;
}

int ksn_cuda_give_ring(void *block) {
  ksn_lock(&mutex);
  ring **at = &rings;
  while (*at && (*at)->at != (CUdeviceptr)(uintptr_t)block)
    at = &(*at)->next;
  ring *const found = *at;
  if (found)
    *at = found->next;
  ksn_unlock(&mutex);
  if (!found)
    return 0;
  (void)driver.unmap(found->at, found->bytes);
  (void)driver.unmap(found->at + found->bytes, found->bytes);
  (void)driver.release(found->at, 2 * found->bytes);
  free(found);
  return 1;
}
