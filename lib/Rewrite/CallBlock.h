// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text that takes the place of one region, up to and without the original loops.
#pragma once

#include "kasane/Rewrite/Rewrite.h"

namespace kasane {

// `loops`: the region's text; `bounded`: a copy whose time loop asks ksn_verify_step first; `lineMark`: the #line directive
// for the region's first line.
std::string callBlock(const CallSite &call, const std::string &loops, const std::string &bounded,
                      const std::string &lineMark);

} // namespace kasane
