// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Unroll.h"

#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/Elements.h"
#include "Simplify/ShortLoops.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMostStatements = 16384; // that a loop which is written out becomes

int64_t changesIn(const clang::Stmt *stmt) {
  int64_t count = 0;
  holds(stmt, [&](const clang::Stmt *part) {
    count += assignedIn(part) || llvm::isa<clang::DeclStmt>(part);
    return false;
  });
  return count;
}

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
         const ShortLoops &found)
      : Cloner(ast, expansion.made, function), expansion_(expansion), found_(found) {
    for (const clang::VarDecl *counter : found.counters)
      loops_.insert(found.loops.at(counter).begin(), found.loops.at(counter).end());
  }
  bool failed = false; // an element is none of its array, or it would be too much

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(original))
      return follow(expr) ? noted(new (ast_) clang::NullStmt(original->getBeginLoc())) : changeOfPicked(expr);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    return loop && loops_.count(loop) ? copies(loop) : nullptr;
  }

  // Another value of one of ShortLoops::stepped: from here on it is that.
  bool follow(const clang::Expr *change) {
    const clang::Expr *target = assignedIn(change);
    const clang::VarDecl *var = target ? variableOf(target) : nullptr;
    if (!var || !found_.stepped.count(var))
      return false;
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(change);
    const int64_t step = stepOf(change, var, ast_);
    const clang::Expr *before = step ? scope[var].value : op->getRHS();
    set(var, (before ? numberOf(before).value_or(0) : 0) + step);
    return true;
  }

  void set(const clang::VarDecl *var, int64_t value) {
    scope[var] = {nullptr, literal(value, var->getType(), var->getLocation()), nullptr};
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    if (const auto *picked =
            load && load->getCastKind() == clang::CK_LValueToRValue ? subscriptIn(load->getSubExpr()) : nullptr)
      return valueOfPicked(picked);
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(original);
    clang::Expr *const own = subscript ? ownElement(subscript) : nullptr;
    return own || !subscript || !subscript->getType()->isPointerType() ? own : pickedPointer(subscript);
  }

  // f[(1 + 1) % 3] of pointers is f[2], by which name it is known elsewhere; null: it stays.
  clang::Expr *pickedPointer(const clang::ArraySubscriptExpr *original) {
    clang::Expr *const index = expr(original->getIdx());
    const std::optional<int64_t> at = index != original->getIdx() ? numberOf(index) : std::nullopt;
    return at ? noted(new (ast_) clang::ArraySubscriptExpr(
                    expr(original->getLHS()), number(*at, ast_.IntTy, index->getBeginLoc()), original->getType(),
                    original->getValueKind(), original->getObjectKind(), original->getRBracketLoc()))
              : nullptr;
  }

  static const clang::ArraySubscriptExpr *subscriptIn(const clang::Expr *lvalue) {
    return llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue->IgnoreParens());
  }

  // The variables that an array's elements are now; null: it is no such array.
  const std::vector<clang::VarDecl *> *elementsBehind(const Element &element) const {
    const clang::VarDecl *array = found_.arrayOf(variableOf(element.base));
    const auto known = array ? elements_.find(array) : elements_.end();
    return known == elements_.end() ? nullptr : &known->second;
  }

  clang::Expr *ownElement(const clang::ArraySubscriptExpr *original) {
    const Element element = elementOf(original);
    const std::vector<clang::VarDecl *> *elements = elementsBehind(element);
    if (!elements)
      return nullptr;
    if (original == changed_.first)
      return lvalueOf(changed_.second, original->getBeginLoc());
    const std::vector<int64_t> extents = extentsOf(ast_, found_.arrayOf(variableOf(element.base))->getType());
    int64_t place = 0;
    for (size_t n = 0; n < extents.size(); ++n) {
      const int64_t at = numberOf(expr(element.index[n])).value_or(-1);
      failed |= at < 0 || at >= extents[n];
      place = place * extents[n] + at;
    }
    return failed ? nullptr : lvalueOf((*elements)[static_cast<size_t>(place)], original->getBeginLoc());
  }

  // An element that an index which cells compute may pick.
  struct Picked {
    clang::VarDecl *element;
    clang::Expr *condition; // null: there is no other
  };

  // None: numbers say which it is, or it is no element of such an array.
  std::vector<Picked> pickedBy(const clang::ArraySubscriptExpr *original) {
    const Element element = elementOf(original);
    const std::vector<clang::VarDecl *> *elements = original == changed_.first ? nullptr : elementsBehind(element);
    const std::vector<int64_t> extents =
        elements ? extentsOf(ast_, found_.arrayOf(variableOf(element.base))->getType()) : std::vector<int64_t>();
    std::vector<std::optional<int64_t>> numbers;
    for (size_t n = 0; n < extents.size(); ++n)
      numbers.push_back(numberOf(expr(element.index[n])));
    std::vector<Picked> found;
    const bool isKnown = std::all_of(numbers.begin(), numbers.end(), [](const auto &number) { return number; });
    for (size_t place = 0; !isKnown && place < elements->size(); ++place) {
      Picked picked{(*elements)[place], nullptr};
      auto rest = static_cast<int64_t>(place);
      bool isMeant = true;
      for (size_t n = extents.size(); n-- > 0; rest /= extents[n]) {
        const int64_t at = rest % extents[n];
        isMeant &= numbers[n].value_or(at) == at;
        failed |= element.index[n]->HasSideEffects(ast_);
        if (numbers[n])
          continue;
        clang::Expr *index = expr(element.index[n]);
        clang::Expr *test =
            combined(clang::BO_EQ, index, number(at, index->getType(), index->getBeginLoc()), ast_.IntTy);
        picked.condition = picked.condition ? combined(clang::BO_LAnd, picked.condition, test, ast_.IntTy) : test;
      }
      if (isMeant)
        found.push_back(picked);
    }
    return found;
  }

  // The last one needs no test: an index beyond the array has no meaning.
  clang::Expr *valueOfPicked(const clang::ArraySubscriptExpr *original) {
    const std::vector<Picked> picked = pickedBy(original);
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *value = nullptr;
    for (size_t n = picked.size(); n-- > 0;) {
      clang::Expr *one = rvalueOf(lvalueOf(picked[n].element, at));
      value = !value
                  ? one
                  : noted(new (ast_) clang::ConditionalOperator(picked[n].condition, at, one, at, value, one->getType(),
                                                                clang::VK_PRValue, clang::OK_Ordinary));
    }
    return value && picked.size() > 1 ? noted(new (ast_) clang::ParenExpr(at, at, value)) : value;
  }

  // A statement that changes such an element.
  clang::Stmt *changeOfPicked(const clang::Expr *change) {
    const clang::Expr *target = assignedIn(change->IgnoreParens());
    const clang::ArraySubscriptExpr *original = target ? subscriptIn(target) : nullptr;
    const std::vector<Picked> picked = original ? pickedBy(original) : std::vector<Picked>();
    const clang::SourceLocation at = change->getBeginLoc();
    clang::Stmt *out = nullptr;
    for (size_t n = picked.size(); n-- > 0;) {
      const auto outer = std::exchange(changed_, {original, picked[n].element});
      clang::Stmt *one = expr(change);
      changed_ = outer;
      out = !out ? one
                 : noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                               picked[n].condition, at, at, one, at, out));
    }
    return out;
  }

  // A number, or an entry of a table that numbers pick.
  std::optional<int64_t> numberOf(const clang::Expr *index) {
    clang::Expr::EvalResult number;
    if (!index) // its own element has no such place
      return std::nullopt;
    if (index->EvaluateAsInt(number, ast_))
      return number.Val.getInt().getExtValue();
    const Element entry = elementOf(index);
    const clang::Expr *value =
        isTable(ast_, variableOf(entry.base)) ? variableOf(entry.base)->getAnyInitializer() : nullptr;
    for (const clang::Expr *at : entry.index) {
      const auto *list = value ? llvm::dyn_cast<clang::InitListExpr>(value) : nullptr;
      if (list && list->isSyntacticForm() && list->getSemanticForm())
        list = list->getSemanticForm();
      const int64_t n = list ? numberOf(at).value_or(-1) : -1;
      if (n < 0 || n >= list->getNumInits())
        return std::nullopt;
      value = list->getInit(static_cast<unsigned>(n));
    }
    if (!value || !value->EvaluateAsInt(number, ast_))
      return std::nullopt;
    expansion_.folded.push_back(value);
    return number.Val.getInt().getExtValue();
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &out) override {
    if (found_.stepped.count(var)) {
      set(var, var->getInit() ? numberOf(var->getInit()).value_or(0) : 0);
      return true;
    }
    if (found_.leading.count(var)) {
      scope[var] = {nullptr, expr(var->getInit()), expr(addressedObject(var->getInit()))};
      return true;
    }
    if (const clang::VarDecl *array = found_.arrayOf(var); !found_.isArray(array) || array != var)
      return found_.isArray(array);
    std::vector<clang::VarDecl *> &elements = elements_[var];
    elements.clear();
    addElements(var, var->getType(), var->getInit(), var->getNameAsString(), elements);
    out.insert(out.end(), elements.begin(), elements.end());
    return true;
  }

