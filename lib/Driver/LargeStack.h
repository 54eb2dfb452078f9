// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs work on a stack on which deeply nested sources may make deep recursions, and hands back what it returns.
#pragma once

#include "llvm/Support/thread.h"

#include <optional>

namespace kasane {

template <class Work> auto onLargeStack(const Work &work) {
  constexpr unsigned kStackBytes = 512u << 20;
  decltype(work()) result;
  llvm::thread worker(std::optional<unsigned>(kStackBytes), [&] { result = work(); });
  worker.join();
  return result;
}

} // namespace kasane
