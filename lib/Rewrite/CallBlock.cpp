// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: one block of text, from its declarations to its checks.
#include "CallBlock.h"

#include "Labels.h"
#include "LeftValues.h"
#include "MovedPointers.h"
#include "SumTables.h"
#include "kasane/IR/CallAsks.h"
#include "kasane/Support/Quoted.h"

#include <algorithm>

namespace kasane {
namespace {

std::string joined(const std::vector<std::string> &words, const std::string &between) {
  std::string out;
  for (const std::string &word : words)
    out += (out.empty() ? "" : between) + word;
  return out;
}

std::string asserts(const Region &region) {
  std::string out;
  for (const Folded &folded : region.asserts)
    out += "  _Static_assert((" + folded.text + ") == " + folded.value + ", " +
           quoted("translated with " + folded.text + " == " + folded.value + "; translate again") + ");\n";
  return out;
}

// The block may look at a variable before the user's text gives it a value, which is of no consequence: an entry value
// that nobody reads. Compilers warn of that at the block's own lines only.
const char *const kQuiet =
    "#ifdef __GNUC__\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
    "#ifndef __clang__\n#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n#endif\n#endif\n";
// The copy of the loops for the check leaves host code out, and with it what some variables are for.
const char *const kUnused =
    "#ifdef __GNUC__\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n#endif\n";
const char *const kLoud = "#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n";

// The block of one region; `own` begins its own names: a (the argument block), p (the addresses on entry, since those
// in the block come back as the ones on exit), s, v and e (values on entry), l (values left behind),
// how, targets, target.
class Block {
public:
  Block(const CallSite &call, const CallTexts &texts)
      : call_(call), program_(*call.program), texts_(texts), own_(texts.own),
        callee_(call.targets.size() == 1 ? program_.name + "_" + call.targets.front() : own_ + "target"),
        pointers_(program_, own_), left_(*call.region, own_) {}

  std::string text() const {
    const std::string &first = call_.region->first.text;
    return "{ /* " + program_.name + " */\n" + (first.empty() ? "" : "  " + first + "\n") + asserts(*call_.region) +
           replaced() + (looksAhead() ? kQuiet : "") + hostLocals() + madeSums(*call_.region, own_) + arguments() +
           selection() + firstCall() + endOfSums(*call_.region, "  if (" + own_ + "how != 2) {\n", "  }\n") + "  if (" +
           own_ + "how == 1) {\n" + whenRan() + "  } else if (" + own_ + "how == 2) {\n" + whenVerifying() +
           "  } else {\n" + usersLoops(texts_.loops) + "\n  }\n" + (looksAhead() ? kLoud : "") + leaving() + "}\n";
  }

private:
  bool looksAhead() const {
    return !call_.region->carried.empty() || !call_.region->hostCode.empty() || !call_.region->left.empty() ||
           std::any_of(program_.variables.begin(), program_.variables.end(),
                       [](const Variable &v) { return !v.text.empty(); });
  }

  // Text of the user's, which keeps its warnings.
  std::string users(const std::string &text) const { return looksAhead() ? kLoud + text + "\n" + kQuiet : text; }
  std::string usersLoops(const std::string &loops) const { return users(labelled(loops)); }
  std::string labelled(const std::string &loops) const {
    return withLabels(texts_.lineMark + loops, labelsIn(loops, true));
  }
  // `isWhole`: the text is the region's, which has those of macros, too.
  std::vector<std::string> labelsIn(const std::string &text, bool isWhole) const {
    std::vector<std::string> out;
    for (const std::string &label : call_.region->labels)
      if (hasLabel(text, label) || (isWhole && !hasLabel(texts_.loops, label)))
        out.push_back(label);
    return out;
  }

  // The address that the program uses is compared with that of the file's own definition.
  std::string replaced() const {
    std::string out;
    for (const std::string &name : replaceableOf(program_)) {
      const std::string alias = ownAlias(program_, name);
      out += "  extern __typeof__(" + name + ") " + alias + " __attribute__((visibility(\"hidden\")));\n  const int " +
             kReplaced + name + " = (__typeof__(&" + name + ") volatile){&" + name + "} != &" + alias + ";\n";
    }
    return out;
  }