private:
  clang::Stmt *copies(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<LoopShape> shape = loopShape(probe, loop);
    const bool outer = std::exchange(renews, true);
    std::optional<Trips> trips = shape ? tripsOf(probe, headOf(loop)) : std::nullopt;
    if (!trips || trips->count > kMaxTrips) {
      failed = true;
      return nullptr;
    }
    trips->var = shape->var;
    for (const clang::Expr *part : {shape->first, shape->limit})
      noteNumbers(part);
    std::vector<clang::Stmt *> stmts;
    const int64_t around = std::exchange(copies_, copies_ * std::max<int64_t>(trips->count, 1));
    failed |= copies_ > kMaxCopies || copies_ * changesIn(loop->getBody()) > kMostStatements;
    for (int64_t n = 0; !failed && n < trips->count; ++n) {
      set(trips->var, trips->first + n * trips->step);
      stmts.push_back(part(loop->getBody()));
    }
    scope.erase(trips->var);
    copies_ = around;
    renews = outer;
    if (!llvm::isa<clang::DeclStmt>(loop->getInit())) { // who looks at it afterwards finds what the loop left
      clang::Expr *last =
          literal(trips->first + trips->count * trips->step, trips->var->getType(), loop->getBeginLoc());
      stmts.push_back(combined(clang::BO_Assign,
                               lvalueOf(const_cast<clang::VarDecl *>(trips->var), loop->getBeginLoc()), last,
                               trips->var->getType()));
    }
    return block(stmts, loop->getSourceRange());
  }

  // The loop with nothing in it, and numbers for the counters around.
  const clang::ForStmt *headOf(const clang::ForStmt *loop) {
    clang::Stmt *first = part(loop->getInit());
    return noted(new (ast_) clang::ForStmt(ast_, first, expr(loop->getCond()), nullptr, expr(loop->getInc()),
                                           noted(new (ast_) clang::NullStmt(loop->getBeginLoc())), loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }

  void noteNumbers(const clang::Expr *expr) {
    clang::Expr::EvalResult number;
    if (expr->EvaluateAsInt(number, ast_))
      expansion_.folded.push_back(expr);
    else
      for (const clang::Stmt *child : expr->children())
        if (const auto *part = llvm::dyn_cast_or_null<clang::Expr>(child))
          noteNumbers(part);
  }

  // `init` is null, a list that has all elements, or for one of them.
  void addElements(const clang::VarDecl *array, clang::QualType type, const clang::Expr *init, const std::string &name,
                   std::vector<clang::VarDecl *> &out) {
    const clang::ConstantArrayType *own = ast_.getAsConstantArrayType(type);
    if (!own) {
      clang::IdentifierInfo &id = ast_.Idents.get(name);
      const clang::SourceLocation at = array->getLocation();
      auto *var = clang::VarDecl::Create(ast_, owner, array->getBeginLoc(), at, &id, type.getUnqualifiedType(),
                                         ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
      if (init)
        var->setInit(llvm::isa<clang::ImplicitValueInitExpr>(init) ? literal(0, type, at) : expr(init));
      out.push_back(var);
      return;
    }
    const auto *list = init ? llvm::dyn_cast<clang::InitListExpr>(init->IgnoreParens()) : nullptr;
    if (list && list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    for (int64_t n = 0; n < own->getSize().getSExtValue(); ++n) {
      const clang::Expr *value = init;
      if (list)
        value = n < list->getNumInits() ? list->getInit(static_cast<unsigned>(n)) : list->getArrayFiller();
      addElements(array, own->getElementType(), value, name + "[" + std::to_string(n) + "]", out);
    }
  }

  Expansion &expansion_;
  int64_t copies_ = 1; // of a statement in the loops that are written out now
  const ShortLoops &found_;
  std::set<const clang::ForStmt *> loops_;
  std::map<const clang::VarDecl *, std::vector<clang::VarDecl *>> elements_;
  std::pair<const clang::ArraySubscriptExpr *, clang::VarDecl *> changed_; // what it stands for in this copy
};

} // namespace

bool declaresLongArray(const clang::ASTContext &ast, const clang::Stmt *region) {
  const Variables declared = effectsOf(region).declared;
  return std::any_of(declared.begin(), declared.end(), [&](const clang::VarDecl *var) {
    const std::vector<int64_t> extents = extentsOf(ast, var->getType());
    return std::any_of(extents.begin(), extents.end(), [](int64_t extent) { return extent > kLongArray; });
  });
}

void writeOut(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
              int64_t longest) {
  const ShortLoops found = shortLoops(ast, expansion.stmt, longest, expansion.hasRounds, expansion.hasComponents);
  if (found.counters.empty() && found.arrays.empty())
    return;
  Writer writer(ast, function, expansion, found);
  if (const clang::Stmt *written = writer.stmt(expansion.stmt); !writer.failed)
    expansion.stmt = written;
}

} // namespace kasane
