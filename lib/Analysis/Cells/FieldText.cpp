// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/FieldText.h"

#include <algorithm>
#include <cctype>

namespace kasane {

static bool isPathOfNames(const std::string &text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '.' || c == '-' || c == '>';
  });
}

std::string textOf(const Field &field) {
  std::string text = field.base.starts_with("&") ? field.base.substr(1) : field.base;
  while (text.ends_with("]") && text.find('[') != std::string::npos)
    text.erase(text.rfind('['));
  return isPathOfNames(text) ? text : field.name;
}

std::string arrayTextOf(const Field &field) {
  const std::string text = field.base.substr(field.base.starts_with("&") ? 1 : 0);
  const std::string array = text.substr(0, text.find('['));
  return isPathOfNames(array) ? array : textOf(field);
}

std::string textOf(const Poly &value, const StencilProgram &program) {
  return value
      .substitute([&](const std::string &symbol) -> std::optional<Poly> {
        const auto param = std::ranges::find(program.params, symbol, &Param::name);
        if (param == program.params.end() || param->text.empty())
          return std::nullopt;
        return Poly::symbol(isPathOfNames(param->text) ? param->text : "(" + param->text + ")");
      })
      .str();
}

} // namespace kasane
