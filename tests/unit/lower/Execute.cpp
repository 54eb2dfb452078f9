// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: an executor of everything that a LoopNest can say, kept in one place beside the tests that use it.
#include "Execute.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <unordered_map>

namespace kasane::execution {
namespace {

using Leaf = std::function<int64_t(const Expr &)>;

int64_t divided(int64_t a, int64_t b, bool remainder) { return b == 0 ? 0 : remainder ? a % b : a / b; }

// The values mean nothing, so they may wrap.
int64_t wrapped(uint64_t value) { return static_cast<int64_t>(value); }

int64_t apply(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
  case BinaryOp::Add:
    return wrapped(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  case BinaryOp::Sub:
    return wrapped(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  case BinaryOp::Mul:
    return wrapped(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  case BinaryOp::Div:
    return divided(a, b, false);
  case BinaryOp::Rem:
    return divided(a, b, true);
  case BinaryOp::LogicalAnd:
    return a && b;
  case BinaryOp::LogicalOr:
    return a || b;
  case BinaryOp::Lt:
    return a < b;
  case BinaryOp::Le:
    return a <= b;
  case BinaryOp::Gt:
    return a > b;
  case BinaryOp::Ge:
    return a >= b;
  case BinaryOp::Eq:
    return a == b;
  case BinaryOp::Ne:
    return a != b;
  case BinaryOp::Shl:
    return b < 0 || b > 62 ? 0 : wrapped(static_cast<uint64_t>(a) << b);
  case BinaryOp::And:
    return a & b;
  case BinaryOp::Or:
    return a | b;
  default:
    return a ^ (b << 1);
  }
}

// Elements stay within 32 bits, so that nothing overflows; indices are far from that.
int64_t wrapped(ScalarType type, int64_t value) { return isFloat(type) ? value & 0xffffffff : value; }

int64_t eval(const ExprPtr &e, const Leaf &leaf) {
  auto again = [&](const ExprPtr &inner) { return eval(inner, leaf); };
  int64_t value = match(
      e->node, [](const IntLit &n) { return n.value; },
      [](const FloatLit &n) { return static_cast<int64_t>(n.value * 256); },
      [&](const ScalarRef &) { return leaf(*e); }, [&](const IndexRef &) { return leaf(*e); },
      [&](const TimeRef &) { return leaf(*e); }, [&](const FieldRead &) { return leaf(*e); },
      [&](const Load &) { return leaf(*e); },
      [&](const Unary &n) {
        const int64_t a = again(n.operand);
        return n.op == UnaryOp::LogicalNot ? int64_t(!a) : n.op == UnaryOp::BitNot ? ~a : -a;
      },
      [&](const Binary &n) { return apply(n.op, again(n.left), again(n.right)); },
      [&](const Select &n) { return again(n.condition) ? again(n.whenTrue) : again(n.whenFalse); },
      [&](const Call &n) {
        int64_t a = again(n.args[0]), b = n.args.size() > 1 ? again(n.args[1]) : 0;
        return n.callee == "ksn_min" ? std::min(a, b) : n.callee == "ksn_max" ? std::max(a, b) : a * 31 + b * 7 + 5;
      },
      [&](const Cast &n) { return again(n.operand); });
  return wrapped(e->type, value);
}

int64_t valueOf(const Poly &poly, const Scalars &scalars) {
  return poly.evaluate([&](const std::string &name) { return std::optional(scalars.at(name)); }).value();
}

// ---- A StencilProgram

class ProgramRun {
public:
  ProgramRun(const StencilProgram &program, const Scalars &scalars, Memory memory) : p_(program), scalars_(scalars) {
    out_.memory = std::move(memory);
    for (size_t f = 0; f < program.fields.size(); ++f)
      out_.bound.push_back(static_cast<FieldId>(f));
  }

  Outcome run() {
    int64_t lo = p_.time ? valueOf(p_.time->lo, scalars_) : 0, hi = p_.time ? valueOf(p_.time->hi, scalars_) : 1;
    time_ = lo;
    bool enters = !p_.time || !p_.time->enter || value(p_.time->enter);
    for (; enters && !stopped_ && time_ < hi; time_ += p_.time ? p_.time->step : 1)
      step();
    for (const Variable &v : p_.variables)
      out_.variables[v.name] = scalars_.at(v.name);
    return std::move(out_);
  }

private:
  void step() {
    out_.passes.push_back(1);
    for (const StepScalar &s : p_.stepScalars)
      scalars_[s.name] = value(s.value);
    for (size_t k = 0; k <= p_.stages.size() && !stopped_; ++k) {
      act(k);
      if (k < p_.stages.size() && !stopped_)
        runStage(p_.stages[k].domain, p_.stages[k].body);
    }
    if (!stopped_)
      move();
  }

  void move() {
    std::vector<FieldId> next;
    for (FieldId from : p_.rotation)
      next.push_back(out_.bound[from]);
    out_.bound = next;
  }

  void act(size_t before) {
    for (const HostAction &action : p_.actions)
      if (action.before == before && !stopped_)
        match(
            action.node, [&](const Gather &n) { runStage(n.domain, n.body); },
            [&](const SetVariable &n) { scalars_[n.name] = value(n.value); },
            [&](const Stop &n) {
              stopped_ = value(n.condition) != 0;
              if (stopped_ && n.moved)
                move();
            },
            [](const HostPoint &) {});
  }

  void runStage(const Box &domain, const std::vector<StmtPtr> &body) {
    std::array<int64_t, kMaxAxes> lo{}, hi{};
    for (int a = 0; a < kMaxAxes; ++a) {
      lo[a] = valueOf(domain[a].lo, scalars_);
      hi[a] = valueOf(domain[a].hi, scalars_);
    }
    for (cell_[2] = lo[2]; cell_[2] < hi[2]; ++cell_[2])
      for (cell_[1] = lo[1]; cell_[1] < hi[1]; ++cell_[1])
        for (cell_[0] = lo[0]; cell_[0] < hi[0]; ++cell_[0])
          runCell(body);
  }

  void runCell(const std::vector<StmtPtr> &body) {
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &n) { scalars_[n.name] = n.init ? value(n.init) : 0; },
          [&](const LocalAssign &n) { scalars_[n.name] = value(n.value); },
          [&](const FieldStore &n) { element({n.field, n.offset}) = value(n.value); },
          [&](const IfStmt &n) { runCell(value(n.condition) ? n.thenBody : n.elseBody); });
  }

  int64_t &element(const FieldRead &at) {
    int64_t index = 0;
    for (int a = 0; a < kMaxAxes; ++a)
      if (p_.fields[at.field].has[a])
        index += (cell_[a] + valueOf(distanceOf(at, a), scalars_)) * valueOf(p_.fields[at.field].stride[a], scalars_);
    return out_.memory[out_.bound[at.field]].at(index);
  }

  int64_t value(const ExprPtr &e) {
    return eval(e, [&](const Expr &leaf) {
      if (const auto *ref = std::get_if<ScalarRef>(&leaf.node))
        return scalars_.at(ref->name);
      if (const auto *index = std::get_if<IndexRef>(&leaf.node))
        return cell_[index->axis];
      if (const auto *read = std::get_if<FieldRead>(&leaf.node))
        return element(*read);
      return time_;
    });
  }

  const StencilProgram &p_;
  Scalars scalars_;
  int64_t time_ = 0;
  bool stopped_ = false;
  std::array<int64_t, kMaxAxes> cell_{};
  Outcome out_;
};

// ---- A LoopNest

struct Cell {
  int64_t value = 0;
  bool mayTouch = true, defined = false;
  int64_t epoch = -1, writer = 0, reader = 0; // of the last accesses; iteration 0 is nobody, -1 several
  int64_t owner = 0;                          // the work-item that will write it in this launch
};

struct Array {
  std::vector<Cell> cells;      // by linear index
  int64_t first = 0, last = -1; // that may be touched, in memory
  bool onChip = false, writable = true;
  std::string name;
};

bool hasBarrier(const KBody &body) {
  return std::any_of(body.begin(), body.end(), [](const KStmtPtr &stmt) {
    return match(
        stmt->node, [](const Barrier &) { return true; }, [](const CellLoop &n) { return hasBarrier(n.body); },
        [](const KFor &n) { return hasBarrier(n.body); }, [](const KBlock &n) { return hasBarrier(n.body); },
        [](const KIf &n) { return hasBarrier(n.thenBody) || hasBarrier(n.elseBody); },
        [](const auto &) { return false; });
  });
}

bool hasItems(const Kernel &kernel) {
  return std::any_of(kernel.items.begin(), kernel.items.end(), [](const std::string &name) { return !name.empty(); });
}

// Numbers for the names of a kernel. A name in the kernel is known by its address, so that its text is read once.
class Names {
public:
  size_t operator[](const std::string &inKernel) {
    const auto [known, isNew] = byAddress_.try_emplace(&inKernel);
    if (isNew)
      known->second = ofText(inKernel);
    return known->second;
  }

