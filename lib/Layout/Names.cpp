// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Names.h"

#include <cctype>
#include <cstdint>
#include <cstdio>

namespace kasane {
namespace {

const std::set<std::string> &reservedWords() {
  static const std::set<std::string> words = {
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
      "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
      "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "_Bool",
      "bool", "true", "false", "half", "kernel", "global", "local", "constant", "private", "generic", "uniform", "pipe",
      "complex", "imaginary", "quad", "read_only", "write_only", "read_write", "event_t", "image2d_t", "sampler_t",
      "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "uchar", "ushort", "uint", "ulong", "int8_t", "int16_t",
      "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "min", "max", "clamp", "mix", "step", "sign",
      "dot", "cross", "length", "distance", "normalize", "select", "degrees", "radians", "abs", "mad", "vload2", "main",
      "NULL", "INFINITY", "NAN", "HUGE_VAL", "M_PI", "M_E", "I", "asm", "typeof",
      // C++ and CUDA
      "alignas", "alignof", "and", "and_eq", "bitand", "bitor", "catch", "char8_t", "char16_t", "char32_t", "class",
      "compl", "concept", "consteval", "constexpr", "constinit", "co_await", "co_return", "co_yield", "decltype",
      "delete", "explicit", "export", "friend", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
      "operator", "or", "or_eq", "protected", "public", "requires", "static_assert", "template", "this", "thread_local",
      "throw", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq", "const_cast",
      "dynamic_cast", "reinterpret_cast", "static_cast", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
  return words;
}

// Names of the C library's math functions and what generated code uses itself.
bool isForbidden(const std::string &name) {
  static const std::set<std::string> math = {
      "sqrt",  "fabs",  "exp",   "log",   "sin",   "cos",  "tan",   "pow",  "fma",  "fmin", "fmax",
      "floor", "ceil",  "round", "trunc", "y0",    "y1",   "yn",    "j0",   "j1",   "jn",   "gamma",
      "cbrt",  "hypot", "erf",   "asin",  "acos",  "atan", "atan2", "sinh", "cosh", "tanh", "exp2",
      "log2",  "log10", "fmod",  "rint",  "fract", "modf", "frexp", "ldexp"};
  return reservedWords().count(name) || math.count(name) || name.rfind("__", 0) == 0;
}

} // namespace

std::string identifierFrom(const std::string &text) {
  std::string out;
  for (char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  while (!out.empty() && out.back() == '_' && text.back() != '_')
    out.pop_back();
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])))
    out = "v" + out;
  return out.substr(0, 40);
}

std::string Names::take(const std::string &wish) {
  std::string name = identifierFrom(wish);
  if (name.rfind("ksn", 0) == 0) // generated code's own names
    name = "v_" + name;
  if (isForbidden(name))
    name += "_";
  std::string candidate = name;
  for (int &n = next_.try_emplace(name, 2).first->second; !taken_.insert(candidate).second; ++n)
    candidate = name + "_" + std::to_string(n);
  return candidate;
}

std::string programName(const std::string &path, const std::string &function, unsigned ordinal) {
  uint32_t hash = 2166136261u; // FNV-1a: the same on every machine
  for (unsigned char c : path)
    hash = (hash ^ c) * 16777619u;
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", hash);
  std::string stem = path.substr(path.find_last_of('/') + 1);
  stem = stem.substr(0, stem.find_last_of('.'));
  return "ksn_" + identifierFrom(stem) + "_" + digits + "_" + function + "_" + std::to_string(ordinal);
}

} // namespace kasane
