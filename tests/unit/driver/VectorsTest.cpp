// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Vectors.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

Machine cpu() {
  Machine out;
  out.width = 64;
  out.operations = {1024e9, 512e9, 256e9};
  return out;
}

TEST(Vectors, NarrowerOnesComputeLessAtOnce) {
  const Machine narrow = withVectors(cpu(), 16);
  EXPECT_EQ(narrow.width, 16);
  EXPECT_EQ(narrow.operations, (OperationRates{256e9, 128e9, 64e9}));
}

TEST(Vectors, ThatAreWiderOrUnknownChangeNothing) {
  for (const int64_t bytes : {0, 64, 128})
    EXPECT_EQ(withVectors(cpu(), bytes), cpu());
  Machine gpu = cpu();
  gpu.kind = MachineClass::Gpu;
  EXPECT_EQ(withVectors(gpu, 16), gpu);
}

} // namespace
