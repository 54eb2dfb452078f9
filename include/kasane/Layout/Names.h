// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of a program: unique, valid in C, OpenCL and CUDA C++, the user's where that can be.
#pragma once

#include <map>
#include <set>
#include <string>

namespace kasane {

class Names {
public:
  // `wish` turned into an identifier, with _2, _3.. when it is taken.
  std::string take(const std::string &wish);

private:
  std::set<std::string> taken_;
  std::map<std::string, int> next_; // the number to try for a name that is taken
};

// Letters, digits and underscores of the text, other runs as one '_': "p->dt" is p_dt, "c[0]" is c_0.
std::string identifierFrom(const std::string &text);

// ksn_<stem>_<8 hex digits of the path>_<function>_<ordinal>
std::string programName(const std::string &path, const std::string &function, unsigned ordinal);

} // namespace kasane

// Tests: tests/kernels/names.c, tests/kernels/named_time.c, tests/frontend/moved_names.c
