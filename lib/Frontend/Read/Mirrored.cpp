// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Mirrored.h"

#include "Read/Choices.h"
#include "Read/FacingPlaces.h"
#include "Read/LookedUp.h"
#include "kasane/Layout/ChangedBody.h"
#include "kasane/Layout/Fields.h"

#include <algorithm>

namespace kasane {
namespace {

using Body = std::vector<StmtPtr>;

bool setsLocal(const Body &body) {
  return std::ranges::any_of(body, [](const StmtPtr &stmt) {
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    return branch ? setsLocal(branch->thenBody) || setsLocal(branch->elseBody)
                  : !std::holds_alternative<FieldStore>(stmt->node);
  });
}

// Of each loop: -1 where the index falls with its variable. nullopt: it doesn't follow the loops in lines, or falls
// along one dimension and rises along another.
std::optional<std::vector<int>> signsOf(const DraftNest &nest, const DraftAccess &access) {
  std::vector<int> out(nest.loops.size());
  for (size_t l = 0; l < nest.loops.size(); ++l)
    for (const Poly &index : access.index) {
      const std::optional<Poly> factor = index.coefficientOf(loopSymbol(l));
      if (!factor || std::ranges::any_of(factor->symbols(), [](const std::string &name) { return name[0] == '@'; }))
        return std::nullopt;
      const int sign = factor->isZero() ? 0 : isBelowZero(*factor) ? -1 : 1;
      if (sign * out[l] < 0)
        return std::nullopt;
      out[l] = sign == 0 ? out[l] : sign;
    }
  return out;
}

bool isMirrored(const DraftNest &nest, const DraftAccess &access) {
  const std::optional<std::vector<int>> signs = signsOf(nest, access);
  return signs && std::ranges::count(*signs, -1) > 0;
}

// Do all elements follow the loops in lines, and some backwards?
bool hasMirrors(const Draft &draft, const DraftNest &nest) {
  for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
    if (!signsOf(nest, draft.accesses[a]))
      return false;
  return std::ranges::any_of(accessesIn(nest.body), [&](int a) { return isMirrored(nest, draft.accesses[a]); });
}

class Straightener {
public:
  Straightener(Reader &reader, const DraftNest &nest) : reader_(reader), draft_(reader.draft), nest_(nest) {}

  // Empty: it stays as it is.
  std::vector<DraftNest> run() {
    if (!sort() || !areApart())
      return {};
    const std::vector<DraftAccess> old = draft_.accesses;
    draft_.accesses.resize(nest_.firstAccess);
    std::vector<DraftNest> out;
    for (const auto &[mirrored, body] : parts_) {
      std::optional<DraftNest> part = straightened(old, mirrored, body);
      if (!part)
        return {};
      part->pieceOf = parts_.size() > 1 ? draft_.nests.size() + 1 : 0;
      out.push_back(std::move(*part));
    }
    return out;
  }

private:
  using Loops = std::set<size_t>; // of the nest, by number

  // The loops along which it falls.
  Loops wayOf(int access) const {
    const std::vector<int> signs = *signsOf(nest_, draft_.accesses[static_cast<size_t>(access)]);
    Loops out;
    for (size_t l = 0; l < signs.size(); ++l)
      if (signs[l] < 0)
        out.insert(l);
    return out;
  }

  // What of the statement stores this way; null: nothing.
  StmtPtr ofWay(const StmtPtr &stmt, const Loops &way) const {
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    if (!branch)
      return wayOf(std::get<FieldStore>(stmt->node).field) == way ? stmt : nullptr;
    const auto of = [&](const Body &body) {
      Body out;
      for (const StmtPtr &inner : body)
        if (StmtPtr part = ofWay(inner, way))
          out.push_back(std::move(part));
      return out;
    };
    const Body yes = of(branch->thenBody), no = of(branch->elseBody);
    return yes.empty() && no.empty() ? nullptr : makeStmt(IfStmt{branch->condition, yes, no}, stmt->range);
  }

