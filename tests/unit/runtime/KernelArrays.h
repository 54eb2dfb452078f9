// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests' kernels work on where arrays are streamed: numbers by a seed, and arguments by their place.
#pragma once

#include "kasane_rt.h"

#include <cstdint>
#include <gtest/gtest.h>
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

// A field's elements further from each other than kernels have them, as members of structs are, while this lives.
class Apart {
public:
  Apart(ksn_field &field, std::vector<uint32_t> &cells, int64_t apart)
      : cells_(cells), apart_(static_cast<size_t>(apart)), memory_(cells.size() * apart_, kBetween) {
    for (size_t n = 0; n < cells.size(); n++)
      memory_[n * apart_] = cells[n];
    field.home = memory_.data() + (static_cast<uint32_t *>(field.home) - cells.data()) * apart;
    field.apart = apart;
  }

  // To the cells again. What lies between is nobody's.
  void collect() const {
    for (size_t n = 0; n < memory_.size(); n++)
      if (n % apart_ == 0)
        cells_[n / apart_] = memory_[n];
      else
        ASSERT_EQ(memory_[n], kBetween) << "behind element " << n / apart_;
  }

private:
  static constexpr uint32_t kBetween = 0xA5A5A5A5;
  std::vector<uint32_t> &cells_;
  size_t apart_;
  std::vector<uint32_t> memory_;
};

template <class T> T &argument(void *const *values, int n) { return *static_cast<T *>(values[n]); }

// Buffer n; where shifts is not 0, less the elements in front of what is there, which argument shifts + n says.
inline uint32_t *bufferAt(void *const *values, int n, int shifts) {
  return argument<uint32_t *>(values, n) - (shifts ? argument<int64_t>(values, shifts + n) : 0);
}
