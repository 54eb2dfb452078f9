// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OfferText.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace kasane::emission {
namespace {

// FNV-1a: it tells builds apart, nothing else.
std::string hashOf(const std::string &text) {
  uint64_t hash = 14695981039346656037U;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

} // namespace

std::string offerName(const LoopNest &nest) { return nest.name + "_offer"; }

std::string offerText(const TargetText &target, const LoopNest &nest, const std::string &text) {
  const std::string region = nest.name + "_" + nest.target, block = "struct " + nest.name + "_args";
  std::string tables;
  int count = 0;
  for (size_t b = 0; b < nest.host.buffers.size(); ++b)
    if (nest.host.buffers[b].table) {
      tables += (count ? ", " : "") + std::to_string(b);
      ++count;
    }
  const std::string list = nest.name + "_tables";
  return (count ? "static const int " + list + "[] = {" + tables + "};\n" : "") +
         "/* To ranks, which call the region by its name. */\nstatic int " + nest.name +
         "_serve(void *ksn_block) { return " + region + "((" + block + " *)ksn_block); }\nstatic ksn_offer " +
         offerName(nest) + " = {\"" + region + "\", \"" + hashOf(text) + "\", " + nest.name + "_serve, sizeof(" +
         block + "), " + (count ? list : "NULL") + ", " + std::to_string(count) +
         ", &ksn_linked_with_distribute_mpi, " + std::string(target.loader.empty() ? "NULL" : target.loader) +
         ", NULL};\n" + "__attribute__((constructor(101))) static void " + nest.name +
         "_offered(void) { ksn_offer_region(&" + offerName(nest) + "); }\n\n";
}

} // namespace kasane::emission
