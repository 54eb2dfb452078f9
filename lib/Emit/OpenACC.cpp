// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target openacc: C with directives. A tile is a gang's; its cells are shared out among workers (rows) and vector lanes
// (along x). Kernels are functions that enqueue their loops, over memory that the runtime has found on the device. The
// runtime starts them, when and on as many planes across the slowest axis as it sees fit. A kernel finds its arguments
// in a variable on the device.
#include "CText.h"
#include "CallText.h"
#include "Dialect.h"
#include "HostText.h"
#include "LaunchText.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::emission {
namespace {

// What a gang's lanes are a multiple of, and how many it has at most: a program ends where a gang's registers are more
// than there are, and so many threads may have all that a thread can.
constexpr int64_t kWarp = 32, kMostThreads = 256;

std::string sameName(const std::string &cName) { return cName; }

// The loops over cells of a kernel, outermost first.
std::vector<const CellLoop *> cellLoops(const KBody &body) {
  for (const KStmtPtr &stmt : body)
    if (const auto *loop = std::get_if<CellLoop>(&stmt->node)) {
      std::vector<const CellLoop *> out = cellLoops(loop->body);
      out.insert(out.begin(), loop);
      return out;
    }
  return {};
}

bool isAlong(const std::vector<const CellLoop *> &loops, int axis) {
  return std::any_of(loops.begin(), loops.end(), [&](const CellLoop *loop) { return loop->axis == axis; });
}

// Is each in the next, with nothing between them?
bool areOne(const std::vector<const CellLoop *> &loops) {
  return loops.size() > 1 &&
         std::all_of(loops.begin(), loops.end() - 1, [](const CellLoop *loop) { return loop->body.size() == 1; });
}

// Rows go to workers, cells of a row to lanes; without a loop along x, rows go to lanes. Loops that are one go to lanes
// together, so that short rows leave none without a cell.
std::string loopPragma(const Kernel &kernel, const CellLoop &loop) {
  const std::vector<const CellLoop *> loops = cellLoops(kernel.body);
  if (areOne(loops)) {
    if (&loop != loops.front())
      return "";
    return "#pragma acc loop vector collapse(" + std::to_string(loops.size()) + ")";
  }
  if (loop.axis == 0)
    return "#pragma acc loop vector";
  if (loops.front()->axis != loop.axis)
    return "";
  std::string out = isAlong(loops, 0) ? "#pragma acc loop worker" : "#pragma acc loop vector";
  const bool holdsRows = loop.body.size() == 1 && loops.size() > 1 && loops[1]->axis != 0;
  return out + (holdsRows ? " collapse(2)" : "");
}

// Pointers are read where the cells are: what is in variables, gcc's code hands from thread to thread at every loop
// over workers or lanes.
constexpr Dialect kAcc = {
    .typeNames = {"bool", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
                  "float", "double"},
    .callName = sameName,
    .loopPragma = loopPragma,
    .holder = "ksn_told->",
};

constexpr Dialect exactAcc() {
  Dialect out = kAcc;
  out.products = {"ksn_mulf", "ksn_mul"};
  out.quotients = {"ksn_divf", "ksn_div"};
  return out;
}
constexpr Dialect kExactAcc = exactAcc();

bool isStrict(const LoopNest &nest) { return nest.fp == "strict"; }

const Dialect &dialectOf(const LoopNest &nest) { return isStrict(nest) ? kExactAcc : kAcc; }

// How many workers and lanes a gang has: the group that was chosen, as far as it is one of warps.
std::string shapeOf(const Kernel &kernel) {
  const std::vector<const CellLoop *> loops = cellLoops(kernel.body);
  const int64_t rows = kernel.group[1] * kernel.group[2], all = kernel.group[0] * rows;
  const bool hasWorkers = loops.size() > 1 && isAlong(loops, 0) && !areOne(loops);
  int64_t wanted = 4 * kWarp;
  if (!loops.empty())
    wanted = hasWorkers ? kernel.group[0] : all;
  const int64_t lanes = std::min((wanted + kWarp - 1) / kWarp * kWarp, kMostThreads);
  std::string out;
  if (hasWorkers)
    out += " num_workers(" + std::to_string(std::clamp<int64_t>(rows, 1, kMostThreads / lanes)) + ")";
  return out + " vector_length(" + std::to_string(lanes) + ")";
}

// What a launch says to the kernel. `member`: what stands in front of the name.
struct Argument {
  std::string member, name;
};

std::vector<Argument> argumentsOf(const Kernel &kernel) {
  std::vector<Argument> out;
  auto scalarOf = [&](const std::string &type, const std::string &name) { out.push_back({type + " ", name}); };
  for (const BufferParam &b : kernel.buffers)
    out.push_back({(b.written ? "" : "const ") + std::string(typeName(kAcc, b.type)) + " *", b.name});
  for (const ScalarParam &s : kernel.scalars)
    scalarOf(std::string(typeName(kAcc, s.type)), s.name);
  for (const std::string &end : launchParameters(kernel))
    scalarOf("int64_t", end);
  return out;
}

// The variable in which the device finds them. For a construct that is handed anything gcc's library takes memory of
// the card's, and gives it back: each time all that goes on there has to end. Not static, so that the driver surely
// finds it by its name.
std::string toldName(const Kernel &kernel) { return kernel.name + "_told"; }
std::string structName(const Kernel &kernel) { return "struct " + kernel.name + "_arguments"; }

std::string toldText(const Kernel &kernel) {
  std::string members;
  for (const Argument &argument : argumentsOf(kernel))
    members += "  " + argument.member + argument.name + ";\n";
  return structName(kernel) + " {\n" + members + "} " + toldName(kernel) + ";\n#pragma acc declare create(" +
         toldName(kernel) + ")\n";
}

// `collapse` may stand anywhere behind the directive's name.
std::string kernelText(const Dialect &dialect, const Kernel &kernel, int rank) {
  const TilePragma pragma = {"#pragma acc loop gang", cellLoops(kernel.body).empty() ? " vector" : ""};
  std::string locals = "    const " + structName(kernel) + " *const ksn_told = &" + toldName(kernel) + ";\n";
  const std::vector<Argument> arguments = argumentsOf(kernel);
  const Kernel part = partOf(kernel);
  const std::set<std::string> names = namesIn(part);
  for (auto scalar = arguments.begin() + static_cast<std::ptrdiff_t>(kernel.buffers.size()); scalar != arguments.end();
       ++scalar)
    if (names.count(scalar->name))
      locals += "    const " + scalar->member + scalar->name + " = ksn_told->" + scalar->name + ";\n";
  return "/* " + kernel.comment + " */\n" + toldText(kernel) + "static void " + kernel.name +
         "(void) {\n#pragma acc parallel" + shapeOf(kernel) + " async(KSN_QUEUE)\n  {\n" + locals +
         tileLoops(dialect, part, rank, "    ", pragma) + "  }\n}\n\n";
}

// What the runtime calls: it has arguments by address.
std::string starterName(const Kernel &kernel) { return kernel.name + "_start"; }

std::string starterText(const Kernel &kernel) {
  return "static void " + starterName(kernel) + "(const ksn_arg *ksn_args) {\n  const " + structName(kernel) +
         " ksn_told = {" + startedValues(kAcc, kernel) + "};\n  ksn_tell(&" + toldName(kernel) +
         ", &ksn_told, sizeof ksn_told);\n  " + kernel.name + "();\n}\n\n";
}

// The driver's compiler fuses a product with a sum wherever it isn't told how to round, and gcc's code for the card
// doesn't tell it. It can't fuse one that is fused already, with -0.
std::string productFunction(const std::string &type, const std::string &suffix) {
  return "#pragma acc routine seq\nstatic inline " + type + " ksn_mul" + suffix + "(" + type + " a, " + type +
         " b) {\n  return acc_on_device(acc_device_not_host) ? fma" + suffix + "(a, b, -0.0" + suffix +
         ") : a * b;\n}\n";
}

// gcc makes a product of a quotient by a power of two, which then has to be one that isn't fused. Of others the card's
// division says how to round. The bits are those of the fraction.
std::string quotientFunction(const std::string &type, const std::string &suffix, const std::string &word,
                             const std::string &bits) {
  return "#pragma acc routine seq\nstatic inline " + type + " ksn_div" + suffix + "(" + type + " a, " + type +
         " b) {\n  " + word +
         " word;\n  memcpy(&word, &b, sizeof word);\n  return acc_on_device(acc_device_not_host) && (word & " + bits +
         ") == 0 ? ksn_mul" + suffix + "(a, 1.0" + suffix + " / b) : a / b;\n}\n";
}

// As the runtime's Exact.c has it.
std::string tryFunction(const std::string &type, const std::string &suffix, const std::string &tiny) {
  const std::string mul = "ksn_mul" + suffix;
  return "static void ksn_try_" + type + "(const " + type + " *a, " + type + " *r, const int count) {\n" +
         "#pragma acc parallel loop gang vector deviceptr(a, r) async(KSN_QUEUE)\n  for (int n = 0; n < count; n++) "
         "{\n" +
         "    const " + type + " x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];\n    r[n] = " + mul +
         "(x, y) + z;\n    r[count + n] = x / y;\n    r[2 * count + n] = sqrt" + suffix +
         "(x);\n    r[3 * count + n] = " + mul + "(x, " + mul + "(y, " + tiny + "));\n  }\n}\n";
}

// OpenACC copies between the host and a device; gcc has no call for a copy within a device. Planes are multiples of
// words but for those of the smallest types.
std::string copyFunction() {
  auto loop = [](const std::string &indent, const std::string &type, const std::string &count) {
    return "#pragma acc parallel loop gang vector deviceptr(to, from) async(queue)\n" + indent +
           "for (int64_t n = 0; n < " + count + "; n++)\n" + indent + "  ((" + type + " *)to)[n] = ((const " + type +
           " *)from)[n];\n";
  };
  return "/* The runtime repeats planes on the device. */\nstatic void ksn_copy_planes(void *to, const void *from, "
         "const int64_t bytes, "
         "const int queue) {\n  (void)queue; /* gcc doesn't count what a clause says */\n  if (bytes % 4 == 0) {\n" +
         loop("    ", "uint32_t", "bytes / 4") + "  } else {\n" + loop("    ", "uint8_t", "bytes") + "  }\n}\n\n";
}

std::string prelude(const std::vector<LoopNest> &nests) {
  std::string out = "#ifndef _OPENACC\n#error compile this file with -fopenacc\n#endif\n\n" + hostPragmas(nests);
  const bool strict = std::any_of(nests.begin(), nests.end(), isStrict);
  if (strict)
    out += "#include <openacc.h>\n#include <string.h>\n\n";
  if (std::any_of(nests.begin(), nests.end(), hasWindows))
    out += copyFunction();
  if (!strict)
    return out;
  return out + "/* --fp=strict: no compiler fuses these with a sum. */\n" + productFunction("float", "f") +
         productFunction("double", "") + quotientFunction("float", "f", "uint32_t", "UINT32_C(0x7fffff)") +
         quotientFunction("double", "", "uint64_t", "UINT64_C(0xfffffffffffff)") +
         "\n/* The runtime tries how the device rounds. */\n" + tryFunction("float", "f", "1e-38f") + "\n" +
         tryFunction("double", "", "1e-308") + "\n";
}

std::string tableRow(const std::string &name, const std::string &function) {
  return "    {\"" + name + "\", (const void *)" + function + ", 0},\n";
}

std::string tableName(const LoopNest &nest) { return nest.name + "_kernels"; }

std::string kernels(const LoopNest &nest, const EmitOptions &) {
  std::string out, table;
  for (const Kernel &kernel : nest.kernels) {
    out += kernelText(dialectOf(nest), kernel, nest.rank) + starterText(kernel);
    table += tableRow(kernel.name, starterName(kernel));
  }
  for (const char *name : {"ksn_try_float", "ksn_try_double"})
    table += isStrict(nest) ? tableRow(name, name) : "";
  if (hasWindows(nest))
    table += tableRow("ksn_copy_planes", "ksn_copy_planes");
  return out + windowsText(nest, false) + "static const ksn_kernel " + tableName(nest) + "[] = {\n" + table + "};\n\n";
}

std::string infoFields(const LoopNest &nest, const EmitOptions &) {
  const std::string sep = ",\n                                .", name = tableName(nest);
  return sep + "kernels = " + name + sep + "kernel_count = (int)(sizeof " + name + " / sizeof " + name + "[0])" +
         windowFields(nest);
}

std::string runFields(const LoopNest &) { return ",\n                   .device = &ksn_openacc_device"; }

std::string launch(const LoopNest &nest, const HLaunch &launch, const std::string &indent) {
  return launchText(nest, launch, indent, false);
}

std::vector<EmittedFile> further(const std::vector<LoopNest> &, const EmitOptions &) { return {}; }

} // namespace

const TargetText &openaccText() {
  static const TargetText kText = {
      .info = findTarget("openacc"),
      .kernelDialect = &kAcc,
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
