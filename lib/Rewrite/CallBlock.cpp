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

// The block of one region; `own` begins its own names: a (the argument block), p (the addresses on entry, since those in
// the block come back as the ones on exit), s (values on entry), how, targets, target.
class Block {
public:
  Block(const CallSite &call, const CallTexts &texts)
      : call_(call), program_(*call.program), texts_(texts), own_(texts.own),
        callee_(call.targets.size() == 1 ? program_.name + "_" + call.targets.front() : own_ + "target") {}

  std::string text() const {
    return "{ /* " + program_.name + " */\n" + asserts(*call_.region) + arguments() + selection() + "  int " + own_ +
           "how = " + callee_ + "(&" + own_ + "a);\n  if (" + own_ + "how == 1) {\n" + whenRan() + "  } else if (" + own_ +
           "how == 2) {\n" + whenVerifying() + "  } else {\n" + texts_.lineMark + texts_.loops + "\n  }\n}\n";
  }

private:
  std::string arguments() const {
    std::string addresses, values, saved;
    for (size_t f = 0; f < program_.fields.size(); ++f) {
      std::string number = std::to_string(f);
      addresses += (f ? ", " : "") + (program_.fields[f].hidden ? "0" : "(void *)" + program_.fields[f].base);
      if (!program_.fields[f].hidden)
        values += (f ? ", .p" : ".p") + number + " = " + own_ + "p[" + number + "]";
    }
    for (const Param &param : program_.params)
      values += (isFloat(param.type) ? ", .f_" : ", .n_") + param.name + " = " + param.text;
    const std::vector<std::string> &carried = call_.region->carried;
    for (size_t i = 0; i < carried.size(); ++i)
      saved += "  const long long " + own_ + "s" + std::to_string(i) + " = " + carried[i] + ";\n";
    for (const Variable &v : program_.variables)
      if (!v.text.empty()) {
        saved += "  const __typeof__(" + v.text + ") " + savedName(v) + " = " + v.text + ";\n";
        values += ", ." + member(v) + " = " + savedName(v);
      }
    return saved + "  void *const " + own_ + "p[] = {" + addresses + "};\n  struct " + program_.name + "_args " + own_ +
           "a = {" + values + "};\n";
  }

  static std::string member(const Variable &v) { return (isFloat(v.type) ? "f_" : "n_") + v.name; }
  std::string savedName(const Variable &v) const { return own_ + "v_" + v.name; }

  // $done and $broke of a final value.
  std::string withCounts(std::string text) const {
    for (const auto &[token, name] : {std::pair("$done", "a.steps_done"), std::pair("$broke", "a.broke")})
      for (size_t at = text.find(token); at != std::string::npos; at = text.find(token))
        text.replace(at, std::string(token).size(), own_ + name);
    return text;
  }

  std::string selection() const {
    if (call_.targets.size() == 1)
      return "";
    std::vector<std::string> functions;
    for (const std::string &target : call_.targets)
      functions.push_back(program_.name + "_" + target);
    std::string type = "(struct " + program_.name + "_args *)";
    return "  int (*const " + own_ + "targets[])" + type + " = {" + joined(functions, ", ") + "};\n  int (*const " + own_ +
           "target)" + type + " = " + own_ + "targets[ksn_select(\"" + joined(call_.targets, ",") + "\")];\n";
  }

  std::string whenRan() const {
    std::string out;
    for (size_t f = 0; f < program_.fields.size(); ++f)
      if (const std::string &pointer = program_.fields[f].pointer; !pointer.empty())
        out += "    " + pointer + " = " + own_ + "a.p" + std::to_string(f) + ";\n";
    for (const Variable &v : program_.variables)
      if (!v.text.empty())
        out += "    " + v.text + " = " + own_ + "a." + member(v) + ";\n";
    for (const LiveOut &final : call_.region->finals)
      out += "    " + withCounts(final.text) + "\n";
    return out;
  }

  // The protocol of kasane_rt.h ("The call site").
  std::string whenVerifying() const {
    std::string restore, check, again;
    const std::vector<std::string> &carried = call_.region->carried;
    for (size_t i = 0; i < carried.size(); ++i)
      restore += "      " + carried[i] + " = " + own_ + "s" + std::to_string(i) + ";\n";
    for (size_t f = 0; f < program_.fields.size(); ++f) {
      const std::string &pointer = program_.fields[f].pointer;
      std::string number = std::to_string(f), ours = own_ + "a.p" + number, before = own_ + "p[" + number + "]";
      if (!pointer.empty()) {
        restore += "      " + pointer + " = " + before + ";\n";
        check += "      ksn_verify_pointer(" + own_ + "a.call, " + quoted(pointer) + ", " + ours + ", " + pointer + ");\n";
      }
      if (!program_.fields[f].hidden)
        again += "      " + ours + " = " + before + ";\n";
    }
    for (const Variable &v : program_.variables)
      if (!v.text.empty()) {
        restore += "      " + v.text + " = " + savedName(v) + ";\n";
        again += "      " + own_ + "a." + member(v) + " = " + savedName(v) + ";\n";
      }
    return "    do {\n" + restore + texts_.lineMark + texts_.bounded + "\n" + check + again +
           "    } while (ksn_verify_again(" + own_ + "a.call) && " + callee_ + "(&" + own_ + "a) == 2);\n";
  }

  const CallSite &call_;
  const StencilProgram &program_;
  const CallTexts &texts_;
  std::string own_, callee_;
};

} // namespace

std::string callBlock(const CallSite &call, const CallTexts &texts) { return Block(call, texts).text(); }

} // namespace kasane
