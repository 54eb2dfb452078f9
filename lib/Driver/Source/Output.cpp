// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Output.h"

#include "Source/Render.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string inFolder(llvm::StringRef folder, const std::string &name) {
  llvm::SmallString<256> out(folder);
  path::append(out, name);
  return out.str().str();
}

bool checkNames(const std::vector<OutputFile> &files, const std::vector<std::string> &sources,
                Diagnostics &diagnostics) {
  std::map<std::string, const OutputFile *> seen;
  for (const OutputFile &file : files) {
    const auto [other, isNew] = seen.emplace(file.path, &file);
    if (!isNew)
      diagnostics.add(DiagId::same_output, {}, {other->second->source, file.source, file.path});
    for (const std::string &source : sources)
      if (fs::equivalent(source, file.path))
        diagnostics.add(DiagId::would_overwrite_input, {}, {source});
    if (fs::exists(file.path) && !fs::is_regular_file(file.path))
      diagnostics.add(DiagId::output_is_no_file, {}, {file.path});
  }
  return !diagnostics.hasErrors();
}

// The complete file under a name of its own in the same folder; removed when it is not kept, also by a signal.
llvm::Expected<fs::TempFile> writeBeside(const OutputFile &file) {
  auto temp = fs::TempFile::create(file.path + ".%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!temp)
    return temp;
  llvm::raw_fd_ostream out(temp->FD, /*shouldClose=*/false);
  out << file.text;
  out.flush();
  if (const std::error_code error = out.error()) {
    out.clear_error();
    llvm::consumeError(temp->discard());
    return llvm::errorCodeToError(error);
  }
  return temp;
}

void reportUnwritten(const std::string &path, llvm::Error error, Diagnostics &diagnostics) {
  std::string why = "unknown error";
  llvm::handleAllErrors(std::move(error),
                        [&](const llvm::ErrorInfoBase &e) { why = e.convertToErrorCode().message(); });
  diagnostics.add(DiagId::cannot_write, {}, {path, why});
}

} // namespace

OutputNames outputNames(const std::string &source, const Options &options) {
  const std::string stem = path::stem(source).str();
  if (!options.outputFolder.empty())
    return {inFolder(options.outputFolder, path::filename(source).str()), inFolder(options.outputFolder, stem)};
  if (!options.output.empty()) {
    llvm::StringRef outputStem = path::stem(options.output);
    outputStem.consume_back(".kasane");
    return {options.output, inFolder(path::parent_path(options.output), outputStem.str())};
  }
  const std::string beside = inFolder(path::parent_path(source), stem);
  return {beside + ".kasane.c", beside};
}

bool writeFiles(const std::vector<OutputFile> &files, const std::vector<std::string> &sources,
                Diagnostics &diagnostics) {
  if (!checkNames(files, sources, diagnostics))
    return false;
  std::vector<fs::TempFile> written;
  for (const OutputFile &file : files) {
    auto temp = writeBeside(file);
    if (temp)
      written.push_back(std::move(*temp));
    else
      reportUnwritten(file.path, temp.takeError(), diagnostics);
  }
  for (size_t f = 0; f < written.size(); ++f)
    if (diagnostics.hasErrors())
      llvm::consumeError(written[f].discard());
    else if (llvm::Error error = written[f].keep(files[f].path))
      reportUnwritten(files[f].path, std::move(error), diagnostics);
  return !diagnostics.hasErrors();
}

void tellWritten(const std::vector<std::string> &files, const Options &options, const Diagnostics &diagnostics) {
  if (!diagnostics.hasErrors() && !options.warnings.sarif && (options.verbose || llvm::errs().is_displayed()))
    renderLine(DiagId::files_written, {llvm::join(files, ", ")});
}

} // namespace kasane
