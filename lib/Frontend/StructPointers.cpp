// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StructPointers.h"

#include "Clone.h"
#include "Reader.h"
#include "Source.h"

namespace kasane {
namespace {

// a->grid.v: a and "->grid.v".
struct Chain {
  const clang::VarDecl *pointer = nullptr;
  std::string way;
};

std::optional<Chain> chainOf(const clang::Expr *expr) {
  Chain chain;
  for (const clang::Expr *at = expr->IgnoreParens();;) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
    if (!member || !member->getMemberDecl()->getIdentifier())
      return std::nullopt;
    chain.way = (member->isArrow() ? "->" : ".") + member->getMemberDecl()->getNameAsString() + chain.way;
    at = member->getBase()->IgnoreParenImpCasts();
    chain.pointer = member->isArrow() ? variableOf(at) : nullptr;
    if (chain.pointer)
      return chain;
  }
}

bool leadsToStruct(const clang::VarDecl *var) {
  return var->getType()->isPointerType() && var->getType()->getPointeeType()->isRecordType();
}

// s = a; as a statement.
struct Move {
  const clang::VarDecl *to, *from;
};

std::optional<Move> moveIn(const clang::Stmt *stmt) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  if (!op || op->getOpcode() != clang::BO_Assign)
    return std::nullopt;
  const Move move{variableOf(op->getLHS()), variableOf(op->getRHS())};
  return move.to && move.from && leadsToStruct(move.to) ? std::optional(move) : std::nullopt;
}

// The pointers to structs that are exchanged in the region, and what it uses of the structs.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region) : ast_(ast), effects_(effectsOf(region)) {
    if (!findMoved(region))
      return;
    look(region);
    if (mentioned_ != known_ || isOdd_)
      moved_.clear();
  }

  bool holds(const clang::VarDecl *var) const { return moved_.count(var) > 0; }
  bool hasFound() const { return !moved_.empty() && !arrays_.empty() && !outside().empty(); }
  const std::map<std::string, clang::QualType> &arrays() const { return arrays_; } // by the ways to them, as pointers
  const std::map<std::string, const clang::MemberExpr *> &numbers() const { return numbers_; }
  const clang::MemberExpr *changed() const { return changed_; } // a number to which the region stores

  bool isOfRegion(const clang::VarDecl *var) const { return effects_.declared.count(var) > 0; }

  // Those of the program outside of the region that lead to structs when it is entered, by name; or which get a struct in a step first.
  std::vector<const clang::VarDecl *> outside(bool setFirst = false) const {
    std::vector<const clang::VarDecl *> vars;
    std::copy_if(moved_.begin(), moved_.end(), std::back_inserter(vars), [&](const clang::VarDecl *var) { return !isOfRegion(var) && setFirst == (setFirst_.count(var) > 0); });
    std::sort(vars.begin(), vars.end(), [](const clang::VarDecl *a, const clang::VarDecl *b) { return a->getName() < b->getName(); });
    return vars;
  }

private:
  // Those that are given each other, where one from outside is given any.
  bool findMoved(const clang::Stmt *region) {
    std::vector<Move> moves;
    bool isExchange = false;
    kasane::holds(region, [&](const clang::Stmt *part) {
      if (const std::optional<Move> move = moveIn(part)) {
        moves.push_back(*move);
        isExchange |= !effects_.declared.count(move->to);
      }
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && leadsToStruct(var) && var->getInit())
            moves.push_back({var, variableOf(var->getInit())});
      return false;
    });
    for (const Move &move : moves)
      if (!effects_.declared.count(move.to))
        moved_.insert({move.to, move.from});
    for (size_t before = 0; isExchange && before != moved_.size();) {
      before = moved_.size();
      for (const Move &move : moves)
        if (moved_.count(move.to) || moved_.count(move.from))
          moved_.insert({move.to, move.from});
    }
    return isExchange && !moved_.count(nullptr);
  }

  void look(const clang::Stmt *stmt) {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      mention(llvm::dyn_cast<clang::VarDecl>(ref->getDecl()));
    if (const std::optional<Move> move = moveIn(stmt)) {
      known_ += moved_.count(move->to) + moved_.count(move->from);
      if (move->to != move->from && !seen_.count(move->to))
        setFirst_.insert(move->to);
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit() && moved_.count(var))
          known_ += moved_.count(variableOf(var->getInit()));
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
    const std::optional<Chain> chain = member ? chainOf(member) : std::nullopt;
    if (chain && holds(chain->pointer)) {
      ++known_;
      mention(chain->pointer);
      return use(member, *chain);
    }
    if (const clang::Expr *assigned = assignedIn(stmt))
      if (const std::optional<Chain> to = chainOf(assigned); to && holds(to->pointer)) {
        changed_ = llvm::cast<clang::MemberExpr>(assigned->IgnoreParens());
        isOdd_ |= !scalarTypeOf(ast_, assigned->getType());
      }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        look(child);
  }

  void mention(const clang::VarDecl *var) {
    mentioned_ += moved_.count(var);
    seen_.insert(var);
  }

  void use(const clang::MemberExpr *member, const Chain &chain) {
    const clang::QualType type = member->getType();
    if (type->isConstantArrayType())
      arrays_[chain.way] = ast_.getArrayDecayedType(type);
    else if (type->isPointerType())
      arrays_[chain.way] = type.getUnqualifiedType();
    else if (scalarTypeOf(ast_, type) && !member->refersToBitField())
      numbers_.try_emplace(chain.way, member);
    else
      isOdd_ = true;
  }

  const clang::ASTContext &ast_;
  Effects effects_;
  std::set<const clang::VarDecl *> moved_, seen_, setFirst_;
  std::map<std::string, clang::QualType> arrays_;
  std::map<std::string, const clang::MemberExpr *> numbers_;
  const clang::MemberExpr *changed_ = nullptr;
  size_t mentioned_ = 0, known_ = 0;
  bool isOdd_ = false;
};

