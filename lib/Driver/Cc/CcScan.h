// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which targets' regions lie in the objects and libraries of a link. In: the words that stand for them, and the
// compiler, which is asked for its library folders. Out: names of targets, in the order of the registry; none: the link
// has nothing of ours. Regions are known by their names, ksn_<..>_<target>, in the files' symbol tables.
#pragma once

#include "Cc/CcInput.h"

namespace kasane {

std::vector<std::string> targetsInObjects(const CcInput &input, const std::vector<std::string> &compiler);

} // namespace kasane

// Tests: tests/driver/cc-untranslated.test
