// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Dependencies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace kasane {
namespace {

// As make reads it, and gcc writes it.
std::string escaped(const std::string &name) {
  std::string out;
  for (const char c : name) {
    if (c == '$')
      out += '$';
    if (c == ' ' || c == '#')
      out += '\\';
    out += c;
  }
  return out;
}

std::string ruleOf(const std::vector<std::string> &targets, const std::vector<std::string> &headers, bool phony) {
  std::string out;
  for (const std::string &target : targets)
    out += (out.empty() ? "" : " ") + escaped(target);
  out += ":";
  for (const std::string &header : headers)
    out += " \\\n  " + escaped(header);
  out += "\n";
  for (size_t h = 1; phony && h < headers.size(); ++h) // the source itself comes first
    out += escaped(headers[h]) + ":\n";
  return out;
}

} // namespace

void addDependencies(std::vector<OutputFile> &files, const std::string &source, const std::string &rewritten,
                     const std::vector<std::string> &headers, const DependencyFlags &flags) {
  llvm::SmallString<256> beside(rewritten);
  llvm::sys::path::replace_extension(beside, ".d");
  const std::string path = flags.file.empty() ? beside.str().str() : flags.file;
  const std::vector<std::string> targets = flags.targets.empty() ? std::vector{rewritten} : flags.targets;
  const std::string rule = ruleOf(targets, headers, flags.phony);
  const auto same = llvm::find_if(files, [&](const OutputFile &file) { return file.path == path; });
  if (same != files.end() && !flags.file.empty())
    same->text += rule; // several sources, one file
  else
    files.push_back({path, rule, source});
}

} // namespace kasane
