// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program with variables set and takes what it writes.
#pragma once

#include <string>
#include <vector>

struct Spawned {
  int status; // 128 + n: killed by signal n
  std::string out, err;
};

// settings: "KASANE_VERIFY=1"; no other KASANE_ variable reaches the program.
Spawned spawn(const std::vector<std::string> &settings, const std::vector<std::string> &command);

// A path for a file of this test process, and its contents.
std::string temporaryFile(const std::string &name);
std::string contentsOf(const std::string &path);
