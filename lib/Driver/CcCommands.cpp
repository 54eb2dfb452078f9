// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CcCommands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace kasane {
namespace {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

void append(Words &words, const Words &more) { words.insert(words.end(), more.begin(), more.end()); }

std::string objectOf(const std::string &file) { return file.substr(0, file.rfind('.')) + ".o"; }

// Where `cc -c` puts the object of a source.
std::string defaultObject(const CcSource &source) { return path::stem(source.path).str() + ".o"; }

class Plan {
public:
  Plan(const CcInput &input, const CcPlaces &places, const Options &options)
      : input_(input), places_(places), options_(options) {}

  std::vector<CcCommand> commands;

  // The objects of a source: of its rewritten form and of each generated file.
  Words compile(const CcSource &source) {
    dependencies(source);
    if (!source.translation) {
      Words words = begin(input_.flags);
      addUserFp(words);
      return {object(words, source.path, objectOf(rewrittenPath(source)))};
    }
    const std::string folder = path::parent_path(source.path).str();
    Words words = places_.compiler;
    append(words, {"-iquote", folder.empty() ? "." : folder}); // where the source's own "..." includes begin
    append(words, input_.flags);
    addUserFp(words);
    Words objects = {object(words, rewrittenPath(source), objectOf(rewrittenPath(source)))};
    for (const GeneratedFile &file : source.translation->generated)
      if (file.extension == findTarget(file.target)->extension) // kernels in files of their own are for the user to see
        objects.push_back(compileGenerated(source, file));
    return objects;
  }

  // An object that stays: the compiler's own when there is one, else all of them in one.
  void keep(const CcSource &source, const std::string &output) {
    const Words objects = compile(source);
    if (objects.size() == 1) {
      Words &last = commands.back();
      last.back() = output;
      return;
    }
    Words words = places_.compiler;
    for (const std::string &flag : input_.flags)
      if (llvm::StringRef(flag).starts_with("-m") || llvm::StringRef(flag).starts_with("-flto"))
        words.push_back(flag);
    append(words, {"-r", "-nostdlib"});
    append(words, objects);
    append(words, {"-o", output});
    commands.push_back(std::move(words));
  }

  // The compiler itself makes what is no C source into an object.
  void passOn(const std::string &word) {
    Words words = begin(input_.flags);
    append(words, {"-c", word});
    if (input_.output)
      append(words, {"-o", *input_.output});
    commands.push_back(std::move(words));
  }

  void link(const Words &items, const std::vector<std::string> &targetNames) {
    Words words = begin(input_.flags);
    append(words, items);
    append(words, {"-o", input_.output.value_or("a.out"), places_.runtimeLibrary});
    for (const std::string &name : targetNames)
      append(words, findTarget(name)->linkFlags);
    append(words, {"-pthread", "-lm"});
    commands.push_back(std::move(words));
  }

private:
  Words begin(const Words &flags) const {
    Words words = places_.compiler;
    append(words, flags);
    return words;
  }

  // Under strict the reference is the original without fusing, so the user's own arithmetic must not fuse either.
  void addUserFp(Words &words) const {
    if (options_.fp == FpMode::Strict)
      words.push_back("-ffp-contract=off");
  }

  std::string object(Words words, const std::string &source, const std::string &output) {
    append(words, {"-c", source, "-o", output});
    commands.push_back(std::move(words));
    return output;
  }

  std::string compileGenerated(const CcSource &source, const GeneratedFile &file) {
    Words words = places_.compiler;
    words.push_back("-O3"); // unless the user's flags, which follow, say otherwise
    append(words, flagsForGenerated(input_.flags));
    append(words, {"-std=gnu11", "-I", places_.runtimeInclude});
    append(words, findTarget(file.target)->compileFlags);
    if (options_.fp == FpMode::Strict)
      words.push_back("-ffp-contract=off");
    if (options_.fp == FpMode::Fast)
      words.push_back("-ffast-math");
    const std::string text = generatedPath(source, file);
    return object(words, text, objectOf(text));
  }

  // Of the user's source, not of its rewritten form, and for the object that the user asked for.
  void dependencies(const CcSource &source) {
    if (!input_.dependencies)
      return;
    const bool linking = input_.mode == CcMode::Link;
    const std::string made = input_.output && !linking ? *input_.output : defaultObject(source);
    Words words = begin(input_.flags);
    append(words, {*input_.dependencies, "-MF",
                   input_.dependencyFile.value_or(objectOf(made).substr(0, made.size() - 2) + ".d")});
    append(words, input_.dependencyFlags);
    if (llvm::none_of(input_.dependencyFlags,
                      [](llvm::StringRef f) { return f.starts_with("-MT") || f.starts_with("-MQ"); }))
      append(words, {"-MT", made});
    append(words, {source.path});
    commands.push_back(std::move(words));
  }

  const CcInput &input_;
  const CcPlaces &places_;
  const Options &options_;
};

// Those of the options, for objects made earlier, and those of clauses.
Words targetsToLink(const std::vector<CcSource> &sources, const Options &options) {
  Words out = options.targets;
  for (const CcSource &source : sources)
    for (const GeneratedFile &file : source.translation ? source.translation->generated : std::vector<GeneratedFile>())
      if (!llvm::is_contained(out, file.target))
        out.push_back(file.target);
  return out;
}

} // namespace

std::string rewrittenPath(const CcSource &source) { return source.stem + ".c"; }

std::string generatedPath(const CcSource &source, const GeneratedFile &file) {
  return source.stem + ".kasane." + file.target + "." + file.extension;
}

std::vector<CcCommand> ccCommands(const CcInput &input, const std::vector<CcSource> &sources, const CcPlaces &places,
                                  const Options &options) {
  Plan plan(input, places, options);
  Words items;
  size_t next = 0; // sources stand in the order of the C items
  for (const CcItem &item : input.items) {
    const CcSource *source = item.isC ? &sources[next++] : nullptr;
    if (input.mode == CcMode::Link && source)
      append(items, plan.compile(*source));
    else if (input.mode == CcMode::Link)
      items.push_back(item.word);
    else if (source)
      plan.keep(*source, input.output.value_or(defaultObject(*source)));
    else if (!llvm::StringRef(item.word).starts_with("-"))
      plan.passOn(item.word);
  }
  if (input.mode == CcMode::Link)
    plan.link(items, targetsToLink(sources, options));
  return std::move(plan.commands);
}

} // namespace kasane
