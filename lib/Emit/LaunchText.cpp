// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchText.h"

#include "CText.h"
#include "HostText.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::emission {

std::array<int64_t, kMaxAxes> largestGroup(const LoopNest &nest) {
  const auto items = [](const Kernel &k) { return k.group[0] * k.group[1] * k.group[2]; };
  const auto largest = std::max_element(nest.kernels.begin(), nest.kernels.end(),
                                        [&](const Kernel &a, const Kernel &b) { return items(a) < items(b); });
  return largest == nest.kernels.end() ? std::array<int64_t, kMaxAxes>{1, 1, 1} : largest->group;
}

std::string shiftOf(const std::string &buffer) { return "ksn_shift_" + buffer; }

ExprPtr gridStart(const Kernel &kernel, int axis) {
  const bool isPart = kernel.window && kernel.window->isAlong(axis);
  // All of the ring, always.
  const bool seesRing = isPart && !kernel.window->endless.empty() && kernel.window->endless != kernel.name;
  if (!isPart || seesRing)
    return kernel.grid[axis].lo;
  return scalar(kernel.window->axis == axis ? std::string(kFrom) : kSideFrom);
}

Kernel partOf(const Kernel &kernel) {
  Kernel part = kernel;
  if (!kernel.window)
    return part;
  for (int a = 0; a < kMaxAxes; ++a)
    if (kernel.window->isAlong(a)) {
      part.grid[a].lo = gridStart(kernel, a);
      part.grid[a].hi = scalar(a == kernel.window->axis ? kWindowEnd : kSideEnd);
    }
  return part;
}

std::string startedValues(const Dialect &dialect, const Kernel &kernel) {
  std::string out;
  int count = 0;
  const auto value = [&](const std::string &type) {
    out += (count ? ", KSN_VALUE(" : "KSN_VALUE(") + type + ", ksn_args[" + std::to_string(count) + "])";
    ++count;
  };
  for (size_t b = 0; b < kernel.buffers.size(); ++b)
    value("void *");
  for (const ScalarParam &s : kernel.scalars)
    value(std::string(typeName(dialect, s.type)));
  for (size_t n = 0; n < launchParameters(kernel).size(); ++n)
    value("int64_t");
  return out;
}

std::vector<std::string> launchParameters(const Kernel &kernel) {
  std::vector<std::string> out;
  if (kernel.window)
    out = {std::string(kFrom), kWindowEnd};
  if (kernel.window && kernel.window->hasSides)
    out.insert(out.end(), {kSideFrom, kSideEnd});
  if (kernel.fronts)
    out.push_back(kernel.fronts->var);
  return out;
}

bool asksForOrigin(const Kernel &kernel, int axis) {
  bool asks = false;
  walkExprs(kernel.body, [&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    asks |= ref && ref->name == kernel.grid[axis].var;
  });
  return asks;
}

std::set<std::string> namesIn(const Kernel &kernel) {
  std::set<std::string> names;
  const auto note = [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      names.insert(ref->name);
  };
  walkExprs(kernel.body, note);
  for (const GridAxis &axis : kernel.grid)
    for (const ExprPtr &bound : {axis.lo, axis.hi})
      walk(bound, note);
  return names;
}

int dimensionOf(const Kernel &kernel, int axis) {
  return static_cast<int>(std::find(kernel.order.begin(), kernel.order.end(), axis) - kernel.order.begin());
}

Kernel withPlaces(const Dialect &dialect, const Kernel &kernel, const KBody &body, std::string (*groupAt)(int)) {
  Kernel out = kernel;
  out.body = {};
  for (int a = kMaxAxes; a-- > 0;) {
    const GridAxis &axis = kernel.grid[a];
    if (asksForOrigin(kernel, a))
      out.body.push_back(makeKStmt(KLet{
          axis.var, ScalarType::I64,
          add(gridStart(kernel, a), scalar(groupAt(dimensionOf(kernel, a)) + " * " + std::to_string(axis.step)))}));
  }
  for (size_t a = 0; a < kMaxAxes; ++a)
    if (!kernel.items[a].empty())
      out.body.push_back(
          makeKStmt(KLet{kernel.items[a], kernel.itemType,
                         makeExpr(kernel.itemType, Cast{scalar(std::string(dialect.localIds[a]), ScalarType::U32)})}));
  out.body.insert(out.body.end(), body.begin(), body.end());
  return out;
}

std::string frontsLoop(const Dialect &dialect, const KFronts &fronts) {
  return "for (int64_t " + fronts.var + " = " + text(dialect, fronts.lo) + "; " + fronts.var + " < " +
         text(dialect, fronts.hi) + "; ++" + fronts.var + ") ";
}

