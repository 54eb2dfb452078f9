// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region function: the host plan as C over the runtime's API, the same for every target but for launches.
// Its own names begin with ksn_, since the user's scalars live beside them.
#include "Dialect.h"

#include "kasane/Support/Match.h"
#include "kasane/Support/Quoted.h"

#include <algorithm>
#include <cstdio>

namespace kasane::emission {

std::string number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%g", value);
  return buffer.data();
}
namespace {

std::string host(const ExprPtr &expr) { return text(hostDialect(), expr); }

std::string triple(const std::array<int64_t, kMaxAxes> &v) {
  return "{" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + "}";
}

std::string infoText(const TargetText &target, const LoopNest &nest, const EmitOptions &options) {
  const std::string sep = ",\n                                .";
  return "  static const ksn_info ksn_about = {.abi = KSN_ABI" + sep + "name = " + quoted(nest.label) + sep +
         "function = " + quoted(nest.function) + sep + "file = " + quoted(nest.file) + sep +
         "line = " + std::to_string(nest.line) + sep + "target = " + quoted(nest.target) + sep +
         "family = " + quoted(nest.family) + sep + "tile = " + triple(nest.tile) + sep +
         "rank = " + std::to_string(nest.rank) + sep + "depth = " + std::to_string(nest.depth) + sep +
         "placement = " + quoted(nest.placement) + sep + "fp = " + quoted(nest.fp) + sep +
         "flops_per_cell = " + number(nest.host.flopsPerCell) + sep +
         "bytes_per_cell = " + number(nest.host.bytesPerCell) + sep + "machine = " + quoted(nest.machine) + sep +
         "predicted_ns = " + number(nest.predictedSeconds * 1e9) + sep + "chosen = " + quoted(nest.chosen) +
         target.infoFields(nest, options) + "};\n";
}

std::string scalarsText(const LoopNest &nest) {
  std::string out;
  for (const HostScalar &s : nest.host.scalars) {
    std::string type(typeName(hostDialect(), s.type));
    out += "  const " + type + " " + s.name + " = " +
           (s.type == ScalarType::F32 ? "(float)ksn_a->f_"
            : isFloat(s.type)         ? "ksn_a->f_"
                                      : "ksn_a->n_") +
           s.name + ";\n";
  }
  for (const HostScalar &s : nest.host.scalars)
    out += "  (void)" + s.name + ";\n";
  return out;
}

std::string memberOf(const HostVariable &v) { return (isFloat(v.type) ? "ksn_a->f_" : "ksn_a->n_") + v.name; }

std::string variablesText(const LoopNest &nest) {
  std::string out;
  for (const HostVariable &v : nest.host.variables) {
    std::string type(typeName(hostDialect(), v.type));
    out += "  " + type + " " + v.name + " = " + (v.shared ? "(" + type + ")" + memberOf(v) : "0") + ";\n  (void)" +
           v.name + ";\n";
  }
  return out + (nest.host.stops || nest.host.points ? "  int ksn_broke = 0;\n" : "");
}

// A call that goes on behind host code has passed its guards.
std::string declineText(const LoopNest &nest, const std::string &condition, const std::string &reason) {
  return std::string("  if (") + (nest.host.points ? "!ksn_point && " : "") + "!(" + condition +
         "))\n    return ksn_decline(&ksn_about, ksn_a->call, " + quoted(reason) + ");\n";
}

std::string guardsText(const LoopNest &nest, bool arithmetic) {
  std::string out;
  for (const auto &guard : nest.host.guards)
    out += match(
        guard,
        [&](const HGuard &g) { return arithmetic ? declineText(nest, host(g.condition), g.reason) : std::string(); },
        [&](const HDisjoint &g) {
          if (arithmetic)
            return std::string();
          std::string call =
              "ksn_disjoint(ksn_fields, " + std::to_string(g.left) + ", " + std::to_string(g.right) + ")";
          if (g.left == g.right)
            return declineText(nest, call, "two rows of " + nest.host.buffers[g.left].name + " overlap in memory");
          return declineText(nest, call,
                             nest.host.buffers[g.left].name + " and " + nest.host.buffers[g.right].name +
                                 " overlap in memory");
        });
  return out;
}

// Initialisers stand in the order of the struct's members, which C++ asks for.
std::string rowsText(const LoopNest &nest, const HostBuffer &b) {
  const std::string sep = ",\n       .";
  if (!b.rows)
    return sep + "first = " + host(b.first) + sep + "last = " + host(b.last);
  std::string inner;
  for (int a = 0; a < kMaxAxes; ++a)
    inner += (a ? ", " : "") + host(toExpr(b.rows->inner[a]));
  return sep + "row = " + rowFunctionName(nest, b) + sep + "table = ksn_a->" + b.base + sep + "inner = {" + inner +
         "}" + sep + "like = " + std::to_string(b.like);
}

// Where the field is: the user's address, none yet, or a table of rows, whose layout ksn_lay_rows finds.
std::string fieldText(const LoopNest &nest, const HostBuffer &b) {
  const std::string sep = ",\n       .";
  std::string lo, hi, stride;
  for (int a = 0; a < kMaxAxes; ++a) {
    lo += (a ? ", " : "") + host(b.box[a].lo);
    hi += (a ? ", " : "") + host(b.box[a].hi);
    stride += (a ? ", " : "") + (b.rows ? std::string(b.stride[a].isZero() ? "0" : "1") : host(toExpr(b.stride[a])));
  }
  const int use = b.host | (b.table ? 1 : 0); // the plan itself reads a table at home
  return "      {.name = " + quoted(b.name) + sep + "type = " + std::string(runtimeType(b.type)) +
         (b.hidden || b.rows ? "" : sep + "home = ksn_a->" + b.base) + sep + "lo = {" + lo + "}" + sep + "hi = {" + hi +
         "}" + sep + "stride = {" + stride + "}" + rowsText(nest, b) + sep +
         "written = " + (b.written && !b.hidden ? "1" : "0") + (b.renewed ? sep + "renewed = 1" : "") +
         (use ? sep + "host = " + std::to_string(use) : "") + (b.hidden ? sep + "hidden = 1" : "") + "},\n";
}

std::string fieldsText(const LoopNest &nest) {
  std::string out = "  ksn_field ksn_fields[] = {\n";
  for (const HostBuffer &b : nest.host.buffers)
    out += fieldText(nest, b);
  out += "  };\n";
  if (std::any_of(nest.host.buffers.begin(), nest.host.buffers.end(),
                  [](const HostBuffer &b) { return b.rows.has_value(); }))
    out += "  ksn_lay_rows(ksn_fields, " + std::to_string(nest.host.buffers.size()) + ");\n";
  for (const HostPitch &pitch : nest.host.pitches)
    out += "  const int64_t " + pitch.name + " = ksn_fields[" + std::to_string(pitch.buffer) + "].stride[" +
           std::to_string(pitch.axis) + "];\n  (void)" + pitch.name + ";\n";
  for (const HostBuffer &b : nest.host.buffers)
    if (b.table)
      out += "  const " + std::string(typeName(hostDialect(), b.type)) + " *const " + b.name + " = (const " +
             std::string(typeName(hostDialect(), b.type)) + " *)ksn_a->" + b.base + ";\n  (void)" + b.name + ";\n";
  if (nest.host.spares.empty())
    return out;
  out += "  ksn_spare ksn_spares[] = {";
  for (size_t k = 0; k < nest.host.spares.size(); ++k)
    out += (k ? ", " : "") + std::string("{.like = ") + std::to_string(nest.host.spares[k].like) + "}";
  return out + "};\n";
}

std::string beginText() {
  return "  int ksn_how = ksn_begin(&ksn_r);\n  if (ksn_how != KSN_GO)\n    return ksn_how;\n";
}

// Where the user's pointers stand, where name f is the user's name for names[f], and what variables hold.
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

std::string runText(const TargetText &target, const LoopNest &nest) {
  const std::string sep = ",\n                   .";
  std::string out = "  ksn_run ksn_r = {.info = &ksn_about" + sep + "call = ksn_a->call" + sep + "fields = ksn_fields" +
                    sep + "field_count = " + std::to_string(nest.host.buffers.size());
  if (!nest.host.spares.empty())
    out += sep + "spares = ksn_spares" + sep + "spare_count = " + std::to_string(nest.host.spares.size());
  return out + sep + "steps = " + host(nest.host.steps) + sep + "cells = (double)(" + host(nest.host.cellsPerStep) +
         ")" + target.runFields(nest) + "};\n" + (nest.host.points ? "" : beginText());
}

// What the names mean, how far it is, and where it goes on.
std::string stateText(const LoopNest &nest) {
  std::string at;
  for (size_t f = 0; f < nest.host.buffers.size(); ++f)
    at += (f ? ", " : "") + std::to_string(f);
  std::string out = "  int ksn_at[] = {" + at +
                    "}; /* name -> field whose memory it means now */\n  (void)ksn_at;\n  int64_t ksn_done = 0;\n";
  if (!nest.host.points)
    return out;
  out += "  int ksn_how = KSN_GO;\n  if (ksn_point) {\n    ksn_resume(&ksn_r, ksn_at, " +
         std::to_string(nest.host.buffers.size()) + ", &ksn_done);\n  } else {\n    ksn_how = ksn_begin(&ksn_r);\n" +
         "    if (ksn_how != KSN_GO)\n      return ksn_how;\n  }\n  switch (ksn_point) {\n";
  for (int point = 1; point <= nest.host.points; ++point)
    out += "  case " + std::to_string(point) + ":\n    goto ksn_after_" + std::to_string(point) + ";\n";
  return out + "  default:\n    break;\n  }\n";
}

class PassText {
public:
  PassText(const TargetText &target, const LoopNest &nest, std::string limit = "ksn_r.steps")
      : target_(target), nest_(nest), limit_(std::move(limit)) {}

