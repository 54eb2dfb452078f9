// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Origin.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kasane {

std::optional<std::string> originalOf(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return std::nullopt;
  const llvm::StringRef text = (*buffer)->getBuffer();
  const auto [banner, rest] = text.split('\n');
  if (!banner.contains("/* ") || !banner.contains(", translated by kasane "))
    return std::nullopt;
  constexpr llvm::StringLiteral kMark = "\n#line 1 \"";
  const size_t mark = text.find(kMark);
  if (mark == llvm::StringRef::npos)
    return "";
  std::string out;
  for (size_t at = mark + kMark.size(); at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    at += text[at] == '\\' ? 1 : 0;
    out += at < text.size() ? text.substr(at, 1).str() : "";
  }
  return out;
}

} // namespace kasane
