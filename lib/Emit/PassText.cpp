// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassText.h"

#include "CText.h"

#include "kasane/Support/Match.h"

namespace kasane::emission {
namespace {

class PassText {
public:
  PassText(const TargetText &target, const LoopNest &nest, std::string limit = "ksn_r.steps")
      : target_(target), nest_(nest), limit_(std::move(limit)) {}

  std::string print(const std::vector<HStmt> &body, const std::string &indent) const {
    std::string out;
    for (const HStmt &stmt : body)
      out += match(
          stmt.node, [&](const HLaunch &n) { return target_.launch(nest_, n, indent); },
          [&](const HMeet &) { return indent + "ksn_meet(&ksn_r);\n"; },
          [&](const HFlip &n) {
            return indent + "ksn_flip(&ksn_r, ksn_at[" + std::to_string(n.name) + "], " + std::to_string(n.spare) +
                   ");\n";
          },
          [&](const HRotate &n) { return rotateText(n, indent); },
          [&](const HStepScalar &n) {
            return indent + "const " + std::string(typeName(hostDialect(), n.type)) + " " + n.name + " = " +
                   hostText(n.value) + ";\n" + indent + "(void)" + n.name + ";\n";
          },
          [&](const HGather &n) { return gatherText(n, indent); },
          [&](const HAssign &n) { return indent + n.name + " = " + hostText(n.value) + ";\n"; },
          [&](const HStop &n) {
            return indent + "if (" + hostText(n.condition) + ") {\n" + print(n.body, indent + "  ") +
                   (n.isBreak ? indent + "  ksn_broke = 1;\n" : "") + stopText(n.again, indent + "  ") + indent + "}\n";
          },
          [&](const HSuspend &n) { return suspendText(n, indent); },
          [&](const HPass &n) { return passText(n, indent); },
          [&](const HRest &) {
            const std::string left = limit_ + " - ksn_done";
            return indent + "if (" + left + " > 0)\n" + indent + "  ksn_pass(&ksn_r, (int)(" + left +
                   ")); /* in parts */\n";
          },
          [&](const HRepeat &n) {
            return indent + "while (" + limit_ + " - ksn_done > " + std::to_string(n.whileMoreThan) + ") {\n" +
                   print(n.body, indent + "  ") + indent + "}\n";
          },
          [&](const HByRemaining &n) { return remainingText(n, indent); },
          [&](const HWhenLarge &n) {
            return indent + "if (" + hostText(n.condition) + ") {\n" + print(n.large, indent + "  ") + indent +
                   "} else {\n" + indent + "  ksn_r.small = 1;\n" + print(n.small, indent + "  ") + indent + "}\n";
          },
          [&](const HToPoint &n) { return toPointText(n, indent); });
    return out;
  }

private:
  std::string rotateText(const HRotate &n, const std::string &indent) const {
    std::string next;
    for (int from : n.from)
      next += (next.empty() ? "" : ", ") + ("ksn_at[" + std::to_string(from) + "]");
    std::string inner = indent + "  ", out = indent + "{\n" + inner + "const int ksn_next[] = {" + next + "};\n";
    if (n.period)
      out = indent + "for (int64_t ksn_k = " + kPassSteps + " % " + std::to_string(n.period) +
            "; ksn_k > 0; --ksn_k) {\n" + inner + "const int ksn_next[] = {" + next + "};\n";
    for (size_t f = 0; f < n.from.size(); ++f)
      if (n.from[f] != static_cast<int>(f))
        out += inner + "ksn_at[" + std::to_string(f) + "] = ksn_next[" + std::to_string(f) + "];\n";
    return out + indent + "}\n";
  }

  static std::string stopText(const std::optional<HAgain> &again, const std::string &indent) {
    const std::string stop = "ksn_stop(&ksn_r, ksn_done";
    if (!again)
      return indent + stop + ");\n" + indent + "goto ksn_stopped;\n";
    return indent + "ksn_done -= " + std::to_string(again->made) + ";\n" + indent + stop + " + " +
           std::to_string(again->wanted) + ");\n" + indent + "goto ksn_again_" + std::to_string(again->ending) + ";\n";
  }

