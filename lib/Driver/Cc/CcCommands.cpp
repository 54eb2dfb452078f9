// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcCommands.h"

#include "Cc/CcCards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasane {
namespace {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

void append(Words &words, const Words &more) { words.insert(words.end(), more.begin(), more.end()); }

std::string objectOf(const std::string &file) { return file.substr(0, file.rfind('.')) + ".o"; }

std::string folderOf(const CcSource &source) {
  const llvm::StringRef folder = path::parent_path(source.path);
  return folder.empty() ? "." : folder.str();
}

// Flags that matter when objects become one: which machine, which linker, which kind of object.
bool choosesLinker(llvm::StringRef flag) {
  constexpr llvm::StringLiteral kPrefixes[] = {"-m", "-flto", "-B", "-fuse-ld=", "--sysroot=", "--target="};
  return llvm::any_of(kPrefixes, [&](llvm::StringRef prefix) { return flag.starts_with(prefix); });
}

// nvcc hands the host's part on to a C++ compiler, with what it is told to; a comma ends a flag.
std::string forHostCompiler(llvm::StringRef flag) {
  std::string out = "-Xcompiler=";
  for (const char c : flag)
    out += c == ',' ? "\\," : std::string(1, c);
  return out;
}

// Where `cc -c` puts the object of a source.
std::string defaultObject(const CcSource &source) { return path::stem(source.path).str() + ".o"; }

class Plan {
public:
  Plan(const CcInput &input, const CcPlaces &places, const Options &options, const std::string &folder)
      : input_(input), places_(places), options_(options), folder_(folder) {}

  std::vector<CcCommand> commands;

