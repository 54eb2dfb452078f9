// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Driver/Options.h"

#include "Options/Nearest.h"
#include "Options/OptionTable.h"
#include "Options/OptionValues.h"
#include "Options/Sarif.h"
#include "Options/WarningFlags.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

namespace kasane {
namespace {

// In the order of Command.
const std::vector<std::string> kCommands = {"translate", "explain", "suggest", "cc", "env", "machines", "probe"};

// The command that the first word names, which is then dropped. A word that looks like one but is none is an error; all
// else is left to be an input of translate.
std::optional<Command> takeCommand(std::vector<std::string> &arguments, Diagnostics &diagnostics) {
  if (arguments.empty())
    return Command::Translate;
  const std::string first = arguments.front();
  for (size_t c = 0; c < kCommands.size(); ++c)
    if (first == kCommands[c]) {
      arguments.erase(arguments.begin());
      return static_cast<Command>(c);
    }
  if (first.find_first_of("-./") != std::string::npos || llvm::sys::fs::exists(first))
    return Command::Translate;
  const std::string near = nearest(first, kCommands);
  const std::string known = llvm::join(kCommands, ", ");
  if (near.empty())
    diagnostics.add(DiagId::unknown_command, {}, {first, known});
  else
    diagnostics.add(DiagId::unknown_command_near, {}, {first, near});
  return std::nullopt;
}

void reportUnknown(const OptionTable &table, const std::string &argument, Command command, Diagnostics &diagnostics) {
  std::string near;
  if (table.findNearest(argument, near, visibilityOf(command)) <= 2)
    diagnostics.add(DiagId::unknown_option_near, {}, {argument, near});
  else
    diagnostics.add(DiagId::unknown_option, {}, {argument});
}

void reportUnknownWarnings(const WarningFlags &flags, Diagnostics &diagnostics) {
  const std::vector<std::string> known = warningNames();
  for (const std::string &unknown : flags.unknown)
    if (const std::string near = nearest(unknown, known); !near.empty())
      diagnostics.add(DiagId::unknown_warning_near, {}, {unknown, near});
    else
      diagnostics.add(DiagId::unknown_warning, {}, {unknown, llvm::join(known, ", ")});
}

using Args = llvm::opt::InputArgList;

void readSchedule(const Args &args, Options &options, Diagnostics &diagnostics) {
  options.targets = readTargets(args.getAllArgValues(OPT_target_EQ), diagnostics);
  options.targetsGiven = args.hasArg(OPT_target_EQ);
  if (const auto *arg = args.getLastArg(OPT_schedule_EQ))
    options.pinned.family = readFamily(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_tile_EQ))
    options.pinned.tile = readTile(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_depth_EQ))
    options.pinned.depth = readDepth(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_outofcore_EQ, OPT_outofcore))
    options.pinned.outOfCore = readOutOfCore(arg->getNumValues() ? arg->getValue() : "", diagnostics);
  options.pinned.distribute = args.hasArg(OPT_distribute, OPT_distribute_EQ);
  if (const auto *arg = args.getLastArg(OPT_distribute_EQ))
    options.ranks = readNetwork(arg->getValue(), options.targets, diagnostics);
  if (const auto *arg = args.getLastArg(OPT_fp_EQ))
    options.fp = readFpMode(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_machine_EQ))
    options.machine = readMachineName(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_policy_EQ))
    options.policy = readPolicy(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_tune_EQ))
    options.tune = readTune(arg->getValue(), diagnostics);
  options.sizes = readSizes(args.getAllArgValues(OPT_size_EQ), diagnostics);
  options.device = args.getLastArgValue(OPT_device_EQ).str();
  options.network = args.hasArg(OPT_network);
}

void readDependencies(const Args &args, DependencyFlags &out) {
  out.wanted = args.hasArg(OPT_MD, OPT_MMD);
  out.system = args.hasArg(OPT_MD);
  out.phony = args.hasArg(OPT_MP);
  out.file = args.getLastArgValue(OPT_MF).str();
  out.targets = args.getAllArgValues(OPT_MT);
}

void readOutput(const Args &args, Options &options, Diagnostics &diagnostics) {
  options.output = args.getLastArgValue(OPT_o).str();
  options.outputFolder = args.getLastArgValue(OPT_o_dir).str();
  options.separateKernels = args.hasArg(OPT_separate_kernels);
  options.saveTemps = args.hasArg(OPT_save_temps);
  options.all = args.hasArg(OPT_all);
  options.apply = args.hasArg(OPT_apply) || (options.command == Command::Suggest && !options.output.empty());
  options.report = args.getLastArgValue(OPT_report_EQ).str();
  options.dryRun = args.hasArg(OPT_dry_run);
  options.verbose = args.hasArg(OPT_verbose);
  if (const auto *arg = args.getLastArg(OPT_dump_after_EQ))
    options.dumpAfter = readStep(arg->getValue(), diagnostics);
  if (const auto *arg = args.getLastArg(OPT_format_EQ))
    options.format = readFormat(arg->getValue(), diagnostics);
  else if (options.command == Command::Explain)
    options.format = formatOf(options.output);
  readDependencies(args, options.dependencies);
  if (options.request != Request::Run)
    return;
  if (!options.output.empty() && !options.outputFolder.empty())
    diagnostics.add(DiagId::output_twice, {});
  if (!options.output.empty() && options.inputs.size() > 1 && options.command == Command::Translate)
    diagnostics.add(DiagId::output_of_many, {}, {std::to_string(options.inputs.size())});
}

