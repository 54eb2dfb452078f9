// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests' kernels work on where arrays are streamed: numbers by a seed, and arguments by their place.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

struct KernelArrays {
  std::vector<uint32_t> a, b, c, factors, d;
};

inline std::vector<uint32_t> noise(int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> out(static_cast<size_t>(count));
  for (uint32_t &v : out)
    v = random();
  return out;
}

// The same ones each time.
inline KernelArrays noisyArrays(int64_t cells, int64_t factors) {
  return {noise(cells, 1), noise(cells, 2), noise(cells, 4), noise(factors, 3), noise(cells, 5)};
}

template <class T> T &argument(void *const *values, int n) { return *static_cast<T *>(values[n]); }

// Buffer n; where shifts is not 0, less the elements in front of what is there, which argument shifts + n says.
inline uint32_t *bufferAt(void *const *values, int n, int shifts) {
  return argument<uint32_t *>(values, n) - (shifts ? argument<int64_t>(values, shifts + n) : 0);
}
