// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcStencils.h"

#include "Cc/CcMentions.h"
#include "Cc/CcRun.h"
#include "Source/Render.h"
#include "Source/Source.h"
#include "kasane/Frontend/LeftAlone.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

namespace kasane {
namespace {

using Words = std::vector<std::string>;

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

bool isRegion(const Directive &directive, const clang::SourceManager &sources) {
  return directive.misspelt.empty() && sources.isWrittenInMainFile(sources.getExpansionLoc(directive.loc));
}

class Finder {
public:
  Finder(const CcInput &input, const Words &compiler, const Options &options)
      : input_(input), compiler_(compiler), options_(options) {}

  CcStencils run() {
    for (const CcItem &item : input_.items)
      if (item.word == "-")
        lookAtStandardInput(item);
      else if (item.isPreprocessed)
        lookAtPreprocessed(item);
      else if (item.isC || item.isCxx)
        lookAtSource(item);
    return std::move(out_);
  }

private:
  void warn(const std::string &name, const std::string &what) {
    Diagnostics one;
    one.add(DiagId::untranslated_input, {}, {name, what});
    if (input_.compiles && render(one, options_.warnings))
      out_.code = std::max(out_.code, kExitProgramError);
  }

  // What has no file of its own to be rewritten goes through as it is.
  void lookAtStandardInput(const CcItem &item) {
    if ((item.isC || item.isPreprocessed || item.isCxx) && input_.compiles && !options_.dryRun &&
        mentionsInText(readAgainLater()).directive)
      warn("-", "read from standard input");
  }
  void lookAtPreprocessed(const CcItem &item) {
    if (const auto buffer = llvm::MemoryBuffer::getFile(item.word);
        buffer && mentionsInText((*buffer)->getBuffer()).directive)
      warn(item.word, "preprocessed");
  }

  void lookAtSource(const CcItem &item) {
    const Mentions mentions = mentionsIn(item.word, input_.flags);
    if (item.isC && mentions.directive)
      out_.sources.insert(item.word);
    else if (input_.compiles && (mentions.directive || mentions.perhaps))
      peek(item, mentions);
  }

  void peek(const CcItem &item, const Mentions &mentions) {
    Options forSource = options_;
    forSource.compilerFlags = parseFlags(item, input_, compiler_);
    bool isKnown = false; // what its directives are
    const ExitCode code = peekAtSource(item.word, forSource, [&](const ParsedSource &parsed, Diagnostics &diagnostics) {
      isKnown = !parsed.directives.empty() || !parsed.ast.getDiagnostics().hasErrorOccurred();
      const clang::SourceManager &sources = parsed.ast.getSourceManager();
      if (item.isC && llvm::any_of(parsed.directives, [&](const Directive &one) { return isRegion(one, sources); }))
        out_.sources.insert(item.word); // by a macro
      else
        tellLeftAlone(parsed.ast, parsed.directives, diagnostics);
    });
    if (isKnown)
      out_.code = std::max(out_.code, code);
    else if (mentions.directive)
      warn(item.word, "C++");
  }

  const CcInput &input_;
  const Words &compiler_;
  const Options &options_;
  CcStencils out_;
};

} // namespace

Words parseFlags(const CcItem &item, const CcInput &input, const Words &compiler) {
  Words flags = machineFlags(compiler);
  llvm::copy_if(compiler, std::back_inserter(flags), [](llvm::StringRef word) { return word.starts_with("-m"); });
  if (item.saidC)
    llvm::append_range(flags, Words{"-x", "c"});
  if (item.isCxx)
    llvm::append_range(flags, Words{"-x", "c++"});
  llvm::copy_if(input.flags, std::back_inserter(flags), [](llvm::StringRef flag) {
    return !flag.starts_with("-fdiagnostics-format="); // Clang has others
  });
  return flags;
}

CcStencils findStencils(const CcInput &input, const Words &compiler, const Options &options) {
  return Finder(input, compiler, options).run();
}

} // namespace kasane
