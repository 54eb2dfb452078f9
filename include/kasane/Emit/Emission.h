// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generated files of one target, made region after region: of a LoopNest only its text is kept, so that a file of
// many regions needs no more memory than one. In: verified LoopNests. Out: what `emit` makes of all of them together.
#pragma once

#include "kasane/Emit/Emit.h"

namespace kasane {

class Emission {
public:
  Emission(const TargetInfo &target, const EmitOptions &options) : target_(target), options_(options) {}

  void add(const LoopNest &nest);
  bool isEmpty() const { return text_.empty(); }
  std::vector<EmittedFile> files() const;

private:
  const TargetInfo &target_;
  EmitOptions options_;
  std::vector<LoopNest> heads_; // those without which the file's head would be another
  std::string head_, text_;
  std::vector<EmittedFile> further_;
};

} // namespace kasane

// Tests: tests/unit/emit/EmitTest.cpp
