// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WarningFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace kasane {
namespace {

bool isOurs(llvm::StringRef group) { return group == "stencil" || group.starts_with("stencil-"); }

void forget(std::vector<std::string> &groups, llvm::StringRef group) {
  groups.erase(std::remove(groups.begin(), groups.end(), group.str()), groups.end());
}

// Later flags win over earlier ones, as with a compiler. True when the flag names one of our groups.
bool takeFlag(llvm::StringRef flag, WarningFlags &out) {
  if (flag == "-w")
    out.none = true;
  else if (flag == "-Werror" || flag == "-Wno-error")
    out.allAreErrors = flag == "-Werror";
  else if (flag == "-Rstencil" || flag == "-Rno-stencil") {
    out.remarks = flag == "-Rstencil";
    return true;
  } else if (flag.consume_front("-Werror=") && isOurs(flag)) {
    out.errors.push_back(flag.str());
    forget(out.off, flag);
    return true;
  } else if (flag.consume_front("-Wno-error=") && isOurs(flag)) {
    forget(out.errors, flag);
    return true;
  } else if (flag.consume_front("-Wno-") && isOurs(flag)) {
    out.off.push_back(flag.str());
    return true;
  } else if (flag.consume_front("-W") && isOurs(flag)) {
    forget(out.off, flag);
    return true;
  }
  return false;
}

} // namespace

WarningFlags takeWarningFlags(std::vector<std::string> &flags) {
  WarningFlags out;
  llvm::erase_if(flags, [&](const std::string &flag) { return takeFlag(flag, out); });
  return out;
}

} // namespace kasane
