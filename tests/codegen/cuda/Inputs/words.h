// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's words, so that any C++ compiler can check the rest of a generated file.
#include <math.h>
#include <stdint.h>
#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __syncthreads()
struct cuda_index {
  unsigned x, y, z;
};
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct double2 {
  double x, y;
};
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }
extern const cuda_index threadIdx, blockIdx, blockDim, gridDim;
static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
