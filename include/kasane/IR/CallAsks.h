// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts of parameters that ask at the call what only the compiled program knows. Rewrite defines these names.
#pragma once

namespace kasane {

// 1 where the call is made by one of several threads of a parallel block of OpenMP's, else 0.
inline const char *const kInParallel = "ksn_in_parallel";

// And the name of a function or a table of the file: 1 where the program has been linked with another definition of it.
inline const char *const kReplaced = "ksn_replaced_";

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp
