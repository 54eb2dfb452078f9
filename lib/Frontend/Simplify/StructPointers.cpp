// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: what is found and what is written share the ways to structs.
#include "Simplify/StructPointers.h"

#include "Ast/Source.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

#include "llvm/ADT/StringExtras.h"

namespace kasane {
namespace {

// A struct, or a pointer to one, that a name in the program leads to: a, s->cur, *p.
struct Holder {
  std::string key, text;
  const clang::VarDecl *root = nullptr;
  clang::QualType type;
  const clang::MemberExpr *member = nullptr; // s->cur
  const clang::Expr *pointer = nullptr;      // p of *p
};

std::string keyOfPointee(const std::string &pointer) { return pointer.empty() ? "" : "*" + pointer; }

std::optional<Holder> holderOf(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    const std::optional<Holder> inner =
        unary->getOpcode() == clang::UO_Deref ? holderOf(unary->getSubExpr()) : std::nullopt;
    if (!inner || inner->pointer || !inner->type->isPointerType())
      return std::nullopt;
    return Holder{keyOfPointee(inner->key), "(*" + inner->text + ")", inner->root, expr->getType(), inner->member,
                  unary->getSubExpr()};
  }
  Holder holder{lvalueKey(expr), "", nullptr, expr->getType(), llvm::dyn_cast<clang::MemberExpr>(expr)};
  const bool isStruct =
      holder.type->isRecordType() || (holder.type->isPointerType() && holder.type->getPointeeType()->isRecordType());
  if (holder.key.empty() || !isStruct)
    return std::nullopt;
  for (; const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr);
       expr = member->getBase()->IgnoreParenImpCasts()) {
    if (!member->getMemberDecl()->getIdentifier())
      return std::nullopt;
    holder.text = (member->isArrow() ? "->" : ".") + member->getMemberDecl()->getNameAsString() + holder.text;
  }
  holder.root = variableOf(expr);
  holder.text = holder.root ? holder.root->getNameAsString() + holder.text : "";
  return holder.root ? std::optional(holder) : std::nullopt;
}

// The key of a holder; "": none.
std::string keyOf(const clang::Expr *expr) {
  const std::optional<Holder> holder = expr ? holderOf(expr) : std::nullopt;
  return holder ? holder->key : "";
}

// s = a; as a statement, and Grid *s = a;
struct Move {
  Holder to;
  std::optional<Holder> from;
};

std::optional<Move> moveIn(const clang::Stmt *stmt) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const std::optional<Holder> to = op && op->getOpcode() == clang::BO_Assign ? holderOf(op->getLHS()) : std::nullopt;
  return to ? std::optional(Move{*to, holderOf(op->getRHS())}) : std::nullopt;
}

Holder declaredBy(const clang::VarDecl *var) {
  return {variableKey(var), var->getNameAsString(), var, var->getType(), nullptr, nullptr};
}

std::vector<Move> movesIn(const clang::DeclStmt *decls) {
  std::vector<Move> moves;
  for (const clang::Decl *decl : decls->decls())
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
        var && var->getInit() && (var->getType()->isRecordType() || var->getType()->isPointerType()))
      moves.push_back({declaredBy(var), holderOf(var->getInit())});
  return moves;
}

// a->grid.v, where a is among the holders: its key and "->grid.v".
struct Chain {
  std::string key, way;
};

