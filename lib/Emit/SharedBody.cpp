// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedBody.h"

#include "BodyVariants.h"
#include "CText.h"
#include "ChosenLoads.h"
#include "LaunchText.h"
#include "LocalNames.h"
#include "MergedBodies.h"

#include <algorithm>
#include <optional>
#include <set>

namespace kasane::emission {
namespace {

size_t linesOf(const std::string &text) { return static_cast<size_t>(std::ranges::count(text, '\n')); }

// What heads of kernels say.
bool haveOneHead(const Kernel &a, const Kernel &b) {
  // Those that follow another one begin where that ends.
  const auto isAlike = [&](const GroupArray &x, const GroupArray &y) {
    return x.type == y.type && (x.elements == y.elements || a.groupArrays.size() == 1);
  };
  const bool known = std::ranges::all_of(b.buffers, [&](const BufferParam &buffer) {
    const auto same = std::ranges::find(a.buffers, buffer.name, &BufferParam::name);
    return same == a.buffers.end() || (same->type == buffer.type && same->written == buffer.written);
  });
  const auto asks = [](const Kernel &kernel, int axis) { return !kernel.items[static_cast<size_t>(axis)].empty(); };
  return known && a.group == b.group && a.order == b.order && a.itemType == b.itemType && asks(a, 0) == asks(b, 0) &&
         asks(a, 1) == asks(b, 1) && asks(a, 2) == asks(b, 2) && mayRestrict(a) == mayRestrict(b) &&
         std::ranges::equal(a.groupArrays, b.groupArrays, isAlike) && a.window.has_value() == b.window.has_value() &&
         (!a.window || (a.window->axis == b.window->axis && a.window->hasSides == b.window->hasSides)) && !a.fronts &&
         !b.fronts;
}

// The source calls something of its own so.
bool hasVariant(const Kernel &kernel) {
  const auto is = [](const auto &param) { return param.name == kVariant; };
  return std::ranges::any_of(kernel.buffers, is) || std::ranges::any_of(kernel.scalars, is) ||
         definedIn(kernel).count(kVariant) > 0;
}

template <class Param> void addAll(std::vector<Param> &to, const std::vector<Param> &more) {
  for (const Param &one : more)
    if (std::ranges::find(to, one.name, &Param::name) == to.end())
      to.push_back(one);
}

struct Group {
  SharedBody shared;
  std::vector<Kernel> named; // its kernels, with the names of the first
};

class Grouping {
public:
  explicit Grouping(const Dialect &dialect) : d_(dialect) {}

  // None: they can't be one function.
  std::optional<Group> with(const Group &group, const Kernel &kernel, size_t number) const {
    if (!haveOneHead(group.shared.function, kernel))
      return std::nullopt;
    constexpr int kMost = 8; // names in a row that turn out to be of two things
    std::set<std::string> apart;
    for (int n = 0; n < kMost; ++n) {
      Group out = joined(group, kernel, number, apart);
      const std::string twice = definedTwice(out.shared.function.body);
      if (twice.empty())
        return isRight(out) ? std::optional(std::move(out)) : std::nullopt;
      apart.insert(twice);
    }
    return std::nullopt;
  }

  size_t linesAlone(const Kernel &kernel) const { return linesOf(text(d_, kernel.body, kernel, "  ")); }

  // With the function's own head, and a call in each kernel.
  size_t linesTogether(const Group &group) const {
    constexpr size_t kAround = 6, kCall = 3;
    const Kernel &function = group.shared.function;
    const size_t lines = linesOf(text(d_, function.body, function, "  "));
    if (group.named.size() == 1)
      return lines;
    return lines + kAround + function.buffers.size() + function.scalars.size() + kCall * group.named.size();
  }

private:
  Group joined(const Group &group, const Kernel &kernel, size_t number, const std::set<std::string> &apart) const {
    Group out = group;
    out.shared.kernels.push_back(number);
    Kernel &function = out.shared.function;
    out.named.push_back(namedLike(d_, kernel, function, apart));
    addAll(function.buffers, kernel.buffers);
    addAll(function.scalars, kernel.scalars);
    std::vector<KBody> bodies;
    for (const Kernel &named : out.named)
      bodies.push_back(named.body);
    function.body = mergedBodies(d_, function, bodies);
    return out;
  }

