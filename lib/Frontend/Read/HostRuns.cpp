// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostRuns.h"

#include "Ast/MathCalls.h"
#include "Read/HostNests.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

using Names = std::set<const clang::NamedDecl *>;
using Test = std::function<bool(const clang::NamedDecl *)>;

// The first name in the type, as it is written, that the test is true of.
const clang::NamedDecl *nameIn(clang::QualType type, const Test &test) {
  while (!type.isNull()) {
    if (const auto *named = llvm::dyn_cast<clang::TypedefType>(type.getTypePtr()))
      return test(named->getDecl()) ? named->getDecl() : nullptr;
    if (const auto *tag = llvm::dyn_cast<clang::TagType>(type.getTypePtr()))
      return test(tag->getDecl()) ? tag->getDecl() : nullptr;
    if (const auto *array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr())) {
      type = array->getElementType();
    } else if (const auto *function = llvm::dyn_cast<clang::FunctionType>(type.getTypePtr())) {
      const auto *prototype = llvm::dyn_cast<clang::FunctionProtoType>(function);
      for (const clang::QualType param : prototype ? prototype->param_types() : llvm::ArrayRef<clang::QualType>())
        if (const clang::NamedDecl *found = nameIn(param, test))
          return found;
      type = function->getReturnType();
    } else if (llvm::isa<clang::PointerType>(type.getTypePtr())) {
      type = type->getPointeeType();
    } else {
      const clang::QualType inner = type->getLocallyUnqualifiedSingleStepDesugaredType();
      type = inner.getTypePtr() == type.getTypePtr() ? clang::QualType() : inner;
    }
  }
  return nullptr;
}

// The type that the statement by itself writes down.
clang::QualType writtenType(const clang::Stmt *stmt) {
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(stmt))
    return cast->getTypeAsWritten();
  if (const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(stmt))
    return literal->getType();
  if (const auto *offset = llvm::dyn_cast<clang::OffsetOfExpr>(stmt))
    return offset->getTypeSourceInfo()->getType();
  const auto *size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(stmt);
  return size && size->isArgumentType() ? size->getArgumentType() : clang::QualType();
}

// The first name in the statement, of anything, that the test is true of.
const clang::NamedDecl *nameIn(const clang::Stmt *stmt, const Test &test) {
  const clang::NamedDecl *found = nullptr;
  holds(stmt, [&](const clang::Stmt *part) {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part); ref && test(ref->getDecl()))
      found = ref->getDecl();
    else
      found = nameIn(writtenType(part), test);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part); decls && !found)
      for (const clang::Decl *decl : decls->decls()) {
        if (const auto *value = llvm::dyn_cast<clang::ValueDecl>(decl); value && !found)
          found = nameIn(value->getType(), test);
        if (const auto *named = llvm::dyn_cast<clang::TypedefNameDecl>(decl); named && !found)
          found = nameIn(named->getUnderlyingType(), test);
        if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(decl); record && !found)
          for (const clang::FieldDecl *field : record->fields())
            found = found ? found : nameIn(field->getType(), test);
      }
    return found != nullptr;
  });
  return found;
}

// What a declaration of the block itself declares, enumerators included.
void addDeclared(const clang::Stmt *stmt, Names &names) {
  const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
  for (const clang::Decl *decl : decls ? decls->decls() : clang::DeclStmt::decl_const_range({}, {})) {
    if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(decl))
      names.insert(named);
    if (const auto *list = llvm::dyn_cast<clang::EnumDecl>(decl))
      names.insert(list->enumerator_begin(), list->enumerator_end());
  }
}

class Joiner {
public:
  Joiner(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *region, HostStatements &found)
      : ast_(ast), callees_(callees), region_(region), body_(bodyOf(region)), found_(found) {}

  void joinIn(const clang::Stmt *block) {
    const std::vector<const clang::Stmt *> stmts(block->child_begin(), block->child_end());
    for (const clang::Stmt *stmt : stmts)
      if (const clang::Stmt *bare = unwrap(stmt); llvm::isa<clang::CompoundStmt>(bare))
        joinIn(bare);
    for (size_t n = stmts.size(); n-- > 0;)
      if (begins(stmts, n))
        join(stmts, n);
  }

private:
  bool isIn(const clang::Stmt *stmt) const {
    return found_.code.count(unwrap(stmt)) || found_.runs.count(unwrap(stmt));
  }