// The structs that are exchanged in the region, by name or by pointers to them, and what it uses of them.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region) : ast_(ast), effects_(effectsOf(region)) {
    if (!findMoved(region))
      return;
    look(region);
    if (mentioned_ != known_ || isOdd_)
      moved_.clear();
  }

  const Holder *find(const std::string &key) const {
    auto it = moved_.find(key);
    return it == moved_.end() ? nullptr : &it->second;
  }
  bool hasFound() const { return !moved_.empty() && !arrays_.empty() && !outside().empty(); }
  const std::map<std::string, clang::QualType> &arrays() const { return arrays_; } // by the ways to them, as pointers
  const std::map<std::string, const clang::MemberExpr *> &numbers() const { return numbers_; }
  const clang::MemberExpr *changed() const { return changed_; } // a number to which the region stores
  bool isOfRegion(const Holder &holder) const { return effects_.declared.count(holder.root) > 0; }

  // Those of the program outside of the region that lead to structs when it is entered;
  // or which get a struct in a step first.
  std::vector<const Holder *> outside(bool setFirst = false) const {
    std::vector<const Holder *> holders;
    for (const auto &[key, holder] : moved_)
      if (!isOfRegion(holder) && setFirst == (setFirst_.count(key) > 0))
        holders.push_back(&holder);
    return holders;
  }

  std::optional<Chain> chainOf(const clang::Expr *expr) const {
    std::string way;
    for (const clang::Expr *at = expr->IgnoreParens();;) {
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
      if (!member || !member->getMemberDecl()->getIdentifier())
        return std::nullopt;
      at = member->getBase()->IgnoreParenImpCasts();
      const std::string name = member->getMemberDecl()->getNameAsString() + way, key = keyOf(at);
      if (member->isArrow() && moved_.count(keyOfPointee(key))) // p->v is (*p).v
        return Chain{keyOfPointee(key), "." + name};
      way = (member->isArrow() ? "->" : ".") + name;
      if (moved_.count(key))
        return Chain{key, way};
    }
  }

private:
  // Those that are given each other, where one from outside is given any.
  bool findMoved(const clang::Stmt *region) {
    std::vector<Move> moves;
    holds(region, [&](const clang::Stmt *part) {
      if (const std::optional<Move> move = moveIn(part))
        moves.push_back(*move);
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        for (Move &move : movesIn(decls))
          moves.push_back(std::move(move));
      return false;
    });
    bool isKnown = true;
    auto add = [&](const Move &move) {
      isKnown = isKnown && move.from && isFixed(move.to) && isFixed(*move.from);
      moved_.try_emplace(move.to.key, move.to);
      if (move.from)
        moved_.try_emplace(move.from->key, *move.from);
    };
    for (const Move &move : moves)
      if (!isOfRegion(move.to))
        add(move);
    for (size_t before = 0; before != moved_.size();) {
      before = moved_.size();
      for (const Move &move : moves)
        if (moved_.count(move.to.key) || (move.from && moved_.count(move.from->key)))
          add(move);
    }
    return isKnown && !moved_.empty();
  }

  // The way to it stays what it is.
  bool isFixed(const Holder &holder) {
    if (holder.member)
      members_.insert(holder.member->getMemberDecl());
    if (holder.pointer) {
      pointers_.insert(lvalueKey(holder.pointer));
      pointedTo_.insert(holder.type->getAsRecordDecl());
      return isInvariant(holder.pointer, effects_);
    }
    return !holder.member || isInvariant(holder.member->getBase(), effects_);
  }

  void look(const clang::Stmt *stmt) {
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    if (expr && llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::UnaryOperator>(expr)) {
      const std::string key = keyOf(expr);
      if (moved_.count(key))
        return mention(key);
      isOdd_ |= pointers_.count(key) > 0; // it may be handed on
    }
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
    if (const std::optional<Chain> chain = member ? chainOf(member) : std::nullopt) {
      ++known_;
      mention(chain->key);
      return use(member, *chain);
    }
    isOdd_ |= member && (members_.count(member->getMemberDecl()) ||
                         pointedTo_.count(member->getMemberDecl()->getDeclContext())); // perhaps of the same struct
    if (const std::optional<Move> move = moveIn(stmt))
      know(*move);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const Move &move : movesIn(decls))
        known_ += move.from && moved_.count(move.to.key) ? moved_.count(move.from->key) : 0;
    if (const clang::Expr *assigned = assignedIn(stmt))
      if (const std::optional<Chain> to = chainOf(assigned)) {
        changed_ = llvm::cast<clang::MemberExpr>(assigned->IgnoreParens());
        isOdd_ |= !scalarTypeOf(ast_, assigned->getType());
      }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        look(child);
  }

  void know(const Move &move) {
    if (!moved_.count(move.to.key))
      return;
    known_ += 1 + moved_.count(move.from->key);
    if (move.to.key != move.from->key && !seen_.count(move.to.key))
      setFirst_.insert(move.to.key);
  }

  void mention(const std::string &key) {
    ++mentioned_;
    seen_.insert(key);
  }

  void use(const clang::MemberExpr *member, const Chain &chain) {
    const clang::QualType type = member->getType();
    // A struct's own array would be copied.
    if ((type->isConstantArrayType() || type->isIncompleteArrayType()) && moved_.at(chain.key).type->isPointerType())
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
  std::map<std::string, Holder> moved_; // by key
  std::set<std::string> seen_, setFirst_;
  std::set<const clang::ValueDecl *> members_;
  std::set<std::string> pointers_;                 // keys of those to structs that are copied, *p
  std::set<const clang::DeclContext *> pointedTo_; // the types of these structs
  std::map<std::string, clang::QualType> arrays_;
  std::map<std::string, const clang::MemberExpr *> numbers_;
  const clang::MemberExpr *changed_ = nullptr;
  size_t mentioned_ = 0, known_ = 0;
  bool isOdd_ = false;
};

