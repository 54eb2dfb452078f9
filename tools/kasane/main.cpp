// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Driver/Driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0], /*DisableCrashReporting=*/true);
  static int anchor; // an address of this program's, for platforms that have no other way
  const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
  return kasane::runKasane(executable, {argv + 1, argv + argc});
}
