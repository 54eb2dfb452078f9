// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Reader.h"

namespace kasane {

Reader::Reader(const clang::ASTContext &context, Diagnostics &diagnostics, const Effects &ofRegion,
               const Effects &ofFunction)
    : Surroundings{context, ofRegion, ofFunction}, diags(diagnostics) {}

Reader::~Reader() = default;

} // namespace kasane
