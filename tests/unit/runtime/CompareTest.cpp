// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
extern "C" {
#include "verify/Compare.h"
}

namespace {

ksn_field line(ksn_type type, int64_t n) {
  ksn_field field = {};
  field.name = "A";
  field.type = type;
  field.hi[0] = n;
  field.hi[1] = field.hi[2] = field.stride[0] = 1;
  field.last = n - 1;
  return field;
}

TEST(Compare, BitsUnderStrict) {
  const ksn_field field = line(KSN_F32, 4);
  const float theirs[] = {1, -0.0f, 3, 4};
  float ours[] = {1, -0.0f, 3, 4};
  EXPECT_EQ(ksn_compare_box(&field, ours, theirs, -1).count, 0);
  ours[1] = 0.0f; // the sign of zero is a bit
  ours[3] = std::nextafter(4.0f, 5.0f);
  const ksn_difference d = ksn_compare_box(&field, ours, theirs, -1);
  EXPECT_EQ(d.count, 2);
  EXPECT_EQ(d.x, 1);
  EXPECT_EQ(std::string(d.theirs), "-0 (-0x0p+0)");
}

TEST(Compare, AnyNaNEqualsAnyNaN) {
  const ksn_field field = line(KSN_F64, 2), one = line(KSN_F64, 1);
  double theirs[] = {std::numeric_limits<double>::quiet_NaN(), 1}, ours[] = {0, 1};
  const uint64_t payload = UINT64_C(0xfff8000000001234);
  std::memcpy(ours, &payload, sizeof payload);
  for (const double tolerance : {-1.0, 1e-10}) {
    EXPECT_EQ(ksn_compare_box(&field, ours, theirs, tolerance).count, 0);
    EXPECT_EQ(ksn_compare_box(&one, ours + 1, theirs, tolerance).count, 1);
  }
}

TEST(Compare, ToleranceIsRelativeToTheArray) {
  const ksn_field field = line(KSN_F32, 3);
  const float theirs[] = {1000, 0, 1}, ours[] = {1000, 1e-3f, std::nextafter(1.0f, 2.0f)};
  const ksn_difference d = ksn_compare_box(&field, ours, theirs, 1e-5);
  EXPECT_EQ(d.count, 0);
  EXPECT_NEAR(d.worst_relative, 1e-6, 1e-9);
  EXPECT_EQ(ksn_compare_box(&field, ours, theirs, 1e-7).count, 1);
  const ksn_field last = line(KSN_F32, 1);
  EXPECT_EQ(ksn_compare_box(&last, ours + 2, theirs + 2, 1e-3).worst_ulp, 1);
}

TEST(Compare, IntegersAlwaysByBits) {
  const ksn_field field = line(KSN_I16, 2);
  const int16_t theirs[] = {-5, 7}, ours[] = {-6, 7};
  const ksn_difference d = ksn_compare_box(&field, ours, theirs, 0.5);
  EXPECT_EQ(d.count, 1);
  EXPECT_EQ(std::string(d.ours), "-6");
  EXPECT_EQ(std::string(d.theirs), "-5");
}

TEST(Compare, InfinityAgainstNumber) {
  const ksn_field field = line(KSN_F64, 1);
  const double theirs[] = {1}, ours[] = {HUGE_VAL};
  EXPECT_EQ(ksn_compare_box(&field, ours, theirs, 1).count, 1);
  EXPECT_EQ(ksn_compare_box(&field, ours, ours, 1).count, 0);
}

} // namespace
