// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CcPlaces.h"
#include "CcRun.h"
#include "CcScan.h"
#include "Commands.h"
#include "Output.h"
#include "Render.h"
#include "Translate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

// A cheap look, so that files without the directive never meet Clang. A directive that #if hides is found too, which
// costs a parse and changes nothing.
bool textMentionsDirective(llvm::StringRef rest) {
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    if (line.contains("_Pragma(\"stencil") || line.contains("_Pragma(\"tpace"))
      return true;
    line = line.ltrim();
    if (!line.consume_front("#") && !line.consume_front("%:"))
      continue;
    line = line.ltrim();
    if (!line.consume_front("pragma"))
      continue;
    line = line.ltrim();
    if (line.starts_with("stencil") || line.starts_with("tpace"))
      return true;
  }
  return false;
}

bool mentionsDirective(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer && textMentionsDirective((*buffer)->getBuffer()); // else the compiler says it better
}

// A compiler for another machine has other types and headers than Clang takes by itself.
Words machineFlags(const Words &compiler) {
  const std::string machine = answerOf(compiler, "-dumpmachine");
  const llvm::Triple triple(llvm::Triple::normalize(machine));
  const llvm::Triple ours(llvm::sys::getDefaultTargetTriple());
  if (machine.empty() || triple.getArch() == llvm::Triple::UnknownArch ||
      (triple.getArch() == ours.getArch() && triple.getOS() == ours.getOS() &&
       triple.getEnvironment() == ours.getEnvironment()))
    return {};
  return {"--target=" + machine};
}

// The sources that become one program with this one, where the linker is told nothing about which definitions count.
Words filesBeside(const CcInput &input, const CcItem &source) {
  Words others;
  const auto isOfDefinitions = [](llvm::StringRef word) {
    return word.contains("--wrap") || word.contains("muldefs") || word.contains("allow-multiple-definition") || word.contains("--defsym");
  };
  if (input.mode != CcMode::Link || llvm::any_of(input.flags, isOfDefinitions) ||
      llvm::any_of(input.items, [&](const CcItem &item) { return isOfDefinitions(item.word); }))
    return others;
  for (const CcItem &item : input.items)
    if (item.isC && item.word != "-" && item.word != source.word)
      others.push_back(item.word);
  return others;
}

ExitCode translateAll(const CcInput &input, const Words &compiler, const Options &options, const std::string &folder,
                      std::vector<CcSource> &sources) {
  Options forSource = options;
  ExitCode worst = kExitOk;
  std::set<std::string> stems;
  for (const CcItem &item : input.items) {
    if (!item.isC)
      continue;
    std::string stem = path::stem(item.word).str();
    while (!stems.insert(stem).second)
      stem += "-" + std::to_string(sources.size()); // another folder's file of the same name
    CcSource source{item.word, item.saidC, std::nullopt, folder + "/" + stem};
    if (mentionsDirective(item.word)) {
      forSource.compilerFlags = machineFlags(compiler);
      if (item.saidC)
        llvm::append_range(forSource.compilerFlags, Words{"-x", "c"});
      llvm::copy_if(input.flags, std::back_inserter(forSource.compilerFlags), [](llvm::StringRef flag) {
        return !flag.starts_with("-fdiagnostics-format="); // Clang has others
      });
      forSource.otherFiles = filesBeside(input, item);
      worst = std::max(worst, translateSource(item.word, forSource, source.translation));
    }
    sources.push_back(std::move(source));
  }
  return worst;
}

bool writeTemps(const std::vector<CcSource> &sources, Diagnostics &diagnostics) {
  std::vector<OutputFile> files;
  Words inputs;
  for (const CcSource &source : sources) {
    inputs.push_back(source.path);
    if (!source.translation)
      continue;
    files.push_back({rewrittenPath(source), source.translation->rewritten, source.path});
    for (const GeneratedFile &file : source.translation->generated)
      files.push_back({generatedPath(source, file), file.text, source.path});
  }
  return writeFiles(files, inputs, diagnostics);
}

