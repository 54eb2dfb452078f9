// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Driver/Driver.h"

#include "Commands.h"
#include "Options/Sarif.h"
#include "Source/Render.h"

#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

ExitCode run(const Options &options, const std::string &executable) {
  switch (options.command) {
  case Command::Translate:
    return runTranslate(options);
  case Command::Explain:
    return runExplain(options);
  case Command::Suggest:
    return runSuggest(options);
  case Command::Cc:
    return runCc(options, executable);
  case Command::Env:
    return runEnv(options);
  case Command::Machines:
    return runMachines(options);
  case Command::Probe:
    return runProbe(options, executable);
  }
  return kExitWrongUse;
}

} // namespace

int runKasane(const std::string &executable, const std::vector<std::string> &arguments) {
  Diagnostics diagnostics;
  const auto options = parseOptions(arguments, diagnostics);
  render(diagnostics);
  if (!options)
    return kExitWrongUse;
  if (options->request == Request::Run) {
    const ExitCode code = run(*options, executable);
    if (options->warnings.sarif)
      llvm::errs() << options->warnings.sarif->document();
    return code;
  }
  llvm::outs() << (options->request == Request::Help ? helpText(options->command) : versionText());
  return kExitOk;
}

} // namespace kasane
