// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs work on a stack on which deeply nested sources may make deep recursions, and hands back what it returns.
// Meanwhile signals reach the work alone: what it blocks (see CcRun) must not be handled by the thread that waits.
#pragma once

#include "llvm/Support/thread.h"

#include <csignal>
#include <optional>

namespace kasane {

template <class Work> auto onLargeStack(const Work &work) {
  constexpr unsigned kStackBytes = 512u << 20;
  decltype(work()) result;
  llvm::thread worker(std::optional<unsigned>(kStackBytes), [&] { result = work(); });
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  worker.join();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return result;
}

} // namespace kasane

// Tests: tests/driver/hostile.test
