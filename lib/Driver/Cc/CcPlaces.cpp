// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcPlaces.h"

#include "Cc/CcCards.h"
#include "Cc/CcRun.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
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

Words wordsOf(const std::string &text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 4> parts;
  llvm::cl::TokenizeGNUCommandLine(text, saver, parts);
  return {parts.begin(), parts.end()};
}

Words commandIn(const char *variable, const std::string &usual) {
  const Words out = wordsOf(llvm::sys::Process::GetEnv(variable).value_or(usual));
  return out.empty() ? Words{usual} : out;
}

// NVIDIA's installer leaves it to the user to put nvcc into PATH.
std::string usualNvcc() {
  constexpr const char *kInstalled = "/usr/local/cuda/bin/nvcc";
  return !llvm::sys::findProgramByName("nvcc") && fs::can_execute(kInstalled) ? kInstalled : "nvcc";
}

// The toolkit's libraries: beside nvcc's own folder, unless the linker knows them anyway.
std::string librariesOf(const Words &nvcc) {
  const auto program = llvm::sys::findProgramByName(nvcc.front());
  llvm::SmallString<128> real;
  if (!program || fs::real_path(*program, real))
    return "";
  const std::string toolkit = path::parent_path(path::parent_path(real)).str();
  return folderWith("libcudart_static.a", {toolkit + "/lib64", toolkit + "/lib"});
}

} // namespace

Words compilerWords() { return commandIn("KASANE_CC", "gcc"); }

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
  const Words nvcc = commandIn("KASANE_NVCC", usualNvcc());
  return CcPlaces{compiler, library + "/libkasane_rt.a", include, nvcc, librariesOf(nvcc), "", hasCard(), {}, {}, "",
                  {}};
}

// All of MPI's compilers know -show: the compiler that they call, and what they tell it.
bool findMpi(CcPlaces &places, const std::string &executable, Diagnostics &diagnostics) {
  places.mpicc = commandIn("KASANE_MPICC", "mpicc");
  Words asked = places.mpicc;
  asked.push_back("-show");
  const Answer answer = outputOf(asked);
  const Words words = wordsOf(answer.text);
  if (answer.status != 0 || words.empty()) {
    diagnostics.add(DiagId::no_mpicc, {}, {places.mpicc.front()});
    return false;
  }
  places.mpiLink.assign(words.begin() + 1, words.end());
  const std::string prefix = path::parent_path(path::parent_path(executable)).str();
  const std::string installed = prefix + "/" KASANE_INSTALL_DATADIR "/kasane/mpi";
  const std::string folder = folderWith("kasane_mpi.c", {installed, KASANE_RUNTIME_SOURCE "/mpi"});
  places.mpiSource = (folder.empty() ? installed : folder) + "/kasane_mpi.c";
  return true;
}

} // namespace kasane
