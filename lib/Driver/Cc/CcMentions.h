// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cheap look at a source's text, so that what has nothing to do with our directives never meets Clang. Comments,
// strings and what `#if 0` leaves out say nothing. Other conditions are not followed:
// they cost a parse, and change nothing.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace kasane {

struct Mentions {
  bool directive = false; // #pragma stencil or tpace, or _Pragma of one
  bool perhaps = false;   // a word near one of these, or a directive in a header
};

Mentions mentionsInText(llvm::StringRef text);
// Headers are looked at where they lie beside the file that includes them or in a folder that the flags name with -I or
// -iquote: the project's own.
Mentions mentionsIn(const std::string &file, const std::vector<std::string> &flags);

} // namespace kasane

// Tests: tests/driver/cc-untranslated.test
