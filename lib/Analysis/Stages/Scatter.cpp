// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/Scatter.h"

#include "Cells/Accesses.h"
#include "Stages/OrderUnits.h"
#include "Stages/ShiftStage.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

// Where cells store: what they leave there goes through these.
struct Place {
  FieldId field;
  Offset offset;
  std::string value, isStored; // locals of the cell; the second is "": it always stores there
  FieldId kept = -1, isKept = -1;
};

class Scatter {
public:
  Scatter(const StencilProgram &program, const Stage &nest, StencilProgram &out)
      : program_(program), nest_(nest), out_(out) {}

  std::optional<std::vector<Stage>> run() {
    if (!areApart() || !findPlaces(nest_.body, false))
      return std::nullopt;
    if (!looksAhead_ &&
        std::ranges::all_of(places_, [&](const Place &p) { return p.offset == places_.front().offset; }))
      return std::nullopt;
    if (!base_)
      base_ = places_.front().offset;
    for (Place &place : places_) {
      const Field of = program_.fields[static_cast<size_t>(place.field)];
      place.kept = addField(of, of.name + "_kept", of.elem);
      if (!place.isStored.empty())
        place.isKept = addField(of, of.name + "_is_kept", ScalarType::I32);
    }
    std::vector<Stage> stages = {keeping()};
    for (const Place &place : places_)
      stages.push_back(bringing(place));
    return stages;
  }

private:
  // Does no cell look at what one before it has stored, and store what another one stores? What later cells store they
  // may look at, which has its old value then.
  bool areApart() {
    const std::vector<Access> accesses = accessesOf(program_, nest_);
    return std::ranges::all_of(accesses, [&](const Access &store) {
      return !store.write || std::ranges::all_of(accesses, [&](const Access &other) {
        if (store.field != other.field || !meetInOtherCells(program_, nest_, store, other))
          return true;
        looksAhead_ |= !other.write;
        return !other.write && isBefore(other, store);
      });
    });
  }

  // Is what a cell reads stored by cells behind it only, as the loops go?
  bool isBefore(const Access &read, const Access &store) const {
    if (isFar(read.far) || isFar(store.far) || followsTime(nest_))
      return false;
    for (const LoopOrder &loop : nest_.order)
      if (const int64_t distance =
              (read.offset[static_cast<size_t>(loop.axis)] - store.offset[static_cast<size_t>(loop.axis)]) *
              loop.direction)
        return distance > 0;
    return false;
  }

