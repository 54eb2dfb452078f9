// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Names.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

TEST(Names, AreIdentifiers) {
  EXPECT_EQ(identifierFrom("p->dt"), "p_dt");
  EXPECT_EQ(identifierFrom("c[0]"), "c_0");
}

TEST(Names, AreUnique) {
  Names names;
  EXPECT_EQ(names.take("u"), "u");
  EXPECT_EQ(names.take("u"), "u_2");
  EXPECT_EQ(names.take("u"), "u_3");
}

TEST(Names, OfProgramsTellPathsApart) {
  EXPECT_NE(programName("one/heat.c", "run", 1), programName("two/heat.c", "run", 1));
  EXPECT_EQ(programName("heat.c", "run", 2).rfind("ksn_heat_", 0), 0u);
}

} // namespace
