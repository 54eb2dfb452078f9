// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGINT while arrays are streamed through the device: it waits until they are at home, and then goes where it went
// without us.
#include "LaneKernels.h"
#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

const Case kInterrupted = {Way::Spare, 2, {3, 40, 1, 39, 2, 1, 1}, 12, 4, 3};
int caught; // by the program's own handler
void catchIt(int) { caught++; }

TEST(ChunkInterrupt, WaitsForTheVisit) {
  std::signal(SIGINT, catchIt);
  caught = 0;
  testing::internal::CaptureStderr();
  Streamed streamed(kInterrupted, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < 12; step++) {
    if (step == 4)
      std::raise(SIGINT);
    EXPECT_EQ(caught, step > 6);
    streamed.step(step);
    if (step == 6) // whose pass has ended the visit before it: the arrays hold what they hold after so many steps
      streamed.expectAfter(6);
  }
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.expectAfter(12);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("interrupted; the arrays hold step 6 of 12"),
            std::string::npos);
  EXPECT_EQ(caught, 1);
}

TEST(ChunkInterrupt, NamesWhatIsNotAtHome) {
  std::signal(SIGINT, catchIt);
  testing::internal::CaptureStderr();
  Streamed streamed({Way::Renewed, 2, {50, 100, 1, 99, 1, 1, 1}, 12, 10, 3}, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < 12; step++) {
    if (step == 4)
      std::raise(SIGINT);
    streamed.step(step);
  }
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.expectAfter(12);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the arrays hold step 6 of 12, but not " +
                                                        std::string(streamed.fields.back().name) +
                                                        ", which every step makes anew\n"),
            std::string::npos);
}

TEST(ChunkInterrupt, ComesWhenNoVisitBeginsAnyMore) {
  std::signal(SIGINT, catchIt);
  caught = 0;
  Streamed streamed(kInterrupted, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < 12; step++) {
    if (step == 11)
      std::raise(SIGINT);
    streamed.step(step);
  }
  EXPECT_EQ(caught, 0);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  EXPECT_EQ(caught, 1);
  streamed.expectAfter(12);
}

// What a program does meanwhile goes on.
TEST(ChunkInterrupt, InterruptsNoSystemCalls) {
  std::signal(SIGINT, catchIt);
  caught = 0;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Streamed streamed(kInterrupted, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  std::thread other([&, reader = pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    pthread_kill(reader, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(write(ends[1], "x", 1), 1);
  });
  char read1 = 0;
  EXPECT_EQ(read(ends[0], &read1, 1), 1);
  other.join();
  for (int64_t step = 0; step < 12; step++)
    streamed.step(step);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  EXPECT_EQ(caught, 1);
}

// All arrays are at home while host code runs in the time loop.
TEST(ChunkInterrupt, ComesToHostCodeAtOnce) {
  std::signal(SIGINT, catchIt);
  caught = 0;
  testing::internal::CaptureStderr();
  Streamed streamed(kInterrupted, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  int at = 0;
  int64_t done = 0;
  for (int64_t step = 0; step < 12; step++) {
    streamed.step(step);
    if (step % 4 != 1)
      continue;
    if (step == 5)
      std::raise(SIGINT);
    EXPECT_EQ(caught, step > 5);
    ASSERT_EQ(ksn_suspend(&streamed.run, 1, 1, &at, 1, step), KSN_HOST);
    EXPECT_EQ(caught, step >= 5); // it was late
    streamed.expectAfter(step + 1);
    std::raise(SIGINT);
    EXPECT_EQ(caught, 1 + (step >= 5)); // it was not
    caught = step >= 5;
    ksn_resume(&streamed.run, &at, 1, &done);
  }
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.expectAfter(12);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("interrupted; the arrays hold step 6 of 12"),
            std::string::npos);
}

} // namespace