  // Each statement goes to those that store the same way; what sets the cell's own values goes to all.
  bool sort() {
    Body locals;
    bool isMixed = false; // some statement does both
    for (const StmtPtr &stmt : nest_.body) {
      std::vector<Loops> ways;
      for (int a : accessesIn({stmt}))
        if (draft_.accesses[static_cast<size_t>(a)].write && std::ranges::find(ways, wayOf(a)) == ways.end())
          ways.push_back(wayOf(a));
      if (!std::ranges::all_of(ways, [&](const Loops &way) { return mayTurn(way); }))
        return false;
      const bool isStore = std::holds_alternative<FieldStore>(stmt->node), sets = !isStore && setsLocal({stmt});
      isMixed |= !ways.empty() && sets;
      if (ways.size() > 1 && sets)
        return false;
      if (ways.empty()) {
        locals.push_back(stmt);
        for (auto &[mirrored, body] : parts_)
          body.push_back(stmt);
      }
      for (const Loops &way : ways) {
        auto part = std::ranges::find_if(parts_, [&](const auto &known) { return known.first == way; });
        if (part == parts_.end())
          part = parts_.insert(parts_.end(), {way, locals});
        part->second.push_back(ways.size() > 1 ? ofWay(stmt, way) : stmt);
      }
    }
    return !parts_.empty() && (parts_.size() == 1 || !isMixed);
  }

  bool mayTurn(const Loops &loops) const {
    return std::ranges::all_of(loops, [&](size_t l) {
      const DraftLoop &loop = nest_.loops[l];
      const auto isFixed = [](const Poly &bound) {
        return std::ranges::none_of(bound.symbols(), [](const std::string &name) { return name[0] == '@'; });
      };
      return loop.stride == 1 && !loop.moving && !loop.timed && isFixed(loop.lo) && isFixed(loop.hi);
    });
  }

  // No element that one part stores to may be another's.
  bool areApart() {
    for (size_t p = 0; p < parts_.size(); ++p)
      for (size_t q = p + 1; q < parts_.size(); ++q)
        for (int a : accessesIn(parts_[p].second))
          for (int b : accessesIn(parts_[q].second)) {
            const DraftAccess &one = draft_.accesses[a], &other = draft_.accesses[b];
            if (one.array == other.array && (one.write || other.write) && !lieApart(reader_, one, other))
              return false;
          }
    return true;
  }

  // (int)(n - 1 - i) + 1 < n without the conversion, since the source's variable had room for it: then it is seen which
  // cells this leaves. Null: it is no such sum or comparison.
  static ExprPtr inWideNumbers(const Binary &op, const Expr &e, std::set<ExprPtr> &places) {
    const auto placeIn = [&](const ExprPtr &side) -> ExprPtr {
      const auto *cast = std::get_if<Cast>(&side->node);
      return cast && side->type == ScalarType::I32 && places.count(cast->operand) ? cast->operand : nullptr;
    };
    const ExprPtr left = placeIn(op.left), right = placeIn(op.right);
    const bool isSum = op.op == BinaryOp::Add || op.op == BinaryOp::Sub, compares = op.op >= BinaryOp::Lt;
    if ((!left && !right) || !(isSum || compares) || op.left->type != ScalarType::I32 ||
        op.right->type != ScalarType::I32)
      return nullptr;
    const auto wide = [](const ExprPtr &place, const ExprPtr &side) {
      return place ? place : castTo(ScalarType::I64, side);
    };
    const ExprPtr value =
        makeExpr(isSum ? ScalarType::I64 : e.type, Binary{op.op, wide(left, op.left), wide(right, op.right)}, e.range);
    return isSum ? makeExpr(e.type, Cast{*places.insert(value).first}, e.range) : value;
  }