  std::string arguments() const {
    std::string addresses, values;
    SavedValues saved{"  ", {}, {}};
    for (size_t f = 0; f < program_.fields.size(); ++f) {
      std::string number = std::to_string(f);
      addresses += (f ? ", " : "") + (program_.fields[f].hidden ? "0" : "(void *)" + program_.fields[f].base);
      if (!program_.fields[f].hidden)
        values += (values.empty() ? ".p" : ", .p") + number + " = " + own_ + "p[" + number + "]";
    }
    for (const Param &param : program_.params)
      if (!param.text.empty())
        values += (isFloat(param.type) ? ", .f_" : ", .n_") + param.name + " = " + param.text;
    const std::vector<std::string> &carried = call_.region->carried;
    for (size_t i = 0; i < carried.size(); ++i)
      saved.add("long long", savedCarried(i), carried[i]);
    for (const Variable &v : program_.variables)
      if (!v.text.empty()) {
        saved.add("__typeof__(" + v.text + ")", savedName(v), v.text);
        values += ", ." + member(v) + " = " + savedName(v);
      }
    if (!call_.region->hostCode.empty()) // which is given some of them
      left_.save(saved);
    for (size_t f : pointers_.owned())
      saved.add("__typeof__(" + program_.fields[f].owner + ")", pointers_.ownerOf(f), program_.fields[f].owner);
    const std::string shared =
        addressPairs("shared", call_.region->sharedScalars) + addressPairs("set", call_.region->writtenScalars);
    const std::string set = call_.region->writtenScalars.empty() ? "0" : "(void *)" + own_ + "set";
    const std::string taken = call_.region->sharedScalars.empty() ? "0" : "(void *)" + own_ + "shared";
    return saved.text() + "  void *const " + own_ + "p[] = {" + addresses + "};\n" + shared + "  struct " +
           program_.name + "_args " + own_ + "a = {" +
           (shared.empty() ? "" : ".call = {0, 0, " + taken + ", " + set + "}, ") + values + "};\n";
  }

  std::string hostLocals() const {
    std::string out;
    for (const std::string &local : call_.region->hostLocals)
      out += "  " + local + ";\n";
    return out;
  }

  // Where the original loops have run, none of them is left to be taken.
  std::string leaving() const {
    std::string out;
    for (size_t n = 0; n < texts_.leaving.size(); ++n) {
      const LeavingArm &arm = call_.region->leaving[n];
      out += "  if (" + arm.taken + ") {\n" + (arm.declared.empty() ? "" : "    " + arm.declared + "\n") +
             texts_.leaving[n] + "\n" + (arm.behind.empty() ? "" : "    " + arm.behind + "\n") + "  }\n";
    }
    return out;
  }

  std::string firstCall() const {
    const std::string how = own_ + "how", a = own_ + "a", call = callee_ + "(&" + a + ")";
    if (call_.region->hostCode.empty())
      return "  int " + how + " = " + call + ";\n";
    std::string out =
        "  int " + how + ";\n  for (; (" + how + " = " + call + ") == 4; " + takeValues() + ") {\n" + outs("    ");
    for (const HostCode &code : call_.region->hostCode)
      out += "    if (" + a + ".point == " + std::to_string(code.number) + ") {\n" + given(code) +
             (code.repeats ? "      ksn_verify_repeats(" + a + ".call);\n" : looked(code, "gives(" + a + ".call")) +
             users(withLabels(texts_.hostCode[code.number - 1], labelsIn(texts_.hostCode[code.number - 1], false))) +
             "\n    }\n";
    out += "  }\n";
    if (std::none_of(call_.region->hostCode.begin(), call_.region->hostCode.end(),
                     [](const HostCode &c) { return c.ends; }))
      return out;
    return out + "  if (" + how + " == 4) {\n    " + takeValues() + ";\n    " + how + " = ksn_host_break(" + a +
           ".call);\n    " + a + ".broke = 1;\n  }\n";
  }

