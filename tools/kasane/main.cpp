// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Driver/Driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0], /*DisableCrashReporting=*/true);
  static int anchor; // an address of this program's, for platforms that have no other way
  const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (llvm::sys::path::filename(argv[0]) == "kasane-cc") // for build systems that want a compiler of one word
    arguments.insert(arguments.begin(), "cc");
  return kasane::runKasane(executable, arguments);
}
