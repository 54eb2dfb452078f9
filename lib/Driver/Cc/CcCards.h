// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For which of NVIDIA's cards the compilers make code. In: the compiler's words, what they were told, what the machine
// file knows. Out: further words; none where the user has said it, or where the compiler's own choice is fine.
#pragma once

#include "kasane/Emit/Emit.h"

#include <string>
#include <vector>

namespace kasane {

bool offloads(const TargetInfo &target); // gcc makes its code for a card, in the link
bool hasCard();                          // of NVIDIA's, in this machine

// nvcc's, for a generated file: `architecture` of the machine file ("sm_90", or ""), else this machine's card, else the
// least that what the text asks for needs.
std::vector<std::string> nvccCard(const std::vector<std::string> &nvcc, const std::string &architecture, bool isHere,
                                  const std::string &text);

// gcc's, for OpenACC. What it makes by itself is for a card that CUDA's newer assemblers don't know, which it calls
// where one is in PATH.
struct OffloadCard {
  std::vector<std::string> flags;
  bool isForHost = false; // the assembler takes nothing that gcc can make
};
OffloadCard offloadCard(const std::vector<std::string> &compiler, const std::vector<std::string> &userFlags,
                        const std::string &architecture);

} // namespace kasane

// Tests: tests/driver/cc-cuda.test