  std::string passText(const HPass &n, const std::string &indent) const {
    std::string inner = indent + "  ";
    if (n.keep >= 0) {
      const std::string left = limit_ + " - ksn_done" + (n.keep ? " - " + std::to_string(n.keep) : "");
      return indent + "{\n" + inner + "const int64_t " + kPassSteps + " = ksn_min(" + left + ", " +
             std::to_string(n.steps) + ");\n" +
             (n.counted == 0 ? "" : inner + "ksn_pass(&ksn_r, (int)" + kPassSteps + ");\n") +
             timeText("ksn_done", inner) + inner + "ksn_done += " + kPassSteps + ";\n" + print(n.body, inner) + indent +
             "}\n";
    }
    int counted = n.counted < 0 ? n.steps : n.counted;
    std::string out = counted ? indent + "ksn_pass(&ksn_r, " + std::to_string(counted) + ");\n" : "";
    out += indent + "{\n" + timeText(n.steps ? "ksn_done" : "(ksn_done - " + std::to_string(n.begun) + ")", inner);
    std::string advance = n.steps ? inner + "ksn_done += " + std::to_string(n.steps) + ";\n" : "";
    return out + advance + print(n.body, inner) + indent + "}\n";
  }

  // The time of the step behind so many.
  std::string timeText(const std::string &done, const std::string &indent) const {
    if (!nest_.host.timeVar)
      return "";
    ExprPtr now = add(nest_.host.timeLo, mul(scalar(done), intLit(nest_.host.timeStep)));
    return indent + "const int64_t " + *nest_.host.timeVar + " = " + hostText(now) + ";\n" + indent + "(void)" +
           *nest_.host.timeVar + ";\n";
  }

  std::string suspendText(const HSuspend &n, const std::string &indent) const {
    const std::string inner = indent + "  ", most = inner + "  ", point = std::to_string(n.point),
                      label = std::to_string(n.label);
    const std::string behind = n.steps > 1 ? " - " + std::to_string(n.steps - 1 - n.step) : "";
    std::string out = indent + "{\n" + timeText("(ksn_done - " + std::to_string(n.steps) + ")", inner) +
                      print(n.scalars, inner) + inner + "if (ksn_suspends(&ksn_r)" +
                      (n.condition ? " && (" + hostText(n.condition) + ")" : "") + ") {\n" +
                      outsText(nest_, n.names, most) + most + "ksn_a->steps_done = ksn_done" + behind + ";\n" + most +
                      "ksn_a->point = " + point + ";\n";
    if (nest_.host.timeVar)
      out += most +
             "ksn_a->time = " + hostText(add(scalar(*nest_.host.timeVar), intLit(n.step * nest_.host.timeStep))) +
             ";\n";
    const char *const leave = n.apart ? "ksn_suspend_apart" : n.neighbours ? "ksn_suspend_neighbours" : "ksn_suspend";
    return out + most + "return " + leave + "(&ksn_r, " + point + ", " + label + ", ksn_at, " +
           std::to_string(nest_.host.buffers.size()) + ", ksn_done" +
           (n.apart ? ", " + std::to_string(n.steps - 1 - n.step) : "") + ");\n" + inner + "}\n" + indent + "}\n" +
           indent.substr(2) + "ksn_after_" + label + ":;\n";
  }

  // A condition that never holds isn't looked at without end. In C++ nothing may be declared around what a region with
  // host code jumps into.
  std::string toPointText(const HToPoint &n, const std::string &indent) const {
    std::string inner = indent + "  ", most = inner + "  ", body = most + "  ";
    PassText others(target_, nest_, "ksn_r.until");
    return indent + "while (" + limit_ + " - ksn_done > 0) {\n" + inner + "{\n" + most +
           "const int64_t ksn_far = ksn_min(" + limit_ + ", ksn_done + 65536);\n" + most +
           "for (ksn_r.until = ksn_done; ksn_r.until < ksn_far; ksn_r.until++) {\n" + timeText("ksn_r.until", body) +
           body + "if (" + hostText(n.condition) + ")\n" + body + "  break;\n" + most + "}\n" + inner + "}\n" +
           others.print(n.others, inner) + inner + "if (ksn_done < " + limit_ + ") {\n" + print(n.step, most) + inner +
           "}\n" + indent + "}\n";
  }

