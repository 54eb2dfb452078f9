// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Spawn.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

std::string temporaryFile(const std::string &name) {
  return testing::TempDir() + "kasane_rt_" + std::to_string(getpid()) + "_" + name;
}

std::string contentsOf(const std::string &path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

static void addWord(std::string &line, const std::string &word) {
  line += " '";
  line += word;
  line += "'";
}

Spawned spawn(const std::vector<std::string> &settings, const std::vector<std::string> &command) {
  const std::string out = temporaryFile("out"), err = temporaryFile("err");
  std::string line = "env";
  for (char **variable = environ; *variable; variable++) {
    const std::string entry = *variable;
    if (entry.starts_with("KASANE_"))
      addWord(line.append(" -u"), entry.substr(0, entry.find('=')));
  }
  for (const std::string &setting : settings)
    addWord(line, setting);
  for (const std::string &word : command)
    addWord(line, word);
  addWord(line.append(" >"), out);
  addWord(line.append(" 2>"), err);
  const int status = std::system(line.c_str());
  Spawned result{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contentsOf(out), contentsOf(err)};
  EXPECT_EQ(std::remove(out.c_str()), 0);
  EXPECT_EQ(std::remove(err.c_str()), 0);
  return result;
}
