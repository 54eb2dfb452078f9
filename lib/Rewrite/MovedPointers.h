// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's pointers that move with the arrays' names: what sets them where the region is left. Where a pointer to a
// struct moves that holds the arrays, that one is set to what it or another one was on entry,
// by the address of an array.
//
//   u = a.p0;     cur = a.p0 == p[1] ? o1 : o0;
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

class MovedPointers {
public:
  // `own` begins the names of the block: p, the addresses on entry;
  // o, with a field's number, a pointer to a struct on entry.
  MovedPointers(const StencilProgram &program, std::string own);

  bool moves(size_t field) const;
  // For the address of the first element that the region uses.
  std::string follow(size_t field, const std::string &first) const;
  const std::vector<size_t> &owned() const { return owned_; } // fields whose struct moves, one for each pointer to one
  std::string ownerOf(size_t field) const { return own_ + "o" + std::to_string(field); }
  // What host code may have changed of a struct itself; "": a pointer.
  std::string keep(size_t field, const std::string &first) const;
  bool isOfOwned(const std::string &text) const; // a member of a struct that moves

private:
  // `of`: the owner that it was then.
  std::string onEntry(size_t field, const std::string &first, const std::string &of = "") const;

  const StencilProgram &program_;
  std::string own_;
  std::vector<size_t> owned_;
};

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp, tests/kernels/struct_exchange.c
