// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Reader.h"

namespace kasane {

static const Expansion kNone{nullptr, {}, {}, {}}; // of a statement by itself

Reader::Reader(const clang::ASTContext &context, Diagnostics &diagnostics, const Effects &ofRegion,
               const Effects &ofFunction)
    : Surroundings{context, ofRegion, ofFunction}, diags(diagnostics), expansion(&kNone) {}

Reader::Reader(const Surroundings &surroundings, const Expansion *way, Diagnostics &diagnostics)
    : Surroundings(surroundings), diags(diagnostics), expansion(way) {
  hostAt = &way->hostCode;
}

Reader::~Reader() = default;

std::nullptr_t Reader::failType(SourceRange at, clang::QualType type) {
  if (type->isAnyComplexType())
    diags.add(DiagId::complex_type, at);
  else
    diags.add(DiagId::unsupported_type, at, {type.getAsString()});
  return nullptr;
}

} // namespace kasane