  size_t ofText(const std::string &name) { return byText_.try_emplace(name, byText_.size()).first->second; }

private:
  std::unordered_map<const std::string *, size_t> byAddress_;
  std::unordered_map<std::string, size_t> byText_;
};

// By the number of the name.
template <class T> class Named {
public:
  T &operator[](size_t number) {
    if (number >= all_.size())
      all_.resize(number + 1);
    return all_[number];
  }

private:
  std::vector<T> all_;
};

using Values = Named<std::optional<int64_t>>;

// A small array of a work-item's own; one without extents isn't there.
struct ItemArray {
  std::vector<int64_t> extents;
  std::vector<std::optional<int64_t>> values;
};
using ItemArrays = Named<ItemArray>;

class KernelRun {
public:
  KernelRun(const Kernel &kernel, Names &names, const std::map<std::string, Array *> &buffers, const Scalars &scalars,
            Outcome &out)
      : kernel_(kernel), names_(names), out_(out), byItems_(hasItems(kernel)) {
    for (const auto &[name, array] : buffers)
      arrays_[names.ofText(name)] = array;
    for (const auto &[name, value] : scalars)
      scalars_[names.ofText(name)] = value;
  }

  void run() {
    if (!kernel_.fronts)
      return runTiles();
    const int64_t lo = value(kernel_.fronts->lo), hi = value(kernel_.fronts->hi);
    for (int64_t front = lo; front < hi; ++front) {
      scalar(kernel_.fronts->var) = front;
      runBody(kernel_.fronts->lets);
      ++front_;
      runTiles();
    }
  }

private:
  void runTiles() {
    std::vector<std::array<int64_t, kMaxAxes>> tiles = {{0, 0, 0}};
    for (int a = 0; a < kMaxAxes; ++a) {
      const GridAxis &axis = kernel_.grid[a];
      int64_t lo = value(axis.lo), hi = std::max(value(axis.hi) - axis.atEnds, axis.atEnds ? lo + 1 : INT64_MIN),
              step = axis.step ? axis.step : std::max<int64_t>(hi - lo, 1);
      std::vector<std::array<int64_t, kMaxAxes>> more;
      for (const auto &tile : tiles)
        for (int64_t at = lo; at < hi; at += step) {
          more.push_back(tile);
          more.back()[a] = at;
        }
      tiles = more;
    }
    std::shuffle(tiles.begin(), tiles.end(), std::mt19937(7));
    for (const auto &tile : tiles)
      runTile(tile);
  }