  std::string print(const std::vector<HStmt> &body, const std::string &indent) const {
    std::string out;
    for (const HStmt &stmt : body)
      out += match(
          stmt.node, [&](const HLaunch &n) { return target_.launch(nest_, n, indent); },
          [&](const HFlip &n) {
            return indent + "ksn_flip(&ksn_r, ksn_at[" + std::to_string(n.name) + "], " + std::to_string(n.spare) +
                   ");\n";
          },
          [&](const HRotate &n) { return rotateText(n, indent); },
          [&](const HStepScalar &n) {
            return indent + "const " + std::string(typeName(hostDialect(), n.type)) + " " + n.name + " = " +
                   host(n.value) + ";\n" + indent + "(void)" + n.name + ";\n";
          },
          [&](const HGather &n) { return gatherText(n, indent); },
          [&](const HAssign &n) { return indent + n.name + " = " + host(n.value) + ";\n"; },
          [&](const HStop &n) {
            return indent + "if (" + host(n.condition) + ") {\n" + print(n.body, indent + "  ") +
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
          [&](const HToPoint &n) { return toPointText(n, indent); });
    return out;
  }

private:
  std::string rotateText(const HRotate &n, const std::string &indent) const {
    std::string next;
    for (int from : n.from)
      next += (next.empty() ? "" : ", ") + ("ksn_at[" + std::to_string(from) + "]");
    std::string inner = indent + "  ", out = indent + "{\n" + inner + "const int ksn_next[] = {" + next + "};\n";
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
    return indent + "const int64_t " + *nest_.host.timeVar + " = " + host(now) + ";\n" + indent + "(void)" +
           *nest_.host.timeVar + ";\n";
  }

  std::string suspendText(const HSuspend &n, const std::string &indent) const {
    const std::string inner = indent + "  ", most = inner + "  ", point = std::to_string(n.point),
                      label = std::to_string(n.label);
    const std::string behind = n.steps > 1 ? " - " + std::to_string(n.steps - 1 - n.step) : "";
    std::string out = indent + "{\n" + timeText("(ksn_done - " + std::to_string(n.steps) + ")", inner) +
                      print(n.scalars, inner) + inner + "if (ksn_suspends(&ksn_r)" +
                      (n.condition ? " && (" + host(n.condition) + ")" : "") + ") {\n" +
                      outsText(nest_, n.names, most) + most + "ksn_a->steps_done = ksn_done" + behind + ";\n" + most +
                      "ksn_a->point = " + point + ";\n";
    if (nest_.host.timeVar)
      out += most + "ksn_a->time = " + host(add(scalar(*nest_.host.timeVar), intLit(n.step * nest_.host.timeStep))) +
             ";\n";
    return out + most + "return " + (n.apart ? "ksn_suspend_apart" : "ksn_suspend") + "(&ksn_r, " + point + ", " +
           label + ", ksn_at, " + std::to_string(nest_.host.buffers.size()) + ", ksn_done" +
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
           body + "if (" + host(n.condition) + ")\n" + body + "  break;\n" + most + "}\n" + inner + "}\n" +
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
      return at + "if (" + host(n.unsure) + ")\n" + at + "  ksn_unsure = 1;\n";
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
      out += indent + "for (int64_t " + loop.var + " = " + host(first) + "; " + host(goesOn) + "; " +
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

std::string passesText(const TargetText &target, const LoopNest &nest) {
  const PassText text(target, nest);
  std::string out = text.print(nest.host.body, "  ");
  for (size_t k = 0; k < nest.host.endings.size(); ++k)
    out += "  goto ksn_stopped;\nksn_again_" + std::to_string(k) +
           ": /* the first steps of a pass that went too far */\n" + text.print(nest.host.endings[k], "  ");
  return out;
}

std::string endText(const LoopNest &nest) {
  std::string out = nest.host.stops ? "ksn_stopped:\n" : "";
  for (size_t f = 0; f < nest.host.buffers.size(); ++f)
    if (nest.host.buffers[f].unwanted)
      out += "  ksn_fields[ksn_at[" + std::to_string(f) + "]].unwanted = 1;\n";
  out += "  ksn_how = ksn_end(&ksn_r);\n" + outsText(nest, {}, "  ");
  if (nest.host.stops || nest.host.points)
    out += "  ksn_a->steps_done = ksn_done;\n  ksn_a->broke = ksn_broke;\n";
  return out + "  return ksn_how;\n}\n";
}

} // namespace

std::string_view runtimeType(ScalarType type) {
  static constexpr std::array<std::string_view, 11> kNames = {"KSN_BOOL", "KSN_I8",  "KSN_U8",  "KSN_I16",
                                                              "KSN_U16",  "KSN_I32", "KSN_U32", "KSN_I64",
                                                              "KSN_U64",  "KSN_F32", "KSN_F64"};
  return kNames[static_cast<size_t>(type)];
}

// gcc ignores the STDC pragma, and fuses across statements under gnu11.
std::string exactHost(const std::vector<LoopNest> &nests) {
  if (nests.empty() || nests.front().fp != "strict")
    return "";
  return "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#elif defined __GNUC__\n#pragma GCC "
         "optimize(\"fp-contract=off\")\n#endif\n\n";
}

std::string hostPragmas(const std::vector<LoopNest> &nests) {
  if (nests.empty() || nests.front().fp != "fast")
    return exactHost(nests);
  return "#ifdef __clang__\n#pragma float_control(precise, off)\n#elif defined __GNUC__\n#pragma GCC "
         "optimize(\"fast-math\")\n#endif\n\n";
}

std::string memoryOf(const BufferArg &arg) {
  return arg.spare >= 0 ? "ksn_spares[" + std::to_string(arg.spare) + "].mem"
                        : "ksn_fields[ksn_at[" + std::to_string(arg.name) + "]].mem";
}

std::string regionFunction(const TargetText &target, const LoopNest &nest, const EmitOptions &options) {
  std::string point =
      nest.host.points ? "  const int ksn_point = ksn_label_of(ksn_a->call); /* 0: from the beginning */\n" : "";
  return rowFunctions(nest) + "int " + nest.name + "_" + nest.target + "(struct " + nest.name + "_args *ksn_a) {\n" +
         infoText(target, nest, options) + point + scalarsText(nest) + variablesText(nest) + guardsText(nest, true) +
         fieldsText(nest) + guardsText(nest, false) + runText(target, nest) + stateText(nest) +
         passesText(target, nest) + endText(nest);
}

} // namespace kasane::emission
