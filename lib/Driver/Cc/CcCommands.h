// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that make objects and programs of translated sources. In: the sorted command line, the translations, and
// where things are. Out: commands to run in order. Nothing is run or written here.
#pragma once

#include "Cc/CcInput.h"
#include "Source/Regions.h"

namespace kasane {

using CcCommand = std::vector<std::string>;

// One C source of the command line; without a translation it is compiled as it is.
struct CcSource {
  std::string path;
  bool saidC = false; // by -x
  std::optional<Translation> translation;
  std::string stem; // of all its files in the folder for temporaries, with the folder
};

struct CcPlaces {
  std::vector<std::string> compiler; // $KASANE_CC
  std::string runtimeLibrary;        // libkasane_rt.a
  std::string runtimeInclude;
  std::vector<std::string> nvcc; // $KASANE_NVCC
  std::string cudaLibraries;     // the folder of CUDA's runtime; "": the linker knows it
  std::string architecture;      // see CcCards.h
  bool hasCard = false;
  std::vector<std::string> offload; // for which card gcc makes code
  std::vector<std::string> mpicc;   // $KASANE_MPICC
  std::string mpiSource;            // kasane_mpi.c; "": no ranks
  std::vector<std::string> mpiLink; // what programs are linked with, as mpicc says
};

// `linked`: the targets whose regions lie in objects and libraries of the command line; `folder`: for temporaries.
std::vector<CcCommand> ccCommands(const CcInput &input, const std::vector<CcSource> &sources,
                                  const std::vector<std::string> &linked, const CcPlaces &places,
                                  const Options &options, const std::string &folder);

// Those of objects made earlier, and those of the sources.
std::vector<std::string> targetsToLink(const std::vector<CcSource> &sources, const std::vector<std::string> &linked);

std::string rewrittenPath(const CcSource &source);
std::string generatedPath(const CcSource &source, const GeneratedFile &file);

} // namespace kasane

// Tests: tests/driver/cc.test