  void runTile(const std::array<int64_t, kMaxAxes> &tile) {
    std::vector<Array> own(kernel_.groupArrays.size());
    for (size_t g = 0; g < own.size(); ++g) {
      own[g].cells.resize(kernel_.groupArrays[g].elements);
      own[g].onChip = true;
      own[g].name = kernel_.groupArrays[g].name;
      array(kernel_.groupArrays[g].name) = &own[g];
    }
    for (int a = 0; a < kMaxAxes; ++a)
      scalar(kernel_.grid[a].var) = tile[a];
    ++epoch_;
    iteration_ += kernel_.fronts.has_value();
    if (!byItems_)
      return runBody(kernel_.body);
    findItems();
    runTogether(kernel_.body);
    iteration_ += static_cast<int64_t>(items_.size());
  }

  // ---- Work-items that own variables: a statement by each of them, then the next one

  void findItems() {
    items_.clear();
    own_ = {};
    std::array<int64_t, kMaxAxes> at{};
    for (at[2] = 0; at[2] < kernel_.group[2]; ++at[2])
      for (at[1] = 0; at[1] < kernel_.group[1]; ++at[1])
        for (at[0] = 0; at[0] < kernel_.group[0]; ++at[0]) {
          items_.push_back(scalars_);
          for (int a = 0; a < kMaxAxes; ++a)
            if (!kernel_.items[a].empty())
              items_.back()[names_[kernel_.items[a]]] = at[a];
        }
    std::shuffle(items_.begin(), items_.end(), std::mt19937(5));
    ofItems_.assign(items_.size(), {});
  }

  // What a work-item does, with its variables, as an iteration of its own.
  template <class Act> void forItems(const Act &act) {
    for (size_t k = 0; k < items_.size(); ++k) {
      std::swap(scalars_, items_[k]);
      std::swap(own_, ofItems_[k]);
      ++iteration_;
      act();
      std::swap(scalars_, items_[k]);
      std::swap(own_, ofItems_[k]);
    }
    iteration_ -= static_cast<int64_t>(items_.size());
  }

