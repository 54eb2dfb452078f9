// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target cuda: a group is a block, on-chip arrays are shared memory, cells are shared out by thread. Kernels and host
// code are one file for nvcc. A buffer argument points at element (0, 0, 0).
#include "CText.h"
#include "ChosenLoads.h"
#include "Dialect.h"
#include "HostText.h"
#include "LaunchText.h"
#include "Quotients.h"
#include "SharedBody.h"

#include <algorithm>

namespace kasane::emission {
namespace {

std::string sameName(const std::string &cName) { return cName; }

constexpr Dialect kCuda = {
    .typeNames = {"bool", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
                  "float", "double"},
    .minName = "min",
    .maxName = "max",
    .minMaxOverload = true,
    .barrier = "__syncthreads();",
    .localIds = {"threadIdx.x", "threadIdx.y", "threadIdx.z"},
    .callName = sameName,
    .rowNames = {"", "", "", "", "", "int", "uint", "longlong", "ulonglong", "float", "double"},
    .rowOf = {"make_", ""},
    .unroll = "#pragma unroll",
    .place = "ksn_place",
    .bring = "ksn_bring",
    .arrive = "ksn_arrive();",
    .bringRow = "ksn_bring_row",
    .batch = "ksn_batch();",
    .arriveBut = {"ksn_arrive_but<", ">();"},
    .prefetch = {"ksn_prefetch(", ")"},
};

// Arrays of a group begin where a vector of four floats may.
constexpr int64_t kAlign = 16;

int64_t bytesOf(const GroupArray &array) {
  return (array.elements * sizeOf(array.type) + kAlign - 1) / kAlign * kAlign;
}

int64_t sharedBytes(const Kernel &kernel) {
  int64_t bytes = 0;
  for (const GroupArray &array : kernel.groupArrays)
    bytes += bytesOf(array);
  return bytes;
}

// Dynamic, since only such memory may be more than 48 KiB.
std::string sharedText(const Kernel &kernel) {
  if (kernel.groupArrays.empty())
    return "";
  std::string out = "  extern __shared__ __align__(" + std::to_string(kAlign) + ") unsigned char ksn_shared[];\n";
  int64_t offset = 0;
  for (const GroupArray &array : kernel.groupArrays) {
    std::string type(typeName(kCuda, array.type));
    out += "  " + type + " *const " + array.name + " = (" + type + " *)(ksn_shared" +
           (offset ? " + " + std::to_string(offset) : "") + ");\n";
    offset += bytesOf(array);
  }
  return out;
}

// A grid has at most 65535 blocks along y and z.
// Where there are more, the runtime launches it in parts, and says where one begins.
std::string blockIndex(int dimension) {
  static constexpr std::array<std::string_view, kMaxAxes> kIndex = {"blockIdx.x", "(blockIdx.y + ksn_from_y)",
                                                                    "(blockIdx.z + ksn_from_z)"};
  return "(int64_t)" + std::string(kIndex[static_cast<size_t>(dimension)]);
}

// Where work-items hold much, a compiler that isn't told how many groups a unit is to hold may plan for twice as many,
// and keep half in memory.
bool asksForRegisters(const Kernel &kernel) { return kernel.resident > 1 || !kernel.items[0].empty(); }

// Names that its text has: it needn't be told of others.
std::set<std::string> namesInText(Kernel kernel) {
  for (GridAxis &axis : kernel.grid)
    axis.lo = axis.hi = intLit(0);
  return namesIn(kernel);
}

// `names`: of parameters that somebody asks for.
std::string parametersText(const Kernel &kernel, int rank, const std::set<std::string> &names) {
  const std::string pad = "    ";
  std::string params;
  auto param = [&](const std::string &text) { params += (params.empty() ? "" : ",\n" + pad) + text; };
  const std::string alone = mayRestrict(kernel) ? "__restrict__ " : "";
  for (const BufferParam &b : kernel.buffers)
    param((b.written ? "" : "const ") + std::string(typeName(kCuda, b.type)) + " *" + alone + b.name);
  auto scalarParam = [&](const std::string &type, const std::string &name) {
    param("const " + type + (names.count(name) ? " " + name : " /* " + name + " */"));
  };
  for (const ScalarParam &s : kernel.scalars)
    scalarParam(std::string(typeName(kCuda, s.type)), s.name);
  for (const std::string &end : launchParameters(kernel))
    scalarParam("int64_t", end);
  if (rank > 1)
    param("const unsigned ksn_from_y");
  if (rank > 2)
    param("const unsigned ksn_from_z");
  return "(\n" + pad + params + ") {\n";
}

std::string headText(const Kernel &kernel, int rank, const std::set<std::string> &names) {
  const int64_t threads = kernel.group[0] * kernel.group[1] * kernel.group[2];
  return "/* " + kernel.comment + " */\nstatic __global__ void __launch_bounds__(" + std::to_string(threads) +
         (asksForRegisters(kernel) ? ", " + std::to_string(kernel.resident) : "") + ") " + kernel.name +
         parametersText(kernel, rank, names);
}

std::string bodyText(const Kernel &kernel) {
  return "  ksn_follow();\n" + sharedText(kernel) + text(kCuda, kernel.body, kernel, "  ") + "}\n\n";
}

constexpr const char *kKept = "ksn_kept";

bool isTruth(const ExprPtr &value) {
  const auto *select = std::get_if<Select>(&value->node);
  const auto *op = std::get_if<Binary>(&value->node);
  return select ? isTruth(select->whenTrue) && isTruth(select->whenFalse)
                : op && op->op >= BinaryOp::LogicalAnd; // comparisons are behind it
}

// What a work-item knows of itself from the beginning is a number, as it is where a kernel has its body to itself: in
// functions that it calls, NVIDIA's compiler (CUDA 13.0) makes predicates of such, of which there are few.
KBody withKeptTruths(const KBody &body) {
  KBody out = body;
  for (KStmtPtr &stmt : out)
    if (const auto *let = std::get_if<KLet>(&stmt->node); let && let->type == ScalarType::I32 && isTruth(let->value))
      stmt = makeKStmt(KLet{let->name, let->type, makeExpr(let->type, Call{kKept, {let->value}})});
  return out;
}

std::string functionText(SharedBody shared, const std::string &name, int rank, bool keepsTruths) {
  if (keepsTruths)
    shared.function.body = withKeptTruths(shared.function.body);
  return "/* " + shared.function.comment + " */\ntemplate <int " + std::string(kVariant) +
         "> static __device__ __forceinline__ void " + name +
         parametersText(shared.function, rank, namesInText(shared.function)) + bodyText(shared.function);
}

std::string callText(const Kernel &kernel, const SharedBody &shared, const std::string &name, size_t variant,
                     int rank) {
  std::vector<std::string> args = argumentsOf(kernel, shared, "nullptr");
  if (rank > 1)
    args.push_back("ksn_from_y");
  if (rank > 2)
    args.push_back("ksn_from_z");
  std::string all;
  for (const std::string &arg : args)
    all += (all.empty() ? "" : ", ") + arg;
  return headText(kernel, rank, {args.begin(), args.end()}) + "  " + name + "<" + std::to_string(variant) + ">(" + all +
         ");\n}\n\n";
}

// No macro tells with which flags a file is compiled, so the runtime tries it.
std::string tryKernel(const std::string &type, const std::string &root, const std::string &tiny) {
  return "static __global__ void ksn_try_" + type + "(const " + type + " *a, " + type +
         " *r) {\n  const int n = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;\n  const " +
         type + " x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];\n  r[n] = x * y + z;\n  r[count + n] = x / y;\n" +
         "  r[2 * count + n] = " + root + "(x);\n  r[3 * count + n] = x * (y * " + tiny + ");\n}\n\n";
}

bool isStrict(const LoopNest &nest) { return nest.fp == "strict"; }

bool brings(const KStmt &stmt) { return std::holds_alternative<KBring>(stmt.node); }
bool bringsRows(const KStmt &stmt) {
  const auto *bring = std::get_if<KBring>(&stmt.node);
  return bring && bring->elements > 1;
}
bool hasPlace(const KStmt &stmt) {
  const auto *let = std::get_if<KLet>(&stmt.node);
  return let && let->isPlace;
}

bool isAnywhere(const std::vector<LoopNest> &nests, bool (*is)(const KStmt &)) {
  return std::any_of(nests.begin(), nests.end(), [&](const LoopNest &nest) { return emission::isAnywhere(nest, is); });
}

// Such copies are of 4 bytes or more, on cards of today. A compiler moves nothing across one, nor across the wait.
std::string bringText() {
  return "template <class Element> static __device__ inline void ksn_bring(Element *to, const Element *from) {\n#if "
         "__CUDA_ARCH__ >= 800\n"
         "  if (sizeof(Element) >= 4) {\n    asm volatile(\"cp.async.ca.shared.global [%0], [%1], %2;\" "
         "::\"r\"((unsigned)__cvta_generic_to_shared(to)), \"l\"(from),\n"
         "                 \"n\"(sizeof(Element) < 4 ? 4 : sizeof(Element)) : \"memory\");\n    return;\n  }\n"
         "#endif\n  *to = *from;\n}\n\n"
         "static __device__ inline void ksn_arrive() {\n#if __CUDA_ARCH__ >= 800\n  asm "
         "volatile(\"cp.async.wait_all;\" ::: \"memory\");\n#endif\n}\n\n";
}

// 16 bytes at once, and batches of such copies.
std::string bringRowText() {
  return "template <class Element> static __device__ inline void ksn_bring_row(Element *to, const Element *from) "
         "{\n#if "
         "__CUDA_ARCH__ >= 800\n"
         "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" "
         "::\"r\"((unsigned)__cvta_generic_to_shared(to)), \"l\"(from) : \"memory\");\n#else\n"
         "  *(uint4 *)to = *(const uint4 *)from;\n#endif\n}\n\n"
         "static __device__ inline void ksn_batch() {\n#if __CUDA_ARCH__ >= 800\n  asm "
         "volatile(\"cp.async.commit_group;\" ::: \"memory\");\n#endif\n}\n\n"
         "template <int under_way> static __device__ inline void ksn_arrive_but() {\n#if __CUDA_ARCH__ >= 800\n  asm "
         "volatile(\"cp.async.wait_group %0;\" ::\"n\"(under_way) : \"memory\");\n#endif\n}\n\n";
}

bool hasQuotients(const std::vector<LoopNest> &nests) {
  bool found = false;
  for (const LoopNest &nest : nests)
    for (const Kernel &kernel : nest.kernels)
      walkExprs(withQuickQuotients(kernel.body), [&](const Expr &e) {
        const auto *call = std::get_if<Call>(&e.node);
        found |= call && call->callee == kQuickQuotient;
      });
  return found;
}

// As NVIDIA's compiler makes a quotient where neither the numerator nor the quotient is near the ends of what a double
// can be; and of a numerator 0, of which the first estimate has the right sign. (The comparisons are of the upper
// halves, as floats: 0 times the denominator's is no number where that has no reciprocal.)
std::string quotientText() {
  return "/* a / b as the compiler makes it, without its branches; is_odd: that isn't sure, and what follows is made "
         "again with a / b */\n"
         "static __device__ __forceinline__ double ksn_quotient(const double a, const double b, bool &is_odd) "
         "{\n#ifdef __CUDA_ARCH__\n"
         "  int high;\n  asm(\"{\\n.reg .b32 low;\\n.reg .f64 near;\\nrcp.approx.ftz.f64 near, %1;\\nmov.b64 {low, "
         "%0}, near;\\n}\" : \"=r\"(high) : \"d\"(b));\n"
         "  double r = __hiloint2double(high, 1), e = __fma_rn(-b, r, 1.0);\n  e = __fma_rn(e, e, e);\n  r = "
         "__fma_rn(r, e, r);\n"
         "  e = __fma_rn(-b, r, 1.0);\n  r = __fma_rn(r, e, r);\n"
         "  const double first = __dmul_rn(a, r), q = __fma_rn(r, __fma_rn(-b, first, a), first);\n"
         "  const float size = fabsf(__int_as_float(__double2hiint(a)));\n"
         "  const float result = fabsf(__fmaf_rn(0.0f, __int_as_float(__double2hiint(b)), "
         "__int_as_float(__double2hiint(q))));\n"
         "  const bool is_zero = a == 0.0;\n"
         "  is_odd = is_odd || !((size >= 6.5827683646048100446e-37f && result > 1.469367938527859385e-39f) || "
         "(is_zero && result == 0.0f));\n"
         "  return is_zero ? first : q;\n#else\n  (void)is_odd;\n  return a / b;\n#endif\n}\n\n";
}

// Where the runtime has a kernel started as soon as the blocks of the one before have ended, it waits here until what
// those have written can be read.
std::string followText() {
  return "/* Waits until what the kernel before has written can be read. */\n"
         "static __device__ __forceinline__ void ksn_follow() {\n#if __CUDA_ARCH__ >= 900\n"
         "  asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");\n#endif\n}\n\n";
}

std::string prelude(const std::vector<LoopNest> &nests) {
  std::string out = followText();
  if (isAnywhere(nests, hasPlace))
    out += "static __device__ inline int64_t ksn_place(const int64_t index) {\n#ifdef __CUDA_ARCH__\n"
           "  int64_t place;\n  asm(\"mov.b64 %0, %1;\" : \"=l\"(place) : \"l\"(index));\n  return place;\n#else\n  "
           "return index;\n#endif\n}\n\n";
  if (std::ranges::any_of(nests,
                          [](const LoopNest &nest) { return nest.family == "pipeline" && nest.kernels.size() > 1; }))
    out += "/* A truth value that stays a number. */\n[[maybe_unused]] static __device__ __forceinline__ int32_t " +
           std::string(kKept) +
           "(int32_t truth) {\n#ifdef __CUDA_ARCH__\n  asm(\"\" : \"+r\"(truth));\n#endif\n  return truth;\n}\n\n";
  if (isAnywhere(nests, prefetches))
    out += "static __device__ inline void ksn_prefetch(const void *address) {\n#ifdef __CUDA_ARCH__\n"
           "  asm volatile(\"prefetch.global.L2 [%0];\" ::\"l\"(address));\n#else\n  (void)address;\n#endif\n}\n\n";
  if (isAnywhere(nests, brings))
    out += bringText();
  if (isAnywhere(nests, bringsRows))
    out += bringRowText();
  if (hasQuotients(nests))
    out += quotientText();
  if (std::none_of(nests.begin(), nests.end(), isStrict))
    return out;
  return out +
         "/* --fp=strict needs -fmad=false -prec-div=true -prec-sqrt=true -ftz=false: the runtime tries these two. "
         "*/\n" +
         tryKernel("float", "sqrtf", "1e-38f") + tryKernel("double", "sqrt", "1e-308");
}

std::string tableRow(const std::string &name, int64_t bytes) {
  return "    {\"" + name + "\", (const void *)" + name + ", " + std::to_string(bytes) + "},\n";
}

std::string tableName(const LoopNest &nest) { return nest.name + "_kernels"; }

std::string kernels(const LoopNest &nest, const EmitOptions &) {
  std::string table;
  std::vector<Kernel> whole;
  for (const Kernel &kernel : nest.kernels) {
    whole.push_back(withPlaces(kCuda, kernel, withQuickQuotients(kernel.body), blockIndex));
    table += tableRow(kernel.name, sharedBytes(kernel));
  }
  const std::string out = kernelTexts(
      kCuda, whole,
      {.alone =
           [&](const Kernel &kernel) { return headText(kernel, nest.rank, namesInText(kernel)) + bodyText(kernel); },
       .function =
           [&](const SharedBody &shared, const std::string &name) {
             return functionText(shared, name, nest.rank, nest.family == "pipeline");
           },
       .call = [&](const Kernel &kernel, const SharedBody &shared, const std::string &name,
                   size_t variant) { return callText(kernel, shared, name, variant, nest.rank); }});
  if (isStrict(nest))
    table += tableRow("ksn_try_float", 0) + tableRow("ksn_try_double", 0);
  return out + windowsText(nest, false) + "static const ksn_kernel " + tableName(nest) + "[] = {\n" + table + "};\n\n";
}

std::string infoFields(const LoopNest &nest, const EmitOptions &) {
  const std::array<int64_t, kMaxAxes> group = largestGroup(nest);
  int64_t localBytes = 0;
  for (const Kernel &kernel : nest.kernels)
    localBytes = std::max(localBytes, sharedBytes(kernel));
  const std::string sep = ",\n                                .";
  std::string name = tableName(nest);
  return sep + "group = {" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
         std::to_string(group[2]) + "}" + sep + "local_bytes = " + std::to_string(localBytes) + sep +
         "kernels = " + name + sep + "kernel_count = (int)(sizeof " + name + " / sizeof " + name + "[0])" +
         windowFields(nest);
}

std::string launch(const LoopNest &nest, const HLaunch &launch, const std::string &indent) {
  return launchText(nest, launch, indent, false);
}

std::string runFields(const LoopNest &) { return ",\n                   .device = &ksn_cuda_device"; }

std::vector<EmittedFile> further(const std::vector<LoopNest> &, const EmitOptions &) { return {}; }

} // namespace

const TargetText &cudaText() {
  static const TargetText kText = {
      .info = findTarget("cuda"),
      .kernelDialect = &kCuda,
      .linkage = "extern \"C\" ",
      .loader = "__sti____cudaRegisterAll",
      .loaderText = "/* CUDA's compiler makes it, and calls it when the program begins; ranks that only serve call it "
                    "themselves. */\n#pragma nv_diag_suppress 114\nstatic void __sti____cudaRegisterAll(void);\n\n",
      .prelude = prelude,
      .kernels = kernels,
      .infoFields = infoFields,
      .runFields = runFields,
      .launch = launch,
      .further = further,
  };
  return kText;
}

} // namespace kasane::emission