class Namer : public Cloner {
public:
  Namer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, const Finder &finder)
      : Cloner(ast, expansion.made, function), finder_(finder) {
    const std::vector<const Holder *> holders = finder.outside();
    for (const auto &[way, member] : finder.numbers()) {
      numbers_[way] = variable(*holders.front(), way, member->getType().getUnqualifiedType());
      for (size_t n = 1; n < holders.size(); ++n)
        expansion.equal.push_back(
            {holders.front()->text + way, holders[n]->text + way, member->getType()->isFloatingType()});
    }
    for (bool setFirst : {false, true})
      for (const Holder *holder : finder.outside(setFirst))
        for (const auto &[way, type] : finder.arrays())
          expansion.owners[variableKey(array(*holder, way))] = holder->text;
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(original); op && op->isCommaOp()) {
      clang::Stmt *first = instead(op->getLHS()->IgnoreParens()),
                  *second = first ? instead(op->getRHS()->IgnoreParens()) : nullptr;
      return second ? block({first, second}, original->getSourceRange()) : nullptr;
    }
    const std::optional<Move> move = moveIn(original);
    if (!move || !finder_.find(move->to.key))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    for (const auto &[way, type] : finder_.arrays())
      stmts.push_back(combined(clang::BO_Assign, lvalueOf(array(move->to, way), original->getBeginLoc()),
                               value(*move->from, way, original->getEndLoc()), type));
    return block(stmts, original->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const bool decays = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    const std::optional<Chain> chain = finder_.chainOf(decays ? cast->getSubExpr() : original);
    if (!chain)
      return nullptr;
    const Holder &holder = *finder_.find(chain->key);
    if (auto number = numbers_.find(chain->way); number != numbers_.end())
      return lvalueOf(number->second, original->getBeginLoc());
    return decays ? value(holder, chain->way, original->getBeginLoc())
                  : lvalueOf(array(holder, chain->way), original->getBeginLoc());
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &list) override {
    const Holder *holder = finder_.find(variableKey(var));
    if (!holder)
      return false;
    for (const auto &[way, type] : finder_.arrays()) {
      clang::VarDecl *own = array(*holder, way);
      if (var->getInit())
        own->setInit(value(*holderOf(var->getInit()), way, var->getLocation()));
      list.push_back(own);
    }
    return true;
  }

private:
  clang::VarDecl *variable(const Holder &holder, const std::string &way, clang::QualType type) {
    const clang::SourceLocation at = holder.root->getLocation();
    clang::DeclContext *context = finder_.isOfRegion(holder) ? owner : ast_.getTranslationUnitDecl();
    return clang::VarDecl::Create(ast_, context, at, at, &ast_.Idents.get(holder.text + way), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  clang::VarDecl *array(const Holder &holder, const std::string &way) {
    clang::VarDecl *&own = arrays_[{holder.key, way}];
    if (!own)
      own = variable(holder, way, finder_.arrays().at(way));
    return own;
  }

  clang::Expr *value(const Holder &holder, const std::string &way, clang::SourceLocation at) {
    return rvalueOf(lvalueOf(array(holder, way), at));
  }

  const Finder &finder_;
  std::map<std::pair<std::string, std::string>, clang::VarDecl *> arrays_; // by key and way
  std::map<std::string, clang::VarDecl *> numbers_;                        // one for all structs
};

} // namespace

