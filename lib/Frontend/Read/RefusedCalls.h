// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call that nothing could take the place of, with the reason that can be told.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Refuses a call that nothing could take the place of. Where its function has a body, the call in there is the reason.
std::nullptr_t refuseCall(Reader &reader, DiagId id, const clang::CallExpr *call);

} // namespace kasane
