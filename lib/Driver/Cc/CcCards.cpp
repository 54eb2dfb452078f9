// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcCards.h"

#include "Cc/CcRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace kasane {
namespace {

using Words = std::vector<std::string>;

// What gcc can make code for, the least first; gcc 12 knows all of them. Its own choice is one of the first two.
constexpr int kOfGcc[] = {35, 53, 70, 75, 80};

bool startsWithOne(const Words &words, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(words, [&](llvm::StringRef word) {
    return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return word.starts_with(prefix); });
  });
}

bool saysWhichCard(const Words &words) {
  return llvm::any_of(words, [](llvm::StringRef word) {
    return word.starts_with("-foffload") &&
           (word.contains("-misa=") || word.contains("-march=") || word.ends_with("disable"));
  });
}

std::string nameOf(int card) { return "sm_" + std::to_string(card); }

// As gcc's assembler asks it, with a program that does nothing.
bool assembles(const std::string &ptxas, int card) {
  llvm::SmallString<128> file;
  int handle = 0;
  if (llvm::sys::fs::createTemporaryFile("kasane", "ptx", handle, file))
    return false;
  const llvm::FileRemover remover(file);
  llvm::raw_fd_ostream(handle, /*shouldClose=*/true)
      << ".version 6.3\n.target " << nameOf(card) << "\n.address_size 64\n";
  return outputOf({ptxas, "-c", "-o", "/dev/null", file.str().str(), "--gpu-name", nameOf(card), "-O0"}).status == 0;
}

// The card itself, or the newest before it that gcc knows.
std::optional<int> knownUpTo(llvm::StringRef architecture) {
  int card = 0;
  std::optional<int> best;
  if (architecture.consume_front("sm_") &&
      !architecture.take_while([](char c) { return c >= '0' && c <= '9'; }).getAsInteger(10, card))
    for (const int known : kOfGcc)
      if (known <= card)
        best = known;
  return best;
}

OffloadCard madeFor(int card) { return {{"-foffload-options=nvptx-none=-misa=" + nameOf(card)}, false}; }

} // namespace

bool offloads(const TargetInfo &target) { return llvm::is_contained(target.linkFlags, "-fopenacc"); }

bool hasCard() { return llvm::sys::fs::exists("/proc/driver/nvidia/gpus") || llvm::sys::fs::exists("/dev/nvidia0"); }

Words nvccCard(const Words &nvcc, const std::string &architecture, bool isHere, const std::string &text) {
  if (startsWithOne(nvcc, {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code"}))
    return {};
  if (!architecture.empty())
    return {"-arch=" + architecture};
  if (isHere)
    return {"-arch=native"};
  return llvm::StringRef(text).contains("cp.async") ? Words{"-arch=sm_80"} : Words();
}

OffloadCard offloadCard(const Words &compiler, const Words &userFlags, const std::string &architecture) {
  if (saysWhichCard(compiler) || saysWhichCard(userFlags))
    return {};
  // Where gcc has no package for these cards it makes code for the host alone, and says nothing of it either.
  if (!llvm::sys::path::is_absolute(answerOf(compiler, "-print-prog-name=accel/nvptx-none/mkoffload")))
    return {};
  const auto ptxas = llvm::sys::findProgramByName("ptxas");
  const auto isTaken = [&](int card) { return !ptxas || assembles(*ptxas, card); };
  const std::optional<int> wanted = knownUpTo(architecture);
  if (wanted && isTaken(*wanted))
    return madeFor(*wanted);
  if (isTaken(kOfGcc[0]))
    return {};
  for (const int card : kOfGcc)
    if (assembles(*ptxas, card))
      return madeFor(card);
  return {{"-foffload=disable"}, true};
}

} // namespace kasane