  // What host code may have changed counts from now on; shapes must be what they were.
  std::string takeValues() const {
    const std::string a = own_ + "a";
    std::vector<std::string> parts;
    const std::set<std::string> shape = shapeParams(program_);
    const std::vector<std::string> &carried = call_.region->carried;
    for (const Variable &v : program_.variables) {
      const std::string now = a + "." + member(v), same = now + " == " + v.text;
      if (std::find(carried.begin(), carried.end(), v.text) != carried.end()) // it selects arrays
        parts.push_back("ksn_host_shape(" + a + ".call, " + quoted(v.text) + ", " + same + ")");
      else if (!v.text.empty())
        parts.push_back("ksn_host_value(" + a + ".call, " + same + "), " + now + " = " + v.text);
    }
    // What a statement got from the region, it may only look at.
    for (const HostCode &code : call_.region->hostCode)
      for (const HostValue &value : code.values)
        if (value.declared.empty() && !value.value.empty() && !value.mayChange)
          parts.push_back("ksn_host_shape(" + a + ".call, " + quoted(value.name) + ", " + a +
                          ".point != " + std::to_string(code.number) + " || " + value.name + " == (__typeof__(" +
                          value.name + "))(" + valueText(value) + "))");
    for (size_t i = 0; i < carried.size(); ++i) // the texts that follow are those of the entry
      parts.push_back(carried[i] + " = " + savedCarried(i));
    for (const Param &param : program_.params) {
      if (param.text.empty() || std::find(carried.begin(), carried.end(), param.text) != carried.end())
        continue;
      std::string place = a + (isFloat(param.type) ? ".f_" : ".n_") + param.name;
      std::string same = place + " == (" + (isFloat(param.type) ? "double" : "long long") + ")" + param.text;
      if (shape.count(param.name))
        parts.push_back("ksn_host_shape(" + a + ".call, " + quoted(param.text) + ", " + same + ")");
      else
        parts.push_back("ksn_host_value(" + a + ".call, " + same + "), " + place + " = " + param.text);
    }
    for (size_t f = 0; f < program_.fields.size(); ++f)
      if (!program_.fields[f].hidden) {
        std::string now = "(void *)" + program_.fields[f].base;
        parts.push_back("ksn_host_shape(" + a + ".call, " + quoted(program_.fields[f].base) + ", " + a + ".p" +
                        std::to_string(f) + " == " + now + ")");
      }
    const std::vector<std::string> &shared = call_.region->sharedScalars;
    for (size_t s = 0; s < shared.size(); ++s)
      if (!pointers_.isOfOwned(shared[s])) // which is another one in each step
        parts.push_back("ksn_host_shape(" + a + ".call, " + quoted("&" + shared[s]) + ", " + own_ + "shared[" +
                        std::to_string(2 * s) + "] == (const void *)&" + shared[s] + ")");
    for (size_t f : pointers_.owned())
      if (std::string kept = pointers_.keep(f, a + ".p" + std::to_string(f)); !kept.empty())
        parts.push_back(kept);
    return joined(parts, ",\n         ");
  }

  // Declarations and values of what the statements use and the region has.
  std::string given(const HostCode &code) const {
    std::string out;
    for (const HostValue &value : code.values) {
      std::string text = valueText(value);
      std::string target = value.declared.empty() ? value.name : value.declared;
      out += "      " + target + (text.empty() ? "" : " = " + text) + ";\n";
      out += value.declared.empty() ? "" : "      (void)" + value.name + ";\n";
    }
    return out;
  }

  // The arguments for a value: an integer and a floating one.
  static std::string shown(Watched::Kind kind, const std::string &name) {
    if (kind == Watched::Real)
      return "0, (double)" + name;
    return (kind == Watched::Pointer ? "(long long)(long)" : "(long long)") + name + ", 0";
  }

  std::string looked(const HostCode &code, const std::string &call) const {
    std::string out;
    if (call_.region->body) // else the copy of the loops has no place for them
      for (const auto &[kind, name] : code.looked)
        out += "      ksn_verify_" + call + ", " + quoted(name) + ", " + shown(kind, name) + ");\n";
    return out;
  }

  // The copy of the loops has no such arm.
  bool isInHostCode(const LeavingArm &arm) const {
    return std::any_of(call_.region->hostCode.begin(), call_.region->hostCode.end(), [&](const HostCode &code) {
      return !code.repeats && code.beginOffset <= arm.beginOffset && arm.endOffset <= code.endOffset;
    });
  }

  // The copy of the loops looks at what host code was given where that stood.
  std::string bounded() const {
    std::string text = texts_.bounded;
    size_t at = 0;
    for (const HostCode &code : call_.region->hostCode) {
      if (code.repeats)
        continue;
      at = text.find(kHostMark, at);
      if (at == std::string::npos)
        break;
      const std::string &original = texts_.hostCode[code.number - 1];
      const std::string calls = looked(code, "given(" + own_ + "a.call, " + std::to_string(code.number));
      const std::string line = original.substr(0, original.find('\n') + 1), &named = texts_.named[code.number - 1];
      const std::string instead = calls.empty() && named.empty() ? ";"
                                                                 : "{\n" + (named.empty() ? "" : line + named) +
                                                                       kQuiet + calls + kLoud + line + "}";
      text.replace(at, 1, instead);
      at += instead.size();
    }
    for (const LeavingArm &arm : call_.region->leaving)
      if (const size_t mark = text.find(kLeavingMark); mark != std::string::npos && !isInHostCode(arm))
        text.replace(mark, 1, "{ " + arm.copy + " }");
    return text;
  }

  std::string valueText(const HostValue &value) const {
    std::string text = value.value;
    if (size_t at = text.find('$'); at != std::string::npos) {
      size_t end = text.find(' ', at);
      std::string name = text.substr(at + 1, end == std::string::npos ? end : end - at - 1);
      text.replace(at, name.size() + 1, own_ + "a." + memberNamed(name));
    }
    return text;
  }

  std::string memberNamed(const std::string &name) const {
    if (name[0] == '@') // no variable of the user's is called so
      return name.substr(1);
    for (const Variable &v : program_.variables)
      if (v.name == name)
        return member(v);
    return name;
  }