bool nameExchanged(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
                   Diagnostics &diagnostics) {
  const Finder finder(ast, expansion.stmt);
  if (!finder.hasFound())
    return true;
  if (const clang::MemberExpr *changed = finder.changed()) {
    diagnostics.add(DiagId::struct_exchanged, rangeOf(ast, changed->getSourceRange()),
                    {finder.find(finder.chainOf(changed)->key)->text + finder.chainOf(changed)->way});
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
  for (const auto &[one, other, isFloat] : expansion.equal) {
    const std::string name = reader.names.take("same_" + one);
    reader.draft.params.push_back({name, ScalarType::I32,
                                   isFloat ? "!__builtin_memcmp(&" + one + ", &" + other + ", sizeof " + one + ")"
                                           : "(" + one + " == " + other + ")"});
    require(reader, Poly::symbol(name) - 1, one + " and " + other + " differ, which are taken for the same number",
            reader.range(reader.statement));
  }
}

void tellApart(Reader &reader, StencilProgram &program) {
  for (const auto &[fields, stored] : movedStructs(program)) {
    std::string differ;
    for (size_t one = 0; one < fields.size() && !stored; ++one)
      for (size_t other = one + 1; other < fields.size(); ++other)
        differ += (differ.empty() ? "" : " && ") + program.fields[fields[one]].base +
                  " != " + program.fields[fields[other]].base;
    if (differ.empty())
      continue;
    const std::string name = reader.names.take("differ_" + program.fields[fields[0]].name);
    program.params.push_back({name, ScalarType::I32, "(" + differ + ")"});
    program.guards.push_back({Poly::symbol(name) - 1, "two of the structs that are exchanged have one array",
                              reader.range(reader.statement)});
  }
}

// The numbers in which two lengths of rows differ, where these are members of one name: `3 * (a.nx + 2)` and
// `3 * (b.nx + 2)` differ in a.nx and b.nx.
static std::vector<SameNumber> membersIn(const std::string &here, const std::string &elsewhere) {
  llvm::SmallVector<llvm::StringRef> ones, others;
  llvm::SplitString(here, ones, " ()");
  llvm::SplitString(elsewhere, others, " ()");
  auto memberOf = [](llvm::StringRef text) { return text.substr(std::min(text.find_last_of(".>"), text.size())); };
  std::vector<SameNumber> out;
  for (size_t n = 0; n < ones.size() && ones.size() == others.size(); ++n)
    if (ones[n] != others[n]) {
      if (memberOf(ones[n]).empty() || memberOf(ones[n]) != memberOf(others[n]))
        return {};
      out.push_back({ones[n].str(), others[n].str(), false});
    }
  return ones.size() == others.size() ? out : std::vector<SameNumber>();
}

bool takeForOne(Expansion &expansion, const Diagnostics &found) {
  const auto isKnown = [&](const std::string &one, const std::string &other) {
    return llvm::any_of(expansion.equal,
                        [&](const SameNumber &known) { return known.one == one && known.other == other; });
  };
  const size_t before = expansion.equal.size();
  for (const Diagnostic &diagnostic : found.all())
    for (size_t n = 1; diagnostic.id == DiagId::position_fixed && n + 1 < diagnostic.args.size(); n += 2)
      if (!isKnown(diagnostic.args[n], diagnostic.args[n + 1]))
        expansion.equal.push_back({diagnostic.args[n], diagnostic.args[n + 1], false});
  if (expansion.equal.size() > before)
    return true;
  for (const Diagnostic &diagnostic : found.all()) {
    const std::vector<SameNumber> pairs = diagnostic.id == DiagId::row_lengths_differ
                                              ? membersIn(diagnostic.args[1], diagnostic.args[2])
                                              : std::vector<SameNumber>();
    for (const SameNumber &pair : pairs)
      if (llvm::none_of(expansion.equal,
                        [&](const SameNumber &known) { return known.other == pair.other || known.one == pair.other; }))
        expansion.equal.push_back(pair);
    if (expansion.equal.size() > before)
      return true;
  }
  return false;
}

} // namespace kasane
