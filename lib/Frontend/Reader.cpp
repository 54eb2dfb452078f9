// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reader.h"

namespace kasane {

Reader::Reader(const clang::ASTContext &context, Diagnostics &diagnostics, const Effects &ofRegion,
               const Effects &ofFunction)
    : ast(context), diags(diagnostics), effects(ofRegion), functionEffects(ofFunction) {}

Reader::~Reader() = default;

} // namespace kasane