  // Each variant is its kernel.
  bool isRight(const Group &group) const {
    const auto show = [&](const KBody &body, int variant) {
      return text(d_, withoutUnused(variantOf(body, variant)), group.shared.function, "  ");
    };
    for (size_t v = 0; v < group.named.size(); ++v)
      if (const int variant = static_cast<int>(v);
          show(group.shared.function.body, variant) != show(group.named[v].body, variant))
        return false;
    return true;
  }

  const Dialect &d_;
};

} // namespace

std::vector<SharedBody> sharedBodies(const Dialect &dialect, const std::vector<Kernel> &kernels) {
  // Lines. A shorter kernel is read as it is, and to look for what longer ones have in common takes too long.
  constexpr size_t kShortest = 60, kLongest = 2500;
  const Grouping grouping(dialect);
  std::vector<Group> groups;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const size_t lines = grouping.linesAlone(kernels[k]);
    if (lines < kShortest || lines > kLongest || hasVariant(kernels[k]))
      continue;
    std::optional<Group> best;
    size_t of = 0, saved = lines / 5; // at least
    for (size_t g = 0; g < groups.size(); ++g) {
      std::optional<Group> with = grouping.with(groups[g], kernels[k], k);
      if (!with)
        continue;
      const size_t apart = grouping.linesTogether(groups[g]) + lines, together = grouping.linesTogether(*with);
      if (apart < together + saved)
        continue;
      saved = apart - together;
      best = std::move(with);
      of = g;
    }
    if (best) {
      groups[of] = std::move(*best);
      continue;
    }
    Group alone{{{k}, kernels[k]}, {kernels[k]}};
    groups.push_back(std::move(alone));
  }
  std::vector<SharedBody> out;
  for (Group &group : groups) {
    std::string names;
    for (size_t v = 0; v < group.named.size(); ++v)
      names += (v ? ", " : "") + std::to_string(v) + " " + group.named[v].name;
    group.shared.function.comment = "Variants: " + names;
    if (group.named.size() > 1)
      out.push_back(std::move(group.shared));
  }
  return out;
}

std::string kernelTexts(const Dialect &dialect, const std::vector<Kernel> &all, const KernelSpelling &spelling) {
  const std::vector<Kernel> kernels = withOwnNames(all);
  const std::vector<SharedBody> shared = sharedBodies(dialect, kernels);
  std::string out;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const auto of = std::ranges::find_if(
        shared, [&](const SharedBody &body) { return std::ranges::find(body.kernels, k) != body.kernels.end(); });
    if (of == shared.end()) {
      out += spelling.alone(kernels[k]);
      continue;
    }
    const std::string name = kernels[of->kernels.front()].name + "_body";
    const auto at = std::ranges::find(of->kernels, k);
    if (at == of->kernels.begin())
      out += spelling.function(*of, name);
    out += spelling.call(kernels[k], *of, name, static_cast<size_t>(at - of->kernels.begin()));
  }
  return out;
}

std::vector<std::string> argumentsOf(const Kernel &kernel, const SharedBody &shared, const std::string &noBuffer) {
  std::vector<std::string> out;
  const auto has = [](const auto &all, const auto &one) {
    return std::ranges::any_of(all, [&](const auto &known) { return known.name == one.name; });
  };
  for (const BufferParam &buffer : shared.function.buffers)
    out.push_back(has(kernel.buffers, buffer) ? buffer.name : noBuffer);
  for (const ScalarParam &param : shared.function.scalars)
    out.push_back(has(kernel.scalars, param) ? param.name : "0");
  for (const std::string &end : launchParameters(kernel))
    out.push_back(end);
  return out;
}

} // namespace kasane::emission
