// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CallText.h"

#include "CText.h"

namespace kasane::emission {

std::string functionParameters(const Dialect &dialect, const Kernel &kernel) {
  std::string out;
  auto param = [&](const std::string &text) { out += (out.empty() ? "" : ", ") + text; };
  for (const BufferParam &b : kernel.buffers)
    param((b.written ? "" : "const ") + std::string(typeName(dialect, b.type)) + " *restrict " + b.name);
  for (const ScalarParam &s : kernel.scalars)
    param("const " + std::string(typeName(dialect, s.type)) + " " + s.name);
  return out;
}

std::string tileLoops(const Dialect &dialect, const Kernel &kernel, int rank, std::string indent,
                      const TilePragma &pragma) {
  std::string loops;
  int count = 0;
  for (int a = rank - 1; a >= 0; --a) {
    const GridAxis &axis = kernel.grid[a];
    if (axis.step == 0)
      continue;
    ++count;
    std::string advance = axis.step == 1 ? "++" + axis.var : axis.var + " += " + std::to_string(axis.step);
    loops += indent + "for (" + std::string(typeName(dialect, ScalarType::I64)) + " " + axis.var + " = " +
             text(dialect, axis.lo) + "; " + axis.var + " < " + text(dialect, axis.hi) + "; " + advance + ") {\n";
    indent += "  ";
  }
  std::string line = pragma.words;
  if (count > 1)
    line += " collapse(" + std::to_string(count) + ")";
  // The statements between two collapsed loops would be illegal, so the braces hold loops only.
  for (size_t at = loops.find(") {\n"); count > 1; at = loops.find(") {\n", at + 1), --count)
    loops.replace(at, 4, ")\n");
  std::string body = text(dialect, kernel.body, kernel, indent);
  return line + pragma.clauses + "\n" + loops + body + indent.substr(2) + "}\n";
}

} // namespace kasane::emission