void readCompilerFlags(const Args &args, const std::vector<std::string> &afterDashes, Options &options) {
  for (const llvm::opt::Arg *arg : args) {
    const llvm::opt::Option group = arg->getOption().getGroup();
    if (!group.isValid() || group.getID() != OPT_grp_compiler || arg->getOption().matches(OPT_p))
      continue;
    llvm::opt::ArgStringList words;
    arg->render(args, words);
    options.compilerFlags.insert(options.compilerFlags.end(), words.begin(), words.end());
  }
  options.compilerFlags.insert(options.compilerFlags.end(), afterDashes.begin(), afterDashes.end());
  options.buildFolder = args.getLastArgValue(OPT_p).str();
  options.warnings = takeWarningFlags(options.compilerFlags);
}

// What shapes the generated text; where it is written and what was logged do not belong into it.
std::string shapingArguments(const Args &args, const std::vector<std::string> &compilerFlags) {
  llvm::opt::ArgStringList words;
  for (const llvm::opt::Arg *arg : args) {
    const llvm::opt::Option group = arg->getOption().getGroup();
    if (group.isValid() && group.getID() == OPT_grp_schedule)
      arg->render(args, words);
  }
  std::string text = llvm::join(words, " ");
  if (!compilerFlags.empty())
    text += (text.empty() ? "-- " : " -- ") + llvm::join(compilerFlags, " ");
  return text;
}

Request requestOf(const Args &args) {
  if (args.hasArg(OPT_help))
    return Request::Help;
  return args.hasArg(OPT_version) ? Request::Version : Request::Run;
}

// Options with nothing where their value belongs, as a makefile's empty variable leaves them.
bool reportEmpty(const Args &args, Diagnostics &diagnostics) {
  bool found = false;
  for (const llvm::opt::Arg *arg : args) {
    const llvm::opt::Option group = arg->getOption().getGroup();
    if (!group.isValid() || (group.getID() != OPT_grp_schedule && group.getID() != OPT_grp_output) ||
        arg->getOption().getKind() == llvm::opt::Option::FlagClass)
      continue;
    const auto isEmpty = [](llvm::StringRef value) { return value.empty(); };
    if (!std::all_of(arg->getValues().begin(), arg->getValues().end(), isEmpty))
      continue;
    diagnostics.add(DiagId::missing_value, {}, {arg->getSpelling().str()});
    found = true;
  }
  return found;
}

Options readOptions(const Args &args, const std::vector<std::string> &afterDashes, Command command,
                    Diagnostics &diagnostics) {
  Options options;
  options.command = command;
  options.request = requestOf(args);
  options.inputs = args.getAllArgValues(OPT_INPUT);
  if (reportEmpty(args, diagnostics))
    return options;
  readSchedule(args, options, diagnostics);
  readOutput(args, options, diagnostics);
  readCompilerFlags(args, afterDashes, options);
  reportUnknownWarnings(options.warnings, diagnostics);
  if (const auto *arg = args.getLastArg(OPT_fdiagnostics_format_EQ))
    if (readMessageFormat(arg->getValue(), diagnostics) == MessageFormat::Sarif)
      options.warnings.sarif = std::make_shared<SarifLog>();
  options.commandLine = shapingArguments(args, options.compilerFlags);
  return options;
}

std::vector<const char *> pointersTo(const std::vector<std::string> &arguments) {
  std::vector<const char *> out;
  for (const std::string &argument : arguments)
    out.push_back(argument.c_str());
  return out;
}

std::optional<Options> parseTranslating(std::vector<std::string> arguments, Command command, Diagnostics &diagnostics) {
  std::vector<std::string> afterDashes;
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes != arguments.end()) {
    afterDashes.assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }
  const OptionTable table;
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const std::vector<const char *> pointers = pointersTo(arguments);
  const Args args = table.ParseArgs(pointers, missingIndex, missingCount, visibilityOf(command));
  if (missingCount)
    diagnostics.add(DiagId::missing_value, {}, {arguments[missingIndex]});
  for (const std::string &unknown : args.getAllArgValues(OPT_UNKNOWN))
    reportUnknown(table, unknown, command, diagnostics);
  Options options = readOptions(args, afterDashes, command, diagnostics);
  if (command == Command::Env || command == Command::Probe)
    for (const std::string &word : options.inputs)
      reportUnknown(table, word, command, diagnostics);
  else if (command != Command::Machines && options.request == Request::Run && options.inputs.empty() &&
           !(command == Command::Suggest && !options.buildFolder.empty()) && !diagnostics.hasErrors())
    diagnostics.add(DiagId::no_input, {});
  return diagnostics.hasErrors() ? std::nullopt : std::optional(options);
}

