// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Support/Quoted.h"

namespace kasane {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 127)
      out += {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
              static_cast<char>('0' + byte % 8)};
    else
      out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return out + "\"";
}

} // namespace kasane