  // Does host code use what stands there, and does it need the declaration as it is?
  bool begins(const std::vector<const clang::Stmt *> &stmts, size_t n) const {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmts[n]);
    Names names;
    addDeclared(stmts[n], names);
    const bool isUsed = std::any_of(stmts.begin() + static_cast<std::ptrdiff_t>(n) + 1, stmts.end(),
                                    [&](const clang::Stmt *stmt) { return usedByHost(stmt, names); });
    return decls && isUsed && !found_.runs.count(stmts[n]) &&
           llvm::any_of(decls->decls(), [&](const clang::Decl *decl) { return needsItself(decl); });
  }

  bool usedByHost(const clang::Stmt *stmt, const Names &names) const {
    return holds(stmt, [&](const clang::Stmt *part) { return isIn(part) && isNamed(part, names); });
  }

  static bool isNamed(const clang::Stmt *stmt, const Names &names) {
    return nameIn(stmt, [&](const clang::NamedDecl *name) { return names.count(name) > 0; });
  }

  // Numbers, and pointers to arrays of the region, have other ways to host code.
  bool needsItself(const clang::Decl *decl) const {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!var)
      return llvm::isa<clang::TypeDecl>(decl);
    const clang::QualType type = var->getType();
    const auto isOfStep = [&](const clang::NamedDecl *name) { return isInside(name->getLocation()); };
    if (var->isStaticLocal() || var->hasExternalStorage())
      return false;
    if (nameIn(type, isOfStep) || type->isArrayType() || (type->isRecordType() && var->getInit()))
      return true;
    if (!type->isPointerType())
      return false;
    const clang::QualType pointee = type->getPointeeType();
    const bool isOther = pointee->isCharType() || pointee->isVoidType() || pointee->isRecordType();
    return (isOther && !var->getInit()) ||
           (var->getInit() && holds(var->getInit(), [&](const clang::Stmt *part) { return isNoPlace(part); }));
  }

  // Part of a pointer's first value that leads to no array of the region.
  bool isNoPlace(const clang::Stmt *part) const {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return llvm::isa<clang::StringLiteral, clang::CompoundLiteralExpr>(part) ||
           (call && !callees_.definitionOf(call)) ||
           (addressedIn(part) && isInside(addressedIn(part)->getLocation())) ||
           (ref && !ref->getType()->isPointerType() && isInside(ref->getDecl()->getLocation()) &&
            !ref->getType()->isArithmeticType());
  }

  static const clang::VarDecl *addressedIn(const clang::Stmt *part) {
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
    return address && address->getOpcode() == clang::UO_AddrOf ? variableOf(address->getSubExpr()) : nullptr;
  }

  bool isInside(clang::SourceLocation place) const {
    const clang::SourceManager &sources = ast_.getSourceManager();
    return sources.isPointWithin(sources.getExpansionLoc(place), sources.getExpansionLoc(body_->getBeginLoc()),
                                 sources.getExpansionLoc(body_->getEndLoc()));
  }

  void join(const std::vector<const clang::Stmt *> &stmts, size_t first) {
    std::vector<const clang::Stmt *> run;
    Names declared;
    for (bool goesOn = true; goesOn;) {
      Names names;
      const size_t last = lastOf(stmts, first, names);
      const clang::VarDecl *missing = nullptr;
      tried_ = {stmts.begin() + static_cast<std::ptrdiff_t>(first),
                stmts.begin() + static_cast<std::ptrdiff_t>(last) + 1};
      bool isAll = last > first && isApartFromOthers(stmts, first, last);
      for (size_t n = first; n <= last && isAll; ++n)
        isAll = isHosts(stmts[n], names, missing);
      if (isAll) {
        run = {stmts.begin() + static_cast<std::ptrdiff_t>(first),
               stmts.begin() + static_cast<std::ptrdiff_t>(last) + 1};
        declared = names;
      }
      goesOn = false;
      for (size_t before = first; missing && before-- > 0 && !goesOn;) // where a variable that the run sets is declared
        if (Names own; addDeclared(stmts[before], own), own.count(missing)) {
          first = before;
          goesOn = true;
        }
    }
    if (!run.empty())
      makeRun(run, declared);
  }

  // The last statement that names something which those from the first one on declare.
  static size_t lastOf(const std::vector<const clang::Stmt *> &stmts, size_t first, Names &names) {
    size_t last = first;
    for (size_t n = first; n <= last; ++n) {
      addDeclared(stmts[n], names);
      for (size_t later = stmts.size() - 1; later > last; --later)
        if (isNamed(stmts[later], names))
          last = later;
    }
    return last;
  }

  // A macro may hold statements of the run and others.
  bool isApartFromOthers(const std::vector<const clang::Stmt *> &stmts, size_t first, size_t last) const {
    const Extent run = extentOf(ast_, {stmts[first]->getBeginLoc(), stmts[last]->getEndLoc()});
    return (first == 0 || extentOf(ast_, stmts[first - 1]->getSourceRange()).end <= run.begin) &&
           (last + 1 == stmts.size() || extentOf(ast_, stmts[last + 1]->getSourceRange()).begin >= run.end);
  }

  // May the statement run with the program's own code? `missing`: a variable that it sets, which is none of these.
  bool isHosts(const clang::Stmt *stmt, const Names &names, const clang::VarDecl *&missing) const {
    const clang::Stmt *bare = unwrap(stmt);
    if (bare != stmt && !llvm::isa<clang::DoStmt>(stmt))
      return false;
    if (isIn(bare) || llvm::isa<clang::NullStmt>(bare)) {
      const Effects effects = effectsOf(bare);
      for (const clang::VarDecl *var : effects.assigned)
        if (isInside(var->getLocation()) && !effects.declared.count(var) && !names.count(var))
          missing = var; // it is as well if the run has that, too
      return true;
    }
    if (llvm::isa<clang::CompoundStmt>(bare))
      return llvm::all_of(bare->children(), [&](const clang::Stmt *child) { return isHosts(child, names, missing); });
    const Variables own = effectsOf(bare).declared;
    const bool isLoop = holds(bare, [](const clang::Stmt *part) { return bodyOf(part) != nullptr; });
    return !holds(bare, [&](const clang::Stmt *part) {
      if (llvm::isa<clang::ContinueStmt>(part))
        return !bodyOf(bare);
      if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt, clang::StmtExpr>(part) ||
          declaresOther(part) || isStep(bare, part))
        return true;
      const clang::Expr *lhs = assignedIn(part);
      const clang::VarDecl *var = lhs ? objectOf(lhs) : nullptr, *addressed = addressedIn(part);
      if (addressed && isInside(addressed->getLocation()) && !own.count(addressed) && !names.count(addressed))
        missing = addressed;
      const clang::VarDecl *changed = lhs ? storageVariable(lhs) : nullptr;
      if (!lhs || own.count(var) || names.count(var) || names.count(changed) || isMade(var) ||
          (!(isLoop && isElement(lhs)) && isOthers(changed)))
        return false;
      missing = var;
      return true;
    });
  }

  // Declared ahead of the region, and looked at by host code alone.
  bool isOthers(const clang::VarDecl *var) const {
    return var && !isInside(var->getLocation()) && !isSeen(region_, var);
  }
  bool isSeen(const clang::Stmt *stmt, const clang::VarDecl *var) const {
    if (tried_.count(stmt) || isIn(stmt))
      return false;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return (ref && ref->getDecl() == var) ||
           llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && isSeen(child, var); });
  }

  // Tells that an arm was left, see Leaving.h.
  static bool isMade(const clang::VarDecl *var) {
    return var && !var->getDeclContext()->containsDecl(const_cast<clang::VarDecl *>(var));
  }

  // The call of a function that may be a part of the step. Declarations may call what isn't known.
  bool isStep(const clang::Stmt *stmt, const clang::Stmt *part) const {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    if (!call || !mathFunction(call).empty())
      return false;
    return !llvm::isa<clang::DeclStmt>(stmt) || callees_.definitionOf(call);
  }

  // Functions, and variables that live on.
  static bool declaresOther(const clang::Stmt *part) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
    return decls && llvm::any_of(decls->decls(), [](const clang::Decl *decl) {
             const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
             return var ? var->isStaticLocal() || var->hasExternalStorage() : !llvm::isa<clang::TypeDecl>(decl);
           });
  }

  // The variable itself, or the one whose element or member this is; null: a pointer leads there.
  static const clang::VarDecl *objectOf(const clang::Expr *lvalue) {
    const clang::Expr *at = lvalue->IgnoreParens();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(at))
      return member->isArrow() ? nullptr : objectOf(member->getBase());
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at)) {
      const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
      return base->getType()->isArrayType() ? objectOf(base) : nullptr;
    }
    return variableOf(at);
  }

  void makeRun(const std::vector<const clang::Stmt *> &stmts, const Names &names) {
    std::vector<clang::Stmt *> members;
    for (const clang::Stmt *stmt : stmts)
      members.push_back(const_cast<clang::Stmt *>(stmt));
    const clang::Stmt *run =
        clang::CompoundStmt::Create(ast_, members, {}, stmts.front()->getBeginLoc(), stmts.back()->getEndLoc());
    for (const clang::Stmt *stmt : stmts) {
      holds(stmt, [&](const clang::Stmt *part) {
        if (const auto within = found_.runs.find(part); within != found_.runs.end()) {
          found_.code.erase(within->second);
          found_.runs.erase(within);
        }
        found_.code.erase(part);
        return false;
      });
      found_.runs[unwrap(stmt)] = run;
    }
    found_.code.insert(run);
    for (const clang::NamedDecl *name : names)
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(name))
        found_.locals.erase(var);
  }

  const clang::ASTContext &ast_;
  Callees &callees_;
  const clang::Stmt *region_, *body_;
  std::set<const clang::Stmt *> tried_; // for a run
  HostStatements &found_;
};

} // namespace

