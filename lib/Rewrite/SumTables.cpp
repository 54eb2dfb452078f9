// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SumTables.h"

namespace kasane {

std::string madeSums(const Region &region, const std::string &own) {
  std::string out;
  for (const RunningSum &sum : region.sums) {
    const std::string rounds = own + "n", k = own + "k", at = sum.name + "_at";
    out += "  " + sum.type + " *const " + sum.name + " = ksn_sums(" + sum.rounds + ", sizeof(" + sum.type + "));\n";
    out += "  {\n    const long long " + rounds + " = " + sum.rounds + ";\n    " + sum.type + " " + at + " = " +
           sum.first + ";\n    for (long long " + k + " = 0; " + k + " <= " + rounds + "; " + k + "++) {\n      " +
           sum.name + "[" + (sum.fromEnd ? rounds + " - " : "") + k + "] = " + at + ";\n      " + sum.next +
           ";\n    }\n  }\n";
  }
  return out;
}

std::string endOfSums(const Region &region, const std::string &before, const std::string &behind) {
  std::string out;
  for (const RunningSum &sum : region.sums)
    out += "    ksn_sums_end(" + sum.name + ");\n";
  return out.empty() ? "" : before + out + behind;
}

} // namespace kasane