class Namer : public Cloner {
public:
  Namer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, const Finder &finder)
      : Cloner(ast, expansion.made), expansion_(expansion), finder_(finder) {
    owner = const_cast<clang::FunctionDecl *>(function);
    const std::vector<const clang::VarDecl *> vars = finder.outside();
    for (const auto &[way, member] : finder.numbers()) {
      numbers_[way] = variable(vars.front(), way, member->getType().getUnqualifiedType());
      for (size_t n = 1; n < vars.size(); ++n)
        expansion.equal.emplace_back(vars.front()->getNameAsString() + way, vars[n]->getNameAsString() + way);
    }
    for (bool setFirst : {false, true})
      for (const clang::VarDecl *var : finder.outside(setFirst))
        for (const auto &[way, type] : finder.arrays())
          expansion.owners[variableKey(array(var, way))] = var->getNameAsString();
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(original); op && op->isCommaOp()) {
      clang::Stmt *first = instead(op->getLHS()->IgnoreParens()), *second = first ? instead(op->getRHS()->IgnoreParens()) : nullptr;
      return second ? block({first, second}, original->getSourceRange()) : nullptr;
    }
    const std::optional<Move> move = moveIn(original);
    if (!move || !finder_.holds(move->to))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    for (const auto &[way, type] : finder_.arrays())
      stmts.push_back(combined(clang::BO_Assign, lvalueOf(array(move->to, way), original->getBeginLoc()), value(move->from, way, original->getEndLoc()), type));
    return block(stmts, original->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const bool decays = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    const std::optional<Chain> chain = chainOf(decays ? cast->getSubExpr() : original);
    if (!chain || !finder_.holds(chain->pointer))
      return nullptr;
    if (auto number = numbers_.find(chain->way); number != numbers_.end())
      return lvalueOf(number->second, original->getBeginLoc());
    return decays ? value(chain->pointer, chain->way, original->getBeginLoc()) : lvalueOf(array(chain->pointer, chain->way), original->getBeginLoc());
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &list) override {
    if (!finder_.holds(var))
      return false;
    for (const auto &[way, type] : finder_.arrays()) {
      clang::VarDecl *own = array(var, way);
      if (var->getInit())
        own->setInit(value(variableOf(var->getInit()), way, var->getLocation()));
      list.push_back(own);
    }
    return true;
  }

private:
  clang::VarDecl *variable(const clang::VarDecl *pointer, const std::string &way, clang::QualType type) {
    const clang::SourceLocation at = pointer->getLocation();
    clang::DeclContext *context = finder_.isOfRegion(pointer) ? owner : ast_.getTranslationUnitDecl();
    return clang::VarDecl::Create(ast_, context, at, at, &ast_.Idents.get(pointer->getNameAsString() + way), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  clang::VarDecl *array(const clang::VarDecl *pointer, const std::string &way) {
    clang::VarDecl *&own = arrays_[{pointer, way}];
    if (!own)
      own = variable(pointer, way, finder_.arrays().at(way));
    return own;
  }

  clang::Expr *value(const clang::VarDecl *pointer, const std::string &way, clang::SourceLocation at) { return rvalueOf(lvalueOf(array(pointer, way), at)); }

  Expansion &expansion_;
  const Finder &finder_;
  std::map<std::pair<const clang::VarDecl *, std::string>, clang::VarDecl *> arrays_;
  std::map<std::string, clang::VarDecl *> numbers_; // one for all structs
};

} // namespace

bool nameExchanged(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, Diagnostics &diagnostics) {
  const Finder finder(ast, expansion.stmt);
  if (!finder.hasFound())
    return true;
  if (const clang::MemberExpr *changed = finder.changed()) {
    diagnostics.add(DiagId::struct_exchanged, rangeOf(ast, changed->getSourceRange()), {chainOf(changed)->pointer->getNameAsString() + chainOf(changed)->way});
    return false;
  }
  Namer namer(ast, function, expansion, finder);
  expansion.stmt = namer.stmt(expansion.stmt);
  for (auto &[empty, host] : expansion.hostCode)
    host = namer.stmt(host);
  return true;
}

void noteExchanged(Reader &reader, const Expansion &expansion) {
  reader.draft.owners = expansion.owners;
  for (const auto &[one, other] : expansion.equal) {
    const std::string name = reader.names.take("same_" + one);
    reader.draft.params.push_back({name, ScalarType::I32, "!__builtin_memcmp(&" + one + ", &" + other + ", sizeof " + one + ")"});
    require(reader, Poly::symbol(name) - 1, one + " and " + other + " differ, of structs that are exchanged", reader.range(reader.statement));
  }
}

} // namespace kasane
