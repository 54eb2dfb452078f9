// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcRun.h"

#include "Source/Render.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
using Words = std::vector<std::string>;

// What a signal's handler can know; it may call nothing that is not safe in one, so another program removes the folder.
constexpr int kFolders = 2; // of the command, and of what it measures meanwhile
char foldersToRemove[kFolders][4096];
constexpr size_t kMostChildren = 64;
volatile sig_atomic_t runningChildren[kMostChildren]; // the first is the one of a command that runs alone

extern "C" void endByInterrupt(int signal) {
  for (const pid_t child : runningChildren)
    if (child > 0) {
      kill(child, SIGTERM);
      waitpid(child, nullptr, 0);
    }
  if (foldersToRemove[0][0] || foldersToRemove[1][0]) {
    const pid_t remover = fork();
    if (remover == 0) {
      execl("/bin/rm", "rm", "-rf", foldersToRemove[0], foldersToRemove[1], static_cast<char *>(nullptr));
      _exit(1);
    }
    if (remover > 0)
      waitpid(remover, nullptr, 0);
  }
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  raise(signal);
}

// A folder that is "" stands for one that is free.
void exchangeFolder(const std::string &folder, const std::string &by) {
  for (auto &place : foldersToRemove)
    if (folder == place && by.size() < sizeof place) {
      std::strcpy(place, by.c_str());
      return;
    }
}

void endOnInterrupt(const std::string &folder) {
  exchangeFolder("", folder);
  struct sigaction ours = {};
  ours.sa_handler = endByInterrupt;
  sigfillset(&ours.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) // nohup
      sigaction(signal, &ours, nullptr);
  }
}

void show(const CcCommand &command) {
  std::string line;
  llvm::raw_string_ostream out(line);
  for (const std::string &word : command) {
    const bool plain = word.find_first_of(" \t\"'\\;&|<>()*?[]{}") == std::string::npos && !word.empty();
    out << (line.empty() ? "" : " ");
    if (plain)
      out << word;
    else
      llvm::sys::printArg(out, word, /*Quote=*/true);
  }
  renderLine(DiagId::runs_command, {out.str()});
}

std::vector<llvm::StringRef> toRefs(const Words &words) { return {words.begin(), words.end()}; }

