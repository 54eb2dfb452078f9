// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CallBlock.h"

namespace kasane {
namespace {

std::string joined(const std::vector<std::string> &words, const std::string &between) {
  std::string out;
  for (const std::string &word : words)
    out += (out.empty() ? "" : between) + word;
  return out;
}

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text)
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::string asserts(const Region &region) {
  std::string out;
  for (const Folded &folded : region.asserts)
    out += "  _Static_assert((" + folded.text + ") == " + folded.value + ", " +
           quoted("translated with " + folded.text + " == " + folded.value + "; translate again") + ");\n";
  return out;
}

// What the region gets; the addresses on entry stay in ksn_p, since the block's come back as the ones on exit.
std::string arguments(const CallSite &call) {
  const StencilProgram &program = *call.program;
  std::string addresses, values;
  for (size_t f = 0; f < program.fields.size(); ++f) {
    addresses += (f ? ", " : "") + ("(void *)" + program.fields[f].base);
    values += (f ? ", .p" : ".p") + std::to_string(f) + " = ksn_p[" + std::to_string(f) + "]";
  }
  for (const Param &param : program.params)
    values += (isFloat(param.type) ? ", .f_" : ", .n_") + param.name + " = " + param.text;
  return "  void *const ksn_p[] = {" + addresses + "};\n  struct " + program.name + "_args ksn_a = {" + values + "};\n";
}

std::string callee(const CallSite &call) {
  const std::string &name = call.program->name;
  if (call.targets.size() == 1)
    return name + "_" + call.targets.front();
  return "ksn_target";
}

std::string selection(const CallSite &call) {
  if (call.targets.size() == 1)
    return "";
  const std::string &name = call.program->name;
  std::vector<std::string> functions;
  for (const std::string &target : call.targets)
    functions.push_back(name + "_" + target);
  return "  int (*const ksn_targets[])(struct " + name + "_args *) = {" + joined(functions, ", ") +
         "};\n  int (*const ksn_target)(struct " + name + "_args *) = ksn_targets[ksn_select(\"" +
         joined(call.targets, ",") + "\")];\n";
}

std::string whenRan(const CallSite &call) {
  std::string out;
  for (size_t f = 0; f < call.program->fields.size(); ++f)
    if (const std::string &pointer = call.program->fields[f].pointer; !pointer.empty())
      out += "    " + pointer + " = ksn_a.p" + std::to_string(f) + ";\n";
  for (const LiveOut &final : call.region->finals)
    out += "    " + final.text + "\n";
  return out;
}

// The protocol of kasane_rt.h ("The call site").
std::string whenVerifying(const CallSite &call, const std::string &bounded, const std::string &lineMark) {
  std::string restore, check, again;
  for (size_t f = 0; f < call.program->fields.size(); ++f) {
    const std::string &pointer = call.program->fields[f].pointer;
    std::string number = std::to_string(f);
    if (!pointer.empty()) {
      restore += "      " + pointer + " = ksn_p[" + number + "];\n";
      check += "      ksn_verify_pointer(ksn_a.call, " + quoted(pointer) + ", ksn_a.p" + number + ", " + pointer + ");\n";
    }
    again += "      ksn_a.p" + number + " = ksn_p[" + number + "];\n";
  }
  return "    do {\n" + restore + lineMark + bounded + "\n" + check + again +
         "    } while (ksn_verify_again(ksn_a.call) && " + callee(call) + "(&ksn_a) == 2);\n";
}

} // namespace

std::string callBlock(const CallSite &call, const std::string &loops, const std::string &bounded,
                      const std::string &lineMark) {
  return "{ /* " + call.program->name + " */\n" + asserts(*call.region) + arguments(call) + selection(call) +
         "  int ksn_how = " + callee(call) + "(&ksn_a);\n  if (ksn_how == 1) {\n" + whenRan(call) +
         "  } else if (ksn_how == 2) {\n" + whenVerifying(call, bounded, lineMark) + "  } else {\n" + lineMark + loops +
         "\n  }\n}\n";
}

} // namespace kasane
