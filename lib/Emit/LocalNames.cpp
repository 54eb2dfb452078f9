// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalNames.h"

#include "CText.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <cctype>

namespace kasane::emission {
namespace {

std::string in(const Renamed &names, const std::string &name) {
  const auto known = names.find(name);
  return known == names.end() ? name : known->second;
}

// Loads, too, whose buffers are names as any.
ExprPtr withNames(const ExprPtr &expr, const Renamed &names) {
  return expr ? rewrite(expr,
                        [&](const Expr &e) -> ExprPtr {
                          if (const auto *ref = std::get_if<ScalarRef>(&e.node))
                            return makeExpr(e.type, ScalarRef{in(names, ref->name)}, e.range);
                          if (const auto *load = std::get_if<Load>(&e.node))
                            return makeExpr(e.type, Load{in(names, load->buffer), withNames(load->index, names)});
                          return nullptr;
                        })
              : nullptr;
}

// Of statements: their expressions stay as they are.
KBody inStatements(const KBody &body, const Renamed &names);

KStmtPtr inStatement(const KStmtPtr &stmt, const Renamed &names) {
  const auto change = [&](std::string &name) { name = in(names, name); };
  return match(stmt->node, [&](auto n) {
    if constexpr (requires { n.var; })
      change(n.var);
    if constexpr (requires { n.name; })
      change(n.name);
    if constexpr (requires { n.buffer; })
      change(n.buffer);
    if constexpr (requires { n.array; })
      change(n.array);
    if constexpr (requires { n.names; })
      std::ranges::for_each(n.names, change);
    if constexpr (requires { n.of; })
      std::ranges::for_each(n.of, change);
    if constexpr (requires { n.body; })
      n.body = inStatements(n.body, names);
    if constexpr (requires { n.thenBody; }) {
      n.thenBody = inStatements(n.thenBody, names);
      n.elseBody = inStatements(n.elseBody, names);
    }
    return makeKStmt(std::move(n));
  });
}

KBody inStatements(const KBody &body, const Renamed &names) {
  KBody out;
  for (const KStmtPtr &stmt : body)
    out.push_back(inStatement(stmt, names));
  return out;
}

// rows_1_2: rows
std::string baseOf(const std::string &name) {
  const size_t end = name.find_last_not_of("0123456789");
  const bool isNumbered = end != std::string::npos && end + 1 < name.size() && name[end] == '_' && end > 0;
  return isNumbered ? baseOf(name.substr(0, end)) : name;
}

struct Definition {
  std::string name;
  std::string kind;  // what it is, and of which type
  std::string value; // its own, or from where to where it goes, with the names so far
};

std::string valueText(const Dialect &dialect, const KStmt &stmt, const Renamed &names) {
  const auto show = [&](const ExprPtr &value) { return value ? text(dialect, withNames(value, names)) : ""; };
  return match(
      stmt.node, [&](const KLet &n) { return show(n.value); }, [&](const KVar &n) { return show(n.init); },
      [&](const KFor &n) { return show(n.lo) + " to " + show(n.hi); }, [](const auto &) { return std::string(); });
}

// An array of another shape is another array.
Definition definitionOf(const Dialect &dialect, const KStmt &stmt, const Renamed &names) {
  const std::string name = nameDefinedBy(stmt);
  std::string kind = std::to_string(stmt.node.index()) + " " + baseOf(name);
  if (const auto *array = std::get_if<KItemArray>(&stmt.node))
    for (const int64_t extent : array->extents)
      kind += " " + std::to_string(extent);
  return {name, std::move(kind), valueText(dialect, stmt, names)};
}

// In the order of the text, each once.
std::vector<Definition> definitionsIn(const Dialect &dialect, const KBody &body) {
  std::vector<Definition> out;
  walk(body, [&](const KStmt &stmt) {
    if (const std::string name = nameDefinedBy(stmt); !name.empty())
      if (std::ranges::find(out, name, &Definition::name) == out.end())
        out.push_back(definitionOf(dialect, stmt, {}));
  });
  return out;
}

// With no number in it.
std::string shapeOf(std::string value) {
  std::erase_if(value, [](unsigned char c) { return std::isdigit(c) || c == 'L' || c == '-' || c == '(' || c == ')'; });
  return value;
}

void addFrame(Renamed &names, const Kernel &kernel, const Kernel &like) {
  for (size_t a = 0; a < kMaxAxes; ++a) {
    names[kernel.grid[a].var] = like.grid[a].var;
    if (!kernel.items[a].empty() && !like.items[a].empty())
      names[kernel.items[a]] = like.items[a];
  }
  for (size_t g = 0; g < std::min(kernel.groupArrays.size(), like.groupArrays.size()); ++g)
    names[kernel.groupArrays[g].name] = like.groupArrays[g].name;
}

std::set<std::string> parametersOf(const Kernel &kernel) {
  std::set<std::string> out;
  for (const BufferParam &b : kernel.buffers)
    out.insert(b.name);
  for (const ScalarParam &s : kernel.scalars)
    out.insert(s.name);
  return out;
}

// In the order of the text.
void forEachName(const Kernel &kernel, const std::function<void(const std::string &)> &visit) {
  for (const GroupArray &array : kernel.groupArrays)
    visit(array.name);
  for (const std::string &item : kernel.items)
    visit(item);
  for (const GridAxis &axis : kernel.grid)
    visit(axis.var);
  walk(kernel.body, [&](const KStmt &stmt) { visit(nameDefinedBy(stmt)); });
}

// Another name each, which nothing has so far.
void addFresh(Renamed &names, std::set<std::string> &taken, const std::string &name, const std::string &first) {
  if (name.empty() || names.count(name))
    return;
  std::string fresh = first;
  for (int n = 1; taken.count(fresh); ++n)
    fresh = baseOf(name) + "_" + std::to_string(n);
  taken.insert(fresh);
  names[name] = fresh;
}

} // namespace

std::set<std::string> definedIn(const Kernel &kernel) {
  std::set<std::string> out;
  forEachName(kernel, [&](const std::string &name) { out.insert(name); });
  return out;
}

std::string nameDefinedBy(const KStmt &stmt) {
  return match(
      stmt.node, [](const CellLoop &n) { return n.var; }, [](const KFor &n) { return n.var; },
      [](const KLet &n) { return n.name; }, [](const KVar &n) { return n.name; }, [](const KPick &n) { return n.name; },
      [](const KItemArray &n) { return n.name; }, [](const auto &) { return std::string(); });
}

KBody withNames(const KBody &body, const Renamed &names) {
  return inStatements(withValues(body, [&](const ExprPtr &e) { return withNames(e, names); }), names);
}

Kernel withNames(const Kernel &kernel, const Renamed &names) {
  Kernel out = kernel;
  for (GridAxis &axis : out.grid)
    axis.var = in(names, axis.var);
  for (std::string &item : out.items)
    item = in(names, item);
  for (GroupArray &array : out.groupArrays)
    array.name = in(names, array.name);
  out.body = withNames(kernel.body, names);
  return out;
}

std::vector<Kernel> withOwnNames(const std::vector<Kernel> &kernels) {
  std::set<std::string> known; // others may be words of a language
  for (const Kernel &kernel : kernels)
    known.merge(definedIn(kernel));
  std::vector<Kernel> out;
  for (const Kernel &kernel : kernels) {
    Renamed names;
    std::set<std::string> taken = parametersOf(kernel);
    forEachName(kernel, [&](const std::string &name) {
      addFresh(names, taken, name, known.count(baseOf(name)) ? baseOf(name) : name);
    });
    out.push_back(withNames(kernel, names));
  }
  return out;
}

Kernel namedLike(const Dialect &dialect, const Kernel &kernel, const Kernel &like, const std::set<std::string> &apart) {
  std::vector<Definition> open = definitionsIn(dialect, like.body);
  Renamed names;
  std::set<std::string> taken = parametersOf(kernel);
  taken.merge(parametersOf(like));
  for (const Definition &one : open)
    taken.insert(one.name);
  std::erase_if(open, [&](const Definition &d) { return apart.count(d.name) > 0; });
  addFrame(names, kernel, like);
  for (const auto &[from, to] : names) {
    taken.insert(to);
    std::erase_if(open, [&](const Definition &d) { return d.name == to; });
  }
  const auto take = [&](const Definition &one, const auto &isIt) {
    const auto found = std::ranges::find_if(open, isIt);
    if (found == open.end())
      return false;
    names[one.name] = found->name;
    open.erase(found);
    return true;
  };
  // What is the same for sure comes first, and again with each name that is known.
  using IsIt = std::function<bool(const Definition &, const Definition &)>;
  const IsIt isSame = [](const Definition &a, const Definition &b) { return a.kind == b.kind && a.value == b.value; };
  const auto takeAll = [&](const IsIt &is, bool isOne) {
    bool found = false;
    walk(kernel.body, [&](const KStmt &stmt) {
      const std::string name = nameDefinedBy(stmt);
      if (name.empty() || names.count(name) || (found && isOne))
        return;
      const Definition one = definitionOf(dialect, stmt, names);
      found |= take(one, [&](const Definition &d) { return is(one, d); });
    });
    return found;
  };
  const IsIt hasPrefix = [&](const Definition &a, const Definition &b) {
    return isSame(a, b) && a.name.starts_with(b.name);
  };
  const IsIt isNear = [](const Definition &a, const Definition &b) {
    return a.kind == b.kind && shapeOf(a.value) == shapeOf(b.value);
  };
  const IsIt isOfKind = [](const Definition &a, const Definition &b) { return a.kind == b.kind; };
  while (takeAll(hasPrefix, false) || takeAll(isSame, false) || takeAll(isNear, true) || takeAll(isOfKind, true))
    ;
  walk(kernel.body, [&](const KStmt &stmt) {
    const std::string name = nameDefinedBy(stmt);
    addFresh(names, taken, name, name);
  });
  return withNames(kernel, names);
}

} // namespace kasane::emission
