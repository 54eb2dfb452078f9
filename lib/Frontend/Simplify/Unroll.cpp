// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Unroll.h"

#include "Read/Reader.h"
#include "Simplify/Clone.h"

#include <algorithm>

namespace kasane {
namespace {

// f[q][j][i]: f; q, j, i.
struct Element {
  const clang::Expr *base;
  std::vector<const clang::Expr *> index;
};

Element elementOf(const clang::Expr *expr) {
  Element out{expr->IgnoreParenImpCasts(), {}};
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(out.base)) {
    out.index.insert(out.index.begin(), subscript->getIdx());
    out.base = subscript->getBase()->IgnoreParenImpCasts();
  }
  return out;
}

Variables variablesIn(const clang::Stmt *stmt) {
  Variables out;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    if (const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr)
      out.insert(var);
    return false;
  });
  return out;
}

// The extents of an array of scalars, all of them numbers; none: it is something else.
std::vector<int64_t> extentsOf(const clang::ASTContext &ast, clang::QualType type) {
  std::vector<int64_t> out;
  while (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
    out.push_back(array->getSize().getSExtValue());
    type = array->getElementType();
  }
  return scalarTypeOf(ast, type) ? out : std::vector<int64_t>();
}

// `const int ex[3] = {..}`
bool isTable(const clang::ASTContext &ast, const clang::VarDecl *var) {
  return var && var->getType()->isConstantArrayType() && ast.getBaseElementType(var->getType()).isConstQualified() &&
         ast.getBaseElementType(var->getType())->isIntegerType() && var->getAnyInitializer();
}

// Does the value fall while the variable rises: n - 1 - g, -(g + 1)?
bool fallsWith(const clang::Expr *expr, const clang::VarDecl *var, bool isNegative = false) {
  expr = expr->IgnoreParenCasts();
  if (variableOf(expr) == var)
    return isNegative;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary->getOpcode() == clang::UO_Minus && fallsWith(unary->getSubExpr(), var, !isNegative);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!op || !(op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul))
    return false;
  return fallsWith(op->getLHS(), var, isNegative) ||
         fallsWith(op->getRHS(), var, isNegative != (op->getOpcode() == clang::BO_Sub));
}

// Which loops, and which arrays.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region, int64_t longest)
      : ast_(ast), longest_(longest), effects_(effectsOf(region)) {
    walk(region);
  }

  void run() {
    for (const clang::VarDecl *var : elsewhere_)
      arrays_.erase(arrayOf(var));
    for (const clang::VarDecl *array : arrays_)
      counters.insert(indexes_[array].begin(), indexes_[array].end());
    for (const clang::VarDecl *var : pickers_)
      if (effects_.wrappedStores.count(var))
        counters.insert(var);
    while (spread())
      ;
  }

  Variables counters;
  bool isArray(const clang::VarDecl *var) const { return arrays_.count(var) > 0; }
  bool hasArrays() const { return !arrays_.empty(); }
  // The array itself, or that which a function got under this name.
  const clang::VarDecl *arrayOf(const clang::VarDecl *var) const {
    auto it = names_.find(var);
    return it == names_.end() ? var : it->second;
  }
  const std::set<const clang::ForStmt *> &loops(const clang::VarDecl *counter) { return loops_[counter]; }

