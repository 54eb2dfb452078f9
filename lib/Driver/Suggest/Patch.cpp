// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Suggest/Patch.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <vector>

namespace kasane {
namespace {

constexpr size_t kContext = 3; // lines around

std::vector<llvm::StringRef> linesOf(llvm::StringRef text) {
  std::vector<llvm::StringRef> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.take_front(end));
    text = text.drop_front(end);
  }
  return out;
}

// Below the working folder where the file is, so that a patch is applied from there.
std::string nameInPatch(const std::string &path) {
  llvm::SmallString<256> folder, file(path);
  llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  llvm::StringRef name = file;
  if (!llvm::sys::fs::current_path(folder) && name.consume_front(folder))
    name.consume_front("/");
  name.consume_front("/");
  return name.str();
}

void addLine(std::string &out, char sign, llvm::StringRef line) {
  out += sign;
  out += line;
  if (!line.ends_with("\n"))
    out += "\n\\ No newline at end of file\n";
}

} // namespace

std::string withLines(const std::string &text, const InsertedLines &lines) {
  std::string out;
  size_t from = 0;
  for (const auto &[at, line] : lines) {
    out += text.substr(from, at - from) + line;
    from = at;
  }
  return out + text.substr(from);
}

std::string diffOf(const std::string &path, const std::string &text, const InsertedLines &lines) {
  if (lines.empty())
    return "";
  std::string out = "--- a/" + nameInPatch(path) + "\n+++ b/" + nameInPatch(path) + "\n";
  const std::vector<llvm::StringRef> old = linesOf(text);
  std::map<size_t, std::string> before; // by the number of the old line, from 0
  for (const auto &[at, line] : lines)
    before[static_cast<size_t>(llvm::StringRef(text).take_front(at).count('\n'))] = line;
  size_t added = 0;
  for (auto first = before.begin(); first != before.end();) {
    auto last = first; // of the hunk
    while (std::next(last) != before.end() && std::next(last)->first <= last->first + 2 * kContext)
      ++last;
    const size_t from = first->first - std::min(first->first, kContext);
    const size_t to = std::min(old.size(), last->first + kContext);
    const auto here = static_cast<size_t>(std::distance(first, last)) + 1;
    out += "@@ -" + std::to_string(from + 1) + "," + std::to_string(to - from) + " +" +
           std::to_string(from + 1 + added) + "," + std::to_string(to - from + here) + " @@\n";
    for (size_t n = from; n < to; ++n) {
      if (const auto line = before.find(n); line != before.end())
        addLine(out, '+', line->second);
      addLine(out, ' ', old[n]);
    }
    added += here;
    first = std::next(last);
  }
  return out;
}

} // namespace kasane
