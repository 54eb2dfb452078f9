/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* oclgrind 21.10 keeps wrong books of what the host writes at an offset or as a rectangle, and then takes these cells
   for uninitialised. Linked with -Wl,--wrap=.., such a write becomes one from the buffer's beginning. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

cl_int __real_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                   const void *host, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                   const void *host, cl_uint waits, const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *at,
                                       const size_t *from, const size_t *region, size_t pitch, size_t slice,
                                       size_t hostPitch, size_t hostSlice, const void *host, cl_uint waits,
                                       const cl_event *wait, cl_event *event);

cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                   const void *host, cl_uint waits, const cl_event *wait, cl_event *event) {
  char *const whole = calloc(offset + size, 1);
  cl_int error = whole ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  if (!error && offset > 0)
    error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, offset, whole, waits, wait, NULL);
  if (!error) {
    memcpy(whole + offset, host, size);
    error = __real_clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, offset + size, whole, waits, wait, event);
  }
  (void)blocking;
  free(whole);
  return error;
}

cl_int __wrap_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *at,
                                       const size_t *from, const size_t *region, size_t pitch, size_t slice,
                                       size_t hostPitch, size_t hostSlice, const void *host, cl_uint waits,
                                       const cl_event *wait, cl_event *event) {
  cl_int error = CL_SUCCESS;
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1] && !error; y++) {
      const size_t to = (at[2] + z) * slice + (at[1] + y) * pitch + at[0];
      const char *row = (const char *)host + (from[2] + z) * hostSlice + (from[1] + y) * hostPitch + from[0];
      error = __wrap_clEnqueueWriteBuffer(queue, buffer, blocking, to, region[0], row, waits, wait, event);
    }
  return error;
}
