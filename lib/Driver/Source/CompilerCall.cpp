// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/CompilerCall.h"

#include "Source/OmpHeader.h"
#include "Source/Origin.h"

#include "clang/Driver/Options.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace kasane {
namespace {

using Flags = std::vector<std::string>;
namespace opts = clang::driver::options;

constexpr const char *kClang = KASANE_LLVM_BIN "/clang"; // never run: Clang looks for its headers from its place
constexpr const char *kOpenMpOfGcc = "-D_OPENMP=201511";

std::string absolute(const std::string &path) {
  llvm::SmallString<256> out(path);
  llvm::sys::fs::make_absolute(out);
  llvm::sys::path::remove_dots(out, /*remove_dot_dot=*/true);
  return out.str().str();
}

// Flags that decide what is written where, or that only a compiler needs, say nothing about the source.
bool concernsOutput(const llvm::opt::Option &option) {
  return option.matches(opts::OPT_o) || option.matches(opts::OPT_c) || option.matches(opts::OPT_S) ||
         option.matches(opts::OPT_E) || option.matches(opts::OPT_M_Group) || option.matches(opts::OPT_save_temps_EQ) ||
         option.matches(opts::OPT_fsyntax_only) || option.matches(opts::OPT_w) ||
         option.matches(opts::OPT_Link_Group) || option.matches(opts::OPT_pedantic_Group) ||
         option.matches(opts::OPT_fsanitize_EQ);
}

struct UserFlags {
  Flags flags;
  Flags inputs; // words that are no flags
  bool openMp = false;
};

// gcc's flags that Clang does not know are left out, and so is OpenMP:
// the directives of the user's loops would hide them.
UserFlags knownToClang(const Flags &flags) {
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const llvm::opt::InputArgList args = clang::driver::getDriverOptTable().ParseArgs(
      words, missingIndex, missingCount, llvm::opt::Visibility(opts::ClangOption));
  UserFlags out;
  for (const llvm::opt::Arg *arg : args) {
    const llvm::opt::Option &option = arg->getOption();
    if (option.matches(opts::OPT_INPUT))
      out.inputs.push_back(arg->getValue());
    else if (option.matches(opts::OPT_fopenmp) || option.matches(opts::OPT_fopenmp_EQ))
      out.openMp = true;
    else if (!option.matches(opts::OPT_UNKNOWN) && !concernsOutput(option)) {
      llvm::opt::ArgStringList rendered;
      arg->render(args, rendered);
      out.flags.insert(out.flags.end(), rendered.begin(), rendered.end());
    }
  }
  return out;
}

struct Given {
  Flags flags;
  std::string source;
  std::string folder;
};

std::unique_ptr<clang::tooling::JSONCompilationDatabase> databaseIn(const std::string &folder,
                                                                    Diagnostics &diagnostics) {
  std::string why;
  auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      folder + "/compile_commands.json", why, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    diagnostics.add(DiagId::no_compile_commands, {}, {folder, llvm::StringRef(why).trim().str()});
  return database;
}

// The source's own commands, or those of the file that was translated from it.
std::vector<clang::tooling::CompileCommand> commandsOf(const clang::tooling::JSONCompilationDatabase &database,
                                                       const std::string &path) {
  auto out = database.getCompileCommands(path);
  for (const std::string &file : out.empty() ? database.getAllFiles() : Flags())
    if (const auto original = originalOf(file); original && absolute(*original) == path)
      return database.getCompileCommands(file);
  return out;
}

std::optional<Given> fromBuildFolder(const std::string &source, const Options &options, Diagnostics &diagnostics) {
  const auto database = databaseIn(options.buildFolder, diagnostics);
  if (!database)
    return std::nullopt;
  const std::string path = absolute(source);
  const auto commands = commandsOf(*database, path);
  if (commands.empty()) {
    diagnostics.add(DiagId::no_compile_command, {}, {options.buildFolder, source});
    return std::nullopt;
  }
  const Flags &words = commands.front().CommandLine;
  Given out{knownToClang({words.begin() + (words.empty() ? 0 : 1), words.end()}).flags, path,
            commands.front().Directory};
  if (llvm::is_contained(words, "-fopenmp"))
    out.flags.push_back("-fopenmp");
  out.flags.insert(out.flags.end(), options.compilerFlags.begin(), options.compilerFlags.end());
  return out;
}

// Installed with us, else where they were when we were built.
std::optional<std::string> resourceFolder(Diagnostics &diagnostics) {
  static int anchor; // an address of this program's
  const std::string executable = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  const std::string prefix = llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable)).str();
  Flags folders = {prefix + "/" KASANE_INSTALL_LIBDIR "/kasane/clang", KASANE_CLANG_RESOURCES};
  if (const auto named = llvm::sys::Process::GetEnv("KASANE_RESOURCE_DIR"))
    folders = {*named}; // a wrong one is no silent choice of another
  for (const std::string &folder : folders)
    if (llvm::sys::fs::exists(folder + "/include/stddef.h"))
      return folder;
  diagnostics.add(DiagId::no_builtin_headers, {}, {folders.back()});
  return std::nullopt;
}

} // namespace

std::vector<std::string> sourcesIn(const std::string &buildFolder, Diagnostics &diagnostics) {
  const auto database = databaseIn(buildFolder, diagnostics);
  std::vector<std::string> out;
  for (const std::string &file : database ? database->getAllFiles() : Flags()) {
    const auto original = originalOf(file);
    const std::string source = original ? *original : file;
    if (llvm::StringRef(source).ends_with(".c") && !llvm::is_contained(out, source))
      out.push_back(source);
  }
  llvm::sort(out);
  return out;
}

std::string fastMathFlag(const Flags &flags) {
  constexpr llvm::StringLiteral kFast[] = {"-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-fassociative-math",
                                           "-freciprocal-math"};
  std::string found;
  for (const std::string &flag : flags)
    if (llvm::is_contained(kFast, flag))
      found = flag;
    else if (flag == "-fno-fast-math" || flag == "-fno-" + (found.empty() ? found : found.substr(2)))
      found.clear();
  return found;
}

std::optional<CompilerCall> compilerCall(const std::string &source, const Options &options, Diagnostics &diagnostics) {
  std::optional<Given> given = Given{options.compilerFlags, source, ""};
  if (!options.buildFolder.empty())
    given = fromBuildFolder(source, options, diagnostics);
  const auto resources = resourceFolder(diagnostics);
  if (!given || !resources)
    return std::nullopt;
  const std::string fast = fastMathFlag(given->flags);
  if (options.fp == FpMode::Strict && !fast.empty())
    diagnostics.add(DiagId::strict_with_fast_math, {}, {fast});
  const UserFlags user = knownToClang(given->flags);
  for (const std::string &input : user.inputs)
    diagnostics.add(DiagId::not_a_flag, {}, {input});
  if (diagnostics.hasErrors())
    return std::nullopt;
  Flags call{kClang, "-fsyntax-only", "-Qunused-arguments", "-resource-dir=" + *resources};
  call.insert(call.end(), user.flags.begin(), user.flags.end());
  if (user.openMp)
    call.push_back(kOpenMpOfGcc);
  call.insert(call.end(), {"-idirafter", kOmpHeaderFolder});
  call.push_back("-fbracket-depth=100000"); // gcc has no limit
  // The user's compiler warns about the source; here only what keeps it from being parsed counts.
  call.insert(call.end(), {"-Wno-everything", "--", given->source});
  return CompilerCall{call, given->folder};
}

} // namespace kasane
