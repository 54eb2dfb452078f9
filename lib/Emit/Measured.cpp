// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of runtime/probe/measure.c that is a region's own: its arrays, and a call with fixed values.
#include "CText.h"
#include "HostText.h"

#include <algorithm>

namespace kasane {
namespace {

std::string declared(const std::map<std::string, int64_t> &values) {
  std::string out;
  for (const auto &[name, value] : values)
    out += "  const int64_t " + name + " = " + std::to_string(value) + ";\n  (void)" + name + ";\n";
  return out;
}

std::string arraysText(const LoopNest &nest, const MeasuredValues &values) {
  std::string out;
  int count = 0;
  for (const HostBuffer &b : nest.host.buffers)
    if (!b.hidden)
      out += "    ksn_arrays[" + std::to_string(count++) + "] = (measured_array){\"" + b.name + "\", " +
             std::string(emission::runtimeType(b.type)) + ", &ksn_block." + b.base + ", " +
             emission::hostText(b.first) + ", " + emission::hostText(b.last) + "};\n";
  return "int measured_arrays(measured_array *ksn_arrays) {\n" + declared(values.integers) + "  if (ksn_arrays) {\n" +
         out + "  }\n  return " + std::to_string(count) + ";\n}\n";
}

std::string valueOf(const std::string &name, ScalarType type, const MeasuredValues &values) {
  if (isFloat(type))
    return values.real;
  if (name == values.steps)
    return "ksn_steps";
  const auto known = values.integers.find(name);
  return known != values.integers.end() ? std::to_string(known->second) : "1";
}

std::string assigned(const std::string &name, ScalarType type, const MeasuredValues &values) {
  return std::string("  ksn_block.") + (isFloat(type) ? "f_" : "n_") + name + " = " + valueOf(name, type, values) +
         ";\n";
}

std::string callText(const LoopNest &nest, const MeasuredValues &values) {
  std::string out = "int measured_call(int64_t ksn_steps) {\n  (void)ksn_steps;\n"
                    "  memset(ksn_block.call, 0, sizeof ksn_block.call);\n";
  for (const HostScalar &scalar : nest.host.scalars)
    out += assigned(scalar.name, scalar.type, values);
  for (const HostVariable &variable : nest.host.variables)
    if (variable.shared)
      out += std::string("  ksn_block.") + (isFloat(variable.type) ? "f_" : "n_") + variable.name + " = 0;\n";
  return out + "  return " + nest.name + "_" + nest.target + "(&ksn_block);\n}\n";
}

} // namespace

std::string measuredText(const LoopNest &nest, const MeasuredValues &values) {
  return "#include \"measure.h\"\n#include <string.h>\n\n" + argumentBlock(nest) + "int " + nest.name + "_" +
         nest.target + "(struct " + nest.name + "_args *);\nstatic struct " + nest.name + "_args ksn_block;\n\n" +
         arraysText(nest, values) + "\n" + callText(nest, values);
}

} // namespace kasane