private:
  // Where dimensions are indexed by the counter alone.
  bool spread() {
    const size_t before = counters.size();
    for (const auto &[dimension, vars] : plain_)
      if (std::any_of(vars.begin(), vars.end(), [&](const clang::VarDecl *var) { return counters.count(var); }))
        for (const clang::VarDecl *var : vars)
          counters.insert(var);
    return counters.size() > before;
  }

  void walk(const clang::Stmt *stmt) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
      const clang::VarDecl *own = counted(loop);
      if (own)
        loops_[own].insert(loop);
      const bool outer = inCell_;
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      inCell_ |= loop->getInit() && readInit(loop->getInit(), shape) && effects_.storeSubscripts.count(shape.var) > 0;
      walkChildren(loop);
      inCell_ = outer;
      return;
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          declared(var);
      return;
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        op && op->isAssignmentOp() && variableOf(op->getLHS()))
      return value(variableOf(op->getLHS()), op->getRHS());
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt))
      return element(elementOf(subscript));
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        elsewhere_.insert(var);
    walkChildren(stmt);
  }

  void walkChildren(const clang::Stmt *stmt) {
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  void declared(const clang::VarDecl *var) {
    const bool isSame =
        var->isStaticLocal() && ast_.getBaseElementType(var->getType()).isConstQualified() && var->getInit();
    const std::vector<int64_t> extents = extentsOf(ast_, var->getType());
    if (inCell_ && (!var->isStaticLocal() || isSame) && !extents.empty() &&
        *std::max_element(extents.begin(), extents.end()) <= longest_)
      arrays_.insert(var);
    const clang::VarDecl *array =
        var->getInit() && var->getType()->isPointerType() ? arrayOf(variableOf(var->getInit())) : nullptr;
    if (array && arrays_.count(array) && !effects_.assigned.count(var))
      names_[var] = array;
    else if (var->getInit())
      value(var, var->getInit());
  }

  // What goes on into a subscript is looked at as one.
  void value(const clang::VarDecl *var, const clang::Expr *expr) {
    const bool outer = inIndex_;
    inIndex_ |= var->getType()->isIntegerType() && effects_.subscripts.count(var) > 0;
    walk(expr);
    inIndex_ = outer;
  }

  void element(const Element &element) {
    const clang::VarDecl *base = arrayOf(variableOf(element.base));
    const std::string key = lvalueKey(element.base);
    const bool isWhole = base && element.index.size() == extentsOf(ast_, base->getType()).size();
    if (!base || (arrays_.count(base) && !isWhole))
      walk(element.base);
    for (size_t n = 0; n < element.index.size(); ++n) {
      const clang::Expr *index = element.index[n];
      if (const clang::VarDecl *var = variableOf(index); var && !key.empty() && loops_.count(var))
        plain_[{key, n}].insert(var);
      Variables vars = variablesIn(index);
      std::erase_if(vars, [&](const clang::VarDecl *var) { return isTable(ast_, var); });
      const bool isKnown =
          std::all_of(vars.begin(), vars.end(), [&](const clang::VarDecl *var) { return loops_.count(var) > 0; });
      if (base && arrays_.count(base) && isKnown)
        indexes_[base].insert(vars.begin(), vars.end());
      if (base && arrays_.count(base) && !isKnown)
        elsewhere_.insert(base);
      for (const clang::VarDecl *var : vars)
        if (loops_.count(var) && fallsWith(index, var))
          counters.insert(var);
      if (isMemberOfElement(element.base))
        for (const clang::VarDecl *var : vars)
          if (loops_.count(var))
            counters.insert(var);
      const bool isOuter = !std::exchange(inIndex_, true);
      if (!isOuter && isTable(ast_, variableOf(element.base)))
        for (const clang::VarDecl *var : vars)
          if (loops_.count(var))
            pickers_.insert(var);
      walk(index);
      inIndex_ = !isOuter;
    }
  }

  // f of a[i].f, or of c->f where c goes from one element to the next.
  bool isMemberOfElement(const clang::Expr *array) const {
    return llvm::isa<clang::MemberExpr>(array) &&
           (lvalueKey(array).empty() || effects_.declared.count(storageVariable(array)));
  }

  // The counter of a short loop that runs through, while nothing else changes it; null: it is another loop.
  const clang::VarDecl *counted(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    std::optional<Trips> trips = tripsOf(Reader(ast_, silent, none, none), loop);
    const bool leaves = holds(loop->getBody(), [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt>(
          part);
    });
    return trips && trips->count <= kMaxTrips && !leaves && !effectsOf(loop->getBody()).assigned.count(trips->var)
               ? trips->var
               : nullptr;
  }

  const clang::ASTContext &ast_;
  const int64_t longest_;
  Effects effects_;
  bool inCell_ = false, inIndex_ = false;
  std::map<const clang::VarDecl *, std::set<const clang::ForStmt *>> loops_;
  Variables arrays_, elsewhere_, pickers_;
  std::map<const clang::VarDecl *, const clang::VarDecl *> names_;
  std::map<const clang::VarDecl *, Variables> indexes_;       // array -> counters that it is indexed by
  std::map<std::pair<std::string, size_t>, Variables> plain_; // dimension of an array -> counters that are its index
};

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, Finder &finder)
      : Cloner(ast, expansion.made), expansion_(expansion), finder_(finder) {
    owner = const_cast<clang::FunctionDecl *>(function);
    for (const clang::VarDecl *counter : finder.counters)
      loops_.insert(finder.loops(counter).begin(), finder.loops(counter).end());
  }
  bool failed = false; // an element is none of its array, or it would be too much

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    return loop && loops_.count(loop) ? copies(loop) : nullptr;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(original);
    return subscript ? ownElement(subscript) : nullptr;
  }

  clang::Expr *ownElement(const clang::ArraySubscriptExpr *original) {
    const Element element = elementOf(original);
    const clang::VarDecl *array = finder_.arrayOf(variableOf(element.base));
    auto found = array ? elements_.find(array) : elements_.end();
    if (found == elements_.end())
      return nullptr;
    const std::vector<int64_t> extents = extentsOf(ast_, array->getType());
    int64_t place = 0;
    for (size_t n = 0; n < extents.size(); ++n) {
      const int64_t at = numberOf(expr(element.index[n])).value_or(-1);
      failed |= at < 0 || at >= extents[n];
      place = place * extents[n] + at;
    }
    if (failed)
      return nullptr;
    return lvalueOf(found->second[static_cast<size_t>(place)], original->getBeginLoc());
  }

  // A number, or an entry of a table that numbers pick.
  std::optional<int64_t> numberOf(const clang::Expr *index) {
    clang::Expr::EvalResult number;
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
    if (const clang::VarDecl *array = finder_.arrayOf(var); !finder_.isArray(array) || array != var)
      return finder_.isArray(array);
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
    const Trips trips = *tripsOf(probe, loop);
    if (std::optional<LoopShape> shape = loopShape(probe, loop))
      for (const clang::Expr *part : {shape->first, shape->limit})
        expansion_.folded.push_back(part);
    const bool outer = std::exchange(renews, true);
    std::vector<clang::Stmt *> stmts;
    const int64_t around = std::exchange(copies_, copies_ * std::max<int64_t>(trips.count, 1));
    failed |= copies_ > kMaxCopies;
    for (int64_t n = 0; !failed && n < trips.count; ++n) {
      scope[trips.var] = {nullptr, literal(trips.first + n * trips.step, trips.var->getType(), loop->getBeginLoc()),
                          nullptr};
      stmts.push_back(part(loop->getBody()));
    }
    scope.erase(trips.var);
    copies_ = around;
    renews = outer;
    if (!llvm::isa<clang::DeclStmt>(loop->getInit())) { // who looks at it afterwards finds what the loop left
      clang::Expr *last = literal(trips.first + trips.count * trips.step, trips.var->getType(), loop->getBeginLoc());
      stmts.push_back(combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(trips.var), loop->getBeginLoc()),
                               last, trips.var->getType()));
    }
    return block(stmts, loop->getSourceRange());
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
      addElements(array, own->getElementType(), value, name + "_" + std::to_string(n), out);
    }
  }

  Expansion &expansion_;
  int64_t copies_ = 1; // of a statement in the loops that are written out now
  const Finder &finder_;
  std::set<const clang::ForStmt *> loops_;
  std::map<const clang::VarDecl *, std::vector<clang::VarDecl *>> elements_;
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
  Finder finder(ast, expansion.stmt, longest);
  finder.run();
  if (finder.counters.empty() && !finder.hasArrays())
    return;
  Writer writer(ast, function, expansion, finder);
  if (const clang::Stmt *written = writer.stmt(expansion.stmt); !writer.failed)
    expansion.stmt = written;
}

} // namespace kasane
