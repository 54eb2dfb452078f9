// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `kasane probe`: builds the measuring program of a target with the C compiler, as `cc` would, runs it, and writes the
// machine file that it prints. The program says on its standard output what it measured, or why it cannot.
#include "Cc/CcPlaces.h"
#include "Cc/CcRun.h"
#include "Commands.h"
#include "Options/FindMachine.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "kasane/Emit/Emit.h"
#include "kasane/Machine/MachineFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr const char *kHead = "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
                              "# Written by 'kasane probe'. docs/machines.md says what the keys mean.\n";

void checkUse(const Options &options, Diagnostics &diagnostics) {
  const TargetInfo *const target = findTarget(options.targets.front());
  if (options.targets.size() > 1)
    diagnostics.add(DiagId::probe_one_target, {}, {llvm::join(options.targets, ",")});
  else if (!options.device.empty() && !target->workGroups)
    diagnostics.add(DiagId::cannot_probe, {}, {target->name, "--device chooses among OpenCL's; add --target=opencl"});
}

// Where the file goes, found to be writable before anything is measured; "" with an error otherwise.
std::string outputPath(const Options &options, Diagnostics &diagnostics) {
  if (options.output == "-")
    return options.output;
  const std::string file = options.output.empty() ? probedFile(options.targets.front()) : options.output;
  if (file.empty()) {
    diagnostics.add(DiagId::no_config_folder, {});
    return "";
  }
  const std::string folder = path::parent_path(file).empty() ? "." : path::parent_path(file).str();
  std::error_code error;
  if (options.output.empty())
    error = fs::create_directories(folder);
  if (!error)
    error = fs::access(folder, fs::AccessMode::Write);
  if (error)
    diagnostics.add(DiagId::cannot_write, {}, {file, error.message()});
  else if (fs::exists(file) && !fs::is_regular_file(file))
    diagnostics.add(DiagId::output_is_no_file, {}, {file});
  return diagnostics.hasErrors() ? "" : file;
}

CcCommand buildCommand(const TargetInfo &target, const CcPlaces &places, const std::string &source,
                       const std::string &program) {
  CcCommand words = places.compiler;
  llvm::append_range(words, CcCommand{"-O3", "-march=native"});
  llvm::append_range(words, target.compileFlags);
  llvm::append_range(words, CcCommand{source, places.runtimeLibrary, "-o", program});
  llvm::append_range(words, target.linkFlags);
  llvm::append_range(words, CcCommand{"-pthread", "-lm"});
  return words;
}

// What the target's program prints; nullopt when there is none, it cannot be built, or it finds nothing to measure.
std::optional<std::string> measure(const TargetInfo &target, const CcPlaces &places, const std::string &executable,
                                   const Options &options, Diagnostics &diagnostics) {
  const auto fail = [&](const std::string &why) {
    diagnostics.add(DiagId::cannot_probe, {}, {target.name, why});
    return std::nullopt;
  };
  const std::string prefix = path::parent_path(path::parent_path(executable)).str();
  const std::string name = target.name + ".c";
  const std::string folder =
      folderWith(name, {prefix + "/" KASANE_INSTALL_DATADIR "/kasane/probe", KASANE_RUNTIME_SOURCE "/probe"});
  if (folder.empty())
    return fail("kasane has no program that measures for it");
  const TempFolder temps(options, "probe");
  if (temps.error()) {
    diagnostics.add(DiagId::cannot_write, {}, {temps.path(), temps.error().message()});
    return std::nullopt;
  }
  const std::string program = temps.path() + "/probe";
  const ExitCode built = runCommand(buildCommand(target, places, folder + "/" + name, program), options, temps.path());
  if (built == kExitWrongUse) // there is no such compiler, which has been said
    return std::nullopt;
  if (built != kExitOk)
    return fail("the program that measures could not be built; KASANE_CC names the C compiler");
  const Answer answer = outputOf({program});
  if (answer.status == 0)
    return answer.text;
  return fail(answer.text.empty() ? "the program that measures failed" : llvm::StringRef(answer.text).rtrim().str());
}

bool write(const Machine &machine, const std::string &file, Diagnostics &diagnostics) {
  const std::string text = kHead + writeMachine(machine);
  if (file != "-" && !writeFiles({{file, text, ""}}, {}, diagnostics))
    return false;
  llvm::outs() << (file == "-" ? text : file + "\n");
  llvm::outs().flush();
  return true;
}

// What the launcher calls this process; 0 without one.
int rankOfLauncher() {
  for (const char *const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char *const value = std::getenv(name))
      return std::atoi(value);
  return 0;
}

// The machine's file with what the ranks measure of their network, each by a program of its own. Rank 0 has the answer.
std::optional<std::string> measureNetwork(CcPlaces places, const std::string &executable, const Options &options,
                                          Diagnostics &diagnostics) {
  if (!findMpi(places, executable, diagnostics))
    return std::nullopt;
  places.compiler = places.mpicc;
  TargetInfo network;
  network.name = "network";
  return measure(network, places, executable, options, diagnostics);
}

bool probeNetwork(const Options &options, const std::string &executable, const CcPlaces &places,
                  const std::string &file, Diagnostics &diagnostics) {
  const std::optional<std::string> text = measureNetwork(places, executable, options, diagnostics);
  if (!text || rankOfLauncher() != 0)
    return text.has_value();
  std::optional<Machine> machine = file != "-" && fs::exists(file)
                                       ? findMachine(path::is_absolute(file) ? file : "./" + file, diagnostics)
                                       : machineFor(options, options.targets.front(), diagnostics);
  if (!machine)
    return false;
  machine->network = {};
  MachineError error;
  const std::optional<Machine> whole = readMachine(writeMachine(*machine) + *text, file, error);
  if (!whole)
    diagnostics.add(DiagId::cannot_probe, {}, {"network", "what was measured makes no sense: " + error.text});
  return whole && write(*whole, file, diagnostics);
}

// Whether the file was written.
bool probe(const Options &options, const std::string &executable, Diagnostics &diagnostics) {
  checkUse(options, diagnostics);
  const std::string file = diagnostics.hasErrors() ? "" : outputPath(options, diagnostics);
  const auto places = diagnostics.hasErrors() ? std::nullopt : findPlaces(compilerWords(), executable, diagnostics);
  if (!places)
    return false;
  if (options.network)
    return probeNetwork(options, executable, *places, file, diagnostics);
  if (!options.device.empty())
    setenv("KASANE_DEVICE", options.device.c_str(), 1);
  const auto measured = [&](const TargetInfo &target) -> std::optional<Machine> {
    const auto text = measure(target, *places, executable, options, diagnostics);
    MachineError error;
    std::optional<Machine> machine = text ? readMachine(*text, file, error) : std::nullopt;
    if (text && !machine)
      diagnostics.add(DiagId::cannot_probe, {}, {target.name, "what was measured makes no sense: " + error.text});
    return machine;
  };
  const TargetInfo &target = *findTarget(options.targets.front()), &processor = *findTarget("openmp");
  std::optional<Machine> machine = measured(target);
  // OpenCL says little of caches, which are this machine's.
  if (machine && machine->kind == MachineClass::Cpu && &target != &processor) {
    const std::optional<Machine> own = measured(processor);
    if (!own)
      return false;
    machine->caches = own->caches;
  }
  return machine && write(*machine, file, diagnostics);
}

} // namespace

ExitCode runProbe(const Options &options, const std::string &executable) {
  Diagnostics diagnostics;
  const bool done = probe(options, executable, diagnostics);
  render(diagnostics, options.warnings);
  return done ? kExitOk : kExitWrongUse;
}

} // namespace kasane