  void runTogether(const KBody &body) {
    for (const KStmtPtr &stmt : body) {
      auto [known, isNew] = waits_.try_emplace(stmt.get());
      if (isNew)
        known->second = hasBarrier({stmt});
      if (!known->second) {
        forItems([&] { run(stmt); });
        continue;
      }
      match(
          stmt->node, [&](const Barrier &) { ++epoch_; }, [&](const KFor &n) { runTogether(n); },
          [&](const KBlock &n) { runTogether(n.body); },
          [&](const KIf &n) { runTogether(together(n.condition) ? n.thenBody : n.elseBody); },
          [&](const auto &) { complain("barrier", 0, "is met by some work-items only"); });
    }
  }

  void runTogether(const KFor &n) {
    const int64_t lo = together(n.lo), hi = together(n.hi);
    for (int64_t at = lo; at < hi; at += n.step) {
      forItems([&] { scalar(n.var) = at; });
      runTogether(n.body);
    }
  }

  int64_t together(const ExprPtr &e) {
    std::set<int64_t> values;
    forItems([&] { values.insert(value(e)); });
    if (values.size() != 1)
      complain(print(e), 0, "is not the same for all work-items");
    return *values.begin();
  }

  // ---- One work-item, or all cells in order

  void runBody(const KBody &body) {
    for (const KStmtPtr &stmt : body)
      run(stmt);
  }

  void run(const KStmtPtr &stmt) {
    match(
        stmt->node, [&](const CellLoop &n) { runLoop(n); }, [&](const KFor &n) { runFor(n); },
        [&](const KBlock &n) { runBody(n.body); }, [&](const Barrier &) { ++epoch_; },
        [&](const KLet &n) { scalar(n.name) = value(n.value); },
        [&](const KVar &n) { scalar(n.name) = n.init ? value(n.init) : 0; },
        [&](const KPick &n) { array(n.name) = array(n.of.at(static_cast<size_t>(value(n.which)))); },
        [&](const KItemArray &n) {
          const std::vector<int64_t> extents = n.extents.empty() ? std::vector{n.elements} : n.extents;
          const auto held = n.isZero ? std::optional<int64_t>(0) : std::nullopt;
          own_[names_[n.name]] = {extents, std::vector(static_cast<size_t>(n.elements), held)};
        },
        [&](const KAssign &n) { assign(n.name, value(n.value)); },
        [&](const KStore &n) {
          if (ItemArray &own = own_[names_[n.buffer]]; !own.extents.empty())
            ownElement(own, n.buffer, n.index, 0) = value(n.value);
          else
            store(n.buffer, value(n.index), value(n.value));
        },
        [&](const KLoadRow &n) {
          const int64_t first = rowAt(n.buffer, value(n.index), n.names.size());
          for (size_t k = 0; k < n.names.size(); ++k)
            if (const int64_t element = load(n.buffer, first + static_cast<int64_t>(k)); !n.names[k].empty())
              assign(n.names[k], element);
        },
        [&](const KStoreRow &n) {
          const int64_t first = rowAt(n.buffer, value(n.index), n.values.size());
          for (size_t k = 0; k < n.values.size(); ++k)
            store(n.buffer, first + static_cast<int64_t>(k), value(n.values[k]));
        },
        [&](const KLoadItems &n) {
          const int64_t first = rowAt(n.buffer, value(n.index), static_cast<size_t>(n.elements));
          for (int64_t k = 0; k < n.elements; ++k)
            ownElement(own_[names_[n.array]], n.array, n.at, k) = load(n.buffer, first + k);
        },
        [&](const KBatch &) {}, [&](const KBring &n) { bring(n); },
        [&](const KArrive &) {
          for (const auto &[cell, came] : coming_[iteration_])
            cell->value = came;
          coming_[iteration_].clear();
        },
        [&](const KPrefetch &n) { near(n.buffer, value(n.index)); },
        [&](const KIf &n) { runBody(value(n.condition) ? n.thenBody : n.elseBody); }, [](const KComment &) {});
  }

  std::optional<int64_t> &ownElement(ItemArray &array, const std::string &name, const ExprPtr &index, int64_t further) {
    const auto &extents = array.extents;
    const Call *at = asElementAt(index);
    int64_t element = 0;
    for (size_t a = 0; a < extents.size(); ++a) {
      const int64_t place = value(at ? at->args.at(a) : index) + (a + 1 == extents.size() ? further : 0);
      if (place < 0 || place >= extents[a]) {
        complain(name + "[" + print(index) + "] of " + std::to_string(extents[a]), place,
                 "is outside of an item's own array");
        return array.values.front();
      }
      element = element * extents[a] + place;
    }
    return array.values[static_cast<size_t>(element)];
  }

