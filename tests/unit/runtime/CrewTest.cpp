// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of cards: each does its own, once a call, and all of it is done when the call returns.
#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>
extern "C" {
#include "parts/Crew.h"
}

namespace {

struct Done {
  std::vector<int> counts;
  std::vector<std::thread::id> threads;
};

void note(void *context, int card) {
  Done &done = *static_cast<Done *>(context);
  done.counts[static_cast<size_t>(card)]++;
  done.threads[static_cast<size_t>(card)] = std::this_thread::get_id();
}

TEST(Crew, EachDoesItsOwn) {
  for (const int cards : {1, 2, 5}) {
    ksn_crew *const crew = ksn_crew_open(cards);
    ASSERT_NE(crew, nullptr);
    Done done = {std::vector<int>(static_cast<size_t>(cards)),
                 std::vector<std::thread::id>(static_cast<size_t>(cards))};
    for (int call = 1; call <= 300; call++) {
      if (call % 100 == 0) // by then they sleep
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
      ksn_crew_do(crew, note, &done);
      EXPECT_EQ(done.counts, std::vector<int>(static_cast<size_t>(cards), call));
    }
    EXPECT_EQ(done.threads[0], std::this_thread::get_id());
    EXPECT_EQ(std::set<std::thread::id>(done.threads.begin(), done.threads.end()).size(), static_cast<size_t>(cards));
    ksn_crew_close(crew);
  }
}

TEST(Crew, GoesWithoutHavingDoneAnything) { ksn_crew_close(ksn_crew_open(3)); }

} // namespace
