// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcScan.h"

#include "Cc/CcRun.h"
#include "kasane/Emit/Emit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
using Words = std::vector<std::string>;
using Found = std::set<std::string>;

// A name is whole up to the zero behind it; in front of it may stand more, since string tables share their tails.
void scanText(llvm::StringRef text, Found &found) {
  constexpr llvm::StringLiteral kOurs = "ksn_";
  for (size_t at = text.find(kOurs); at != llvm::StringRef::npos; at = text.find(kOurs, at + 1)) {
    const llvm::StringRef name = text.drop_front(at).take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (at + name.size() >= text.size() || text[at + name.size()] != '\0')
      continue;
    for (const TargetInfo &target : targets())
      if (name.ends_with("_" + target.name))
        found.insert(target.name);
  }
}

// A thin archive names its members' files, which are elsewhere.
void scanThin(llvm::MemoryBufferRef buffer, Found &found) {
  auto archive = llvm::object::Archive::create(buffer);
  if (!archive)
    return llvm::consumeError(archive.takeError());
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child &child : (*archive)->children(error)) {
    auto member = child.getMemoryBufferRef();
    if (member)
      scanText(member->getBuffer(), found);
    else
      llvm::consumeError(member.takeError());
  }
  llvm::consumeError(std::move(error));
}

// Shared libraries have their own runtime, and linker scripts no symbols.
void scanFile(const std::string &path, Found &found) {
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return; // the linker says it better
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (text.starts_with("!<thin>\n"))
    return scanThin((*buffer)->getMemBufferRef(), found);
  const llvm::file_magic kind = llvm::identify_magic(text);
  if (kind == llvm::file_magic::archive || kind == llvm::file_magic::elf_relocatable ||
      kind == llvm::file_magic::bitcode)
    scanText(text, found);
}

// "libraries: =/usr/lib/gcc/..:/usr/lib/.." as gcc and Clang print them; none when it cannot be had.
Words foldersOfCompiler(const Words &compiler) {
  const std::string answer = answerOf(compiler, "-print-search-dirs");
  const llvm::StringRef folders = llvm::StringRef(answer).split("libraries:").second.split('\n').first.ltrim(" =");
  llvm::SmallVector<llvm::StringRef, 16> parts;
  folders.split(parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return {parts.begin(), parts.end()};
}

struct LinkWords {
  Words files;     // as they stand
  Words libraries; // names of files that -l looks for
  Words folders;   // -L
};

LinkWords linkWords(const CcInput &input) {
  LinkWords out;
  for (size_t i = 0; i < input.items.size(); ++i) {
    const CcItem &item = input.items[i];
    llvm::StringRef word = item.word;
    const auto value = [&] { return word.empty() && i + 1 < input.items.size() ? input.items[++i].word : word.str(); };
    if (item.isC)
      continue;
    if (!word.starts_with("-"))
      out.files.push_back(item.word);
    else if (word.consume_front("-L"))
      out.folders.push_back(value());
    else if (word.consume_front("-l")) {
      const std::string name = value();
      out.libraries.push_back(llvm::StringRef(name).starts_with(":") ? name.substr(1) : "lib" + name + ".a");
    } else if (word.starts_with("-X") || word == "-T" || word == "-u" || word == "-z" || word == "-e")
      ++i;
  }
  return out;
}

} // namespace

Words targetsInObjects(const CcInput &input, const Words &compiler) {
  Found found;
  const LinkWords words = linkWords(input);
  for (const std::string &file : words.files)
    scanFile(file, found);
  Words folders = words.folders;
  bool askedCompiler = false;
  for (const std::string &library : words.libraries) {
    const auto isHere = [&](const std::string &folder) { return fs::exists(folder + "/" + library); };
    auto folder = llvm::find_if(folders, isHere);
    if (folder == folders.end() && !askedCompiler) {
      askedCompiler = true;
      llvm::append_range(folders, foldersOfCompiler(compiler));
      folder = llvm::find_if(folders, isHere);
    }
    if (folder != folders.end())
      scanFile(*folder + "/" + library, found);
  }
  Words out;
  for (const TargetInfo &target : targets())
    if (found.count(target.name))
      out.push_back(target.name);
  return out;
}

} // namespace kasane
