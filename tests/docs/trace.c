// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says which memory of the host's is copied to the device and from it; put in by the linker's --wrap.
#include <stdio.h>

void __real_acc_memcpy_to_device_async(void *to, void *from, size_t bytes, int queue);
void __real_acc_memcpy_from_device_async(void *to, void *from, size_t bytes, int queue);
void __wrap_acc_memcpy_to_device_async(void *to, void *from, size_t bytes, int queue);
void __wrap_acc_memcpy_from_device_async(void *to, void *from, size_t bytes, int queue);

void __wrap_acc_memcpy_to_device_async(void *to, void *from, size_t bytes, int queue) {
  fprintf(stderr, "in %p %zu\n", from, bytes);
  __real_acc_memcpy_to_device_async(to, from, bytes, queue);
}

void __wrap_acc_memcpy_from_device_async(void *to, void *from, size_t bytes, int queue) {
  fprintf(stderr, "out %p %zu\n", to, bytes);
  __real_acc_memcpy_from_device_async(to, from, bytes, queue);
}
