// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/Units.h"

#include "gtest/gtest.h"

#include <random>

using namespace kasane;

namespace {

TEST(Units, ReadsWhatPeopleWrite) {
  EXPECT_EQ(readWhole("48 KiB", Unit::Bytes), 49152);
  EXPECT_EQ(readWhole("48KiB", Unit::Bytes), 49152);
  EXPECT_EQ(readWhole("1.5 MiB", Unit::Bytes), 1572864);
  EXPECT_EQ(readWhole("139 GB", Unit::Bytes), 139000000000);
  EXPECT_EQ(readWhole("4096", Unit::Bytes), 4096);
  EXPECT_EQ(readWhole("1e3", Unit::Count), 1000);
  EXPECT_EQ(readWhole("9007199254740993", Unit::Count), 9007199254740993);
  EXPECT_EQ(readQuantity("4.29 TB/s", Unit::Bandwidth), 4.29e12);
  EXPECT_EQ(readQuantity("1 GiB/s", Unit::Bandwidth), 1073741824.0);
  EXPECT_EQ(readQuantity("65.3 Tops/s", Unit::Rate), 65.3e12);
  EXPECT_EQ(readQuantity("3 us", Unit::Seconds), 3e-6);
  EXPECT_EQ(readQuantity("2.5e-6", Unit::Seconds), 2.5e-6);
  EXPECT_EQ(readQuantity("0.14", Unit::Number), 0.14);
  EXPECT_EQ(readQuantity("-3 us", Unit::Seconds), -3e-6); // the reader of the file refuses it
}

TEST(Units, RefusesOtherUnits) {
  for (const char *text :
       {"", "KiB", "48 Kib", "48 KB", "48 KiB/s", "48 KiB x", "1,5 KiB", "nan", "inf", "0x10", "1e999"})
    EXPECT_FALSE(readWhole(text, Unit::Bytes)) << text;
  for (const char *text : {"1.5", "1.5 B", "3 B", "1e300", "99999999999999999999"})
    EXPECT_FALSE(readWhole(text, Unit::Count)) << text;
  EXPECT_FALSE(readWhole("0.3 KiB", Unit::Bytes)); // no whole number of bytes
  EXPECT_FALSE(readQuantity("4.29 TB", Unit::Bandwidth));
  EXPECT_FALSE(readQuantity("3 TB/s", Unit::Rate));
  EXPECT_FALSE(readQuantity("3 min", Unit::Seconds));
  EXPECT_FALSE(readQuantity("14 %", Unit::Number));
}

TEST(Units, PrintsForPeople) {
  EXPECT_EQ(printWhole(49152, Unit::Bytes), "48 KiB");
  EXPECT_EQ(printWhole(139000000000, Unit::Bytes), "139 GB");
  EXPECT_EQ(printWhole(1000, Unit::Bytes), "1 kB");
  EXPECT_EQ(printWhole(17, Unit::Bytes), "17 B");
  EXPECT_EQ(printWhole(0, Unit::Bytes), "0 B");
  EXPECT_EQ(printWhole(1024, Unit::Count), "1024");
  EXPECT_EQ(printQuantity(4.29e12, Unit::Bandwidth), "4.29 TB/s");
  EXPECT_EQ(printQuantity(65.3e12, Unit::Rate), "65.3 Tops/s");
  EXPECT_EQ(printQuantity(515e9, Unit::Rate), "515 Gops/s");
  EXPECT_EQ(printQuantity(3e-6, Unit::Seconds), "3 us");
  EXPECT_EQ(printQuantity(0.5e-9, Unit::Seconds), "0.5 ns");
  EXPECT_EQ(printQuantity(2, Unit::Seconds), "2 s");
  EXPECT_EQ(printQuantity(0, Unit::Seconds), "0 s");
  EXPECT_EQ(printQuantity(0.14, Unit::Number), "0.14");
}

TEST(Units, WhatIsPrintedReadsAsTheSame) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 2000; ++n) {
    const auto whole = static_cast<int64_t>(random() >> (1 + random() % 62));
    for (Unit unit : {Unit::Count, Unit::Bytes})
      EXPECT_EQ(readWhole(printWhole(whole, unit), unit), whole) << printWhole(whole, unit);
    const double value = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 100) - 90);
    for (Unit unit : {Unit::Number, Unit::Bandwidth, Unit::Rate, Unit::Seconds})
      EXPECT_EQ(readQuantity(printQuantity(value, unit), unit), value) << printQuantity(value, unit);
  }
}

} // namespace
