// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcInput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace kasane {
namespace {

// Options of gcc and Clang whose value is the next word (when the option stands alone).
// clang-format off
constexpr llvm::StringLiteral kTakesNext[] = {
    "-o", "-I", "-D", "-U", "-L", "-l", "-T", "-u", "-z", "-e", "-x", "-B", "-A", "-G", "-MF", "-MT", "-MQ", "-MJ", "-include",
    "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-isysroot", "-iwithprefix", "-iwithprefixbefore", "-Xlinker",
    "-Xassembler", "-Xpreprocessor", "-Xclang", "-mllvm", "-target", "--sysroot", "--param", "-aux-info", "-wrapper", "-dumpbase",
    "-dumpbase-ext", "-dumpdir"};
// clang-format on
constexpr llvm::StringLiteral kNoOutput[] = {"-E", "-M", "-MM", "-fsyntax-only"};
// Flags that stand in order among the objects: alone with a value behind them, or with the value in the word.
constexpr llvm::StringLiteral kLinkWords[] = {"-l", "-L", "-T", "-u", "-z", "-e", "-Xlinker"};
constexpr llvm::StringLiteral kLinkJoined[] = {"-l", "-L", "-T", "-z", "-Wl,"};
constexpr llvm::StringLiteral kOwnLibraries[] = {"-r", "-nostdlib", "-nodefaultlibs"};
// As gcc takes the names of files.
constexpr llvm::StringLiteral kCxx[] = {".C", ".cc", ".cp", ".cpp", ".CPP", ".cxx", ".c++"};
// What is made beside the object, under its name.
constexpr llvm::StringLiteral kBeside[] = {"--coverage",      "-coverage",          "-fprofile-arcs",
                                           "-ftest-coverage", "-fprofile-generate", "-gsplit-dwarf",
                                           "-fstack-usage",   "-fcallgraph-info",   "-fdump-"};

using Words = std::vector<std::string>;

template <class List> bool startsWithOne(llvm::StringRef word, const List &list) {
  return llvm::any_of(list, [&](llvm::StringRef prefix) { return word.starts_with(prefix); });
}

class Sorter {
public:
  explicit Sorter(const Words &words) : words_(words) {}

  CcInput sort() {
    for (at_ = 0; at_ < words_.size(); ++at_)
      take(words_[at_]);
    const bool nothing = out_.items.empty();
    out_.compiles = !noOutput_;
    if (nothing || noOutput_ || otherLanguage_)
      out_.mode = CcMode::PassThrough;
    return std::move(out_);
  }

private:
  void take(llvm::StringRef word) {
    if (!word.starts_with("-") || word == "-")
      takeItem(word);
    else if (word == "-c")
      out_.mode = CcMode::Object;
    else if (word == "-S")
      out_.mode = CcMode::Assembly;
    else if (llvm::is_contained(kNoOutput, word))
      noOutput_ = true;
    else if (word.starts_with("-o"))
      out_.output = valueOf(word, "-o");
    else if (word.starts_with("-M"))
      takeDependency(word);
    else if (word.starts_with("-Wp,-M"))
      takeForPreprocessor(word);
    else if (word.starts_with("-x"))
      takeLanguage(valueOf(word, "-x"));
    else if (isLinkWord(word))
      takeWithNext(word, [&](const std::string &w) { out_.items.push_back({w}); });
    else {
      out_.ownLibraries |= llvm::is_contained(kOwnLibraries, word);
      takeWithNext(word, [&](const std::string &w) { out_.flags.push_back(w); });
    }
  }

  void takeItem(llvm::StringRef word) {
    const bool isNamed = !saidC_ && !saidOther_; // its ending says what it is
    const bool isCxx = llvm::any_of(kCxx, [&](llvm::StringRef ending) { return word.ends_with(ending); });
    const bool isPreprocessed = word.ends_with(".i") || word.ends_with(".ii");
    out_.items.push_back({word.str(), saidC_ || (isNamed && word.ends_with(".c")), saidC_,
                          saidPreprocessed_ || (isNamed && isPreprocessed), saidCxx_ || (isNamed && isCxx)});
  }

  static bool isLinkWord(llvm::StringRef word) {
    return llvm::is_contained(kLinkWords, word) || startsWithOne(word, kLinkJoined);
  }

  void takeLanguage(const std::string &language) {
    otherLanguage_ |= !llvm::is_contained({"c", "none"}, language);
    saidC_ = language == "c";
    saidPreprocessed_ = language == "cpp-output" || language == "c++-cpp-output";
    saidCxx_ = language == "c++";
    saidOther_ = !saidC_ && language != "none";
  }

  // -Wp,-MMD,x.d,-MP: here -MD and -MMD take the file's name as gcc's own preprocessor does.
  void takeForPreprocessor(llvm::StringRef word) {
    llvm::SmallVector<llvm::StringRef, 4> parts;
    word.drop_front(llvm::StringRef("-Wp,").size()).split(parts, ',');
    for (size_t p = 0; p < parts.size(); ++p)
      if (parts[p] == "-MD" || parts[p] == "-MMD") {
        takeDependency(parts[p]);
        if (p + 1 < parts.size())
          out_.dependencyFile = parts[++p].str();
      } else {
        out_.dependencyFlags.push_back(parts[p].str());
      }
  }

  void takeDependency(llvm::StringRef word) {
    if (word == "-MD" || word == "-MMD")
      out_.dependencies = word == "-MD" ? "-M" : "-MM";
    else if (word.starts_with("-MF"))
      out_.dependencyFile = valueOf(word, "-MF");
    else
      takeWithNext(word, [&](const std::string &w) { out_.dependencyFlags.push_back(w); });
  }

  template <class Put> void takeWithNext(llvm::StringRef word, Put put) {
    put(word.str());
    if (llvm::is_contained(kTakesNext, word) && at_ + 1 < words_.size())
      put(words_[++at_]);
  }

  std::string valueOf(llvm::StringRef word, llvm::StringRef option) {
    if (word != option)
      return word.drop_front(option.size()).str();
    return at_ + 1 < words_.size() ? words_[++at_] : "";
  }

  const Words &words_;
  size_t at_ = 0;
  bool noOutput_ = false, otherLanguage_ = false, saidC_ = false, saidPreprocessed_ = false, saidCxx_ = false,
       saidOther_ = false;
  CcInput out_;
};

} // namespace

CcInput sortWords(const Words &words) { return Sorter(words).sort(); }

Words flagsForGenerated(const Words &flags) {
  constexpr llvm::StringLiteral kOfTheUser[] = {"-D",      "-U",         "-I",      "-include", "-imacros",
                                                "-iquote", "-idirafter", "-Werror", "-Wp,",     "-fprofile-use"};
  Words out;
  for (size_t f = 0; f < flags.size(); ++f) {
    const llvm::StringRef flag = flags[f];
    if (startsWithOne(flag, kOfTheUser))
      f += llvm::is_contained(kTakesNext, flag);
    else if (flag != "-ansi" && !flag.starts_with("-std=") && !flag.starts_with("-pedantic") &&
             !startsWithOne(flag, kBeside))
      out.push_back(flag.str());
  }
  return out;
}

bool makeFilesBeside(const Words &flags) {
  return llvm::any_of(flags, [](llvm::StringRef flag) { return startsWithOne(flag, kBeside); });
}

} // namespace kasane
