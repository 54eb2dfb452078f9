// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lets ranks find a region: its name, a hash of its text, and a function that all of them call alike. In: a loop
// nest and the text of all else that belongs to it. Out: definitions that stand before the region function.
//
//   static ksn_offer heat_offer = {"heat_openmp", "9f3c..", heat_serve, sizeof(struct heat_args), ..};
//   __attribute__((constructor(101))) static void heat_offered(void) { ksn_offer_region(&heat_offer); }
#pragma once

#include "Dialect.h"
#include "kasane/IR/LoopNest.h"

#include <string>

namespace kasane::emission {

std::string offerName(const LoopNest &nest);
std::string offerText(const TargetText &target, const LoopNest &nest, const std::string &text);

} // namespace kasane::emission

// Tests: tests/codegen/openmp/distribute_mpi.c
