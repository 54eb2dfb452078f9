// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Coefficients.h"
#include "Ast/Records.h"

#include <algorithm>

namespace kasane {
namespace {

// C text for the call; nullopt: the value isn't known there.
std::optional<std::string> textOf(const Reader &reader, const Poly &value) {
  bool isKnown = true;
  const Poly spelled = value.substitute([&](const std::string &name) -> std::optional<Poly> {
    const auto param =
        llvm::find_if(reader.draft.params, [&](const Param &p) { return p.name == name && !isFloat(p.type); });
    isKnown &= param != reader.draft.params.end();
    return isKnown ? std::optional(Poly::symbol("(long long)" + param->text)) : std::nullopt;
  });
  return isKnown ? std::optional(spelled.str()) : std::nullopt;
}

// When the element is there; "": always.
std::string conditionText(const Reader &reader) {
  std::string out;
  for (const Poly &room : reader.nest.given)
    if (const std::optional<std::string> text = textOf(reader, room))
      out += (out.empty() ? "" : " && ") + *text + " >= 0";
  return out;
}

bool isChanged(const Reader &reader, const DraftArray &array) {
  return reader.effects.storedKeys.count(array.key) || reader.effects.assignedKeys.count(array.key);
}

} // namespace

ExprPtr coefficient(Reader &reader, const clang::Expr *element, ScalarType type) {
  if ((reader.nest.unrolled.empty() && reader.nest.sliding.empty()) || isPicked(reader, element))
    return nullptr;
  const std::optional<Place> place = placeOf(reader, element);
  if (!place)
    return nullptr;
  const DraftArray &array = reader.draft.arrays[place->array];
  std::string text = array.pointer(), first = array.pointer();
  ScalarType elem = array.elem;
  for (const Poly &index : place->index) {
    if (array.isMember(static_cast<size_t>(&index - place->index.data()))) {
      const std::optional<size_t> member = memberAt(array, index);
      if (!member)
        return nullptr;
      elem = array.members[*member].type;
      text += array.members[*member].path;
      first += array.members[*member].path;
      continue;
    }
    const std::optional<std::string> at = textOf(reader, index);
    if (!at)
      return nullptr;
    text += "[" + *at + "]";
    first += "[0]";
  }
  if (isChanged(reader, array) || elem != type || place->index.size() != array.extents.size())
    return nullptr;
  const std::string condition = conditionText(reader);
  const std::string value = condition.empty() ? text : "(" + condition + " ? " + text + " : 0)";
  reader.invariantReads.push_back({place->array, reader.range(element)});
  auto [it, inserted] = reader.paramByKey.try_emplace(value, reader.draft.params.size());
  if (inserted) {
    reader.draft.params.push_back({reader.names.take(text), type, value});
    const std::string where = condition.empty() ? text : "*(" + condition + " ? &" + text + " : &" + first + ")";
    reader.paramArrays.insert(array.isObject ? array.text : where);
  }
  return makeExpr(type, ScalarRef{reader.draft.params[it->second].name}, reader.range(element));
}

} // namespace kasane
