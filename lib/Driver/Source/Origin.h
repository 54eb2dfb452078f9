// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which source a file was translated from, where a build system lists the files that Kasane wrote. In: a file's name.
// Out: the source's name, as the translator was given it:
//
//   build/kasane/app/heat.c                "/home/ann/heat.c"
//   build/kasane/app/heat.kasane.openmp.c  "": kernels, which no source stands for
//   src/heat.c                             nothing: not written by Kasane
#pragma once

#include <optional>
#include <string>

namespace kasane {

std::optional<std::string> originalOf(const std::string &file);

} // namespace kasane

// Tests: tests/driver/suggest-project.test