  // Until it has arrived the place holds what must not reach a result.
  void bring(const KBring &n) {
    const int64_t at = value(n.at), came = load(n.buffer, value(n.index));
    store(n.array, at, poison());
    if (Cell *cell = find(n.array, at))
      coming_[iteration_].emplace_back(cell, came);
  }

  // Must be an element too: what other addresses do is for each device to say.
  void near(const std::string &buffer, int64_t index) {
    if (!isBetween(buffer, index))
      find(buffer, index);
  }

  int64_t rowAt(const std::string &buffer, int64_t index, size_t elements) {
    if (index % static_cast<int64_t>(elements) != 0)
      complain(buffer, index, "is no place for a row");
    return index;
  }

  void runLoop(const CellLoop &n) {
    const int64_t first = value(n.lo), wanted = n.wanted ? value(n.wanted) : first;
    for (int64_t at = first, end = value(n.hi); at < end; at += n.step) {
      scalar(n.var) = at;
      if (n.axis == 0 && !kernel_.fronts) // a tile of a front goes through many levels, one after the other
        ++iteration_;
      isAlong_ = at < wanted;
      runBody(n.body);
    }
    isAlong_ = false;
  }

  void runFor(const KFor &n) {
    for (int64_t at = value(n.lo), end = value(n.hi); at < end; at += n.step) {
      scalar(n.var) = at;
      runBody(n.body);
    }
  }

  // Is it memory, though the source's loops never touch it?
  bool isBetween(const std::string &name, int64_t index) {
    const Array &its = *array(name);
    return index >= its.first && index <= its.last && !its.cells[index].mayTouch;
  }

  Cell *find(const std::string &name, int64_t index) {
    Array &its = *array(name);
    if (index >= 0 && index < static_cast<int64_t>(its.cells.size()) && its.cells[index].mayTouch)
      return &its.cells[index];
    complain(name, index, "is outside of the array");
    return nullptr;
  }

  // Memory is ordered by nothing within a launch, or within a front; on-chip cells by barriers.
  void enter(const Array &array, Cell &cell) const {
    int64_t now = array.onChip ? epoch_ : front_;
    if (cell.epoch != now)
      cell.writer = cell.reader = 0;
    cell.epoch = now;
  }

  int64_t load(const std::string &name, int64_t index) {
    if (byItems_ && isBetween(name, index))
      return poison();
    Cell *cell = find(name, index);
    if (!cell)
      return 0;
    enter(*array(name), *cell);
    const bool onChip = array(name)->onChip;
    const bool isPoison = byItems_ ? (onChip ? !cell->defined : cell->owner != 0 && cell->owner != iteration_)
                                   : isAlong_ && onChip && !cell->defined;
    if (!cell->defined && !isPoison)
      complain(name, index, "is read before it is written");
    if (cell->writer != 0 && cell->writer != iteration_ && !isPoison)
      complain(name, index, "is read in one iteration and written in another");
    cell->reader = cell->reader == 0 || cell->reader == iteration_ ? iteration_ : -1;
    return isPoison ? poison() : cell->value;
  }

  // Work-items, and rows that begin with a line, compute cells along that nobody wants, from whatever is there: what
  // isn't written yet, what another one writes in the same launch, or an element between the source's. Another value
  // each time, which would show.
  int64_t poison() { return 0x5a5a0000 + ++poisons_ % 0x10000; }

  void store(const std::string &name, int64_t index, int64_t value) {
    Cell *cell = find(name, index);
    if (!cell)
      return;
    enter(*array(name), *cell);
    if (!array(name)->writable)
      complain(name, index, "is written, and its parameter says that it is not");
    const bool isReadBefore = cell->reader != 0 && cell->reader != iteration_ && (!byItems_ || array(name)->onChip);
    if ((cell->writer != 0 && cell->writer != iteration_) || isReadBefore)
      complain(name, index, "is written in one iteration and touched in another");
    cell->writer = iteration_;
    cell->value = value;
    cell->defined = true;
  }

  int64_t value(const ExprPtr &e) {
    return eval(e, [&](const Expr &leaf) {
      if (const auto *load = std::get_if<Load>(&leaf.node)) {
        if (ItemArray &own = own_[names_[load->buffer]]; !own.extents.empty())
          return ownElement(own, load->buffer, load->index, 0).value_or(poison());
        return this->load(load->buffer, value(load->index));
      }
      const std::string &name = std::get<ScalarRef>(leaf.node).name;
      if (!scalar(name))
        complain(name, 0, "is no scalar");
      return scalar(name).value_or(0);
    });
  }

  std::optional<int64_t> &scalar(const std::string &name) { return scalars_[names_[name]]; }
  Array *&array(const std::string &name) { return arrays_[names_[name]]; }

