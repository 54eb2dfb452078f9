// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the openacc target asks of the driver of NVIDIA's cards, over a fake of it.
#include "FakeDriver.h"
#include <gtest/gtest.h>
#include <numeric>
#include <openacc.h>
#include <vector>
extern "C" {
#include "device/openacc/Acc.h"
}

namespace {
int context, streams[4];
bool isCard = true, isThere[4] = {true, true, true, true};
} // namespace

// In place of OpenACC's library.
void *acc_get_current_cuda_context() noexcept { return isCard ? &context : nullptr; }
void *acc_get_cuda_stream(int queue) noexcept { return isCard && isThere[queue] ? &streams[queue] : nullptr; }

namespace {

struct Arrays {
  alignas(4096) float a[1024], b[1024]; // a page each
  ksn_field fields[3] = {};
  ksn_run run = {};
  Arrays() {
    for (int f = 0; f < 3; f++)
      fields[f].type = KSN_F32;
    fields[0].home = a;
    fields[0].first = 10;
    fields[0].last = 89;
    fields[1].home = b;
    fields[1].last = -1; // touches nothing
    fields[2].home = b;
    fields[2].last = 49;
    run.fields = fields;
    run.field_count = 3;
  }
};

TEST(AccDriver, LocksWhatARegionTouches) {
  fakeDriver = {};
  const Arrays one, other;
  ksn_pin_homes(&one.run, &ksn_acc_locker, 1);
  EXPECT_EQ(fakeDriver.context, &context);
  EXPECT_EQ(fakeDriver.locks, 2);
  EXPECT_EQ(fakeDriver.locked, 2 * 4096);
  ksn_pin_homes(&one.run, &ksn_acc_locker, 1); // another call of the region meanwhile
  ksn_pin_homes(&other.run, &ksn_acc_locker, 1);
  EXPECT_EQ(fakeDriver.locks, 4);
  ksn_pin_homes(&one.run, &ksn_acc_locker, 0);
  EXPECT_EQ(fakeDriver.locks, 4);
  ksn_pin_homes(&one.run, &ksn_acc_locker, 0);
  EXPECT_EQ(fakeDriver.locks, 2);
  ksn_pin_homes(&other.run, &ksn_acc_locker, 0);
  EXPECT_EQ(fakeDriver.locks, 0);
}

TEST(AccDriver, WhatCannotBeLockedIsLeftAlone) {
  fakeDriver = {};
  const Arrays arrays;
  fakeDriver.fails = 1;
  ksn_pin_homes(&arrays.run, &ksn_acc_locker, 1);
  ksn_pin_homes(&arrays.run, &ksn_acc_locker, 0);
  EXPECT_EQ(fakeDriver.locks, 0);
  fakeDriver.fails = 0;
  isCard = false;
  ksn_pin_homes(&arrays.run, &ksn_acc_locker, 1);
  ksn_pin_homes(&arrays.run, &ksn_acc_locker, 0);
  EXPECT_EQ(fakeDriver.locks, 0);
  isCard = true;
}

TEST(AccDriver, CopiesRowsThatLieApart) {
  fakeDriver = {};
  std::vector<char> host(40), device(40, 'x');
  std::iota(host.begin(), host.end(), 'A');
  ASSERT_EQ(ksn_acc_copy_rows(2, device.data(), host.data(), 3, 4, 10, 1), 0);
  EXPECT_EQ(fakeDriver.stream, &streams[2]);
  for (size_t n = 0; n < host.size(); n++)
    EXPECT_EQ(device[n], n % 10 < 3 ? host[n] : 'x') << n;
  std::vector<char> back(40, 'y');
  ASSERT_EQ(ksn_acc_copy_rows(3, device.data(), back.data(), 2, 4, 10, 0), 0);
  EXPECT_EQ(fakeDriver.stream, &streams[3]);
  for (size_t n = 0; n < host.size(); n++)
    EXPECT_EQ(back[n], n % 10 < 2 ? host[n] : 'y') << n;
}

TEST(AccDriver, CopiesWithinTheCard) {
  fakeDriver = {};
  char device[] = "abcdefgh";
  ASSERT_EQ(ksn_acc_copy_within(1, device + 5, device, 3), 0);
  EXPECT_EQ(fakeDriver.stream, &streams[1]);
  EXPECT_STREQ(device, "abcdeabc");
}

TEST(AccDriver, SaysWhatItDoesNotCopy) {
  fakeDriver = {};
  char host[8] = {}, device[8] = {};
  fakeDriver.fails = 1;
  EXPECT_NE(ksn_acc_copy_rows(1, device, host, 1, 2, 4, 1), 0);
  EXPECT_NE(ksn_acc_copy_within(1, device, device + 4, 4), 0);
  fakeDriver.fails = 0;
  isCard = false;
  EXPECT_NE(ksn_acc_copy_rows(1, device, host, 1, 2, 4, 1), 0);
  EXPECT_NE(ksn_acc_copy_within(1, device, device + 4, 4), 0);
  isCard = true;
}

TEST(AccDriver, MarksAreEvents) {
  fakeDriver = {};
  void *event = nullptr;
  ASSERT_EQ(ksn_acc_mark(1, &event), 0);
  EXPECT_EQ(fakeDriver.events, 1);
  EXPECT_EQ(ksn_acc_follow(2, event), 0);
  EXPECT_EQ(fakeDriver.stream, &streams[2]);
  EXPECT_EQ(fakeDriver.waits_for, &streams[1]);
  fakeDriver.waits_for = nullptr;
  EXPECT_EQ(ksn_acc_await(event), 0);
  EXPECT_EQ(fakeDriver.stream, nullptr);
  EXPECT_EQ(fakeDriver.waits_for, &streams[1]);
  ksn_acc_forget(event);
  EXPECT_EQ(fakeDriver.events, 0);
  fakeDriver.fails = 1;
  EXPECT_NE(ksn_acc_mark(1, &event), 0);
  EXPECT_EQ(fakeDriver.events, 0);
  fakeDriver.fails = 0;
}

TEST(AccDriver, AQueueThatIsNotThereYetIsWaitedForAtOnce) {
  fakeDriver = {};
  void *event = nullptr;
  ASSERT_EQ(ksn_acc_mark(1, &event), 0);
  isCard = false;
  void *none = nullptr;
  EXPECT_NE(ksn_acc_mark(2, &none), 0);
  isCard = true;
  isThere[2] = false;
  EXPECT_EQ(ksn_acc_follow(2, event), 0);
  EXPECT_EQ(fakeDriver.stream, nullptr);
  EXPECT_EQ(fakeDriver.waits_for, &streams[1]);
  isThere[2] = true;
  ksn_acc_forget(event);
  EXPECT_EQ(fakeDriver.events, 0);
}

TEST(AccDriver, KnowsHowManyThreadsRunAtATime) {
  fakeDriver = {};
  EXPECT_EQ(ksn_acc_threads(), 132 * 2048);
  fakeDriver.fails = 1;
  EXPECT_EQ(ksn_acc_threads(), 0);
  fakeDriver.fails = 0;
  isCard = false;
  EXPECT_EQ(ksn_acc_threads(), 0);
  isCard = true;
}

} // namespace