  // The objects of a source: of its rewritten form and of each generated file.
  Words compile(const CcSource &source) {
    dependencies(source);
    if (!source.translation) {
      Words words = begin(input_.flags);
      addUserFp(words);
      addNamesBeside(words, source);
      if (source.saidC)
        append(words, {"-x", "c"});
      return {object(words, source.path, objectOf(rewrittenPath(source)))};
    }
    Words words = places_.compiler;
    append(words, {"-iquote", folderOf(source)}); // where the source's own "..." includes begin
    append(words, input_.flags);
    addUserFp(words);
    addNamesBeside(words, source);
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
      if (choosesLinker(flag))
        words.push_back(flag);
    append(words, {"-r", "-nostdlib"});
    // Else what OpenACC keeps for a card would be compiled now, and nothing of it left for the last link.
    if (llvm::none_of(words, [](llvm::StringRef word) { return word.starts_with("-flto"); }))
      words.push_back("-fno-lto");
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

  // The libraries of our targets are linked only as far as something needs them.
  void link(const Words &items, const std::vector<std::string> &targetNames) {
    Words words = begin(input_.flags);
    append(words, items);
    if (!places_.mpiSource.empty())
      words.push_back(compileRanks());
    append(words, {"-o", input_.output.value_or("a.out")});
    if (llvm::any_of(targetNames, [](const std::string &name) { return offloads(*findTarget(name)); }))
      append(words, places_.offload);
    if (!input_.ownLibraries && !targetNames.empty()) {
      if (!places_.mpiSource.empty()) // arrays may be larger than the memory of rank 0: see Large.c
        words.push_back("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free");
      append(words, {places_.runtimeLibrary, "-Wl,--as-needed"});
      for (const std::string &name : targetNames) {
        if (!findTarget(name)->compiler.empty() && !places_.cudaLibraries.empty())
          words.push_back("-L" + places_.cudaLibraries);
        append(words, findTarget(name)->linkFlags);
      }
      append(words, {"-pthread", "-lm"});
    }
    append(words, places_.mpiLink);
    commands.push_back(std::move(words));
  }

private:
  // What goes over MPI, by MPI's own compiler.
  std::string compileRanks() {
    Words words = places_.mpicc;
    append(words, {"-O2", "-fPIC"});
    for (const std::string &flag : input_.flags)
      if (llvm::StringRef(flag).starts_with("-m")) // which machine
        words.push_back(flag);
    append(words, {"-I", places_.runtimeInclude});
    return object(words, places_.mpiSource, folder_ + "/kasane_mpi.o");
  }

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

  // Coverage and the like go by the object's name, which is a temporary one here: gcc's are x.* for x.o and
  // program-x.* for a program.
  void addNamesBeside(Words &words, const CcSource &source) const {
    if (!makeFilesBeside(input_.flags))
      return;
    const bool linking = input_.mode == CcMode::Link;
    const std::string output = input_.output.value_or("a.out");
    llvm::SmallString<128> prefix(path::parent_path(linking ? output : objectMade(source)));
    llvm::sys::fs::make_absolute(prefix);
    path::append(prefix, linking ? path::stem(output) + "-" : "");
    const std::string name = path::stem(linking ? source.path : objectMade(source)).str() + ".c";
    append(words, {"-dumpdir", prefix.str().str(), "-dumpbase", name, "-dumpbase-ext", ".c"});
  }

  std::string object(Words words, const std::string &source, const std::string &output) {
    append(words, {"-c", source, "-o", output});
    commands.push_back(std::move(words));
    return output;
  }

  std::string compileGenerated(const CcSource &source, const GeneratedFile &file) {
    const TargetInfo &target = *findTarget(file.target);
    Words words = target.compiler.empty() ? places_.compiler : places_.nvcc;
    words.push_back("-O3"); // unless the user's flags, which follow, say otherwise
    for (const std::string &flag : flagsForGenerated(input_.flags))
      words.push_back(target.compiler.empty() ? flag : forHostCompiler(flag));
    if (!target.compiler.empty())
      append(words, nvccCard(places_.nvcc, places_.architecture, places_.hasCard, file.text));
    append(words, {"-I", places_.runtimeInclude});
    append(words, target.compileFlags);
    if (offloads(target))
      append(words, places_.offload);
    if (options_.fp == FpMode::Strict)
      append(words, target.strictFlags);
    if (options_.fp == FpMode::Fast)
      append(words, target.fastFlags);
    const std::string text = generatedPath(source, file);
    return object(words, text, objectOf(text));
  }

  // Of the user's source, not of its rewritten form, and for the object that the user asked for.
  void dependencies(const CcSource &source) {
    if (!input_.dependencies)
      return;
    const std::string made = objectMade(source);
    llvm::SmallString<128> file(made);
    path::replace_extension(file, ".d");
    Words words = begin(input_.flags);
    append(words, {*input_.dependencies, "-MF", input_.dependencyFile.value_or(file.str().str())});
    append(words, input_.dependencyFlags);
    if (llvm::none_of(input_.dependencyFlags,
                      [](llvm::StringRef f) { return f.starts_with("-MT") || f.starts_with("-MQ"); }))
      append(words, {"-MT", made});
    if (source.saidC)
      append(words, {"-x", "c"});
    append(words, {source.path});
    commands.push_back(std::move(words));
  }

  // What make knows the source's translation by, whether or not it is linked at once.
  std::string objectMade(const CcSource &source) const { return input_.output.value_or(defaultObject(source)); }

  const CcInput &input_;
  const CcPlaces &places_;
  const Options &options_;
  const std::string &folder_;
};

} // namespace

Words targetsToLink(const std::vector<CcSource> &sources, const Words &linked) {
  Words out = linked;
  for (const CcSource &source : sources)
    for (const GeneratedFile &file : source.translation ? source.translation->generated : std::vector<GeneratedFile>())
      if (!llvm::is_contained(out, file.target))
        out.push_back(file.target);
  return out;
}

std::string rewrittenPath(const CcSource &source) { return source.stem + ".c"; }

std::string generatedPath(const CcSource &source, const GeneratedFile &file) {
  return source.stem + ".kasane." + file.target + "." + file.extension;
}

std::vector<CcCommand> ccCommands(const CcInput &input, const std::vector<CcSource> &sources, const Words &linked,
                                  const CcPlaces &places, const Options &options, const std::string &folder) {
  Plan plan(input, places, options, folder);
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
    plan.link(items, targetsToLink(sources, linked));
  return std::move(plan.commands);
}

} // namespace kasane