void joinRuns(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *region, HostStatements &found) {
  if (llvm::isa<clang::CompoundStmt>(bodyOf(region)))
    Joiner(ast, callees, region, found).joinIn(bodyOf(region));
}

bool isRun(const clang::Stmt *code) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(code);
  return block && !block->body_empty() && block->getBeginLoc() == block->body_front()->getBeginLoc();
}

const clang::Stmt *behindDeclarations(const clang::Stmt *code) {
  if (!isRun(code))
    return code;
  const auto *block = llvm::cast<clang::CompoundStmt>(code);
  const Variables own = effectsOf(code).declared;
  for (const clang::Stmt *stmt : block->body())
    if (stmt != block->body_back() && (!llvm::isa<clang::DeclStmt>(stmt) || !callsNothing(stmt) ||
                                       holds(stmt, [](const clang::Stmt *part) { return assignedIn(part); })))
      return code;
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(block->body_back());
  const bool isFree =
      branch && llvm::none_of(own, [&](const clang::VarDecl *var) { return mentions(branch->getCond(), var); });
  return isFree ? branch : code;
}

const clang::NamedDecl *namedElsewhere(const clang::ASTContext &ast, const clang::Stmt *region,
                                       const clang::Stmt *code) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const auto isWithin = [&](const clang::NamedDecl *name, const clang::Stmt *stmt) {
    return sources.isPointWithin(sources.getExpansionLoc(name->getLocation()),
                                 sources.getExpansionLoc(stmt->getBeginLoc()),
                                 sources.getExpansionLoc(stmt->getEndLoc()));
  };
  return nameIn(code, [&](const clang::NamedDecl *name) {
    return !llvm::isa<clang::VarDecl>(name) && isWithin(name, region) && !isWithin(name, code);
  });
}

