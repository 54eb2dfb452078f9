// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/FieldText.h"

#include <algorithm>
#include <cctype>

namespace kasane {

std::string textOf(const Field &field) {
  std::string text = field.base.starts_with("&") ? field.base.substr(1) : field.base;
  while (text.ends_with("]") && text.find('[') != std::string::npos)
    text.erase(text.rfind('['));
  const bool isPath = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '.' || c == '-' || c == '>';
  });
  return isPath ? text : field.name;
}

} // namespace kasane