// A name of a machine, not of ours: Clang's --target=aarch64-linux-gnu.
bool isTriple(llvm::StringRef argument) {
  return argument.ltrim('-').starts_with("target=") && argument.ltrim('-').contains('-');
}

// @FILE, as gcc takes it; one that is not there stays a word.
std::vector<std::string> withResponseFiles(const std::vector<std::string> &arguments) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char *, 64> words;
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  llvm::cl::ExpansionContext expansion(memory, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = expansion.expandResponseFiles(words))
    llvm::consumeError(std::move(error)); // the compiler reads it again, and says what is wrong
  return {words.begin(), words.end()};
}

bool isOfCompilers(const std::string &argument) {
  namespace opts = clang::driver::options;
  const char *words[] = {argument.c_str()};
  unsigned index = 0;
  const Args args(std::begin(words), std::end(words));
  const auto arg =
      clang::driver::getDriverOptTable().ParseOneArg(args, index, llvm::opt::Visibility(opts::ClangOption));
  return !arg || !arg->getOption().matches(opts::OPT_UNKNOWN);
}

// An option of ours that is misspelt, and which; "" for all that may be the compiler's.
std::string meantForUs(const OptionTable &table, const std::string &argument) {
  if (!llvm::StringRef(argument).starts_with("--") || isOfCompilers(argument))
    return "";
  std::string near;
  return table.findNearest(argument, near, visibilityOf(Command::Cc)) <= 2 ? near : "";
}

// A drop-in compiler: what the table does not know goes on, in order.
std::optional<Options> parseCc(const std::vector<std::string> &given, Diagnostics &diagnostics) {
  const OptionTable table;
  std::vector<std::string> arguments = withResponseFiles(given);
  if (arguments == std::vector<std::string>{"-h"}) // beside other words it is the compiler's
    arguments = {"--help"};
  const std::vector<const char *> pointers = pointersTo(arguments);
  const Args all(pointers.data(), pointers.data() + pointers.size());
  std::vector<const char *> ours;
  std::vector<std::string> passedOn;
  for (unsigned i = 0; i < pointers.size();) {
    const unsigned begin = i;
    const auto arg = table.ParseOneArg(all, i, visibilityOf(Command::Cc));
    const bool known = arg && !arg->getOption().matches(OPT_UNKNOWN) && !arg->getOption().matches(OPT_INPUT);
    if (known && !isTriple(arguments[begin]))
      ours.push_back(pointers[begin]); // each of ours is one word
    else if (const std::string meant = meantForUs(table, arguments[begin]); !meant.empty())
      diagnostics.add(DiagId::unknown_option_near, {}, {arguments[begin], meant});
    else
      passedOn.push_back(arguments[begin]);
    i = begin + 1;
  }
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const Args args = table.ParseArgs(ours, missingIndex, missingCount, visibilityOf(Command::Cc));
  Options options = readOptions(args, {}, Command::Cc, diagnostics);
  options.warnings = takeWarningFlags(passedOn);
  reportUnknownWarnings(options.warnings, diagnostics);
  if (std::erase(passedOn, "-fdiagnostics-format=sarif")) // the compiler's own formats are its own
    options.warnings.sarif = std::make_shared<SarifLog>();
  // The compiler's own version and folders, as configure scripts and CMake ask for them.
  if (options.verbose && (passedOn.empty() || llvm::is_contained(arguments, "-v")))
    passedOn.push_back("-v");
  options.passedOn = std::move(passedOn);
  if (options.request == Request::Run && options.passedOn.empty() && !diagnostics.hasErrors())
    diagnostics.add(DiagId::no_input, {});
  return diagnostics.hasErrors() ? std::nullopt : std::optional(options);
}

} // namespace

std::optional<Options> parseOptions(const std::vector<std::string> &arguments, Diagnostics &diagnostics) {
  std::vector<std::string> rest = arguments;
  if (!rest.empty() && rest.front() == "help") { // of all, or of the command behind it
    rest.erase(rest.begin());
    rest.insert(rest.begin() + !rest.empty(), "--help");
  }
  const auto command = takeCommand(rest, diagnostics);
  if (!command)
    return std::nullopt;
  return *command == Command::Cc ? parseCc(rest, diagnostics) : parseTranslating(rest, *command, diagnostics);
}

} // namespace kasane