ExitCode passThrough(const Options &options) {
  CcCommand command = compilerWords();
  command.insert(command.end(), options.passedOn.begin(), options.passedOn.end());
  return options.warnings.sarif ? runCommand(command, options, "")
                                : becomeCommand(command, options); // a document follows
}

void checkUse(const CcInput &input, Diagnostics &diagnostics) {
  const auto isSource = [](const CcItem &item) { return !llvm::StringRef(item.word).starts_with("-"); };
  const auto count = llvm::count_if(input.items, isSource);
  if (input.mode == CcMode::Object && input.output && count > 1)
    diagnostics.add(DiagId::cc_output_of_many, {}, {std::to_string(count)});
  for (const CcItem &item : input.items)
    if (input.output && isSource(item) && llvm::sys::fs::equivalent(item.word, *input.output))
      diagnostics.add(DiagId::would_overwrite_input, {}, {item.word});
  for (const CcItem &item : input.items)
    if (input.mode == CcMode::Assembly && item.isC && mentionsDirective(item.word))
      diagnostics.add(DiagId::assembly_of_stencils, {}, {item.word});
}

// What has no file of its own to be rewritten goes through as it is.
void checkUntranslated(const CcInput &input, const Options &options, Diagnostics &diagnostics) {
  for (const CcItem &item : input.items)
    if (item.word == "-" && (item.isC || item.isPreprocessed)) {
      if (!options.dryRun && textMentionsDirective(readAgainLater()))
        diagnostics.add(DiagId::untranslated_input, {}, {"-", "read from standard input"});
    } else if (item.isPreprocessed && mentionsDirective(item.word)) {
      diagnostics.add(DiagId::untranslated_input, {}, {item.word, "preprocessed"});
    }
}

bool hasStencils(const CcInput &input) {
  return llvm::any_of(input.items, [](const CcItem &item) { return item.isC && mentionsDirective(item.word); });
}

// The program or shared library needs the runtime when one of its parts has a region.
Words targetsOfLink(const CcInput &input, const Words &compiler) {
  return input.mode == CcMode::Link && !input.ownLibraries ? targetsInObjects(input, compiler) : Words();
}

ExitCode fail(const Diagnostics &diagnostics, const Options &options) {
  render(diagnostics, options.warnings);
  return kExitWrongUse;
}

ExitCode compileAll(const CcInput &input, const Words &linked, const CcPlaces &places, const Options &options) {
  Diagnostics diagnostics;
  const TempFolder folder(options, input.output.value_or("a.out"));
  if (folder.error()) {
    diagnostics.add(DiagId::cannot_write, {}, {folder.path(), folder.error().message()});
    return fail(diagnostics, options);
  }
  std::vector<CcSource> sources;
  if (const ExitCode code = translateAll(input, places.compiler, options, folder.path(), sources))
    return code;
  if (!options.dryRun && !writeTemps(sources, diagnostics))
    return fail(diagnostics, options);
  for (const CcCommand &command : ccCommands(input, sources, linked, places, options))
    if (const ExitCode code = runCommand(command, options, folder.path()))
      return code;
  return kExitOk;
}

} // namespace

ExitCode runCc(const Options &options, const std::string &executable) {
  const CcInput input = sortWords(options.passedOn);
  Diagnostics diagnostics;
  checkUse(input, diagnostics);
  if (input.compiles)
    checkUntranslated(input, options, diagnostics);
  if (render(diagnostics, options.warnings))
    return diagnostics.hasErrors() ? kExitWrongUse : kExitProgramError;
  if (input.mode == CcMode::PassThrough || input.mode == CcMode::Assembly)
    return passThrough(options);
  const Words compiler = compilerWords();
  const Words linked = targetsOfLink(input, compiler);
  if (linked.empty() && !hasStencils(input))
    return passThrough(options);
  const auto places = findPlaces(compiler, executable, diagnostics);
  return places ? compileAll(input, linked, *places, options) : fail(diagnostics, options);
}

} // namespace kasane