  void assign(const std::string &name, int64_t value) {
    if (!scalar(name))
      complain(name, 0, "is assigned to, and is no variable");
    scalar(name) = value;
  }

  void complain(const std::string &name, int64_t index, const std::string &what) {
    if (out_.seen.size() < 5)
      out_.seen.push_back(kernel_.name + ": " + name + "[" + std::to_string(index) + "] " + what);
  }

  const Kernel &kernel_;
  Names &names_;
  std::map<int64_t, std::vector<std::pair<Cell *, int64_t>>> coming_; // by work-item, which is an iteration
  Named<Array *> arrays_;
  Values scalars_;
  Outcome &out_;
  bool byItems_, isAlong_ = false;
  std::vector<Values> items_;
  ItemArrays own_; // of the work-item
  std::vector<ItemArrays> ofItems_;
  std::unordered_map<const KStmt *, bool> waits_; // for the group, somewhere in it
  int64_t epoch_ = 0, front_ = 0, iteration_ = 0, poisons_ = 0;
};

// Which work-item writes each cell in a launch, by making it once for nothing.
void findOwners(const Kernel &kernel, Names &names, const std::map<std::string, Array *> &buffers,
                const Scalars &scalars) {
  std::map<std::string, Array> copies;
  std::map<std::string, Array *> there;
  for (const auto &[name, array] : buffers)
    there[name] = &(copies[name] = *array);
  Outcome unheard;
  KernelRun(kernel, names, there, scalars, unheard).run();
  for (const auto &[name, array] : buffers)
    for (size_t i = 0; i < array->cells.size(); ++i)
      array->cells[i].owner = copies[name].cells[i].writer;
}

class NestRun {
public:
  NestRun(const LoopNest &nest, const Scalars &scalars, Memory memory) : nest_(nest), scalars_(scalars) {
    const HostPlan &host = nest.host;
    out_.memory = std::move(memory);
    for (size_t b = 0; b < host.buffers.size(); ++b) {
      arrays_.push_back(arrayOf(host.buffers[b], memoryFor(b)));
      for (Cell &cell : arrays_.back().cells)
        cell.defined = !host.buffers[b].hidden;
      out_.bound.push_back(static_cast<FieldId>(b));
    }
    for (const HostSpare &spare : host.spares) {
      arrays_.push_back(arrays_[spare.like]);
      for (Cell &cell : arrays_.back().cells)
        cell.defined = false;
    }
    for (size_t a = 0; a < arrays_.size(); ++a)
      memoryOf_.push_back(static_cast<int>(a));
  }

  Outcome run() {
    left_ = number(nest_.host.steps);
    runBody(nest_.host.body);
    for (const HostVariable &v : nest_.host.variables)
      out_.variables[v.name] = scalars_.at(v.name);
    if (left_ > 0 && !stopped_)
      out_.seen.push_back(std::to_string(left_) + " steps are left");
    for (size_t b = 0; b < nest_.host.buffers.size(); ++b) {
      const Array &array = arrays_[memoryOf_[b]];
      if (nest_.host.buffers[b].hidden)
        continue;
      for (size_t i = 0; i < array.cells.size() && nest_.host.buffers[b].written; ++i)
        if (array.cells[i].mayTouch)
          out_.memory[b][i] = array.cells[i].defined ? array.cells[i].value : -1;
    }
    return std::move(out_);
  }

private:
  int64_t number(const ExprPtr &e) const {
    return eval(e, [&](const Expr &leaf) { return scalars_.at(std::get<ScalarRef>(leaf.node).name); });
  }

  // The levels of a hidden field have none of the program's.
  std::vector<int64_t> memoryFor(size_t buffer) const {
    if (buffer < out_.memory.size())
      return out_.memory[buffer];
    return std::vector<int64_t>(number(nest_.host.buffers[buffer].last) + 1);
  }

  // Its box, within first..last.
  Array arrayOf(const HostBuffer &buffer, const std::vector<int64_t> &values) const {
    Array array;
    for (int64_t value : values)
      array.cells.push_back({value, false, true});
    std::array<int64_t, kMaxAxes> at{}, lo{}, hi{}, stride{};
    for (int a = 0; a < kMaxAxes; ++a) {
      lo[a] = number(buffer.box[a].lo);
      hi[a] = number(buffer.box[a].hi);
      stride[a] = valueOf(buffer.stride[a], scalars_);
    }
    for (at[2] = lo[2]; at[2] < hi[2]; ++at[2])
      for (at[1] = lo[1]; at[1] < hi[1]; ++at[1])
        for (at[0] = lo[0]; at[0] < hi[0]; ++at[0]) {
          int64_t index = at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2];
          if (index >= number(buffer.first) && index <= number(buffer.last))
            array.cells.at(index).mayTouch = true;
        }
    auto mayTouch = [](const Cell &cell) { return cell.mayTouch; };
    array.first = std::find_if(array.cells.begin(), array.cells.end(), mayTouch) - array.cells.begin();
    array.last = array.cells.rend() - std::find_if(array.cells.rbegin(), array.cells.rend(), mayTouch) - 1;
    return array;
  }

