// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Vectors.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>

namespace kasane {
namespace {

// Widest first; an instruction set of the others isn't looked for.
constexpr std::pair<const char *, int64_t> kVectors[] = {{"avx512f", 64}, {"avx", 32}, {"sse2", 16}, {"neon", 16}};

template <class HasFeature> int64_t widest(const HasFeature &hasFeature) {
  for (const auto &[feature, bytes] : kVectors)
    if (hasFeature(feature))
      return bytes;
  return 0;
}

bool namesProcessor(llvm::StringRef flag) {
  return flag.starts_with("-march=") || flag.starts_with("-mcpu=") || flag.starts_with("-mavx") ||
         flag.starts_with("-mno-avx") || flag.starts_with("-msse") || flag.starts_with("-mno-sse");
}

bool wantsFastCode(const std::vector<std::string> &flags) {
  const auto last = std::find_if(flags.rbegin(), flags.rend(),
                                 [](llvm::StringRef flag) { return flag.starts_with("-O"); }); // which counts
  return last != flags.rend() && (*last == "-O3" || *last == "-Ofast");
}

} // namespace

int64_t vectorsOf(const clang::ASTContext &ast) {
  return widest([&](const char *feature) { return ast.getTargetInfo().hasFeature(feature); });
}

int64_t vectorsWithoutAsking(const clang::ASTContext &ast, const std::vector<std::string> &flags) {
  const llvm::Triple here(llvm::sys::getProcessTriple());
  if (ast.getTargetInfo().getTriple().getArch() != here.getArch() || !wantsFastCode(flags) ||
      llvm::any_of(flags, namesProcessor))
    return 0;
  const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  return widest([&](const char *feature) { return features.lookup(feature); });
}

Machine withVectors(const Machine &machine, int64_t bytes) {
  if (bytes == 0 || machine.kind != MachineClass::Cpu || bytes >= machine.width)
    return machine;
  Machine out = machine;
  const double share = static_cast<double>(bytes) / static_cast<double>(machine.width);
  out.width = bytes;
  for (double *rate : {&out.operations.f32, &out.operations.f64, &out.operations.i32})
    *rate *= share;
  return out;
}

} // namespace kasane
