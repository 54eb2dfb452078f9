// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target opencl: a group is a work-group, on-chip arrays are local memory, cells are shared out by local id. Kernels
// are OpenCL C 1.2, embedded as text.
#include "CText.h"
#include "ChosenLoads.h"
#include "Constants.h"
#include "Dialect.h"
#include "HostText.h"
#include "LaunchText.h"
#include "LongLines.h"
#include "SharedBody.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasane::emission {
namespace {

// OpenCL overloads what C spells with a suffix. Its abs is unsigned, and it has one function that rounds to even.
std::string openclName(const std::string &cName) {
  static const std::map<std::string, std::string> kSpecial = {{"abs", "(int)abs"},
                                                              {"labs", "(long)abs"},
                                                              {"llabs", "(long)abs"},
                                                              {"nearbyint", "rint"},
                                                              {"nearbyintf", "rint"}};
  static const std::set<std::string> kKeepsF = {"erf"};
  if (auto it = kSpecial.find(cName); it != kSpecial.end())
    return it->second;
  if (cName.size() > 1 && cName.back() == 'f' && !kKeepsF.count(cName))
    return cName.substr(0, cName.size() - 1);
  return cName;
}

// A group of one is a processor's. Its compiler, Clang's, makes vectors where it can see that arrays are apart, which
// with those of the group, that can't be declared so, takes more comparisons than it is willing to make. It takes
// independent cells for leave to load what only some of them ask for (LLVM 15), and that may not be memory.
std::string loopPragma(const Kernel &kernel, const CellLoop &loop) {
  const bool isAlone = kernel.group == std::array<int64_t, 3>{1, 1, 1};
  const bool helps = isAlone && !kernel.groupArrays.empty() && loop.axis == 0 && !loop.few;
  return helps && !loadsUnderCondition(kernel, loop.body) ? "#pragma clang loop vectorize(assume_safety)" : "";
}

constexpr Dialect kOpenCL = {
    .typeNames = {"uchar", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"},
    .minName = "min",
    .maxName = "max",
    .minMaxOverload = true,
    .barrier = "barrier(CLK_LOCAL_MEM_FENCE);",
    .barrierOfFronts = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    .localIds = {"get_local_id(0)", "get_local_id(1)", "get_local_id(2)"},
    .callName = openclName,
    .loopPragma = loopPragma,
    .rowNames = {"", "", "", "", "", "int", "uint", "long", "ulong", "float", "double"},
    .rowOf = {"(", ")"},
    .rowSpace = "__global ",
    .groupSpace = "__local ",
    .unroll = "#pragma unroll",
    .rowOfBytes = "uint4",
    .prefetch = {"ksn_prefetch(", ")"},
};

// A buffer that holds a part of an array can't be moved as a pointer can.
KBody shifted(const Kernel &kernel, const KBody &body) {
  return withIndices(body, [&](const std::string &buffer, const ExprPtr &index) -> ExprPtr {
    const bool isMoved =
        kernel.window && std::ranges::find(kernel.buffers, buffer, &BufferParam::name) != kernel.buffers.end();
    return isMoved ? sub(index, scalar(shiftOf(buffer))) : nullptr;
  });
}

// Rows are moved between it and its group's arrays.
bool holdsRows(const Kernel &kernel) {
  bool found = false;
  walk(kernel.body, [&](const KStmt &stmt) {
    const auto *bring = std::get_if<KBring>(&stmt.node);
    const auto *items = std::get_if<KLoadItems>(&stmt.node);
    found |= (items &&
              std::ranges::find(kernel.groupArrays, items->buffer, &GroupArray::name) != kernel.groupArrays.end()) ||
             (bring && bring->elements > 1);
  });
  return found;
}

std::string groupIndex(int dimension) { return "(long)get_group_id(" + std::to_string(dimension) + ")"; }

std::vector<std::string> parametersOf(const Kernel &kernel) {
  std::vector<std::string> out;
  const std::string alone = mayRestrict(kernel) ? "restrict " : "";
  for (const BufferParam &b : kernel.buffers)
    out.push_back("__global " + std::string(b.written ? "" : "const ") + std::string(typeName(kOpenCL, b.type)) + " *" +
                  alone + b.name);
  for (const ScalarParam &s : kernel.scalars)
    out.push_back("const " + std::string(typeName(kOpenCL, s.type)) + " " + s.name);
  for (const std::string &end : launchParameters(kernel))
    out.push_back("const long " + end);
  for (size_t b = 0; kernel.window && b < kernel.buffers.size(); ++b)
    out.push_back("const long " + shiftOf(kernel.buffers[b].name));
  return out;
}

std::string listed(const std::vector<std::string> &parts, const std::string &between) {
  std::string out;
  for (const std::string &part : parts)
    out += (out.empty() ? "" : between) + part;
  return out;
}

std::string headText(const Kernel &kernel) {
  std::string out = "/* " + kernel.comment + " */\n__kernel __attribute__((reqd_work_group_size(" +
                    std::to_string(kernel.group[0]) + ", " + std::to_string(kernel.group[1]) + ", " +
                    std::to_string(kernel.group[2]) + ")))\nvoid " + kernel.name + "(\n    " +
                    listed(parametersOf(kernel), ",\n    ") + ") {\n";
  for (const GroupArray &array : kernel.groupArrays)
    out += "  __local " + std::string(typeName(kOpenCL, array.type)) + " " + array.name + "[" +
           std::to_string(array.elements) + "]" + (holdsRows(kernel) ? " __attribute__((aligned(16)))" : "") + ";\n";
  return out;
}

std::string bodyText(const Kernel &kernel) { return text(kOpenCL, kernel.body, kernel, "  ") + "}\n\n"; }

std::string functionText(const SharedBody &shared, const std::string &name) {
  std::vector<std::string> parameters = {std::string("const int ") + kVariant};
  for (const std::string &one : parametersOf(shared.function))
    parameters.push_back(one);
  for (const GroupArray &array : shared.function.groupArrays)
    parameters.push_back("__local " + std::string(typeName(kOpenCL, array.type)) + " *const " + array.name);
  return "/* " + shared.function.comment + " */\nstatic inline __attribute__((always_inline)) void " + name +
         "(\n    " + listed(parameters, ",\n    ") + ") {\n" + bodyText(shared.function);
}

std::string callText(const Kernel &kernel, const SharedBody &shared, const std::string &name, size_t variant) {
  std::vector<std::string> args = {std::to_string(variant)};
  for (const std::string &one : argumentsOf(kernel, shared, "0"))
    args.push_back(one);
  for (size_t b = 0; kernel.window && b < shared.function.buffers.size(); ++b) {
    const std::string &buffer = shared.function.buffers[b].name;
    const bool has = std::ranges::find(kernel.buffers, buffer, &BufferParam::name) != kernel.buffers.end();
    args.push_back(has ? shiftOf(buffer) : "0");
  }
  for (const GroupArray &array : kernel.groupArrays)
    args.push_back(array.name);
  return headText(kernel) + "  " + name + "(" + listed(args, ", ") + ");\n}\n\n";
}

bool usesDouble(const Kernel &kernel) {
  bool found = false;
  for (const BufferParam &b : kernel.buffers)
    found |= b.type == ScalarType::F64;
  for (const ScalarParam &s : kernel.scalars)
    found |= s.type == ScalarType::F64;
  walkExprs(kernel.body, [&](const Expr &e) { found |= e.type == ScalarType::F64; });
  return found;
}

bool usesDouble(const LoopNest &nest) {
  return std::any_of(nest.kernels.begin(), nest.kernels.end(), [](const Kernel &k) { return usesDouble(k); });
}

// NVIDIA's compiler makes nothing of OpenCL's own.
constexpr std::string_view kPrefetch =
    "#ifdef __NV_CL_C_VERSION\n"
    "#define ksn_prefetch(address) asm volatile(\"prefetch.global.L2 [%0];\" : : \"l\"(address))\n"
    "#else\n"
    "#define ksn_prefetch(address) prefetch(address, 1)\n"
    "#endif\n";

std::string kernelSource(const LoopNest &nest) {
  const bool strict = nest.fp == "strict";
  std::vector<Kernel> kernels;
  for (const Kernel &kernel : nest.kernels)
    kernels.push_back(
        withPlaces(kOpenCL, kernel, shifted(kernel, strict ? withConstants(kernel.body) : kernel.body), groupIndex));
  const std::string body =
      kernelTexts(kOpenCL, kernels,
                  {.alone = [](const Kernel &kernel) { return headText(kernel) + bodyText(kernel); },
                   .function = functionText,
                   .call = callText});
  std::string head;
  if (strict)
    head += "#pragma OPENCL FP_CONTRACT OFF\n";
  if (usesDouble(nest))
    head += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  if (isAnywhere(nest, prefetches))
    head += kPrefetch;
  return head + body;
}

// C promises string literals of 4095 characters, so the source is an array of pieces that end with a line.
std::string literalPieces(const std::string &text, int &pieces) {
  constexpr size_t kPiece = 3000, kAround = 8; // indent, quotes and the line's end
  const std::string source = withShortLines(text, kColumns - kAround);
  std::string out;
  size_t inPiece = 0;
  pieces = 1;
  for (size_t at = 0; at < source.size();) {
    size_t end = source.find('\n', at) + 1;
    if (inPiece > kPiece) {
      out += ",\n";
      inPiece = 0;
      ++pieces;
    }
    std::string line;
    for (char c : source.substr(at, end - at - 1))
      line += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    out += "    \"" + line + "\\n\"\n";
    inPiece += line.size();
    at = end;
  }
  return out;
}

std::string sourceName(const LoopNest &nest) { return nest.name + "_source"; }

std::string kernels(const LoopNest &nest, const EmitOptions &) {
  int pieces = 0;
  std::string text = literalPieces(kernelSource(nest), pieces);
  return windowsText(nest, true) + "static const char *const " + sourceName(nest) + "[] = {\n" + text + "};\n\n";
}

std::string infoFields(const LoopNest &nest, const EmitOptions &) {
  const std::array<int64_t, kMaxAxes> group = largestGroup(nest);
  int64_t localBytes = 0;
  for (const Kernel &kernel : nest.kernels) {
    int64_t bytes = 0;
    for (const GroupArray &array : kernel.groupArrays)
      bytes += array.elements * sizeOf(array.type);
    localBytes = std::max(localBytes, bytes);
  }
  const std::string sep = ",\n                                .";
  std::string name = sourceName(nest);
  return sep + "source = " + name + sep + "source_count = (int)(sizeof " + name + " / sizeof " + name + "[0])" + sep +
         "group = {" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " + std::to_string(group[2]) +
         "}" + sep + "local_bytes = " + std::to_string(localBytes) + sep +
         "uses_double = " + (usesDouble(nest) ? "1" : "0") + windowFields(nest);
}

std::string launch(const LoopNest &nest, const HLaunch &launch, const std::string &indent) {
  return launchText(nest, launch, indent, true);
}

std::string runFields(const LoopNest &) { return ",\n                   .device = &ksn_opencl_device"; }

std::vector<EmittedFile> further(const std::vector<LoopNest> &nests, const EmitOptions &options) {
  if (!options.separateKernels)
    return {};
  std::string all;
  for (const LoopNest &nest : nests)
    all += kernelSource(nest);
  return {{"cl", all}};
}

} // namespace

const TargetText &openclText() {
  static const TargetText kText = {
      .info = findTarget("opencl"),
      .kernelDialect = &kOpenCL,
      .prelude = exactHost,
      .kernels = kernels,
      .infoFields = infoFields,
      .runFields = runFields,
      .launch = launch,
      .further = further,
  };
  return kText;
}

} // namespace kasane::emission
