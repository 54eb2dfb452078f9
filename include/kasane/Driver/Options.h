// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line as data. In: the arguments without the program's name. Out: what was asked for, checked as far as it
// can be without opening a file; or errors of wrong use.
#pragma once

#include "kasane/Support/Diagnostic.h"
#include "kasane/Tuner/Choose.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kasane {

enum class Command { Translate, Explain, Suggest, Cc, Env, Machines, Probe };
enum class Request { Run, Help, Version };
enum class Step { Frontend, Split, Bounds, Schedule, Lower, Emit };
enum class ExplainFormat { Text, Json, Html };
enum class Tune { No, Measure, Exhaustive };
enum class MessageFormat { Text, Sarif };

class SarifLog;

// Which groups of our warnings and remarks the user wants; -W and -R, wherever they stand. And where messages go.
struct WarningFlags {
  bool allAreErrors = false;
  bool none = false; // -w
  bool remarks = false;
  std::vector<std::string> off, errors; // groups, "stencil-..."
  std::vector<std::string> unknown;     // what looks like one of ours and is none
  std::shared_ptr<SarifLog> sarif;      // -fdiagnostics-format=sarif: here instead of stderr
};

// -MD and its like.
struct DependencyFlags {
  bool wanted = false;
  bool system = false; // -MD rather than -MMD
  bool phony = false;  // -MP
  std::string file;    // -MF
  std::vector<std::string> targets;
};

struct Options {
  Command command = Command::Translate;
  Request request = Request::Run;
  std::vector<std::string> inputs;
  std::vector<std::string> compilerFlags; // in order: -I, -D, .. and what follows '--'
  std::string buildFolder;                // -p
  WarningFlags warnings;

  std::vector<std::string> targets; // never empty
  bool targetsGiven = false;
  Pinned pinned;
  Policy policy = Policy::Model;
  Tune tune = Tune::No;
  Sizes sizes;
  FpMode fp = FpMode::Contract;
  std::string machine; // a shipped one's name or a path; empty: by the target
  bool separateKernels = false;
  bool ranks = false; // of an MPI job have the arrays

  std::string output;       // -o
  std::string outputFolder; // -o-dir
  DependencyFlags dependencies;
  std::optional<Step> dumpAfter;
  ExplainFormat format = ExplainFormat::Text;
  bool verbose = false;

  std::string report; // explain only: of a run

  // suggest only
  bool all = false;   // also what isn't suggested
  bool apply = false; // as a patch

  // probe only
  std::string device;   // as KASANE_DEVICE
  bool network = false; // that between the ranks of an MPI job is measured

  // cc only
  std::vector<std::string> passedOn; // everything that is not ours, in order
  bool dryRun = false;
  bool saveTemps = false;
  std::vector<std::string> otherFiles; // sources that are linked with this one at once

  std::string commandLine; // as given, for the head comment of generated files
};

std::optional<Options> parseOptions(const std::vector<std::string> &arguments, Diagnostics &diagnostics);

std::string helpText(Command command);
std::string versionText();

} // namespace kasane

// Tests: tests/driver/flags.test, tests/driver/help.test
