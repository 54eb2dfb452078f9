/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds OpenCL programs, so that PoCL finds them in its cache ($POCL_CACHE_DIR) when they are asked for. In each
   process the first program costs PoCL half a second more, in which it reads its library: opencl_programs OPTIONS FILE
   OPTIONS FILE ... */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *contentOf(const char *name) {
  FILE *const file = fopen(name, "rb");
  long length = 0;
  if (!file || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0)
    return NULL;
  rewind(file);
  char *const text = calloc((size_t)length + 1, 1);
  if (text && fread(text, 1, (size_t)length, file) != (size_t)length)
    *text = 0;
  (void)fclose(file);
  return text;
}

int main(int argc, char **argv) {
  char platform[256] = "";
  cl_platform_id id;
  cl_device_id device;
  cl_int error;
  if (clGetPlatformIDs(1, &id, NULL) != CL_SUCCESS ||
      clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS ||
      clGetPlatformInfo(id, CL_PLATFORM_NAME, sizeof platform, platform, NULL) != CL_SUCCESS ||
      !strstr(platform, "Portable Computing Language"))
    return 0; /* others have no such cache */
  const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (!context)
    return 1;
  for (int a = 1; a + 1 < argc; a += 2) {
    const char *const text = contentOf(argv[a + 1]);
    if (!text)
      return 1;
    const cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
    (void)clBuildProgram(program, 1, &device, argv[a], NULL, NULL); /* what is wrong with it, the test shows */
  }
  return 0;
}
