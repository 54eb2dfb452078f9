// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options.td as LLVM's option table: ids, lookup, help.
#pragma once

#include "kasane/Driver/Options.h"

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace kasane {

// Which commands know an option; bits of an option's visibility.
enum OptionVisibility : unsigned {
  Translate = 1U << 1,
  Explain = 1U << 2,
  Suggest = 1U << 3,
  Cc = 1U << 4,
  Env = 1U << 5,
  Machines = 1U << 6,
  Probe = 1U << 7
};

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "kasane/Driver/Options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();
};

llvm::opt::Visibility visibilityOf(Command command);

} // namespace kasane

// Tests: tests/driver/help.test
