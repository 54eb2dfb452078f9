// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tune/MeasureRun.h"

#include "Cc/CcCards.h"
#include "Cc/CcRun.h"
#include "kasane/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

namespace path = llvm::sys::path;

constexpr int kRunSeconds = 60;
constexpr int kOthersToo = 2; // what measure.c exits with when no schedule could be measured

std::string probeFolder() {
  static int anchor; // an address of this program's
  const std::string executable = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  const std::string prefix = path::parent_path(path::parent_path(executable)).str();
  return folderWith("measure.c", {prefix + "/" KASANE_INSTALL_DATADIR "/kasane/probe", KASANE_RUNTIME_SOURCE "/probe"});
}

bool write(const std::string &file, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (!error)
    out << text;
  out.close();
  const bool good = !error && !out.has_error();
  out.clear_error();
  return good;
}

// The region as `cc` would make it for the machine that it runs on.
CcCommand regionCommand(const TargetInfo &target, const MeasureTools &tools, FpMode fp, const std::string &folder) {
  const bool isC = target.compiler.empty();
  CcCommand words = isC ? tools.places.compiler : tools.places.nvcc;
  llvm::append_range(
      words, CcCommand{"-O3", isC ? "-march=native" : "-Xcompiler=-march=native", "-I", tools.places.runtimeInclude});
  llvm::append_range(words, target.compileFlags);
  if (!isC)
    llvm::append_range(words, nvccCard(tools.places.nvcc, "", tools.places.hasCard, ""));
  if (fp == FpMode::Strict)
    llvm::append_range(words, target.strictFlags);
  if (fp == FpMode::Fast)
    llvm::append_range(words, target.fastFlags);
  llvm::append_range(words, CcCommand{"-c", folder + "/region." + target.extension, "-o", folder + "/region.o"});
  return words;
}

CcCommand programCommand(const TargetInfo &target, const MeasureTools &tools, const std::string &folder) {
  CcCommand words = tools.places.compiler;
  llvm::append_range(words, CcCommand{"-O2", "-std=gnu11", "-I", tools.places.runtimeInclude, "-I", tools.probe,
                                      folder + "/region.o", folder + "/call.c", tools.probe + "/measure.c",
                                      tools.places.runtimeLibrary, "-o", folder + "/measure"});
  if (!target.compiler.empty() && !tools.places.cudaLibraries.empty())
    words.push_back("-L" + tools.places.cudaLibraries);
  llvm::append_range(words, target.linkFlags);
  if (offloads(target))
    llvm::append_range(words, offloadCard(tools.places.compiler, {}, "").flags);
  llvm::append_range(words, CcCommand{"-pthread", "-lm"});
  return words;
}

// The first line that says something, without the runtime's mark.
std::string reasonIn(llvm::StringRef text) {
  text = text.trim().split('\n').first;
  text.consume_front("ksn: ");
  return text.empty() ? "it does not run" : text.str();
}

std::vector<double> samplesIn(llvm::StringRef text) {
  std::vector<double> out;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    double seconds = 0;
    if (!line.getAsDouble(seconds) && seconds > 0)
      out.push_back(seconds);
    text = rest;
  }
  return out;
}

std::string folderOf(const Trials &trials, size_t which) { return trials.folder + "/" + std::to_string(which); }

// The generated text and the calls of it.
bool writeFiles(const Schedule &schedule, const Trials &trials, const std::string &folder) {
  const LoopNest nest = lower(trials.plan.program, trials.region.guards, schedule);
  const std::string text = emit(trials.target, {nest}, {"timed by kasane", false}).front().text;
  return !llvm::sys::fs::create_directories(folder) && write(folder + "/region." + trials.target.extension, text) &&
         write(folder + "/call.c", measuredText(nest, trials.plan.values));
}

// With what a compiler says first, asked again.
std::string whyNotBuilt(const CcCommand &command) {
  llvm::StringRef text;
  const Answer answer = outputOf(command, {.errors = true, .seconds = kRunSeconds});
  for (text = answer.text; !text.empty(); text = text.split('\n').second)
    if (const llvm::StringRef line = text.split('\n').first; line.contains("error:"))
      return "it does not compile, " + line.substr(line.find("error:")).trim().str();
  return "it does not compile";
}

} // namespace

std::optional<MeasureTools> findMeasureTools(Diagnostics &diagnostics) {
  const std::vector<std::string> compiler = compilerWords();
  static int anchor;
  const std::string executable = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  const auto program = llvm::sys::findProgramByName(compiler.front());
  const std::string version = program ? answerOf(compiler, "--version") : "";
  const std::string probe = probeFolder();
  if (!program)
    diagnostics.add(DiagId::cannot_run, {}, {compiler.front(), program.getError().message()});
  else if (version.empty())
    diagnostics.add(DiagId::cannot_run, {}, {compiler.front(), "it does not know --version"});
  else if (probe.empty())
    diagnostics.add(DiagId::cannot_read, {}, {"measure.c", "kasane's own files are not where they were installed"});
  if (diagnostics.hasErrors())
    return std::nullopt;
  auto places = findPlaces(compiler, executable, diagnostics);
  if (!places)
    return std::nullopt;
  return MeasureTools{*places, *program + "\n" + llvm::join(compiler, " ") + "\n" + version, probe};
}

std::vector<std::string> buildTrials(const std::vector<Schedule> &schedules, const Trials &trials) {
  std::vector<CcCommand> regions, programs;
  for (size_t s = 0; s < schedules.size(); ++s) {
    const std::string folder = folderOf(trials, s);
    if (!writeFiles(schedules[s], trials, folder))
      return std::vector<std::string>(schedules.size(), "its files cannot be written to " + folder);
    regions.push_back(regionCommand(trials.target, trials.tools, schedules[s].fp, folder));
    programs.push_back(programCommand(trials.target, trials.tools, folder));
  }
  const std::vector<bool> isCompiled = runTogether(regions), isLinked = runTogether(programs);
  std::vector<std::string> out;
  for (size_t s = 0; s < schedules.size(); ++s)
    if (!isCompiled[s])
      out.push_back(whyNotBuilt(regions[s]));
    else
      out.push_back(isLinked[s] ? "" : whyNotBuilt(programs[s]));
  return out;
}

Trial runTrial(const Schedule &schedule, size_t which, const Trials &trials, double best) {
  std::string limit;
  llvm::raw_string_ostream(limit) << best;
  const std::string program = folderOf(trials, which) + "/measure";
  const Answer answer = outputOf({program, std::to_string(trials.plan.steps), std::to_string(schedule.depth), limit},
                                 {.errors = true, .seconds = kRunSeconds});
  if (answer.status == 0)
    if (std::vector<double> samples = samplesIn(answer.text); !samples.empty())
      return {samples, "", false};
  return {{}, reasonIn(answer.text), answer.status == kOthersToo};
}

} // namespace kasane
