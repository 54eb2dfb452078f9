// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Its own names begin with ksn_, since the user's scalars live beside them.
#include "HostText.h"

#include "CText.h"
#include "OfferText.h"
#include "PassText.h"
#include "RowText.h"

#include "kasane/Support/Match.h"
#include "kasane/Support/Quoted.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace kasane::emission {

std::string number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%g", value);
  return buffer.data();
}
namespace {

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
         target.infoFields(nest, options) + (options.ranks ? sep + "offer = &" + offerName(nest) : "") + "};\n";
}

std::string scalarsText(const LoopNest &nest) {
  std::string out;
  for (const HostScalar &s : nest.host.scalars) {
    std::string type(typeName(hostDialect(), s.type));
    const std::string member = std::string(isFloat(s.type) ? "ksn_a->f_" : "ksn_a->n_") + s.name;
    out += "  const " + type + " " + s.name + " = " + (s.type == ScalarType::F32 ? "(float)" : "") + member + ";\n";
  }
  for (const HostScalar &s : nest.host.scalars)
    out += "  (void)" + s.name + ";\n";
  return out;
}

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
        [&](const HGuard &g) {
          return arithmetic ? declineText(nest, hostText(g.condition), g.reason) : std::string();
        },
        [&](const HDisjoint &g) {
          if (arithmetic)
            return std::string();
          std::string call =
              "ksn_disjoint(ksn_fields, " + std::to_string(g.left) + ", " + std::to_string(g.right) + ")";
          return declineText(nest, call, g.reason);
        });
  return out;
}

// A call of no steps looks at none of the program's arrays. One that goes on behind host code has made some.
std::string noStepsText(const LoopNest &nest) {
  const auto *steps = std::get_if<IntLit>(&nest.host.steps->node);
  if (steps && steps->value > 0)
    return "";
  const ExprPtr some = makeExpr(ScalarType::I32, Binary{BinaryOp::Gt, nest.host.steps, intLit(0)});
  return std::string("  if (") + (nest.host.points ? "!ksn_point && " : "") + "!(" + hostText(some) +
         "))\n    return ksn_no_steps(&ksn_about);\n";
}

// Bounds of fields: as they stand, or by a name where they are long. clang-format takes an initialiser for one line,
// and looks for the best places to break it for seconds.
class NamedBounds {
public:
  std::string definitions;

  std::string named(const std::string &what, const ExprPtr &bound) {
    constexpr size_t kShort = 60;
    const std::string text = hostText(bound);
    if (text.size() <= kShort)
      return text;
    const auto [known, isNew] = names_.try_emplace(text, "ksn_" + what + "_" + std::to_string(names_.size()));
    if (isNew)
      definitions += "  const int64_t " + known->second + " = " + text + ";\n";
    return known->second;
  }

private:
  std::map<std::string, std::string> names_; // by text
};

// Initialisers stand in the order of the struct's members, which C++ asks for.
std::string rowsText(const LoopNest &nest, const HostBuffer &b, NamedBounds &bounds) {
  const std::string sep = ",\n       .";
  if (!b.rows)
    return sep + "first = " + bounds.named("first", b.first) + sep + "last = " + bounds.named("last", b.last) +
           (b.apart != 1 ? sep + "apart = " + std::to_string(b.apart) : "");
  std::string inner;
  for (int a = 0; a < kMaxAxes; ++a)
    inner += (a ? ", " : "") + hostText(toExpr(b.rows->inner[a]));
  return sep + "row = " + rowFunctionName(nest, b) + sep + "table = ksn_a->" + b.base + sep + "inner = {" + inner +
         "}" + sep + "like = " + std::to_string(b.like);
}

