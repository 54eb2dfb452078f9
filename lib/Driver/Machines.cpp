// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `kasane machines`: the shipped ones, or those that are named, as a list, as machine files or as JSON.
#include "Commands.h"
#include "MachinesJson.h"
#include "Options/FindMachine.h"
#include "Source/Render.h"

#include "kasane/Machine/MachineFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasane {
namespace {

void list(const std::vector<Machine> &machines) {
  size_t width = 0;
  for (const Machine &machine : machines)
    width = std::max(width, machine.name.size());
  for (const Machine &machine : machines)
    llvm::outs() << llvm::left_justify(machine.name, width + 2) << nameOf(machine.kind) << "  " << machine.title
                 << "\n";
}

} // namespace

ExitCode runMachines(const Options &options) {
  if (options.format == ExplainFormat::Html) {
    renderError(DiagId::unknown_value, {"html", "--format", "text, json"}, options.warnings);
    return kExitWrongUse;
  }
  Diagnostics diagnostics;
  std::vector<Machine> machines;
  for (const std::string &name : options.inputs.empty() ? shippedMachines() : options.inputs)
    if (auto machine = findMachine(name, diagnostics))
      machines.push_back(std::move(*machine));
  if (render(diagnostics, options.warnings))
    return kExitWrongUse;
  if (options.format == ExplainFormat::Json)
    llvm::outs() << machinesJson(machines);
  else if (options.inputs.empty())
    list(machines);
  else
    for (const Machine &machine : machines)
      llvm::outs() << "# " << machine.name << "\n" << writeMachine(machine);
  llvm::outs().flush();
  return kExitOk;
}

} // namespace kasane
