// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowText.h"

#include "CText.h"

namespace kasane::emission {
namespace {

std::string subscriptOf(const RowStep &step) {
  if (step.axis < 0)
    return std::to_string(step.at);
  std::string at = "ksn_cell[" + std::to_string(step.axis) + "]";
  return step.unit == 1 ? at : at + " * " + std::to_string(step.unit);
}

std::string rowFunction(const LoopNest &nest, const HostBuffer &buffer) {
  int follows = 0;
  for (const RowStep &step : buffer.rows->steps)
    follows += step.follow;
  std::string elem(typeName(hostDialect(), buffer.type)), subscript, at = "ksn_0";
  auto type = [&](int level) { return elem + " " + std::string(static_cast<size_t>(follows + 1 - level), '*'); };
  std::string out = "static void *" + rowFunctionName(nest, buffer) +
                    "(void *ksn_table, const int64_t *ksn_cell) {\n  " + type(0) + at + " = (" + type(0) +
                    ")ksn_table;\n";
  int level = 0;
  for (const RowStep &step : buffer.rows->steps) {
    subscript += (subscript.empty() ? "" : " + ") + subscriptOf(step);
    if (!step.follow)
      continue;
    std::string next = "ksn_" + std::to_string(++level);
    out += "  " + type(level) + next + " = " + at + "[" + subscript + "];\n  if (!" + next + ")\n    return NULL;\n";
    at = next;
    subscript.clear();
  }
  return out + "  return " + at + (buffer.rows->shift ? " + " + std::to_string(buffer.rows->shift) : "") + ";\n}\n\n";
}

} // namespace

std::string rowFunctionName(const LoopNest &nest, const HostBuffer &buffer) {
  return nest.name + "_rows_" + buffer.name;
}

std::string rowFunctions(const LoopNest &nest) {
  std::string out;
  for (const HostBuffer &buffer : nest.host.buffers)
    if (buffer.rows)
      out += rowFunction(nest, buffer);
  return out;
}

} // namespace kasane::emission
