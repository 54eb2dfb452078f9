// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/FindMachine.h"

#include "Options/Nearest.h"
#include "kasane/Emit/Emit.h"
#include "kasane/Machine/MachineFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// Installed with us, else in the source tree that we were built from.
std::string machinesFolder() {
  static int anchor; // an address of this program's
  const std::string executable = fs::getMainExecutable(nullptr, &anchor);
  const std::string prefix = path::parent_path(path::parent_path(executable)).str();
  const std::string installed = prefix + "/" KASANE_INSTALL_DATADIR "/kasane/machines";
  return fs::is_directory(installed) ? installed : KASANE_MACHINES_SOURCE;
}

bool isPath(llvm::StringRef name) { return name.contains('/') || name.ends_with(".yaml"); }

std::optional<Machine> load(const std::string &file, Diagnostics &diagnostics) {
  MachineError error;
  auto machine = loadMachine(file, error);
  if (!machine)
    diagnostics.add(DiagId::bad_machine_file, {}, {error.place, error.text});
  return machine;
}

std::optional<Machine> loadShipped(const std::string &name, Diagnostics &diagnostics) {
  return load(machinesFolder() + "/" + name + ".yaml", diagnostics);
}

std::optional<Machine> machineOf(const Options &options, const std::string &target, bool workGroups,
                                 Diagnostics &diagnostics) {
  if (!options.machine.empty())
    return findMachine(options.machine, diagnostics);
  const std::string probed = probedFile(target);
  if (!probed.empty() && fs::exists(probed))
    return load(probed, diagnostics);
  return loadShipped(workGroups ? "gpu" : "avx2", diagnostics);
}

} // namespace

std::vector<std::string> shippedMachines() { return machinesIn(machinesFolder()); }

std::optional<Machine> findMachine(const std::string &nameOrPath, Diagnostics &diagnostics) {
  if (isPath(nameOrPath))
    return load(nameOrPath, diagnostics);
  const std::vector<std::string> known = shippedMachines();
  if (std::ranges::find(known, nameOrPath) != known.end())
    return loadShipped(nameOrPath, diagnostics);
  const std::string near = nearest(nameOrPath, known);
  if (near.empty())
    diagnostics.add(DiagId::unknown_machine, {}, {nameOrPath, llvm::join(known, ", ")});
  else
    diagnostics.add(DiagId::unknown_machine_near, {}, {nameOrPath, near});
  return std::nullopt;
}

std::string probedFile(const std::string &target) {
  const auto config = llvm::sys::Process::GetEnv("XDG_CONFIG_HOME");
  const auto home = llvm::sys::Process::GetEnv("HOME");
  std::string folder;
  if (config && path::is_absolute(*config)) // the specification wants relative ones ignored
    folder = *config;
  else if (home && !home->empty())
    folder = *home + "/.config";
  return folder.empty() ? "" : folder + "/kasane/machine-" + target + ".yaml";
}

bool fits(const Machine &machine, const TargetInfo &target) {
  if (target.onlyGpus)
    return machine.kind == MachineClass::Gpu;
  return target.workGroups || machine.kind != MachineClass::Gpu;
}

std::optional<Machine> machineFor(const Options &options, const std::string &target, Diagnostics &diagnostics) {
  const TargetInfo *const info = findTarget(target);
  std::optional<Machine> machine = machineOf(options, target, info && info->workGroups, diagnostics);
  if (machine && info && info->asksForLocal)
    machine->local.bytes = std::max(machine->local.bytes, machine->local.onRequest);
  // A kernel that takes the most registers doesn't start in groups for which there are too few. (The published method
  // knows no such.)
  if (!machine || !info)
    return machine;
  Registers &registers = machine->registers;
  registers.areAsked = info->limitsRegisters;
  if (!registers.areAsked && registers.perItem && options.policy == Policy::Model)
    machine->groups.items = std::min(machine->groups.items, registers.perUnit / registers.perItem);
  return machine;
}

} // namespace kasane