  std::string gatherText(const HGather &n, const std::string &indent) const {
    std::string inner = indent + "  ", most = inner + "  ", out = indent + "{\n";
    for (size_t b = 0; b < n.buffers.size(); ++b) {
      const auto &[name, arg] = n.buffers[b];
      std::string type(typeName(hostDialect(), n.types[b])), at = "ksn_at[" + std::to_string(arg.name) + "]";
      out += inner + "ksn_fetch(&ksn_r, " + at + ");\n" + inner + "const " + type + " *const " + name + " = (const " +
             type + " *)ksn_fields[" + at + "].home;\n";
    }
    if (!n.exact)
      return out +
             gatherLoops(n, inner, [&](const std::string &at) { return text(hostDialect(), n.body, Kernel{}, at); }) +
             indent + "}\n";
    const std::string asked = gatherLoops(n, inner, [&](const std::string &at) {
      return at + "if (" + hostText(n.unsure) + ")\n" + at + "  ksn_unsure = 1;\n";
    });
    return out + inner + "int ksn_unsure = 0;\n" + asked + inner + "if (!ksn_unsure) {\n" +
           gatherLoops(n, most, [&](const std::string &at) { return text(hostDialect(), n.body, Kernel{}, at); }) +
           inner + "} else {\n" + gatherText(*n.exact, most) + inner + "}\n" + indent + "}\n";
  }

  static std::string gatherLoops(const HGather &n, std::string indent,
                                 const std::function<std::string(const std::string &indent)> &body) {
    std::string out, ends;
    for (const GatherLoop &loop : n.loops) {
      const ExprPtr first = loop.down ? sub(loop.hi, intLit(1)) : loop.lo, var = scalar(loop.var);
      const ExprPtr goesOn = loop.down ? binary(BinaryOp::Ge, var, loop.lo) : binary(BinaryOp::Lt, var, loop.hi);
      out += indent + "for (int64_t " + loop.var + " = " + hostText(first) + "; " + hostText(goesOn) + "; " +
             (loop.down ? "--" : "++") + loop.var + ") {\n";
      ends = indent + "}\n" + ends;
      indent += "  ";
    }
    return out + body(indent) + ends;
  }

  std::string remainingText(const HByRemaining &n, const std::string &indent) const {
    std::string out = indent + "switch (" + limit_ + " - ksn_done) {\n";
    for (size_t k = 0; k < n.cases.size(); ++k)
      out += indent + "case " + std::to_string(k + 1) + ": {\n" + print(n.cases[k], indent + "  ") + indent +
             "  break;\n" + indent + "}\n";
    return out + indent + "}\n";
  }

  const TargetText &target_;
  const LoopNest &nest_;
  std::string limit_; // steps that the passes make
};

} // namespace

std::string memberOf(const HostVariable &v) { return (isFloat(v.type) ? "ksn_a->f_" : "ksn_a->n_") + v.name; }

std::string outsText(const LoopNest &nest, const std::vector<int> &names, const std::string &indent) {
  std::string out;
  for (size_t f = 0; f < nest.host.buffers.size(); ++f)
    if (nest.host.buffers[f].followsRotation)
      out += indent + "ksn_a->" + nest.host.buffers[f].base + " = ksn_fields[ksn_at[" +
             std::to_string(names.empty() ? static_cast<int>(f) : names[f]) + "]]." +
             (nest.host.buffers[f].rows ? "table" : "home") + ";\n";
  for (const HostVariable &v : nest.host.variables)
    if (v.shared)
      out += indent + memberOf(v) + " = " + v.name + ";\n";
  return out;
}

std::string passesText(const TargetText &target, const LoopNest &nest) {
  const PassText text(target, nest);
  std::string out = text.print(nest.host.body, "  ");
  for (size_t k = 0; k < nest.host.endings.size(); ++k)
    out += "  goto ksn_stopped;\nksn_again_" + std::to_string(k) +
           ": /* the first steps of a pass that went too far */\n" + text.print(nest.host.endings[k], "  ");
  return out;
}

} // namespace kasane::emission
