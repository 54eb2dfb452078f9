// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/StructScalars.h"

#include "Ast/Effects.h"
#include "Ast/Records.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

// The way from a struct to a number or an array in it, the outermost member first.
using Path = std::vector<const clang::FieldDecl *>;

constexpr uint64_t kMostWrittenOut = 16; // elements of an array; more are a grid's rather than components

const clang::RecordDecl *structOf(clang::QualType type) {
  const auto *tag = type->getAs<clang::RecordType>();
  const clang::RecordDecl *decl = tag ? tag->getDecl()->getDefinition() : nullptr;
  return decl && decl->isStruct() ? decl : nullptr;
}

// False: one of them is no number and no array of numbers.
bool addPaths(const clang::ASTContext &ast, clang::QualType type, const Path &path, std::vector<Path> &paths) {
  return llvm::all_of(structOf(type)->fields(), [&](const clang::FieldDecl *field) {
    Path longer = path;
    longer.push_back(field);
    if (structOf(field->getType()))
      return addPaths(ast, field->getType(), longer, paths);
    paths.push_back(longer);
    return !field->isBitField() && field->getIdentifier() &&
           scalarTypeOf(ast, ast.getBaseElementType(field->getType()));
  });
}

std::optional<std::vector<Path>> pathsOf(const clang::ASTContext &ast, clang::QualType type) {
  std::vector<Path> paths;
  return structOf(type) && addPaths(ast, type, {}, paths) ? std::optional(std::move(paths)) : std::nullopt;
}

const clang::Expr *bareOf(const clang::Expr *value) {
  value = value->IgnoreParenImpCasts();
  const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value);
  return literal ? literal->getInitializer()->IgnoreParens() : value;
}

// Variables of which only members are mentioned, or which are copied as a whole.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region) : ast_(ast) { walk(region); }
  bool isFound(const clang::VarDecl *var) const { return declared_.count(var) && !elsewhere_.count(var); }
  bool copies = false; // anything at all

private:
  void walk(const clang::Stmt *stmt) {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
            var && pathsOf(ast_, var->getType()) && !var->isStaticLocal()) {
          declared_.insert(var);
          copies = true;
        }
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(stmt);
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    copies |= op && op->isAssignmentOp() && structOf(op->getType());
    const clang::Expr *mentioned = cast && cast->getCastKind() == clang::CK_LValueToRValue ? cast->getSubExpr()
                                   : member && !member->isArrow()                          ? member->getBase()
                                   : op && op->isAssignmentOp()                            ? op->getLHS()
                                                                                           : nullptr;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    if (const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr)
      elsewhere_.insert(var);
    for (const clang::Stmt *child : stmt->children())
      if (child && !(mentioned && child == mentioned && variableOf(mentioned)))
        walk(child);
  }

  const clang::ASTContext &ast_;
  Variables declared_, elsewhere_;
};

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, const Finder &finder)
      : Cloner(ast, expansion.made, function), finder_(finder) {}
  bool failed = false; // it would not be the same

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(original))
      return declaration(decls);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(original);
    if (!op || op->getOpcode() != clang::BO_Assign || !pathsOf(ast_, op->getType()))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    failed |= !mayRepeat(op->getLHS());
    assign(op->getLHS(), bareOf(op->getRHS()), stmts);
    return block(stmts, op->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    Path path;
    const clang::Expr *base = original;
    while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base)) {
      if (member->isArrow())
        return nullptr;
      path.insert(path.begin(), llvm::cast<clang::FieldDecl>(member->getMemberDecl()));
      base = member->getBase()->IgnoreParens();
    }
    auto found = members_.find(variableOf(base));
    if (path.empty() || found == members_.end())
      return nullptr;
    auto member = found->second.find(path);
    return member == found->second.end() ? nullptr : lvalueOf(member->second, original->getBeginLoc());
  }

