// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that the region takes once, at the call, although somebody could reach them through a pointer: a store to an
// array might be one to them. The runtime looks whether any lies within an array that the region writes.
//
//   float c;  void f(float *u, ..) { .. u[i] = c * u[i]; .. }      u may be &c, where c isn't static or its address is
//   taken
#pragma once

#include "Read/Reader.h"

namespace kasane {

struct SharedScalars {
  std::vector<std::string> read;    // taken at the call
  std::vector<std::string> written; // set by the region
};
// Lvalues, as text for the call site.
SharedScalars sharedScalars(const Reader &reader, const clang::FunctionDecl *function);

} // namespace kasane
