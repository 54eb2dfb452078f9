// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LeftValues.h"

#include "kasane/Support/Quoted.h"

#include <algorithm>

namespace kasane {
namespace {

// How a value of each kind is held and compared.
struct KindText {
  const char *type, *cast, *check;
};

KindText textOf(const Watched &left) {
  switch (left.kind) {
  case Watched::Integer:
    return {"long long ", "", "integer("};
  case Watched::Real:
    return {"double ", "", "real("};
  default:
    return {"void *", "(void *)", "pointer("};
  }
}

} // namespace

void SavedValues::add(const std::string &type, const std::string &name, const std::string &value) {
  declared += indent + type + (type.back() == '*' ? "" : " ") + name + " = " + value + ";\n";
  opaque += indent + "__asm__(\"\" : \"+m\"(" + name + "));\n";
}

std::string SavedValues::text() const {
  return opaque.empty() ? "" : declared + "#ifdef __GNUC__\n" + opaque + "#endif\n";
}

bool LeftValues::isCarried(const Watched &left) const {
  return std::find(region_.carried.begin(), region_.carried.end(), left.name) != region_.carried.end();
}

void LeftValues::save(SavedValues &saved) const {
  for (size_t i = 0; i < region_.left.size(); ++i) {
    const Watched &left = region_.left[i];
    if (!isCarried(left))
      saved.add(left.kind == Watched::Pointer ? "void *" : "__typeof__(" + left.name + ")",
                own_ + "e" + std::to_string(i), textOf(left).cast + left.name);
  }
}

std::string LeftValues::restore(const std::string &indent) const {
  std::string out;
  for (size_t i = 0; i < region_.left.size(); ++i)
    if (!isCarried(region_.left[i]))
      out += indent + region_.left[i].name + " = " + own_ + "e" + std::to_string(i) + ";\n";
  return out;
}

std::string LeftValues::keep(const std::string &whenRan, std::string &check) const {
  if (region_.left.empty())
    return "";
  SavedValues saved{"    ", {}, {}};
  if (region_.hostCode.empty())
    save(saved);
  std::string out = saved.text() + (saved.declared.empty() ? "" : restore("    ")) + whenRan;
  for (size_t i = 0; i < region_.left.size(); ++i) {
    const Watched &left = region_.left[i];
    const KindText kind = textOf(left);
    const std::string ours = own_ + "l" + std::to_string(i);
    out += std::string("    ") + kind.type + "const " + ours + " = " + kind.cast + left.name + ";\n";
    check += std::string("      ksn_verify_left_") + kind.check + own_ + "a.call, " + quoted(left.name) + ", " + ours +
             ", " + left.name + (left.kind == Watched::Real ? ", sizeof " + left.name : "") + ");\n";
  }
  return out;
}

} // namespace kasane