// As exec takes them, a null at the end.
std::vector<char *> pointersTo(const Words &words) {
  std::vector<char *> out;
  for (const std::string &word : words)
    out.push_back(const_cast<char *>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// Words that came from a response file may be more than the system takes; then they go on in one.
CcCommand fitted(const CcCommand &command, const std::string &folder) {
  if (folder.empty() || llvm::sys::commandLineFitsWithinSystemLimits(command.front(), toRefs(command)))
    return command;
  const std::string file = folder + "/words.rsp";
  std::string text;
  for (size_t w = 1; w < command.size(); ++w) {
    for (const char c : command[w])
      text += (std::isspace(static_cast<unsigned char>(c)) || c == '\\' || c == '\'' || c == '"' ? "\\" : "") +
              std::string(1, c);
    text += command[w].empty() ? "\"\"\n" : "\n";
  }
  std::error_code error;
  llvm::raw_fd_ostream(file, error) << text;
  return error ? command : CcCommand{command.front(), "@" + file};
}

// An errno, or 0: runningChildren[which] runs. No interrupt falls between its start and its being known.
int start(const Words &words, const posix_spawn_file_actions_t *actions, size_t which = 0) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &before);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const std::vector<char *> pointers = pointersTo(words);
  pid_t child = 0;
  const int error = posix_spawnp(&child, pointers.front(), actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  runningChildren[which] = error ? 0 : child;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return error;
}

// The exit status of runningChildren[which]; -1: it did not exit by itself.
int finish(size_t which = 0) {
  int status = 0;
  pid_t done = 0;
  while ((done = waitpid(runningChildren[which], &status, 0)) < 0 && errno == EINTR) {
  }
  runningChildren[which] = 0;
  return done > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::optional<std::string> programOf(const CcCommand &command) {
  const auto program = llvm::sys::findProgramByName(command.front());
  if (program)
    return *program;
  renderError(DiagId::cannot_run, {command.front(), program.getError().message()});
  return std::nullopt;
}

} // namespace

TempFolder::TempFolder(const Options &options, const std::string &output) : keep_(options.saveTemps || options.dryRun) {
  if (options.saveTemps) {
    path_ = output + ".temps";
    error_ =
        options.dryRun ? std::error_code() : fs::create_directories(path_, /*IgnoreExisting=*/true, fs::perms::all_all);
  } else if (options.dryRun) {
    path_ = "$TMPDIR/kasane";
  } else {
    llvm::SmallString<128> unique;
    error_ = fs::createUniqueDirectory("kasane", unique);
    path_ = unique.str().str();
    if (!error_)
      endOnInterrupt(path_);
  }
}

TempFolder::~TempFolder() {
  if (keep_ || error_)
    return;
  fs::remove_directories(path_);
  exchangeFolder(path_, "");
}

ExitCode runCommand(const CcCommand &command, const Options &options, const std::string &folder) {
  if (options.verbose || options.dryRun)
    show(command);
  if (options.dryRun)
    return kExitOk;
  const int error = start(fitted(command, folder), nullptr);
  if (!error)
    return finish() == 0 ? kExitOk : kExitProgramError;
  renderError(DiagId::cannot_run, {command.front(), std::generic_category().message(error)});
  return kExitWrongUse;
}

ExitCode becomeCommand(const CcCommand &command, const Options &options) {
  if (options.verbose || options.dryRun)
    show(command);
  if (options.dryRun)
    return kExitOk;
  const auto program = programOf(command);
  if (!program)
    return kExitWrongUse;
  if (!llvm::sys::commandLineFitsWithinSystemLimits(*program, toRefs(command))) {
    const TempFolder folder(options, "a.out");
    return runCommand(command, options, folder.error() ? "" : folder.path());
  }
  const std::vector<char *> words = pointersTo(command);
  execv(program->c_str(), words.data());
  renderError(DiagId::cannot_run, {command.front(), std::generic_category().message(errno)});
  return kExitWrongUse;
}

namespace {

// What comes from `end`; as far as it has come when `seconds` are over, and then the running program is stopped.
std::string readAll(int end, int seconds) {
  using Clock = std::chrono::steady_clock;
  const auto last = Clock::now() + std::chrono::seconds(seconds);
  std::string text;
  char part[4096];
  for (ssize_t size = 1; size > 0;) {
    pollfd waiting = {end, POLLIN, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(last - Clock::now()).count();
    const int atMost = left > 0 ? static_cast<int>(left) + 1 : 0;
    const int ready = poll(&waiting, 1, seconds ? atMost : -1);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0) {
      kill(runningChildren[0], SIGKILL);
      break;
    }
    size = read(end, part, sizeof part);
    text.append(part, static_cast<size_t>(std::max<ssize_t>(size, 0)));
  }
  return text;
}

} // namespace

Answer outputOf(const std::vector<std::string> &words, const Listen &listen) {
  int ends[2];
  if (pipe(ends) != 0)
    return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (listen.errors)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  const bool started = start(words, &actions) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Answer answer;
  if (started)
    answer.text = readAll(ends[0], listen.seconds);
  close(ends[0]);
  answer.status = started ? finish() : -1;
  return answer;
}

size_t mostTogether() { return std::clamp<size_t>(std::thread::hardware_concurrency(), 1, kMostChildren); }

std::vector<bool> runTogether(const std::vector<CcCommand> &commands) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<bool> good(commands.size());
  for (size_t first = 0; first < commands.size(); first += mostTogether()) {
    const size_t end = std::min(commands.size(), first + mostTogether());
    for (size_t c = first; c < end; ++c)
      good[c] = start(commands[c], &actions, c - first) == 0;
    for (size_t c = first; c < end; ++c)
      good[c] = good[c] && finish(c - first) == 0;
  }
  posix_spawn_file_actions_destroy(&actions);
  return good;
}

std::string answerOf(const std::vector<std::string> &compiler, const std::string &flag) {
  Words words = compiler;
  words.push_back(flag);
  const Answer answer = outputOf(words);
  return answer.status == 0 ? llvm::StringRef(answer.text).rtrim().str() : "";
}

std::string readAgainLater() {
  std::FILE *const copy = std::tmpfile(); // stays open for the compiler
  std::string text;
  char part[4096];
  for (ssize_t size = 0; copy && (size = read(STDIN_FILENO, part, sizeof part)) > 0;)
    text.append(part, static_cast<size_t>(size));
  if (!copy || std::fwrite(text.data(), 1, text.size(), copy) != text.size() || std::fflush(copy) != 0 ||
      lseek(fileno(copy), 0, SEEK_SET) != 0 || dup2(fileno(copy), STDIN_FILENO) < 0) {
    renderError(DiagId::cannot_read, {"standard input", std::generic_category().message(errno)});
    return "";
  }
  return text;
}

} // namespace kasane