// Where the field is: the user's address, none yet, or a table of rows, whose layout ksn_lay_rows finds.
std::string fieldText(const LoopNest &nest, const HostBuffer &b, NamedBounds &bounds) {
  const std::string sep = ",\n       .";
  std::string lo, hi, stride;
  for (int a = 0; a < kMaxAxes; ++a) {
    const std::string axis(1, "xyz"[a]);
    lo += (a ? ", " : "") + bounds.named("lo_" + axis, b.box[a].lo);
    hi += (a ? ", " : "") + bounds.named("hi_" + axis, b.box[a].hi);
    stride +=
        (a ? ", " : "") + (b.rows ? std::string(b.stride[a].isZero() ? "0" : "1") : hostText(toExpr(b.stride[a])));
  }
  const int use = b.host | (b.table ? 1 : 0); // the plan itself reads a table at home
  return "      {.name = " + quoted(b.name) + sep + "type = " + std::string(runtimeType(b.type)) +
         (b.hidden || b.rows ? "" : sep + "home = ksn_a->" + b.base) + sep + "lo = {" + lo + "}" + sep + "hi = {" + hi +
         "}" + sep + "stride = {" + stride + "}" + rowsText(nest, b, bounds) + sep +
         "written = " + (b.written && !b.hidden ? "1" : "0") + (b.renewed ? sep + "renewed = 1" : "") +
         (use ? sep + "host = " + std::to_string(use) : "") + (b.hidden ? sep + "hidden = 1" : "") +
         (b.version.empty() ? "" : sep + "version = " + b.version) + "},\n";
}

// Ranks have no pages of the program's: a table comes to them with the order.
std::string tableText(const HostBuffer &b, size_t number, bool ranks) {
  const std::string type = "const " + std::string(typeName(hostDialect(), b.type)) + " *";
  const std::string from = ranks ? "ksn_table(&ksn_fields[" + std::to_string(number) + "])" : "ksn_a->" + b.base;
  return "  " + type + "const " + b.name + " = (" + type + ")" + from + ";\n  (void)" + b.name + ";\n";
}

std::string fieldsText(const LoopNest &nest, bool ranks) {
  NamedBounds bounds;
  std::string fields;
  for (const HostBuffer &b : nest.host.buffers)
    fields += fieldText(nest, b, bounds);
  std::string out = bounds.definitions + "  ksn_field ksn_fields[] = {\n" + fields + "  };\n";
  if (std::any_of(nest.host.buffers.begin(), nest.host.buffers.end(),
                  [](const HostBuffer &b) { return b.rows.has_value(); }))
    out += "  ksn_lay_rows(ksn_fields, " + std::to_string(nest.host.buffers.size()) + ");\n";
  for (const HostPitch &pitch : nest.host.pitches)
    out += "  const int64_t " + pitch.name + " = ksn_fields[" + std::to_string(pitch.buffer) + "].stride[" +
           std::to_string(pitch.axis) + "];\n  (void)" + pitch.name + ";\n";
  for (size_t b = 0; b < nest.host.buffers.size(); ++b)
    if (nest.host.buffers[b].table)
      out += tableText(nest.host.buffers[b], b, ranks);
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

std::string runText(const TargetText &target, const LoopNest &nest) {
  const std::string sep = ",\n                   .";
  std::string out = "  ksn_run ksn_r = {.info = &ksn_about" + sep + "call = ksn_a->call" + sep + "fields = ksn_fields" +
                    sep + "field_count = " + std::to_string(nest.host.buffers.size());
  if (!nest.host.spares.empty())
    out += sep + "spares = ksn_spares" + sep + "spare_count = " + std::to_string(nest.host.spares.size());
  return out + sep + "steps = " + hostText(nest.host.steps) + sep + "cells = (double)(" +
         hostText(nest.host.cellsPerStep) + ")" + target.runFields(nest) + "};\n" +
         (nest.host.points ? "" : beginText());
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
         noStepsText(nest) + fieldsText(nest, options.ranks) + guardsText(nest, false) + runText(target, nest) +
         stateText(nest) + passesText(target, nest) + endText(nest);
}

} // namespace kasane::emission
