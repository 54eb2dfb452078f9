// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CcInput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace kasane {
namespace {

// gcc's options whose value is the next word (when the option stands alone).
constexpr llvm::StringLiteral kTakesNext[] = {"-o",
                                              "-I",
                                              "-D",
                                              "-U",
                                              "-L",
                                              "-l",
                                              "-T",
                                              "-u",
                                              "-z",
                                              "-e",
                                              "-x",
                                              "-B",
                                              "-A",
                                              "-G",
                                              "-MF",
                                              "-MT",
                                              "-MQ",
                                              "-include",
                                              "-imacros",
                                              "-isystem",
                                              "-iquote",
                                              "-idirafter",
                                              "-iprefix",
                                              "-isysroot",
                                              "-iwithprefix",
                                              "-iwithprefixbefore",
                                              "-Xlinker",
                                              "-Xassembler",
                                              "-Xpreprocessor",
                                              "--param",
                                              "-aux-info",
                                              "-wrapper",
                                              "-dumpbase",
                                              "-dumpdir"};
constexpr llvm::StringLiteral kNoOutput[] = {"-E", "-M", "-MM", "-fsyntax-only"};
// Flags that stand in order among the objects.
constexpr llvm::StringLiteral kLinkWords[] = {"-l", "-L", "-T", "-u", "-z", "-e", "-Xlinker"};

using Words = std::vector<std::string>;

class Sorter {
public:
  explicit Sorter(const Words &words) : words_(words) {}

  CcInput sort() {
    for (at_ = 0; at_ < words_.size(); ++at_)
      take(words_[at_]);
    const bool nothing = out_.items.empty();
    if (nothing || noOutput_ || otherLanguage_)
      out_.mode = CcMode::PassThrough;
    return std::move(out_);
  }

private:
  void take(llvm::StringRef word) {
    if (!word.starts_with("-") || word == "-")
      out_.items.push_back({word.str(), word.ends_with(".c")});
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
    else if (word.starts_with("-x"))
      otherLanguage_ |= !llvm::is_contained({"c", "none"}, valueOf(word, "-x"));
    else if (word.starts_with("-Wl,") || llvm::any_of(kLinkWords, [&](auto link) { return word.starts_with(link); }))
      takeWithNext(word, [&](const std::string &w) { out_.items.push_back({w, false}); });
    else
      takeWithNext(word, [&](const std::string &w) { out_.flags.push_back(w); });
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
  bool noOutput_ = false, otherLanguage_ = false;
  CcInput out_;
};

} // namespace

CcInput sortWords(const Words &words) { return Sorter(words).sort(); }

Words flagsForGenerated(const Words &flags) {
  constexpr llvm::StringLiteral kOfTheUser[] = {"-D", "-U", "-include", "-imacros", "-Werror"};
  Words out;
  for (size_t f = 0; f < flags.size(); ++f) {
    const llvm::StringRef flag = flags[f];
    if (llvm::any_of(kOfTheUser, [&](auto prefix) { return flag.starts_with(prefix); }))
      f += llvm::is_contained(kTakesNext, flag);
    else if (flag != "-ansi" && !flag.starts_with("-std=") && !flag.starts_with("-pedantic"))
      out.push_back(flag.str());
  }
  return out;
}

} // namespace kasane
