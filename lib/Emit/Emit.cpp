// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of targets, and the order of the parts in a generated file.
#include "kasane/Emit/Emission.h"

#include "HostText.h"
#include "kasane/Support/Check.h"

#include <algorithm>

namespace kasane {
namespace {

struct Row {
  TargetInfo info;
  const emission::TargetText &(*text)();
};
const std::vector<Row> &rows() {
  static const std::vector<Row> kRows = {
      {{.name = "openmp",
        .extension = "c",
        .workGroups = false,
        .ownMath = false,
        .compileFlags = {"-std=gnu11", "-fopenmp"},
        .linkFlags = {"-fopenmp"}},
       emission::openmpText},
      {{.name = "opencl",
        .extension = "c",
        .workGroups = true,
        .ownMath = true,
        .compileFlags = {"-std=gnu11"},
        .linkFlags = {"-lOpenCL"}},
       emission::openclText},
      {{.name = "openacc",
        .extension = "c",
        .workGroups = true,
        .ownMath = true,
        .compileFlags = {"-std=gnu11", "-fno-openmp",
                         "-fopenacc"}, // gcc makes code for a card from one of the two only
        .linkFlags = {"-fopenacc", "-foffload-options=-lm", "-ldl"},
        .strictFlags = {"-ffp-contract=off", "-foffload-options=-ffp-contract=off"},
        .onlySweeps = true},
       emission::openaccText},
      {{.name = "cuda",
        .extension = "cu",
        .workGroups = true,
        .ownMath = true,
        .compileFlags = {"-std=c++20"},
        .linkFlags = {"-lcudart_static", "-lstdc++", "-ldl", "-lrt"},
        .strictFlags = {"-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false",
                        "-Xcompiler=-ffp-contract=off"},
        .fastFlags = {"-use_fast_math", "-Xcompiler=-ffast-math"},
        .compiler = "nvcc",
        .asksForLocal = true,
        .limitsRegisters = true},
       emission::cudaText}};
  return kRows;
}

const emission::TargetText &textOf(const TargetInfo &target) {
  const emission::TargetText *text = nullptr;
  for (const Row &row : rows())
    if (row.info.name == target.name)
      text = &row.text();
  KASANE_CHECK(text);
  return *text;
}

} // namespace

const std::vector<TargetInfo> &targets() {
  static const std::vector<TargetInfo> kTargets = [] {
    std::vector<TargetInfo> out;
    for (const Row &row : rows())
      out.push_back(row.info);
    return out;
  }();
  return kTargets;
}

const TargetInfo *findTarget(const std::string &name) {
  for (const TargetInfo &target : targets())
    if (target.name == name)
      return &target;
  return nullptr;
}

void Emission::add(const LoopNest &nest) {
  const emission::TargetText &text = textOf(target_);
  heads_.push_back(nest);
  if (std::string head = text.prelude(heads_); head != head_ || heads_.size() == 1)
    head_ = std::move(head);
  else
    heads_.pop_back();
  text_ += argumentBlock(nest) + std::string(text.linkage) + "int " + nest.name + "_" + nest.target + "(struct " +
           nest.name + "_args *);\n\n" + text.kernels(nest, options_) + emission::regionFunction(text, nest, options_) +
           "\n";
  for (EmittedFile &file : text.further({nest}, options_)) {
    const auto same = std::find_if(further_.begin(), further_.end(),
                                   [&](const EmittedFile &f) { return f.extension == file.extension; });
    if (same == further_.end())
      further_.push_back(std::move(file));
    else
      same->text += file.text;
  }
}

std::vector<EmittedFile> Emission::files() const {
  const std::string head =
      "/* " + options_.banner +
      " */\n#include <math.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n#include \"kasane_rt.h\"\n\n";
  std::vector<EmittedFile> files = {{target_.extension, head + head_ + text_}};
  files.insert(files.end(), further_.begin(), further_.end());
  return files;
}

std::vector<EmittedFile> emit(const TargetInfo &target, const std::vector<LoopNest> &nests,
                              const EmitOptions &options) {
  Emission emission(target, options);
  for (const LoopNest &nest : nests)
    emission.add(nest);
  return emission.files();
}

} // namespace kasane
