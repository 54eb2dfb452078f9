// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of targets, and the order of the parts in a generated file.
#include "kasane/Emit/Emit.h"

#include "Dialect.h"
#include "kasane/Support/Check.h"

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
        .compileFlags = {"-std=gnu11", "-fno-openmp", "-fopenacc"}, // gcc makes code for a card from one of the two only
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
        .strictFlags = {"-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false", "-Xcompiler=-ffp-contract=off"},
        .fastFlags = {"-use_fast_math", "-Xcompiler=-ffast-math"},
        .compiler = "nvcc",
        .asksForLocal = true,
        .limitsRegisters = true},
       emission::cudaText}};
  return kRows;
}

} // namespace

bool emission::isAnywhere(const LoopNest &nest, bool (*is)(const KStmt &)) {
  bool found = false;
  for (const Kernel &kernel : nest.kernels)
    walk(kernel.body, [&](const KStmt &stmt) { found |= is(stmt); });
  return found;
}

bool emission::prefetches(const KStmt &stmt) { return std::holds_alternative<KPrefetch>(stmt.node); }

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

std::vector<EmittedFile> emit(const TargetInfo &target, const std::vector<LoopNest> &nests, const EmitOptions &options) {
  const emission::TargetText *text = nullptr;
  for (const Row &row : rows())
    if (row.info.name == target.name)
      text = &row.text();
  KASANE_CHECK(text);
  std::string out = "/* " + options.banner + " */\n#include <math.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n#include \"kasane_rt.h\"\n\n" +
                    text->prelude(nests);
  for (const LoopNest &nest : nests)
    out += argumentBlock(nest) + std::string(text->linkage) + "int " + nest.name + "_" + nest.target + "(struct " + nest.name + "_args *);\n\n" +
           text->kernels(nest, options) + emission::regionFunction(*text, nest, options) + "\n";
  std::vector<EmittedFile> files = {{target.extension, out}};
  for (EmittedFile &file : text->further(nests, options))
    files.push_back(std::move(file));
  return files;
}

} // namespace kasane