std::string launchText(const LoopNest &nest, const HLaunch &launch, const std::string &indent, bool shifts) {
  const Kernel &kernel = nest.kernels[launch.kernel];
  const std::string inner = indent + "  ";
  std::string groups, args, window;
  auto addArg = [&](const std::string &value) { args += (args.empty() ? "KSN_ARG(" : ", KSN_ARG(") + value + ")"; };
  for (const int a : kernel.order) {
    const GridAxis &axis = kernel.grid[a];
    const ExprPtr cells = sub(axis.hi, axis.lo);
    if (!launch.groups.empty()) {
      groups += (groups.empty() ? "" : ", ") +
                ("ksn_groups(" + text(hostDialect(), launch.groups[static_cast<size_t>(a)]) + ", 1)");
      continue;
    }
    const std::string span =
        text(hostDialect(), axis.atEnds ? maxOf(sub(cells, intLit(axis.atEnds)), intLit(1)) : cells);
    groups += (groups.empty() ? "" : ", ") +
              (a < nest.rank && axis.step ? "ksn_groups(" + span + ", " + std::to_string(axis.step) + ")" : "1");
  }
  for (const BufferArg &buffer : launch.buffers)
    addArg(memoryOf(buffer));
  for (size_t n = 0; n < launch.scalars.size(); ++n) {
    std::string value = text(hostDialect(), launch.scalars[n]);
    if (!std::holds_alternative<ScalarRef>(launch.scalars[n]->node)) { // an argument has an address
      const ScalarParam &param = kernel.scalars[n];
      const std::string name = "ksn_value" + std::to_string(n);
      window +=
          inner + "const " + std::string(typeName(hostDialect(), param.type)) + " " + name + " = " + value + ";\n";
      value = name;
    }
    addArg(value);
  }
  if (kernel.window) {
    const GridAxis &axis = kernel.grid[kernel.window->axis];
    window += inner + "const int64_t ksn_from = " + text(hostDialect(), axis.lo) + ", " + kWindowEnd + " = " +
              text(hostDialect(), axis.hi) + (shifts ? ", ksn_shift = 0" : "") + ";\n";
    if (kernel.window->hasSides) {
      const GridAxis &side = kernel.grid[kernel.window->axis - 1];
      window += inner + "const int64_t " + kSideFrom + " = " + text(hostDialect(), side.lo) + ", " + kSideEnd + " = " +
                text(hostDialect(), side.hi) + ";\n";
    }
  }
  for (const std::string &name : launchParameters(kernel))
    addArg(name);
  if (kernel.window) {
    for (size_t b = 0; shifts && b < kernel.buffers.size(); ++b)
      addArg("ksn_shift");
  }
  std::string group =
      std::to_string(kernel.group[0]) + ", " + std::to_string(kernel.group[1]) + ", " + std::to_string(kernel.group[2]);
  const std::string when = launch.when ? "if (" + text(hostDialect(), launch.when) + ") {\n" : "{\n";
  return indent + (kernel.fronts ? frontsLoop(hostDialect(), *kernel.fronts) : "") + when + window + inner +
         "const size_t ksn_grid[3] = {" + groups + "}, ksn_group[3] = {" + group + "};\n" + inner +
         "const ksn_arg ksn_args[] = {" + args + "};\n" + inner + (launch.isAhead ? "ksn_launch_ahead" : "ksn_launch") +
         "(&ksn_r, \"" + kernel.name +
         "\", ksn_grid, ksn_group, (int)(sizeof ksn_args / sizeof ksn_args[0]), ksn_args);\n" + indent + "}\n";
}

// Buffers and spares that passes use while many steps are left. Names move within a rotation.
static std::vector<bool> usual(const LoopNest &nest) {
  const size_t count = nest.host.buffers.size();
  std::vector<bool> out(count + nest.host.spares.size());
  std::vector<std::vector<int>> rotations;
  std::function<void(const std::vector<HStmt> &, bool)> walkHost = [&](const std::vector<HStmt> &body, bool often) {
    for (const HStmt &stmt : body)
      match(
          stmt.node, [&](const HRepeat &n) { walkHost(n.body, often || !n.isRest); },
          [&](const HPass &n) { walkHost(n.body, often); }, [&](const HToPoint &n) { walkHost(n.others, often); },
          [&](const HLaunch &n) {
            for (const BufferArg &arg : n.buffers)
              if (often)
                out[arg.name >= 0 ? static_cast<size_t>(arg.name) : count + static_cast<size_t>(arg.spare)] = true;
          },
          [&](const HRotate &n) { rotations.push_back(n.from); }, [](const auto &) {});
  };
  walkHost(nest.host.body, false);
  for (size_t n = 0; n < count; ++n)
    for (const std::vector<int> &from : rotations)
      for (size_t f = 0; f < from.size(); ++f)
        out[f] = out[f] || out[static_cast<size_t>(from[f])];
  return out;
}

bool hasWindows(const LoopNest &nest) {
  return !nest.kernels.empty() &&
         std::all_of(nest.kernels.begin(), nest.kernels.end(), [](const Kernel &k) { return k.window.has_value(); });
}

static std::string writesOf(const Kernel &kernel, size_t b) {
  if (kernel.window->reach[b].covers)
    return "KSN_COVERS";
  return kernel.buffers[b].written ? "KSN_WRITES" : "0";
}