  // With accesses of its own, behind the draft's. `index`: what subscripts and values have in place of a loop's
  // variable. `other`: what takes the place of a read; null: itself.
  DraftNest made(const std::vector<DraftAccess> &old, const DraftNest &like, const Body &body,
                 const std::map<size_t, Poly> &index, const std::map<int, ExprPtr> &other) {
    DraftNest out = like;
    out.firstAccess = draft_.accesses.size();
    std::map<int, int> number;
    const auto numberOf = [&](int access) {
      const auto [known, isNew] = number.try_emplace(access, static_cast<int>(draft_.accesses.size()));
      if (isNew) {
        draft_.accesses.push_back(old[static_cast<size_t>(access)]);
        for (Poly &part : draft_.accesses.back().index)
          part = part.substitute([&](const std::string &symbol) -> std::optional<Poly> {
            for (const auto &[loop, value] : index)
              if (symbol == loopSymbol(loop))
                return value;
            return std::nullopt;
          });
      }
      return known->second;
    };
    std::set<ExprPtr> places; // of cells, and sums with them
    const auto part = [&](const Expr &e) -> ExprPtr {
      if (const auto *at = std::get_if<IndexRef>(&e.node)) {
        const auto known = index.find(static_cast<size_t>(at->axis));
        return known == index.end() ? nullptr : *places.insert(valueIn(reader_, known->second)).first;
      }
      if (const auto *op = std::get_if<Binary>(&e.node))
        return inWideNumbers(*op, e, places);
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read)
        return nullptr;
      if (const auto known = other.find(read->field); known != other.end())
        return rewrite(known->second, [&](const Expr &inner) -> ExprPtr {
          const auto *own = std::get_if<FieldRead>(&inner.node);
          return own ? makeExpr(inner.type, FieldRead{numberOf(own->field), {}}, inner.range) : nullptr;
        });
      return makeExpr(e.type, FieldRead{numberOf(read->field), read->offset, read->far, read->at, read->ahead},
                      e.range);
    };
    out.body = changedBody(body, {part, numberOf});
    out.endAccess = draft_.accesses.size();
    noteCells(draft_, out);
    return out;
  }

  std::optional<DraftNest> straightened(const std::vector<DraftAccess> &old, const Loops &mirrored, const Body &body) {
    DraftNest part = nest_;
    std::map<size_t, Poly> index;
    for (size_t l : mirrored) {
      DraftLoop &loop = part.loops[l];
      loop.mirrored = true;
      index[l] = loop.lo + loop.hi - Poly(1) - Poly::symbol(loopSymbol(l));
    }
    part = made(old, part, body, index, {});
    std::vector<DraftAccess> accesses = draft_.accesses;
    std::map<int, ExprPtr> other;
    for (size_t a = part.firstAccess; a < part.endAccess; ++a)
      if (isMirrored(nest_, draft_.accesses[a])) {
        const ExprPtr value = valueAt(DraftAccess(accesses[a]), accesses);
        if (!value)
          return std::nullopt;
        other[static_cast<int>(a)] = value;
      }
    if (other.empty())
      return part;
    draft_.accesses.resize(part.firstAccess);
    return made(accesses, part, part.body, {}, other);
  }

  // Of a mirrored element that is read. Null: it can't be.
  ExprPtr valueAt(const DraftAccess &access, std::vector<DraftAccess> &accesses) {
    const DraftArray &array = draft_.arrays[access.array];
    const auto isStored = [&](const DraftAccess &other) { return other.array == access.array && other.write; };
    if (!reader_.effects.storedKeys.count(array.key) && !reader_.effects.assignedKeys.count(array.key) &&
        std::ranges::none_of(accesses, isStored)) {
      if (ExprPtr value = lookedUp(reader_, access, access.range))
        return value;
    }
    return inRounds(access, accesses);
  }