std::string valuesOfTable(const clang::ASTContext &ast, const clang::Stmt *region, const clang::VarDecl *var) {
  const clang::QualType base = ast.getBaseElementType(var->getType());
  const clang::Expr *init = var->getInit();
  if (!init || !ast.getAsConstantArrayType(var->getType()) || !base.isConstQualified() || base.isVolatileQualified() ||
      !init->isConstantInitializer(const_cast<clang::ASTContext &>(ast), false) || namedElsewhere(ast, region, init) ||
      !typeInFront(ast, region, var->getType()) || !variablesIn(init).empty())
    return "";
  const std::string text = textOf(ast, init->getSourceRange());
  return text.find("//") == std::string::npos && text.find_first_of("$'\"#") == std::string::npos ? text : "";
}

std::optional<clang::QualType> typeInFront(const clang::ASTContext &ast, const clang::Stmt *region,
                                           clang::QualType type) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const auto isInside = [&](const clang::NamedDecl *name) {
    return sources.isPointWithin(sources.getExpansionLoc(name->getLocation()),
                                 sources.getExpansionLoc(region->getBeginLoc()),
                                 sources.getExpansionLoc(region->getEndLoc()));
  };
  if (!nameIn(type, isInside))
    return type;
  type = type.getCanonicalType();
  if (const auto *list = type->getAs<clang::EnumType>())
    return list->getDecl()->getIntegerType().getCanonicalType();
  return nameIn(type, isInside) ? std::nullopt : std::optional(type);
}

} // namespace kasane
