// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texts of --help and --version.
#include "Options/OptionTable.h"
#include "Options/OptionValues.h"

#include "kasane/Driver/Commit.inc"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

struct Usage {
  const char *usage, *title;
};

Usage usageOf(Command command) {
  switch (command) {
  case Command::Translate:
    return {
        "kasane [translate] file.c... [options] [-- compiler flags]\n"
        "       kasane explain file.c... [options] [-- compiler flags]\n"
        "       kasane suggest file.c... [options] [-- compiler flags]\n"
        "       kasane cc [options] [compiler options] file.c... -o program\n"
        "       kasane machines [name...]\n"
        "       kasane probe [-o file]\n"
        "       kasane env",
        "Translates the stencil loops under '#pragma stencil'. Writes <stem>.kasane.c, the source with its regions\n"
        "turned into calls, and <stem>.kasane.<target>.c beside each source, unless -o or -o-dir says where."};
  case Command::Explain:
    return {"kasane explain file.c... [options] [-- compiler flags]",
            "Shows what was understood of each region, and the schedule that was chosen."};
  case Command::Suggest:
    return {
        "kasane suggest file.c... [options] [-- compiler flags]\n"
        "       kasane suggest -p folder [options]",
        "Finds the loops and calls before which '#pragma stencil' would help, best first, and what stands in the way\n"
        "elsewhere. With -p alone it looks at all C sources of <folder>/compile_commands.json."};
  case Command::Cc:
    return {"kasane cc [options] [compiler options] file.c... -o program",
            "Compiles like $KASANE_CC (gcc), with the stencil loops translated. All options but these go on to it."};
  case Command::Env:
    return {"kasane env",
            "Lists the environment variables of translated programs and of kasane, and what they are set to."};
  case Command::Machines:
    return {"kasane machines [name or file...] [--format=json]",
            "Lists the machines that a schedule can be chosen for, or shows what their files say."};
  case Command::Probe:
    return {
        "kasane probe [--target=name] [--device=device] [-o file]",
        "Measures this machine and writes its machine file, which is then the default of --machine here: for OpenMP\n"
        "its processor, for OpenCL one of its devices. 'mpirun -n 2 kasane probe --network' adds the network to the\n"
        "file."};
  }
  return {};
}

bool isKnown(const std::string &option, Command command) {
  const char *words[] = {option.c_str()};
  unsigned index = 0;
  const llvm::opt::InputArgList args(std::begin(words), std::end(words));
  const auto arg = OptionTable().ParseOneArg(args, index, visibilityOf(command));
  return arg && !arg->getOption().matches(OPT_UNKNOWN);
}

} // namespace

std::string helpText(Command command) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const Usage usage = usageOf(command);
  OptionTable().printHelp(out, usage.usage, usage.title, /*ShowHidden=*/false, /*ShowAllAliases=*/false,
                          visibilityOf(command));
  if (command == Command::Env)
    return out.str();
  out << "\nVALUES:\n";
  for (const auto &[option, values] : knownValues(command))
    if (isKnown(option + "=", command))
      out << "  " << option << ": " << llvm::join(values, ", ") << "\n";
  out << "\nExit code: 0 done, 1 an error in the program, 2 wrong use.\n";
  return out.str();
}

std::string versionText() {
  const std::string commit = KASANE_COMMIT; // empty outside of a clone
  return "kasane " KASANE_VERSION " (" + (commit.empty() ? "" : "commit " + commit + ", ") +
         "LLVM " LLVM_VERSION_STRING ")\n";
}

} // namespace kasane