// A table, a line for each of the kernel's buffers.
static std::string reachText(const Kernel &kernel, const std::string &name) {
  std::string rows;
  for (size_t b = 0; b < kernel.buffers.size(); ++b) {
    const KReach &reach = kernel.window->reach[b];
    rows += "    {.back = " + std::to_string(reach.back) + ", .ahead = " + std::to_string(reach.ahead) +
            ", .writes = " + writesOf(kernel, b) +
            (kernel.window->hasSides
                 ? ", .left = " + std::to_string(reach.left) + ", .right = " + std::to_string(reach.right)
                 : "") +
            "}, /* " + kernel.buffers[b].name + " */\n";
  }
  return "static const ksn_reach " + name + "[] = {\n" + rows + "};\n";
}

static std::string sideText(const Kernel &kernel, size_t from) {
  if (!kernel.window->hasSides)
    return "";
  const int axis = kernel.window->axis - 1;
  return ", .side_tile = " + std::to_string(kernel.grid[axis].step) +
         ", .side_dimension = " + std::to_string(dimensionOf(kernel, axis)) +
         ", .side_slack = " + std::to_string(kernel.window->sideSlack) + ", .side_from = " + std::to_string(from);
}

static std::string usualText(const LoopNest &nest) {
  std::string flags;
  const std::vector<bool> used = usual(nest);
  const size_t count = nest.host.buffers.size();
  for (size_t m = 0; m < used.size(); ++m)
    flags += (m ? ", /* " : "/* ") + (m < count ? nest.host.buffers[m].name : "spare " + std::to_string(m - count)) +
             " */ " + (used[m] ? "1" : "0");
  if (std::find(used.begin(), used.end(), true) == used.end())
    return "";
  return "static const unsigned char " + nest.name + "_usual[] = {" + flags + "};\n";
}

// In the order of the members, as C++ has it.
static std::string othersText(const KWindow &window) {
  return (window.brief.empty()
              ? ""
              : ", .brief = \"" + window.brief + "\", .brief_planes = " + std::to_string(window.briefPlanes)) +
         (window.endless.empty() ? "" : ", .endless = \"" + window.endless + "\"");
}

// The runtime's business alone: the host launches another one.
static bool isForAnother(const LoopNest &nest, const Kernel &kernel) {
  return std::any_of(nest.kernels.begin(), nest.kernels.end(), [&](const Kernel &other) {
    return other.name != kernel.name && (other.window->brief == kernel.name || other.window->endless == kernel.name);
  });
}

std::string windowsText(const LoopNest &nest, bool shifts) {
  if (!hasWindows(nest))
    return "";
  std::string reaches, windows;
  for (const Kernel &kernel : nest.kernels) {
    if (isForAnother(nest, kernel))
      continue;
    const std::string reach = kernel.name + "_reach";
    const size_t from = kernel.buffers.size() + kernel.scalars.size();
    reaches += reachText(kernel, reach);
    const int axis = kernel.window->axis;
    windows += "    {.kernel = \"" + kernel.name + "\", .tile = " + std::to_string(kernel.grid[axis].step) +
               ", .dimension = " + std::to_string(dimensionOf(kernel, axis)) +
               ", .slack = " + std::to_string(kernel.window->slack) + ", .from = " + std::to_string(from) +
               ", .shift = " + std::to_string(shifts ? from + launchParameters(kernel).size() : 0) +
               ", .count = " + std::to_string(kernel.buffers.size()) + ", .reach = " + reach +
               sideText(kernel, from + 2) + othersText(*kernel.window) + "},\n";
  }
  return reaches + usualText(nest) + "static const ksn_window " + nest.name + "_windows[] = {\n" + windows + "};\n\n";
}

std::string windowFields(const LoopNest &nest) {
  if (!hasWindows(nest))
    return "";
  const std::string sep = ",\n                                .", name = nest.name + "_windows";
  std::string out =
      sep + "windows = " + name + sep + "window_count = (int)(sizeof " + name + " / sizeof " + name + "[0])";
  if (!usualText(nest).empty())
    out += sep + "usual = " + nest.name + "_usual";
  if (nest.slab)
    out += sep + "slab = " + std::to_string(nest.slab);
  if (nest.visitSteps)
    out += sep + "visit_steps = " + std::to_string(nest.visitSteps);
  if (nest.linkBytes > 0)
    out += sep + "link_bytes = " + number(nest.linkBytes);
  if (nest.networkBytes > 0)
    out +=
        sep + "network_latency = " + number(nest.networkLatency) + sep + "network_bytes = " + number(nest.networkBytes);
  return out;
}

bool isAnywhere(const LoopNest &nest, bool (*is)(const KStmt &)) {
  bool found = false;
  for (const Kernel &kernel : nest.kernels)
    walk(kernel.body, [&](const KStmt &stmt) { found |= is(stmt); });
  return found;
}

bool prefetches(const KStmt &stmt) { return std::holds_alternative<KPrefetch>(stmt.node); }

} // namespace kasane::emission
