// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines put into a file, as a unified diff that `patch -p1` and `git apply` take. In: the path and text of a file, and
// each line with the place in the text at which it goes in, where a line begins. Out: the diff; "" without lines.
#pragma once

#include <map>
#include <string>

namespace kasane {

using InsertedLines = std::map<size_t, std::string>; // by place; each with its line end

std::string withLines(const std::string &text, const InsertedLines &lines);
std::string diffOf(const std::string &path, const std::string &text, const InsertedLines &lines);

} // namespace kasane

// Tests: tests/driver/suggest-apply.test