  void runBody(const std::vector<HStmt> &body) {
    for (const HStmt &stmt : body) {
      if (stopped_)
        return;
      match(
          stmt.node, [&](const HLaunch &n) { launch(n); }, [](const HMeet &) {}, [&](const HGather &n) { gather(n); },
          [&](const HAssign &n) { scalars_.at(n.name) = number(n.value); },
          [&](const HStop &n) {
            if (number(n.condition))
              stop(n);
          },
          [&](const HFlip &n) {
            std::swap(memoryOf_[out_.bound[n.name]], memoryOf_[nest_.host.buffers.size() + n.spare]);
          },
          [&](const HRest &) {
            if (left_ > 0)
              out_.passes.push_back(static_cast<int>(left_));
          },
          [&](const HRotate &n) { rotate(n); }, [&](const HStepScalar &n) { scalars_[n.name] = number(n.value); },
          [&](const HSuspend &n) { suspend(n); }, [&](const HPass &n) { runPass(n); },
          [&](const HRepeat &n) {
            while (left_ > n.whileMoreThan && !stopped_)
              runBody(n.body);
          },
          [&](const HByRemaining &n) {
            if (left_ > 0)
              runBody(n.cases.at(left_ - 1));
          },
          [&](const HWhenLarge &n) {
            scalars_[kAllSteps] = number(nest_.host.steps);
            runBody(number(n.condition) ? n.large : n.small);
          },
          [&](const HToPoint &n) { runToPoints(n); });
    }
  }

  // The last pass is of fewer steps then.
  void stop(const HStop &n) {
    runBody(n.body);
    if (n.again) {
      done_ -= n.again->made;
      left_ = n.again->wanted;
      runBody(nest_.host.endings.at(n.again->ending));
      if (left_ != 0)
        out_.seen.push_back("an ending leaves " + std::to_string(left_) + " steps");
    }
    out_.passes.back() -= static_cast<int>(std::accumulate(out_.passes.begin(), out_.passes.end(), int64_t{0}) - done_);
    stopped_ = true;
  }

  void runToPoints(const HToPoint &n) {
    while (left_ > 0 && !stopped_) {
      int64_t all = left_;
      for (left_ = 0; left_ < all; ++left_) {
        scalars_[*nest_.host.timeVar] = number(nest_.host.timeLo) + (done_ + left_) * nest_.host.timeStep;
        if (number(n.condition))
          break;
      }
      int64_t later = all - left_;
      runBody(n.others);
      left_ += later;
      if (left_ > 0 && !stopped_)
        runBody(n.step);
    }
  }

  void gather(const HGather &n) { gatherOver(n, 0); }

  void gatherOver(const HGather &n, size_t loop) {
    if (loop == n.loops.size())
      return gatherCell(n, n.body);
    int64_t lo = number(n.loops[loop].lo), hi = number(n.loops[loop].hi);
    for (int64_t k = 0; k < hi - lo; ++k) {
      scalars_[n.loops[loop].var] = n.loops[loop].down ? hi - 1 - k : lo + k;
      gatherOver(n, loop + 1);
    }
  }

  void gatherCell(const HGather &n, const KBody &body) {
    for (const KStmtPtr &stmt : body) {
      if (const auto *assign = std::get_if<KAssign>(&stmt->node))
        scalars_.at(assign->name) = gathered(n, assign->value);
      if (const auto *branch = std::get_if<KIf>(&stmt->node))
        gatherCell(n, gathered(n, branch->condition) ? branch->thenBody : branch->elseBody);
    }
  }

  int64_t gathered(const HGather &n, const ExprPtr &e) {
    return eval(e, [&](const Expr &leaf) {
      const auto *load = std::get_if<Load>(&leaf.node);
      if (!load)
        return scalars_.at(std::get<ScalarRef>(leaf.node).name);
      for (const auto &[name, arg] : n.buffers)
        if (name == load->buffer) {
          const Cell &cell = arrays_[memoryOf_[out_.bound[arg.name]]].cells.at(gathered(n, load->index));
          if (!cell.defined)
            out_.seen.push_back(name + " is gathered before it is written");
          return cell.value;
        }
      return int64_t(0);
    });
  }