  // Pointers and variables as the region has them now.
  std::string outs(const std::string &indent) const {
    std::string out;
    for (size_t f = 0; f < program_.fields.size(); ++f)
      if (pointers_.moves(f))
        out += indent + pointers_.follow(f, own_ + "a.p" + std::to_string(f));
    for (const Variable &v : program_.variables)
      if (!v.text.empty())
        out += indent + v.text + " = " + own_ + "a." + member(v) + ";\n";
    return out;
  }

  std::string restoreCarried(const std::string &indent) const {
    std::string out;
    const std::vector<std::string> &carried = call_.region->carried;
    for (size_t i = 0; i < carried.size(); ++i)
      out += indent + carried[i] + " = " + savedCarried(i) + ";\n";
    return out;
  }

  std::string addressPairs(const std::string &name, const std::vector<std::string> &lvalues) const {
    std::string out;
    for (const std::string &text : lvalues)
      out += "&" + text + ", &" + text + " + 1, ";
    return out.empty() ? "" : "  const void *const " + own_ + name + "[] = {" + out + "0};\n";
  }

  static std::string member(const Variable &v) { return (isFloat(v.type) ? "f_" : "n_") + v.name; }
  std::string savedName(const Variable &v) const { return own_ + "v_" + v.name; }
  std::string savedCarried(size_t i) const { return own_ + "s" + std::to_string(i); }

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
    return "  int (*const " + own_ + "targets[])" + type + " = {" + joined(functions, ", ") + "};\n  int (*const " +
           own_ + "target)" + type + " = " + own_ + "targets[ksn_select(\"" + joined(call_.targets, ",") + "\")];\n";
  }

  std::string whenRan() const {
    std::string out = (call_.region->hostCode.empty() ? "" : restoreCarried("    ")) + outs("    ");
    for (const LiveOut &final : call_.region->finals)
      out += "    " + withCounts(final.text) + "\n";
    return out;
  }

  // The protocol of kasane_rt.h ("The call site").
  std::string whenVerifying() const {
    std::string restore = restoreCarried("      ") + left_.restore("      "), check, again;
    for (size_t f = 0; f < program_.fields.size(); ++f) {
      const std::string &pointer = program_.fields[f].pointer;
      std::string number = std::to_string(f), ours = own_ + "a.p" + number, before = own_ + "p[" + number + "]";
      if (!pointer.empty()) {
        restore += pointers_.moves(f) ? "      " + pointers_.follow(f, before) : "";
        check += "      ksn_verify_pointer(" + own_ + "a.call, " + quoted(pointer) + ", " + ours + ", " +
                 (program_.fields[f].before.empty() ? pointer : program_.fields[f].base) + ");\n";
      }
      if (!program_.fields[f].hidden)
        again += "      " + ours + " = " + before + ";\n";
    }
    for (const Variable &v : program_.variables)
      if (!v.text.empty()) {
        restore += "      " + v.text + " = " + savedName(v) + ";\n";
        check += isOwn(v) ? ""
                          : "      ksn_verify_" + std::string(isFloat(v.type) ? "real(" : "integer(") + own_ +
                                "a.call, " + quoted(v.text) + ", " + own_ + "a." + member(v) + ", " + v.text + ");\n";
        again += "      " + own_ + "a." + member(v) + " = " + savedName(v) + ";\n";
      }
    const std::string kept = left_.keep(whenRan(), check);
    const std::string copy = labelled(bounded());
    const std::string loops = call_.region->hostCode.empty() ? copy : kUnused + copy + "\n" + kLoud;
    return kept + "    do {\n" + restore + users(loops) + "\n" + check + again + "    } while (ksn_verify_again(" +
           own_ + "a.call) && " + callee_ + "(&" + own_ + "a) == 2);\n" + endOfSums(*call_.region, "", "");
  }

  bool isOwn(const Variable &v) const {
    const std::vector<std::string> &declared = call_.region->first.declared;
    return std::find(declared.begin(), declared.end(), v.text) != declared.end() || call_.region->lent.count(v.text);
  }

  const CallSite &call_;
  const StencilProgram &program_;
  const CallTexts &texts_;
  std::string own_, callee_;
  MovedPointers pointers_;
  LeftValues left_;
};

} // namespace

std::vector<std::string> replaceableOf(const StencilProgram &program) {
  std::vector<std::string> names;
  for (const Param &param : program.params)
    if (param.text.starts_with(kReplaced))
      names.push_back(param.text.substr(std::string(kReplaced).size()));
  return names;
}

std::string ownAlias(const StencilProgram &program, const std::string &name) { return program.name + "_own_" + name; }

std::string callBlock(const CallSite &call, const CallTexts &texts) { return Block(call, texts).text(); }

} // namespace kasane
