// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcCards.h"
#include "Cc/CcPlaces.h"
#include "Cc/CcRun.h"
#include "Cc/CcScan.h"
#include "Cc/CcStencils.h"
#include "Commands.h"
#include "Options/FindMachine.h"
#include "Source/Output.h"
#include "Source/Render.h"
#include "Translate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

using Stencils = std::set<std::string>; // sources that are translated

// The sources that become one program with this one, where the linker is told nothing about which definitions count.
Words filesBeside(const CcInput &input, const CcItem &source) {
  Words others;
  const auto isOfDefinitions = [](llvm::StringRef word) {
    return word.contains("--wrap") || word.contains("muldefs") || word.contains("allow-multiple-definition") ||
           word.contains("--defsym");
  };
  if (input.mode != CcMode::Link || llvm::any_of(input.flags, isOfDefinitions) ||
      llvm::any_of(input.items, [&](const CcItem &item) { return isOfDefinitions(item.word); }))
    return others;
  for (const CcItem &item : input.items)
    if (item.isC && item.word != "-" && item.word != source.word)
      others.push_back(item.word);
  return others;
}

ExitCode translateAll(const CcInput &input, const Stencils &stencils, const Words &compiler, const Options &options,
                      const std::string &folder, std::vector<CcSource> &sources) {
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
    if (stencils.count(item.word)) {
      forSource.compilerFlags = parseFlags(item, input, compiler);
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
  // With SARIF a document follows what the compiler says.
  return options.warnings.sarif ? runCommand(command, options, "") : becomeCommand(command, options);
}

void checkUse(const CcInput &input, const Stencils &stencils, Diagnostics &diagnostics) {
  const auto isSource = [](const CcItem &item) { return !llvm::StringRef(item.word).starts_with("-"); };
  const auto count = llvm::count_if(input.items, isSource);
  if (input.mode == CcMode::Object && input.output && count > 1)
    diagnostics.add(DiagId::cc_output_of_many, {}, {std::to_string(count)});
  for (const CcItem &item : input.items)
    if (input.output && isSource(item) && llvm::sys::fs::equivalent(item.word, *input.output))
      diagnostics.add(DiagId::would_overwrite_input, {}, {item.word});
  for (const CcItem &item : input.items)
    if (input.mode == CcMode::Assembly && item.isC && stencils.count(item.word))
      diagnostics.add(DiagId::assembly_of_stencils, {}, {item.word});
}

// The program or shared library needs the runtime when one of its parts has a region.
Words targetsOfLink(const CcInput &input, const Words &compiler) {
  return input.mode == CcMode::Link && !input.ownLibraries ? targetsInObjects(input, compiler) : Words();
}

ExitCode fail(const Diagnostics &diagnostics, const Options &options) {
  render(diagnostics, options.warnings);
  return kExitWrongUse;
}

// For which of NVIDIA's cards code is made. `names`: the targets of the link.
CcPlaces chooseCard(CcPlaces places, const CcInput &input, const Words &names, const Options &options) {
  bool forCard = false;
  for (const std::string &name : names) {
    const TargetInfo &target = *findTarget(name);
    forCard |= offloads(target);
    Diagnostics ignored; // the translation has told them
    if (offloads(target) || !target.compiler.empty())
      if (const auto machine = machineFor(options, name, ignored))
        places.architecture = machine->architecture;
  }
  if (!forCard)
    return places;
  const OffloadCard card = offloadCard(places.compiler, input.flags, places.architecture);
  places.offload = card.flags;
  if (card.isForHost)
    renderError(DiagId::offload_for_host, {places.compiler.front()}, options.warnings);
  return places;
}

// Once, for the region that gains most.
void tellOfVectors(const std::vector<CcSource> &sources, const Options &options) {
  constexpr double kWorthALine = 1.05;
  Translation::Wider most;
  for (const CcSource &source : sources)
    if (source.translation && source.translation->wider.times > most.times)
      most = source.translation->wider;
  if (most.times >= kWorthALine)
    renderError(DiagId::narrow_vectors,
                {std::to_string(most.made), std::to_string(most.here), llvm::formatv("{0:f1}", most.times).str()},
                options.warnings);
}

bool addMpi(CcPlaces &places, const CcInput &input, const std::string &executable, Diagnostics &diagnostics) {
  if (input.mode != CcMode::Link || input.ownLibraries)
    return true;
  for (const std::string &flag : input.flags)
    if (flag == "-shared")
      diagnostics.add(DiagId::ranks_in_library, {}, {flag});
  for (const CcItem &item : input.items)
    if (item.word == "-shared")
      diagnostics.add(DiagId::ranks_in_library, {}, {item.word});
  return !diagnostics.hasErrors() && findMpi(places, executable, diagnostics);
}

ExitCode compileAll(const CcInput &input, const Stencils &stencils, const Words &linked, const CcPlaces &places,
                    const Options &options) {
  Diagnostics diagnostics;
  const TempFolder folder(options, input.output.value_or("a.out"));
  if (folder.error()) {
    diagnostics.add(DiagId::cannot_write, {}, {folder.path(), folder.error().message()});
    return fail(diagnostics, options);
  }
  std::vector<CcSource> sources;
  if (const ExitCode code = translateAll(input, stencils, places.compiler, options, folder.path(), sources))
    return code;
  tellOfVectors(sources, options);
  if (!options.dryRun && !writeTemps(sources, diagnostics))
    return fail(diagnostics, options);
  const CcPlaces withCard = chooseCard(places, input, targetsToLink(sources, linked), options);
  for (const CcCommand &command : ccCommands(input, sources, linked, withCard, options, folder.path()))
    if (const ExitCode code = runCommand(command, options, folder.path()))
      return code;
  return kExitOk;
}

} // namespace

ExitCode runCc(const Options &options, const std::string &executable) {
  const CcInput input = sortWords(options.passedOn);
  Diagnostics diagnostics;
  const Words compiler = compilerWords();
  const CcStencils stencils = findStencils(input, compiler, options);
  checkUse(input, stencils.sources, diagnostics);
  if (render(diagnostics, options.warnings))
    return diagnostics.hasErrors() ? kExitWrongUse : kExitProgramError;
  if (stencils.code)
    return stencils.code;
  if (input.mode == CcMode::PassThrough || input.mode == CcMode::Assembly)
    return passThrough(options);
  const Words linked = targetsOfLink(input, compiler);
  if (linked.empty() && stencils.sources.empty())
    return passThrough(options);
  auto places = findPlaces(compiler, executable, diagnostics);
  if (places && options.ranks && !addMpi(*places, input, executable, diagnostics))
    places.reset();
  return places ? compileAll(input, stencils.sources, linked, *places, options) : fail(diagnostics, options);
}

} // namespace kasane
