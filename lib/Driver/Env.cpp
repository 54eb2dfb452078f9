// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `kasane env`: the KASANE_ variables with their values, and what they are set to. An unknown one in the environment is
// an error, as it is to a translated program.
#include "Commands.h"
#include "Options/Nearest.h"
#include "Source/Render.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

extern char **environ;

namespace kasane {
namespace {

enum class Reader { program, kasane, later };

struct Variable {
  const char *name;
  Reader reader;
  const char *values, *meaning;
};

constexpr Variable kVariables[] = {
#define KSN_VARIABLE(name, reader, values, meaning) {#name, Reader::reader, values, meaning},
#include "Variables.def"
};

void list(llvm::raw_ostream &out, Reader reader, const char *title) {
  out << title << "\n";
  for (const Variable &variable : kVariables) {
    if (variable.reader != reader)
      continue;
    const auto value = llvm::sys::Process::GetEnv(variable.name);
    out << "  " << variable.name << "=" << variable.values << "\n";
    if (reader != Reader::later)
      out << "      " << variable.meaning << "\n";
    out << "      " << (value && !value->empty() ? "now: " + *value : "not set") << "\n";
  }
}

void checkNames(Diagnostics &diagnostics) {
  std::vector<std::string> known;
  for (const Variable &variable : kVariables)
    known.push_back(variable.name);
  for (char **entry = environ; *entry; ++entry) {
    const std::string name = llvm::StringRef(*entry).split('=').first.str();
    if (!llvm::StringRef(name).starts_with("KASANE_") || llvm::is_contained(known, name))
      continue;
    if (const std::string near = nearest(name, known); !near.empty())
      diagnostics.add(DiagId::unknown_variable_near, {}, {name, near});
    else
      diagnostics.add(DiagId::unknown_variable, {}, {name});
  }
}

} // namespace

ExitCode runEnv(const Options &options) {
  list(llvm::outs(), Reader::program, "Of a translated program:");
  list(llvm::outs(), Reader::kasane, "Of kasane:");
  list(llvm::outs(), Reader::later, "Reserved, and read by nobody yet:");
  llvm::outs().flush();
  Diagnostics diagnostics;
  checkNames(diagnostics);
  return render(diagnostics, options.warnings) ? kExitWrongUse : kExitOk;
}

} // namespace kasane
