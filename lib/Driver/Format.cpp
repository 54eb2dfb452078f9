// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Format.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

// Beyond this many bytes (deep schedules of big programs) layout would take longer than all the rest of the
// translation.
constexpr size_t kMaxFormatted = 24 * 1024;

std::string kasane::formatC(const std::string &text) {
  if (text.size() > kMaxFormatted)
    return text;
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  style.ColumnLimit = 120;
  style.BreakStringLiterals = false; // kernels are embedded line by line
  style.ReflowComments = false;
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  const clang::tooling::Range all(0, static_cast<unsigned>(text.size()));
  auto formatted =
      clang::tooling::applyAllReplacements(text, clang::format::reformat(style, text, {all}, "generated.c"));
  if (formatted)
    return *formatted;
  llvm::consumeError(formatted.takeError()); // it is only the looks
  return text;
}
