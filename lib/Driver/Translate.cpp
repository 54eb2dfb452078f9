// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Translate.h"

#include "Commands.h"
#include "Source/Dependencies.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "Source/Source.h"
#include "kasane/Frontend/OtherFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasane {
namespace {

std::string generatedPath(const OutputNames &names, const GeneratedFile &file) {
  return names.prefix + ".kasane." + file.target + "." + file.extension;
}

void append(std::vector<OutputFile> &files, const std::string &source, const Translation &translation,
            const Options &options) {
  const OutputNames names = outputNames(source, options);
  files.push_back({names.rewritten, translation.rewritten, source});
  for (const GeneratedFile &file : translation.generated)
    files.push_back({generatedPath(names, file), file.text, source});
  if (options.dependencies.wanted)
    addDependencies(files, source, names.rewritten, translation.headers, options.dependencies);
}

// The rewritten source as it is, then each generated file under a line with its name.
void print(const std::string &source, const Translation &translation) {
  const OutputNames names{"", llvm::sys::path::stem(source).str()};
  llvm::outs() << translation.rewritten;
  for (const GeneratedFile &file : translation.generated)
    llvm::outs() << "/* ---- " << generatedPath(names, file) << " ---- */\n" << file.text;
  llvm::outs().flush();
}

ExitCode write(const std::vector<OutputFile> &files, const Options &options) {
  Diagnostics diagnostics;
  if (!options.outputFolder.empty())
    if (const std::error_code error = llvm::sys::fs::create_directories(options.outputFolder, /*IgnoreExisting=*/true,
                                                                        llvm::sys::fs::perms::all_all)) // but for umask
      diagnostics.add(DiagId::cannot_write, {}, {options.outputFolder, error.message()});
  if (!diagnostics.hasErrors())
    writeFiles(files, options.inputs, diagnostics);
  std::vector<std::string> paths;
  for (const OutputFile &file : files)
    paths.push_back(file.path);
  tellWritten(paths, options, diagnostics);
  render(diagnostics, options.warnings);
  return diagnostics.hasErrors() ? kExitWrongUse : kExitOk;
}

// Bodies of functions that only the other files have; those may call others again.
void takeFromOthers(const ParsedSource &parsed, const Options &options) {
  std::set<std::string> asked;
  if (parsed.directives.empty() || options.otherFiles.empty())
    return;
  for (std::set<std::string> names = namesElsewhere(parsed.ast);
       !std::includes(asked.begin(), asked.end(), names.begin(), names.end()); names = namesElsewhere(parsed.ast)) {
    asked.insert(names.begin(), names.end());
    for (const std::string &file : options.otherFiles)
      withOther(file, options,
                [&](const ParsedSource &other) { takeBodies(other.ast, other.omp, names, parsed.ast, parsed.omp); });
  }
}

} // namespace

ExitCode translateSource(const std::string &source, const Options &options, std::optional<Translation> &out) {
  return withSource(source, options, [&](const ParsedSource &parsed, Diagnostics &diagnostics) {
    if (parsed.directives.empty() && options.command == Command::Translate)
      diagnostics.add(DiagId::no_region, {}, {source});
    takeFromOthers(parsed, options);
    out = translateRegions(parsed, options, diagnostics);
    if (out)
      out->headers = parsed.headers;
  });
}

// All sources are looked at, so that one run shows all errors; one error anywhere, and nothing is written.
ExitCode runTranslate(const Options &options) {
  ExitCode worst = kExitOk;
  std::vector<OutputFile> files;
  for (const std::string &source : options.inputs) {
    std::optional<Translation> translation;
    worst = std::max(worst, translateSource(source, options, translation));
    if (translation && options.output == "-" && worst == kExitOk)
      print(source, *translation);
    else if (translation)
      append(files, source, *translation, options);
  }
  return worst == kExitOk && !files.empty() ? write(files, options) : worst;
}

} // namespace kasane