  ExprPtr inRounds(const DraftAccess &access, std::vector<DraftAccess> &accesses) {
    const std::vector<int> signs = *signsOf(nest_, access);
    const size_t l = static_cast<size_t>(std::ranges::find(signs, -1) - signs.begin());
    if (l == signs.size()) {
      accesses.push_back(access);
      return makeExpr(draft_.arrays[access.array].elem, FieldRead{static_cast<FieldId>(accesses.size() - 1), {}},
                      access.range);
    }
    const DraftLoop &loop = nest_.loops[l];
    const Poly length = loop.hi - loop.lo;
    const std::optional<int64_t> known = length.constant();
    const int64_t rounds = known.value_or(kMostMirrored);
    if (rounds < 1 || rounds > kMostMirrored || loop.stride != 1 || loop.moving || (!known && !isStrip(access)))
      return nullptr;
    ExprPtr out;
    if (!known) {
      require(reader_, Poly(kMostMirrored) - length, "a loop that mirrors elements has too many rounds", access.range);
      out = castTo(draft_.arrays[access.array].elem, intLit(0));
    }
    for (int64_t n = rounds - 1; n >= 0; --n) {
      DraftAccess here = access;
      const Poly round = known ? Poly(n) : roundOf(n, length);
      const Poly distance = Poly::symbol(loopSymbol(l)) - loop.lo - round; // 0 in this round
      for (Poly &index : here.index)
        if (const Poly factor = *index.coefficientOf(loopSymbol(l)); isBelowZero(factor))
          index = index - Poly(2) * factor * distance;
      const ExprPtr condition = compared(reader_, BinaryOp::Eq, distance);
      const ExprPtr one = condition ? inRounds(here, accesses) : nullptr;
      if (!one)
        return nullptr;
      out = out ? makeExpr(one->type, Select{condition, one, out}, access.range) : one;
    }
    return out;
  }

  // The last round, where there are no more than so many.
  Poly roundOf(int64_t n, const Poly &rounds) {
    if (n == 0)
      return 0;
    const std::string most = "(" + callText(rounds, draft_.params) + ")", number = std::to_string(n),
                      text = "(" + number + " < " + most + " ? " + number + " : " + most + " - 1)";
    auto known = std::ranges::find(draft_.params, text, &Param::text);
    if (known == draft_.params.end())
      known = draft_.params.insert(known, {reader_.names.take("round_" + number), ScalarType::I64, text});
    return Poly::symbol(known->name);
  }

  // Does the nest store to the array beside the element, so that this loop goes over a few lines at an end of it? The
  // call asks whether they are few.
  bool isStrip(const DraftAccess &access) const {
    for (size_t a = nest_.firstAccess; a < nest_.endAccess; ++a)
      if (const DraftAccess &other = before_[a];
          other.write && other.array == access.array && lieApart(reader_, access, other, false))
        return true;
    return false;
  }

  Reader &reader_;
  Draft &draft_;
  const DraftNest nest_;
  const std::vector<DraftAccess> before_ = draft_.accesses; // as the source has them
  std::vector<std::pair<Loops, Body>> parts_;               // by the loops along which they store mirrored elements
};

} // namespace

std::vector<DraftNest> withoutMirrors(Reader &reader, const DraftNest &nest, std::vector<StmtPtr> &gathered) {
  DraftNest whole = nest;
  whole.body.insert(whole.body.end(), gathered.begin(), gathered.end());
  if (!hasMirrors(reader.draft, whole))
    return {nest};
  const Draft before = reader.draft;
  const auto invariantReads = reader.invariantReads;
  std::vector<DraftNest> out = Straightener(reader, whole).run();
  const bool isTurned = out.size() != 1 || std::ranges::any_of(out[0].loops, &DraftLoop::mirrored);
  if (out.empty() || (isTurned && !gathered.empty())) { // the order in which cells are collected
    reader.draft = before;
    reader.invariantReads = invariantReads;
    return {nest};
  }
  if (!gathered.empty()) {
    Body &body = out[0].body;
    const auto first = body.end() - static_cast<std::ptrdiff_t>(gathered.size());
    gathered.assign(first, body.end());
    body.erase(first, body.end());
    noteCells(reader.draft, out[0]);
  }
  return out;
}

} // namespace kasane
