// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the commands of `cc`, and keeps the folder for what is made on the way. Both end with an interrupt: the running
// command is stopped, the folder is removed, and the process dies of the signal.
#pragma once

#include "Cc/CcCommands.h"
#include "kasane/Driver/Driver.h"

#include <system_error>

namespace kasane {

class TempFolder {
public:
  TempFolder(const Options &options, const std::string &output); // --save-temps: <output>.temps, which stays
  ~TempFolder();
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;

  const std::string &path() const { return path_; }
  std::error_code error() const { return error_; }

private:
  std::string path_;
  std::error_code error_;
  bool keep_;
};

// Shown with -v and -###, not run with -###.
ExitCode runCommand(const CcCommand &command, const Options &options, const std::string &folder);

// In place of this process: its exit status and its signals are the compiler's. Comes back when it cannot run.
ExitCode becomeCommand(const CcCommand &command, const Options &options);

// What a program prints; its exit status, or -1 when it did not run or did not exit by itself.
struct Answer {
  int status = -1;
  std::string text;
};
struct Listen {
  bool errors = false; // also to what it says on stderr
  int seconds = 0;     // then it is stopped; 0: never
};
Answer outputOf(const std::vector<std::string> &words, const Listen &listen = {});

// Which of them succeed, run as many at a time as the machine has processors, without a word.
std::vector<bool> runTogether(const std::vector<CcCommand> &commands);
size_t mostTogether();

// What the compiler prints when it is asked with one flag (-dumpmachine, ..); "" when it does not know it.
std::string answerOf(const std::vector<std::string> &compiler, const std::string &flag);

// Standard input as a whole, which the compiler finds there again; "" when it cannot be had twice.
std::string readAgainLater();

} // namespace kasane

// Tests: tests/driver/cc.test, tests/driver/cc-sarif.test
