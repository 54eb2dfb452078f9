// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CcPlaces.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"

namespace kasane {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

// The only folder to look into when the variable names one, so that a wrong one is no silent choice of another.
Words foldersOf(const char *variable, const Words &usual) {
  const std::optional<std::string> named = llvm::sys::Process::GetEnv(variable);
  return named ? Words{*named, *named} : usual;
}

} // namespace

Words compilerWords() {
  const std::string text = llvm::sys::Process::GetEnv("KASANE_CC").value_or("gcc");
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 4> parts;
  llvm::cl::TokenizeGNUCommandLine(text, saver, parts);
  const Words out(parts.begin(), parts.end());
  return out.empty() ? Words{"gcc"} : out;
}

std::string folderWith(const std::string &file, const Words &folders) {
  for (const std::string &folder : folders)
    if (fs::exists(folder + "/" + file))
      return folder;
  return "";
}

std::optional<CcPlaces> findPlaces(const Words &compiler, const std::string &executable, Diagnostics &diagnostics) {
  const std::string here = path::parent_path(executable).str();
  const std::string installed = path::parent_path(here).str();
  const Words libraries = foldersOf("KASANE_RUNTIME_DIR", {here, installed + "/" KASANE_INSTALL_LIBDIR,
                                                           path::parent_path(installed).str() + "/runtime"});
  const Words includes = foldersOf("KASANE_RUNTIME_INCLUDE",
                                   {here, installed + "/" KASANE_INSTALL_INCLUDEDIR, KASANE_RUNTIME_SOURCE "/include"});
  const std::string library = folderWith("libkasane_rt.a", libraries);
  const std::string include = folderWith("kasane_rt.h", includes);
  if (library.empty())
    diagnostics.add(DiagId::no_runtime, {}, {executable, libraries[1]});
  if (include.empty())
    diagnostics.add(DiagId::no_runtime_header, {}, {includes[1]});
  if (diagnostics.hasErrors())
    return std::nullopt;
  return CcPlaces{compiler, library + "/libkasane_rt.a", include};
}

} // namespace kasane