  // Whoever streams the arrays has nothing of these from before.
  void forgetRenewed() {
    for (size_t b = 0; b < nest_.host.buffers.size(); ++b)
      for (Cell &cell : arrays_[memoryOf_[b]].cells)
        cell.defined = cell.defined && !nest_.host.buffers[b].renewed;
  }

  // Host code may look at all arrays.
  void suspend(const HSuspend &n) {
    if (n.condition && !number(n.condition))
      return;
    for (size_t b = 0; b < nest_.host.buffers.size(); ++b)
      for (const Cell &cell : arrays_[memoryOf_[b]].cells)
        if (cell.mayTouch && !cell.defined && !nest_.host.buffers[b].hidden)
          return out_.seen.push_back(nest_.host.buffers[b].name + " isn't whole where host code runs");
  }

  void runPass(HPass n) {
    if (n.keep >= 0) {
      n.steps = static_cast<int>(std::min<int64_t>(left_ - n.keep, n.steps));
      scalars_[kPassSteps] = n.steps;
    }
    if (n.steps > 0)
      forgetRenewed();
    if (nest_.host.timeVar)
      scalars_[*nest_.host.timeVar] = number(nest_.host.timeLo) + (done_ - (n.steps ? 0 : 1)) * nest_.host.timeStep;
    done_ += n.steps;
    left_ -= n.steps;
    if (int counted = n.counted < 0 ? n.steps : n.counted)
      out_.passes.push_back(counted);
    runBody(n.body);
  }

  void rotate(const HRotate &n) {
    for (int64_t times = n.period ? scalars_.at(kPassSteps) % n.period : 1; times > 0; --times) {
      std::vector<FieldId> next;
      for (int from : n.from)
        next.push_back(out_.bound[from]);
      out_.bound = next;
    }
  }

  void launch(const HLaunch &n) {
    const Kernel &kernel = nest_.kernels[n.kernel];
    std::map<std::string, Array *> buffers;
    Scalars scalars;
    std::set<Array *> distinct;
    for (size_t b = 0; b < kernel.buffers.size(); ++b) {
      size_t slot = n.buffers[b].spare >= 0 ? nest_.host.buffers.size() + n.buffers[b].spare
                                            : static_cast<size_t>(out_.bound[n.buffers[b].name]);
      Array &array = arrays_[memoryOf_[slot]];
      if (!distinct.insert(&array).second)
        out_.seen.push_back(kernel.name + ": one memory as two parameters");
      array.writable = kernel.buffers[b].written;
      array.name = kernel.buffers[b].name;
      for (Cell &cell : array.cells) {
        cell.epoch = -1;
        cell.writer = cell.reader = cell.owner = 0;
      }
      if (n.buffers[b].spare >= 0) // a pass writes all of it
        for (Cell &cell : array.cells)
          cell.defined = false;
      buffers[array.name] = &array;
    }
    for (size_t s = 0; s < kernel.scalars.size(); ++s)
      scalars[kernel.scalars[s].name] = number(n.scalars[s]);
    if (hasItems(kernel))
      findOwners(kernel, names_[n.kernel], buffers, scalars);
    KernelRun(kernel, names_[n.kernel], buffers, scalars, out_).run();
  }

  const LoopNest &nest_;
  std::map<int, Names> names_; // of each kernel
  Scalars scalars_;
  Outcome out_;
  std::vector<Array> arrays_; // of the buffers, then of the spares
  std::vector<int> memoryOf_; // by buffer, then by spare: which of them
  int64_t left_ = 0, done_ = 0;
  bool stopped_ = false;
};

} // namespace

Memory filled(const StencilProgram &program, const Scalars &scalars) {
  Memory memory;
  int64_t next = 0;
  for (const Field &field : program.fields) {
    int64_t size = 1;
    for (int a = 0; a < kMaxAxes; ++a)
      if (field.has[a])
        size *= field.extent[a] ? valueOf(*field.extent[a], scalars) : scalars.at(std::array{"nx", "ny", "nz"}[a]);
    std::vector<int64_t> &array = memory.emplace_back(size);
    for (int64_t &element : array)
      element = ++next * 2654435761 % 0xffffffff;
  }
  return memory;
}

Outcome execute(const StencilProgram &program, const Scalars &scalars, Memory memory) {
  return ProgramRun(program, scalars, std::move(memory)).run();
}

Outcome execute(const LoopNest &nest, const Scalars &scalars, Memory memory) {
  return NestRun(nest, scalars, std::move(memory)).run();
}

} // namespace kasane::execution
