// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target openmp: portable C. A group is one thread, on-chip arrays are its scratch, tiles are shared out by collapse.
// Kernels are called, or, where they have windows, started by the runtime, on as many planes as it sees fit.
#include "CText.h"
#include "CallText.h"
#include "Comparisons.h"
#include "Dialect.h"
#include "HostText.h"
#include "LaunchText.h"

#include <algorithm>

namespace kasane::emission {
namespace {

std::string sameName(const std::string &cName) { return cName; }

std::string loopPragma(const Kernel &, const CellLoop &loop) {
  return loop.axis == 0 && !loop.few ? "#pragma omp simd" : "";
}

constexpr Dialect kC = {
    .typeNames = {"bool", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
                  "float", "double"},
    .callName = sameName,
    .loopPragma = loopPragma,
};

std::string sumPragma(const std::string &variable) { return "#pragma omp simd reduction(+ : " + variable + ")"; }

// Under strict every sum has its order.
constexpr Dialect summing(Dialect dialect) {
  dialect.sumPragma = sumPragma;
  return dialect;
}
constexpr Dialect kSumming = summing(kC);

constexpr const char *kShared = " schedule(static)";
constexpr const char *kByTurns = " schedule(dynamic, 1)"; // tiles of a front are of different lengths

// Arrays start on cache lines, and not at equal offsets in a page.
constexpr int64_t kAlign = 64, kSkew = 5 * 64;

int64_t bytesOf(const GroupArray &array) {
  return (array.elements * sizeOf(array.type) + kAlign - 1) / kAlign * kAlign + kSkew;
}

int64_t scratchBytes(const Kernel &kernel) {
  int64_t bytes = 0;
  for (const GroupArray &array : kernel.groupArrays)
    bytes += bytesOf(array);
  return bytes;
}

std::string signature(const Kernel &kernel) {
  std::string params = functionParameters(kC, kernel);
  for (const std::string &end : kernel.fronts ? std::vector<std::string>() : launchParameters(kernel))
    params += (params.empty() ? "const int64_t " : ", const int64_t ") + end;
  if (!kernel.groupArrays.empty())
    params = "const ksn_run *ksn_r" + (params.empty() ? "" : ", " + params);
  return "static void " + kernel.name + "(" + (params.empty() ? "void" : params) + ")";
}

std::string scratchText(const Kernel &kernel) {
  std::string out = "    char *const ksn_mine = ksn_scratch(ksn_r, ksn_thread());\n";
  int64_t offset = 0;
  for (const GroupArray &array : kernel.groupArrays) {
    std::string type(typeName(kC, array.type));
    out += "    " + type + " *restrict const " + array.name + " = (" + type + " *)(void *)(ksn_mine + " +
           std::to_string(offset) + ");\n";
    offset += bytesOf(array);
  }
  return out;
}

// Its branches stay branches where gcc 13 would make wrong masks of them.
std::string careful(const Kernel &kernel) {
  if (!comparesTwice(kernel))
    return "";
  return "#if defined __GNUC__ && !defined __clang__ && __GNUC__ == 13 /* it makes wrong masks of these conditions */\n"
         "__attribute__((optimize(\"no-tree-loop-if-convert\")))\n#endif\n";
}

std::string frontsText(const Dialect &dialect, const Kernel &kernel, int rank) {
  const KFronts &fronts = *kernel.fronts;
  return "#pragma omp parallel\n  " + frontsLoop(dialect, fronts) + "{\n" + text(dialect, fronts.lets, kernel, "    ") +
         tileLoops(dialect, kernel, rank, "    ", {"#pragma omp for", kByTurns}) + "  }\n}\n\n";
}

// A kernel that sees all of a ring doesn't ask where its planes begin, nor the one for a part of it how many it has.
std::string unusedText(const Kernel &kernel) {
  if (!kernel.window)
    return "";
  std::vector<std::string> known = launchParameters(kernel);
  for (const ScalarParam &scalar : kernel.scalars)
    known.push_back(scalar.name);
  const std::set<std::string> names = namesIn(kernel);
  std::string out;
  for (const std::string &name : known)
    if (!names.count(name))
      out += "  (void)" + name + ";\n";
  return out;
}

// Behind `omp parallel for`.
std::string clausesOf(const Dialect &dialect, const Kernel &kernel) {
  const GridAxis &axis = kernel.grid[0];
  if (!kernel.isShort)
    return kShared;
  return kShared + (" if(" + text(dialect, binary(BinaryOp::Gt, sub(axis.hi, axis.lo), intLit(axis.step))) + ")");
}

std::string kernelText(const Dialect &dialect, const Kernel &whole, int rank) {
  const Kernel kernel = partOf(whole);
  std::string out =
      "/* " + kernel.comment + " */\n" + careful(kernel) + signature(kernel) + " {\n" + unusedText(kernel);
  if (kernel.fronts)
    return out + frontsText(dialect, kernel, rank);
  if (kernel.groupArrays.empty())
    return out + tileLoops(dialect, kernel, rank, "  ", {"#pragma omp parallel for", clausesOf(dialect, kernel)}) +
           "}\n\n";
  return out + "#pragma omp parallel\n  {\n" + scratchText(kernel) +
         tileLoops(dialect, kernel, rank, "    ", {"#pragma omp for", kShared}) + "  }\n}\n\n";
}

// What the runtime calls: it has arguments by address.
std::string starterText(const Kernel &kernel) {
  const bool hasScratch = !kernel.groupArrays.empty();
  return "static void " + kernel.name + "_start(const ksn_run *ksn_r, const ksn_arg *ksn_args) {\n  " +
         (hasScratch ? "" : "(void)ksn_r;\n  ") + kernel.name + "(" + (hasScratch ? "ksn_r, " : "") +
         startedValues(kC, kernel) + ");\n}\n\n";
}

std::string tableName(const LoopNest &nest) { return nest.name + "_kernels"; }

std::string kernels(const LoopNest &nest, const EmitOptions &) {
  const bool isStarted = hasWindows(nest);
  std::string out, table;
  for (const Kernel &kernel : nest.kernels) {
    out += kernelText(nest.fp == "strict" ? kC : kSumming, kernel, nest.rank) + (isStarted ? starterText(kernel) : "");
    table += "    {\"" + kernel.name + "\", (const void *)" + kernel.name + "_start, 0},\n";
  }
  if (!isStarted)
    return out;
  return out + windowsText(nest, false) + "static const ksn_kernel " + tableName(nest) + "[] = {\n" + table + "};\n\n";
}

std::string infoFields(const LoopNest &nest, const EmitOptions &) {
  if (!hasWindows(nest))
    return "";
  const std::string sep = ",\n                                .", name = tableName(nest);
  return sep + "kernels = " + name + sep + "kernel_count = (int)(sizeof " + name + " / sizeof " + name + "[0])" +
         windowFields(nest);
}

std::string runFields(const LoopNest &nest) {
  int64_t bytes = 0;
  for (const Kernel &kernel : nest.kernels)
    bytes = std::max(bytes, scratchBytes(kernel));
  const std::string sep = ",\n                   .";
  std::string out = sep + "device = &ksn_host_device";
  if (bytes)
    out += sep + "threads = ksn_max_threads()" + sep + "scratch_bytes = " + std::to_string(bytes);
  if (std::ranges::any_of(nest.host.buffers, [](const HostBuffer &b) { return b.rows.has_value(); }))
    out += sep + "touch = ksn_touch_pages";
  return out;
}

std::string launch(const LoopNest &nest, const HLaunch &launch, const std::string &indent) {
  if (hasWindows(nest))
    return launchText(nest, launch, indent, false);
  const Kernel &kernel = nest.kernels[launch.kernel];
  std::string args = kernel.groupArrays.empty() ? "" : "&ksn_r";
  auto arg = [&](const std::string &text) { args += (args.empty() ? "" : ", ") + text; };
  for (const BufferArg &buffer : launch.buffers)
    arg(memoryOf(buffer));
  for (const ExprPtr &scalar : launch.scalars)
    arg(text(kC, scalar));
  if (kernel.window)
    for (const ExprPtr &end : {kernel.grid[kernel.window->axis].lo, kernel.grid[kernel.window->axis].hi})
      arg(text(kC, end));
  return indent + kernel.name + "(" + args + ");\n";
}

std::vector<EmittedFile> further(const std::vector<LoopNest> &, const EmitOptions &) { return {}; }

} // namespace

const Dialect &hostDialect() { return kC; }

const TargetText &openmpText() {
  static const TargetText kText = {
      .info = findTarget("openmp"),
      .kernelDialect = &kC,
      .prelude = hostPragmas,
      .kernels = kernels,
      .infoFields = infoFields,
      .runFields = runFields,
      .launch = launch,
      .further = further,
  };
  return kText;
}

} // namespace kasane::emission
