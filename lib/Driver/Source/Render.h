// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Our diagnostics through Clang's machinery: file:line:col, caret, notes, fix-its and colours come out as the
// compiler's. What has no place in a source comes out as "kasane: error: ...". With a SarifLog all of it goes there.
#pragma once

#include "kasane/Driver/Options.h"

namespace clang {
class DiagnosticsEngine;
}

namespace kasane {

// All return whether an error was shown; -Werror counts. Nothing is shown twice.
bool render(const Diagnostics &diagnostics, const WarningFlags &flags, clang::DiagnosticsEngine &engine);
bool render(const Diagnostics &diagnostics, const WarningFlags &flags = {});
bool renderError(DiagId id, const std::vector<std::string> &args, const WarningFlags &flags = {});

// What --verbose and -### say: one line, without a severity.
void renderLine(DiagId id, const std::vector<std::string> &args);

} // namespace kasane

// Tests: tests/driver/sarif.test, tests/driver/exit-codes.test
