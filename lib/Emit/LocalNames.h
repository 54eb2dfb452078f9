// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that a kernel's body defines. In: two kernels that do nearly the same. Out: the second one with the first one's
// names for what is the same thing.
//
//   { item = x + 1; since = item - lo; }   { item_1 = x + 1; since_2 = item_1 - 5; }
//     ->  { item = x + 1; since = item - 5; }
#pragma once

#include "Dialect.h"

#include "kasane/IR/LoopNest.h"

#include <map>
#include <set>
#include <vector>

namespace kasane::emission {

using Renamed = std::map<std::string, std::string>;

// What a statement gives a name to, but for what is inside of it; "": nothing.
std::string nameDefinedBy(const KStmt &stmt);
KBody withNames(const KBody &body, const Renamed &names);
// All that it defines, but for parameters.
std::set<std::string> definedIn(const Kernel &kernel);
// With names that each of them can have by itself: item_7 is item where it is the only one.
std::vector<Kernel> withOwnNames(const std::vector<Kernel> &kernels);
// The body, the grid's variables, work-items and arrays of the group.
Kernel withNames(const Kernel &kernel, const Renamed &names);
// No two of its names become one. `apart`: names of the other one for what isn't the same thing.
Kernel namedLike(const Dialect &dialect, const Kernel &kernel, const Kernel &like, const std::set<std::string> &apart);

} // namespace kasane::emission

// Tests: tests/unit/emit/SharedBodyTest.cpp, tests/codegen/cuda/pipeline_ring.c