private:
  // Before the declared variables get their values, others stand where they are.
  clang::Stmt *declaration(const clang::DeclStmt *decls) {
    if (llvm::none_of(decls->decls(),
                      [&](const clang::Decl *decl) { return finder_.isFound(llvm::dyn_cast<clang::VarDecl>(decl)); }))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    for (clang::Decl *decl : decls->decls()) {
      auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!finder_.isFound(var)) {
        stmts.push_back(stmt(
            noted(new (ast_) clang::DeclStmt(clang::DeclGroupRef(decl), decl->getLocation(), decl->getLocation()))));
        continue;
      }
      const std::vector<Path> paths = *pathsOf(ast_, var->getType());
      for (const Path &path : paths) {
        members_[var][path] = variableFor(var->getNameAsString(), path, var->getLocation());
        stmts.push_back(declare(members_[var][path]));
      }
      if (var->getInit())
        assign(lvalueOf(var, var->getLocation()), bareOf(var->getInit()), stmts);
    }
    return block(stmts, decls->getSourceRange());
  }

  void assign(const clang::Expr *place, const clang::Expr *value, std::vector<clang::Stmt *> &stmts) {
    if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(value)) {
      const clang::CompoundStmt *inner = group->getSubStmt();
      for (const clang::Stmt *child : inner->body())
        if (child != inner->body_back())
          stmts.push_back(part(child));
      return assign(place, bareOf(llvm::cast<clang::Expr>(inner->body_back())), stmts);
    }
    const std::vector<Path> paths = *pathsOf(ast_, place->getType());
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(value);
    if (select && (mayLookAt(value, place) || llvm::any_of(paths, [&](const Path &path) {
                     return path.back()->getType()->isArrayType() || !partOf(value, path, 0);
                   })))
      return assignSelected(place, select, stmts);
    const bool outer = std::exchange(renews, true); // each has its own copies of what the two declare
    if (llvm::isa<clang::InitListExpr>(value) && mayLookAt(value, place))
      assignByCopies(place, value, paths, stmts);
    else
      for (const Path &path : paths)
        assignNumbers(memberOf(place, path, 0), partOf(value, path, 0), path.back()->getType(), stmts);
    renews = outer;
  }

  // p = c ? a : b;    ->    if (c) p = a; else p = b;
  void assignSelected(const clang::Expr *place, const clang::ConditionalOperator *select,
                      std::vector<clang::Stmt *> &stmts) {
    const clang::SourceLocation at = select->getBeginLoc();
    std::vector<clang::Stmt *> yes, no;
    clang::Expr *condition = expr(select->getCond());
    const bool outer = std::exchange(renews, true);
    assign(place, bareOf(select->getTrueExpr()), yes);
    assign(place, bareOf(select->getFalseExpr()), no);
    renews = outer;
    stmts.push_back(noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, condition,
                                                at, at, block(yes, select->getSourceRange()), select->getColonLoc(),
                                                block(no, select->getSourceRange()))));
  }

  // p = (v2){p.y, p.x}: all of the value is known before any of its parts is stored.
  void assignByCopies(const clang::Expr *place, const clang::Expr *value, const std::vector<Path> &paths,
                      std::vector<clang::Stmt *> &stmts) {
    std::vector<clang::VarDecl *> copies;
    for (const Path &path : paths) {
      const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(path.back()->getType());
      failed |= array && ast_.getConstantArrayElementCount(array) > kMostWrittenOut;
      copies.push_back(variableFor("made", path, place->getBeginLoc()));
      stmts.push_back(declare(copies.back()));
      assignNumbers(lvalueOf(copies.back(), place->getBeginLoc()), partOf(value, path, 0), copies.back()->getType(),
                    stmts);
    }
    for (size_t p = 0; p < paths.size(); ++p) {
      clang::Expr *copy = lvalueOf(copies[p], place->getBeginLoc());
      const clang::QualType type = copies[p]->getType();
      assignNumbers(memberOf(place, paths[p], 0), type->isArrayType() ? copy : rvalueOf(copy), type, stmts);
    }
  }

  // May the value read what is stored? A local struct is read by its name only, anything else by others, too.
  bool mayLookAt(const clang::Expr *value, const clang::Expr *place) const {
    if (const clang::VarDecl *own = variableOf(place))
      return mentions(value, own);
    return holds(value, [&](const clang::Stmt *part) {
      const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
      if (!cast || cast->getCastKind() != clang::CK_LValueToRValue)
        return false;
      const clang::Expr *object = cast->getSubExpr()->IgnoreParens();
      for (const auto *member = llvm::dyn_cast<clang::MemberExpr>(object); member && !member->isArrow();
           member = llvm::dyn_cast<clang::MemberExpr>(object))
        object = member->getBase()->IgnoreParens();
      return !finder_.isFound(variableOf(object));
    });
  }

  // A variable for one number of a struct, which has the text p.x for a name.
  clang::VarDecl *variableFor(std::string name, const Path &path, clang::SourceLocation at) {
    for (const clang::FieldDecl *field : path)
      name += "." + field->getNameAsString();
    const clang::QualType type = path.back()->getType().getUnqualifiedType();
    return clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get(name), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  // Both are originals, with members and subscripts that they have not in the source.
  void assignNumbers(const clang::Expr *place, const clang::Expr *value, clang::QualType type,
                     std::vector<clang::Stmt *> &stmts) {
    if (!value) {
      failed = true;
      return;
    }
    const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(type);
    if (!array) {
      clang::Expr *number =
          llvm::isa<clang::ImplicitValueInitExpr>(value) ? literal(0, type, value->getBeginLoc()) : expr(value);
      stmts.push_back(combined(clang::BO_Assign, expr(place), number->isGLValue() ? rvalueOf(number) : number, type));
      return;
    }
    const auto *list = llvm::dyn_cast<clang::InitListExpr>(value->IgnoreParens());
    if (!list && array->getSize().getZExtValue() > kMostWrittenOut)
      return stmts.push_back(loopOver(place, value, array));
    for (uint64_t n = 0; n < array->getSize().getZExtValue(); ++n) {
      const clang::Expr *element = value;
      if (list)
        element = n < list->getNumInits() ? list->getInit(static_cast<unsigned>(n)) : list->getArrayFiller();
      else if (!llvm::isa<clang::ImplicitValueInitExpr>(value))
        element = elementOf(value, numberAt(n, value), array->getElementType());
      assignNumbers(elementOf(place, numberAt(n, place), array->getElementType()), element, array->getElementType(),
                    stmts);
    }
  }

  // A grid in a struct is copied as a nest does it.
  clang::Stmt *loopOver(const clang::Expr *place, const clang::Expr *value, const clang::ConstantArrayType *array) {
    const clang::SourceLocation at = place->getBeginLoc();
    const clang::QualType type = array->getElementType();
    clang::VarDecl *counter =
        clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("n" + std::to_string(depth_) + "_copied"),
                               ast_.LongTy, ast_.getTrivialTypeSourceInfo(ast_.LongTy, at), clang::SC_None);
    counter->setInit(number(0, ast_.LongTy, at));
    const auto elementAt = [&](const clang::Expr *whole) {
      return elementOf(whole, rvalueOf(lvalueOf(counter, at)), type);
    };
    ++depth_;
    std::vector<clang::Stmt *> body;
    assignNumbers(elementAt(place), llvm::isa<clang::ImplicitValueInitExpr>(value) ? value : elementAt(value), type,
                  body);
    --depth_;
    clang::Expr *end = number(static_cast<int64_t>(array->getSize().getZExtValue()), ast_.LongTy, at);
    return countTo(end, counter, body.size() == 1 ? body.front() : block(body, place->getSourceRange()),
                   place->getSourceRange());
  }

  clang::Expr *numberAt(uint64_t n, const clang::Expr *array) {
    return number(static_cast<int64_t>(n), ast_.IntTy, array->getBeginLoc());
  }

  clang::Expr *elementOf(const clang::Expr *array, clang::Expr *index, clang::QualType type) {
    auto *own = const_cast<clang::Expr *>(array);
    clang::Expr *pointer = noted(clang::ImplicitCastExpr::Create(
        ast_, ast_.getPointerType(type), clang::CK_ArrayToPointerDecay, own, nullptr, clang::VK_PRValue, {}));
    return noted(new (ast_) clang::ArraySubscriptExpr(pointer, index, type, clang::VK_LValue, clang::OK_Ordinary,
                                                      array->getEndLoc()));
  }

  clang::Expr *memberOf(const clang::Expr *object, const Path &path, size_t from) {
    auto *at = const_cast<clang::Expr *>(object);
    for (size_t m = from; m < path.size(); ++m) {
      auto *field = const_cast<clang::FieldDecl *>(path[m]);
      const auto *target = llvm::dyn_cast<clang::UnaryOperator>(at->IgnoreParens());
      const bool isArrow = target && target->getOpcode() == clang::UO_Deref; // p->x of *p
      if (isArrow)
        at = target->getSubExpr();
      at = noted(clang::MemberExpr::Create(
          ast_, at, isArrow, object->getBeginLoc(), {}, {}, field, clang::DeclAccessPair::make(field, clang::AS_none),
          clang::DeclarationNameInfo(field->getDeclName(), object->getEndLoc()), nullptr, field->getType(),
          clang::VK_LValue, clang::OK_Ordinary, clang::NOUR_None));
    }
    return at;
  }

  // The part of a struct's value; null: the value cannot be said more than once.
  const clang::Expr *partOf(const clang::Expr *value, const Path &path, size_t from) {
    value = bareOf(value);
    if (from == path.size() || llvm::isa<clang::ImplicitValueInitExpr>(value))
      return value;
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(value)) {
      if (list->isSyntacticForm() && list->getSemanticForm())
        list = list->getSemanticForm();
      const unsigned index = placeInList(path[from]);
      return index < list->getNumInits() ? partOf(list->getInit(index), path, from + 1) : nullptr;
    }
    if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(value)) {
      const clang::Expr *yes = partOf(select->getTrueExpr(), path, from),
                        *no = partOf(select->getFalseExpr(), path, from);
      if (!yes || !no || !scalarTypeOf(ast_, path.back()->getType()) || !mayRepeat(select->getCond()))
        return nullptr;
      auto number = [&](const clang::Expr *part) {
        return part->isGLValue() ? rvalueOf(const_cast<clang::Expr *>(part)) : const_cast<clang::Expr *>(part);
      };
      return noted(new (ast_) clang::ConditionalOperator(select->getCond(), select->getQuestionLoc(), number(yes),
                                                         select->getColonLoc(), number(no), path.back()->getType(),
                                                         clang::VK_PRValue, clang::OK_Ordinary));
    }
    return value->isGLValue() && mayRepeat(value) ? memberOf(value, path, from) : nullptr;
  }

  static bool mayRepeat(const clang::Expr *value) {
    return !holds(value, [](const clang::Stmt *part) { return assignedIn(part) || llvm::isa<clang::CallExpr>(part); });
  }

  const Finder &finder_;
  size_t depth_ = 0; // of the loops that are being made
  std::map<const clang::VarDecl *, std::map<Path, clang::VarDecl *>> members_;
};

} // namespace

void writeOutStructs(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const Finder finder(ast, expansion.stmt);
  if (!finder.copies)
    return;
  Writer writer(ast, function, expansion, finder);
  if (const clang::Stmt *written = writer.stmt(expansion.stmt); !writer.failed)
    expansion.stmt = written;
}

} // namespace kasane
