// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Our warnings obey the compiler's flags. Flags that name one of our groups are removed, because no compiler knows
// them; -Werror and -w are noted and stay.
#pragma once

#include "kasane/Driver/Options.h"

namespace kasane {
WarningFlags takeWarningFlags(std::vector<std::string> &flags);

// "stencil" for all, and each group of the table: what may stand behind -W, -Wno- and -Werror=
std::vector<std::string> warningNames();
} // namespace kasane

// Tests: tests/driver/warnings.test
