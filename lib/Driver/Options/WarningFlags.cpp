// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/WarningFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace kasane {
namespace {

bool isOurs(llvm::StringRef group) { return group == "stencil" || group.starts_with("stencil-"); }

void forget(std::vector<std::string> &groups, llvm::StringRef group) {
  groups.erase(std::remove(groups.begin(), groups.end(), group.str()), groups.end());
}

// One of ours, known or not; what is unknown is noted.
bool take(llvm::StringRef group, WarningFlags &out) {
  if (!isOurs(group))
    return false;
  if (!llvm::is_contained(warningNames(), group))
    out.unknown.push_back(group.str());
  return true;
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
  } else if (flag.consume_front("-Werror=") && take(flag, out)) {
    out.errors.push_back(flag.str());
    forget(out.off, flag);
    return true;
  } else if (flag.consume_front("-Wno-error=") && take(flag, out)) {
    forget(out.errors, flag);
    return true;
  } else if (flag.consume_front("-Wno-") && take(flag, out)) {
    out.off.push_back(flag.str());
    return true;
  } else if (flag.consume_front("-W") && take(flag, out)) {
    forget(out.off, flag);
    return true;
  }
  return false;
}

} // namespace

std::vector<std::string> warningNames() {
  constexpr llvm::StringLiteral kGroups[] = {
#define DIAG(id, severity, group, text) group,
#include "kasane/Support/Diagnostics.def"
  };
  std::vector<std::string> out = {"stencil"};
  for (llvm::StringRef group : kGroups)
    if (group.consume_front("-W") && !llvm::is_contained(out, group))
      out.push_back(group.str());
  return out;
}

WarningFlags takeWarningFlags(std::vector<std::string> &flags) {
  WarningFlags out;
  llvm::erase_if(flags, [&](const std::string &flag) { return takeFlag(flag, out); });
  return out;
}

} // namespace kasane