  bool findPlaces(const std::vector<StmtPtr> &body, bool isBranch) {
    return std::ranges::all_of(body, [&](const StmtPtr &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt->node))
        return addPlace(*store, isBranch);
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      return !branch || (findPlaces(branch->thenBody, true) && findPlaces(branch->elseBody, true));
    });
  }

  std::vector<Place>::const_iterator placeOf(FieldId field, const Offset &offset) const {
    return std::ranges::find_if(places_,
                                [&](const Place &place) { return place.field == field && place.offset == offset; });
  }

  bool addPlace(const FieldStore &store, bool isBranch) {
    const Field &field = program_.fields[static_cast<size_t>(store.field)];
    if (field.hidden) { // it is the cell's own already
      const bool isSame = !base_ || *base_ == store.offset;
      base_ = store.offset;
      return isSame;
    }
    if (placeOf(store.field, store.offset) != places_.end())
      return true;
    std::set<std::string> used = names();
    for (const Place &place : places_)
      used.insert({place.value, place.isStored});
    Place place{store.field, store.offset, freshName(used, field.name + "_new"), ""};
    if (isBranch)
      place.isStored = freshName(used, field.name + "_is_new");
    places_.push_back(std::move(place));
    return true;
  }

  std::set<std::string> names() const {
    std::set<std::string> used = namesOf(out_);
    used.merge(namesOf(program_));
    return used;
  }

  FieldId addField(const Field &of, const std::string &wish, ScalarType type) {
    std::set<std::string> used = names();
    Field field;
    field.name = freshName(used, wish);
    field.elem = type;
    field.has = of.has;
    Poly stride = 1;
    for (int a = 0; a < kMaxAxes; ++a)
      if (field.has[a]) {
        const Poly extent = nest_.domain[a].hi + Poly((*base_)[a]);
        field.stride[a] = stride;
        field.extent[a] = extent;
        stride = stride * extent;
      }
    field.range = of.range;
    field.hidden = field.ofStep = true;
    out_.fields.push_back(std::move(field));
    const auto id = static_cast<FieldId>(out_.fields.size() - 1);
    out_.rotation.push_back(id);
    return id;
  }

  static ExprPtr numberOf(ScalarType type, int64_t value) {
    return isFloat(type) ? makeExpr(type, FloatLit{static_cast<double>(value)}) : intLit(value, type);
  }

  using Stored = std::set<const Place *>; // by the statements so far, perhaps

  // What a cell reads where it has stored is the new value.
  ExprPtr withLocals(const ExprPtr &expr, const Stored &stored) const {
    if (!expr)
      return nullptr;
    return rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      const auto place = read ? placeOf(read->field, read->offset) : places_.end();
      if (place == places_.end() || !stored.count(&*place))
        return nullptr;
      const ExprPtr value = scalar(place->value, e.type);
      if (place->isStored.empty())
        return value;
      return makeExpr(e.type,
                      Select{scalar(place->isStored, ScalarType::I32), value, makeExpr(e.type, e.node, e.range)});
    });
  }

  std::vector<StmtPtr> withLocals(const std::vector<StmtPtr> &body, Stored &stored) const {
    std::vector<StmtPtr> out;
    const auto add = [&](const StmtPtr &from, Stmt::Node node) {
      out.push_back(makeStmt(std::move(node), from->range));
    };
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &s) { add(stmt, LocalDecl{s.name, s.type, withLocals(s.init, stored)}); },
          [&](const LocalAssign &s) { add(stmt, LocalAssign{s.name, s.type, withLocals(s.value, stored)}); },
          [&](const FieldStore &s) {
            const ExprPtr value = withLocals(s.value, stored);
            const auto place = placeOf(s.field, s.offset);
            if (place == places_.end())
              return add(stmt, FieldStore{s.field, s.offset, value});
            add(stmt, LocalAssign{place->value, typeOf(*place), value});
            if (!place->isStored.empty())
              add(stmt, LocalAssign{place->isStored, ScalarType::I32, intLit(1, ScalarType::I32)});
            stored.insert(&*place);
          },
          [&](const IfStmt &s) {
            Stored otherwise = stored;
            const ExprPtr condition = withLocals(s.condition, stored);
            std::vector<StmtPtr> first = withLocals(s.thenBody, stored), second = withLocals(s.elseBody, otherwise);
            add(stmt, IfStmt{condition, std::move(first), std::move(second)});
            stored.merge(otherwise);
          });
    return out;
  }

  ScalarType typeOf(const Place &place) const { return program_.fields[static_cast<size_t>(place.field)].elem; }

  Stage keeping() const {
    Stage stage = nest_;
    stage.body.clear();
    std::vector<StmtPtr> last;
    for (const Place &place : places_) {
      const ScalarType type = typeOf(place);
      stage.body.push_back(makeStmt(LocalDecl{place.value, type, numberOf(type, 0)}));
      last.push_back(makeStmt(FieldStore{place.kept, *base_, scalar(place.value, type)}, nest_.range));
      if (place.isStored.empty())
        continue;
      stage.body.push_back(makeStmt(LocalDecl{place.isStored, ScalarType::I32, numberOf(ScalarType::I32, 0)}));
      last.push_back(makeStmt(FieldStore{place.isKept, *base_, scalar(place.isStored, ScalarType::I32)}, nest_.range));
    }
    Stored stored;
    for (const std::vector<StmtPtr> &part : {withLocals(nest_.body, stored), last})
      stage.body.insert(stage.body.end(), part.begin(), part.end());
    return shiftStage(out_, stage, *base_);
  }

  Stage bringing(const Place &place) const {
    Stage stage = nest_;
    const ExprPtr value = makeExpr(typeOf(place), FieldRead{place.kept, *base_}, nest_.range);
    stage.body = {makeStmt(FieldStore{place.field, place.offset, value}, nest_.range)};
    if (!place.isStored.empty()) {
      const ExprPtr isKept = makeExpr(ScalarType::I32, FieldRead{place.isKept, *base_}, nest_.range);
      stage.body = {makeStmt(IfStmt{isKept, stage.body, {}}, nest_.range)};
    }
    return shiftStage(out_, stage, place.offset);
  }

  const StencilProgram &program_;
  const Stage &nest_;
  StencilProgram &out_;
  std::vector<Place> places_;
  std::optional<Offset> base_; // where the cell has its own elements
  bool looksAhead_ = false;    // at what later cells store
};

} // namespace

std::optional<std::vector<Stage>> scatterStages(const StencilProgram &program, const Stage &nest, StencilProgram &out) {
  return Scatter(program, nest, out).run();
}

} // namespace kasane
