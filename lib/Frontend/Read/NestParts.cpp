// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/NestParts.h"

#include "Ast/Allocations.h"
#include "Read/LiveOut.h"

#include <algorithm>

namespace kasane {
namespace {

using Parts = std::vector<NestOfParts>;
using Statements = std::vector<clang::Stmt *>;

bool storesElements(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && isElement(lhs);
  });
}

constexpr char kAnyArray[] = "*";

// Arrays by key: those that pointers of the nest and of the step lead to, whatever these pointers are called.
class Arrays {
public:
  Arrays(const Reader &reader, const clang::Stmt *nest) : reader_(reader), nest_(effectsOf(nest)) {}

  std::set<std::string> readBy(const clang::Stmt *stmt) const { return touched(stmt, /*stores=*/false); }
  std::set<std::string> storedBy(const clang::Stmt *stmt) const { return touched(stmt, /*stores=*/true); }

  // Is an element of one in the other?
  static bool meet(const std::set<std::string> &a, const std::set<std::string> &b) {
    if (a.count(kAnyArray) || b.count(kAnyArray))
      return !a.empty() && !b.empty();
    return llvm::any_of(a, [&](const std::string &key) { return b.count(key) > 0; });
  }

private:
  std::set<std::string> touched(const clang::Stmt *stmt, bool stores) const {
    std::set<std::string> keys;
    holds(stmt, [&](const clang::Stmt *part) {
      const auto *element = stores ? assignedIn(part) : llvm::dyn_cast<clang::Expr>(part);
      if (element && isElement(element) && element->getType()->isArithmeticType())
        keys.insert(arrayOf(element));
      return false;
    });
    return keys;
  }

  std::string arrayOf(const clang::Expr *element) const {
    const std::string key = storageKey(element);
    const clang::VarDecl *var = storageVariable(element);
    if (key.empty() || !var)
      return kAnyArray;
    if (nest_.declared.count(var)) {
      if (!var->getType()->isPointerType())
        return reader_.ast.getBaseElementType(var->getType())->isPointerType() ? kAnyArray : key;
      return var->getInit() && !nest_.assigned.count(var) ? arrayOf(var->getInit()) : kAnyArray;
    }
    if (nest_.assigned.count(var) || nest_.assignedKeys.count(key))
      return kAnyArray;
    const auto place = reader_.step.pointers.find(key);
    if (place == reader_.step.pointers.end())
      return key;
    for (const auto &[known, array] : reader_.arrayByKey)
      if (array == place->second.array)
        return known;
    return kAnyArray;
  }

  const Reader &reader_;
  const Effects nest_;
};

bool isLeftOut(const clang::Stmt *stmt) {
  return llvm::isa<clang::ContinueStmt, clang::NullStmt>(unwrap(stmt)) || releasedBy(unwrap(stmt));
}

bool mayLeave(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt>(part);
  });
}

// Does a statement of the block do nothing that anybody sees behind the block?
bool isIdle(const clang::Stmt *stmt, const Statements &block) {
  stmt = unwrap(stmt);
  if (isLeftOut(stmt))
    return true;
  std::set<std::string> own;
  for (const clang::Stmt *child : block)
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(child))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->hasLocalStorage())
          own.insert(variableKey(var));
  const Effects effects = effectsOf(stmt);
  for (const clang::VarDecl *var : effects.declared)
    own.insert(variableKey(var));
  return llvm::all_of(effects.assignedKeys, [&](const std::string &key) { return own.count(key) > 0; }) &&
         effects.storedKeys.empty() && !holds(stmt, [](const clang::Stmt *part) {
           return llvm::isa<clang::CallExpr, clang::ReturnStmt, clang::GotoStmt, clang::BreakStmt, clang::LabelStmt,
                            clang::StmtExpr, clang::AsmStmt>(part);
         });
}

class Taker {
public:
  Taker(Reader &reader, const clang::Stmt *nest)
      : reader_(reader), ast_(const_cast<clang::ASTContext &>(reader.ast)), declared_(effectsOf(nest).declared),
        arrays_(reader, nest) {}
  bool failed = false;               // a scalar goes from one part to another, or an element that is changed on the way
  const clang::Stmt *left = nullptr; // it stands behind the loops, in no part

  Parts parts(const clang::Stmt *stmt) {
    stmt = unwrap(stmt);
    if (!holdsLoop(reader_, stmt))
      return {{stmt, {}}};
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      return ofBlock(block);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
        branch && !branch->getInit() && !branch->hasVarStorage())
      return ofBranch(branch);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (!loop)
      return {{stmt, {}}};
    Parts out = around(stmt, parts(loop->getBody()), [&](clang::Stmt *body) {
      auto *l = const_cast<clang::ForStmt *>(loop);
      return new (ast_) clang::ForStmt(ast_, l->getInit(), l->getCond(), nullptr, l->getInc(), body, l->getForLoc(),
                                       l->getLParenLoc(), l->getRParenLoc());
    });
    for (NestOfParts &part : out)
      part.around.insert(part.around.begin(), loop);
    return out;
  }

private:
  template <class Make> static Parts around(const clang::Stmt *whole, Parts parts, const Make &make) {
    for (NestOfParts &part : parts)
      part.stmt = parts.size() == 1 ? whole : make(const_cast<clang::Stmt *>(part.stmt));
    return parts;
  }

  // The arms, each under a condition of its own.
  Parts ofBranch(const clang::IfStmt *branch) {
    auto *condition = const_cast<clang::Expr *>(branch->getCond());
    auto under = [&](clang::Expr *holds, clang::Stmt *body) {
      return clang::IfStmt::Create(ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr, holds,
                                   branch->getLParenLoc(), branch->getRParenLoc(), body);
    };
    Parts out = around(branch, parts(branch->getThen()), [&](clang::Stmt *body) { return under(condition, body); });
    checkAgain(condition, branch->getElse() ? out : Parts(out.begin(), out.end() - 1));
    if (!branch->getElse())
      return out;
    for (NestOfParts &part : out)
      if (part.stmt == branch)
        part.stmt = under(condition, const_cast<clang::Stmt *>(branch->getThen()));
    auto *inner = new (ast_) clang::ParenExpr(condition->getBeginLoc(), condition->getEndLoc(), condition);
    auto *other = clang::UnaryOperator::Create(ast_, inner, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                               clang::OK_Ordinary, condition->getBeginLoc(), false, {});
    for (NestOfParts &part : parts(branch->getElse())) {
      part.stmt = under(other, const_cast<clang::Stmt *>(part.stmt));
      out.push_back(std::move(part));
    }
    return out;
  }

  Parts ofBlock(const clang::CompoundStmt *block) {
    const Statements stmts(const_cast<clang::CompoundStmt *>(block)->body_begin(),
                           const_cast<clang::CompoundStmt *>(block)->body_end());
    const auto isLoop = [&](const clang::Stmt *stmt) { return holdsLoop(reader_, stmt); };
    const bool isPlain = std::count_if(stmts.begin(), stmts.end(), isLoop) == 1 && isLoop(stmts.back()) &&
                         llvm::none_of(stmts, [&](const clang::Stmt *stmt) { return storesBesideLoop(stmt); });
    Statements common;  // of all parts that follow
    size_t inParts = 0; // so many of these, and no part has what comes behind the last one
    Parts out;
    for (size_t n = 0; n < stmts.size(); ++n) {
      if (!isLoop(stmts[n]) && (isPlain || !storesElements(stmts[n]))) {
        common.push_back(stmts[n]);
        continue;
      }
      Parts inner = parts(stmts[n]);
      if (isLoop(stmts[n])) // rows++; for i v[j][i] = ..;
        if (const Statements counts = takeGoingOn(common, block); !counts.empty())
          addPart({blockOf(counts, block), {}}, out, common, block);
      for (NestOfParts &part : inner)
        addPart(std::move(part), out, common, block);
      inParts = common.size();
      failed |= goesOn(stmts[n], {stmts.begin() + static_cast<std::ptrdiff_t>(n) + 1, stmts.end()}, block);
    }
    // for i v[j][i] = ..; rows++;
    const auto firstBehind = common.begin() + static_cast<std::ptrdiff_t>(inParts);
    Statements behind;
    std::copy_if(firstBehind, common.end(), std::back_inserter(behind),
                 [&](const clang::Stmt *stmt) { return !isLeftOut(stmt); });
    if (!out.empty() && !left && llvm::any_of(behind, [&](const clang::Stmt *stmt) { return !isIdle(stmt, stmts); })) {
      common.erase(firstBehind, common.end());
      const clang::Stmt *rest = blockOf(behind, block);
      if (!mayLeave(rest) && !setsOthers(rest, stmts))
        addPart({rest, {}}, out, common, block);
      else if (out.size() > 1)
        left = behind.front();
    }
    if (out.size() == 1)
      out[0].stmt = block;
    return out;
  }

  // Does it set what other statements of the block look at?
  static bool setsOthers(const clang::Stmt *rest, const Statements &stmts) {
    const Effects effects = effectsOf(rest);
    return llvm::any_of(effects.assigned, [&](const clang::VarDecl *var) {
      return !effects.declared.count(var) && llvm::any_of(stmts, [&](const clang::Stmt *stmt) {
        return mentions(stmt, var) && !holds(rest, [&](const clang::Stmt *part) { return part == stmt; });
      });
    });
  }

  // Behind or among the parts so far; with what is in front of it.
  void addPart(NestOfParts part, Parts &out, Statements &common, const clang::CompoundStmt *block) {
    Statements body;
    std::copy_if(common.begin(), common.end(), std::back_inserter(body),
                 [&](const clang::Stmt *other) { return !declaresOthers(other, part.stmt); });
    const auto at = placeFor(part.stmt, body, out);
    takeGoingOn(common, block);
    body.push_back(const_cast<clang::Stmt *>(part.stmt));
    part.stmt = blockOf(body, block);
    out.insert(at, std::move(part));
  }

  // Takes out the statements that change what they find of the round before, n++. A further part that made them again
  // would count twice.
  Statements takeGoingOn(Statements &common, const clang::CompoundStmt *block) const {
    Statements soFar, taken;
    for (clang::Stmt *stmt : common) {
      soFar.push_back(stmt);
      const clang::Stmt *whole = blockOf(soFar, block);
      const Effects effects = effectsOf(stmt);
      if (llvm::any_of(effects.assigned, [&](const clang::VarDecl *var) {
            return !effects.declared.count(var) && isReadFirst(whole, var, reader_.ast);
          }))
        taken.push_back(stmt);
    }
    llvm::erase_if(common, [&](const clang::Stmt *stmt) { return llvm::is_contained(taken, stmt); });
    return taken;
  }

  clang::Stmt *blockOf(const Statements &stmts, const clang::CompoundStmt *block) const {
    return clang::CompoundStmt::Create(ast_, stmts, clang::FPOptionsOverride(), block->getLBracLoc(),
                                       block->getRBracLoc());
  }

  // Behind the parts so far. Where one of them changes what the statements in front of the new part read, and the new
  // part has nothing to do with it, before that one.
  //   double m = a[i][k]; for j a[i][j] -= m * a[k][j]; b[i] -= m * b[k];     b[i] -= m * b[k]; comes first
  Parts::const_iterator placeFor(const clang::Stmt *part, const Statements &before, Parts &out) {
    std::set<std::string> read;
    for (const clang::Stmt *again : before)
      read.merge(arrays_.readBy(again));
    const auto first = std::find_if(out.begin(), out.end(), [&](const NestOfParts &other) {
      return Arrays::meet(read, arrays_.storedBy(other.stmt));
    });
    failed |=
        std::any_of(first, out.end(), [&](const NestOfParts &other) { return !areApart(part, other.stmt, before); });
    return first;
  }

  // The statements in front of both set what they set for each of them.
  bool areApart(const clang::Stmt *part, const clang::Stmt *other, const Statements &inFront) const {
    const auto isSetInFront = [&](const clang::VarDecl *var) {
      return llvm::any_of(inFront, [&](const clang::Stmt *stmt) { return effectsOf(stmt).assigned.count(var) > 0; });
    };
    const auto assigns = [&](const clang::Stmt *stmt, const clang::Stmt *user) {
      const Effects effects = effectsOf(stmt);
      return llvm::any_of(effects.assigned, [&](const clang::VarDecl *var) {
        return !effects.declared.count(var) && mentions(user, var) && (stmt == part || !isSetInFront(var));
      });
    };
    const auto stores = [&](const clang::Stmt *stmt, const clang::Stmt *user) {
      const std::set<std::string> stored = arrays_.storedBy(stmt);
      return Arrays::meet(stored, arrays_.readBy(user)) || Arrays::meet(stored, arrays_.storedBy(user));
    };
    return !assigns(part, other) && !assigns(other, part) && !stores(part, other) && !stores(other, part);
  }

  // What is made again for a further part has to find what it found before.
  void checkAgain(const clang::Stmt *again, const Parts &before) {
    const std::set<std::string> read = arrays_.readBy(again);
    for (const NestOfParts &part : before)
      failed |= Arrays::meet(read, arrays_.storedBy(part.stmt));
  }

  // A statement in front of the loop that stores where others see it.
  bool storesBesideLoop(const clang::Stmt *stmt) const {
    return !holdsLoop(reader_, stmt) && holds(stmt, [&](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      return lhs && isElement(lhs) && storageVariable(lhs) && !declared_.count(storageVariable(lhs));
    });
  }

  // A declaration of arrays that the part doesn't mention?
  static bool declaresOthers(const clang::Stmt *stmt, const clang::Stmt *part) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    return decls && std::all_of(decls->decl_begin(), decls->decl_end(), [&](const clang::Decl *decl) {
             const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
             return var && var->getType()->isArrayType() && !mentions(part, var);
           });
  }

  // Is anything that the statement sets read by those behind it? Variables of the round, too, unlike shareVariables.
  bool goesOn(const clang::Stmt *stmt, const Statements &behind, const clang::CompoundStmt *block) const {
    if (behind.empty())
      return false;
    const Effects effects = effectsOf(stmt);
    const clang::Stmt *rest = blockOf(behind, block);
    return std::any_of(effects.assigned.begin(), effects.assigned.end(), [&](const clang::VarDecl *var) {
      return !effects.declared.count(var) && isReadFirst(rest, var, reader_.ast);
    });
  }

  Reader &reader_;
  clang::ASTContext &ast_;
  const Variables declared_; // by the nest
  const Arrays arrays_;
};

// Does one part read what another one leaves in a variable, in this round or in an earlier one? Sums, too, are made in
// the order of the program.
bool shareVariables(const Parts &parts, const clang::ASTContext &ast) {
  for (const NestOfParts &part : parts) {
    const Effects effects = effectsOf(part.stmt);
    for (const clang::VarDecl *var : effects.assigned)
      for (const NestOfParts &other : parts)
        if (&other != &part && !effects.declared.count(var) && mentions(other.stmt, var) &&
            isReadFirst(other.stmt, var, ast))
          return true;
  }
  return false;
}

} // namespace

std::vector<NestOfParts> nestParts(Reader &reader, const clang::Stmt *nest) {
  const auto *outermost = llvm::dyn_cast<clang::ForStmt>(unwrap(nest));
  if (!outermost || !hasLoop(outermost->getBody()))
    return {{nest, {}}};
  reader.nest.loops.push_back({}); // short loops are a cell's only within others
  Taker taker(reader, outermost);
  Parts parts = taker.parts(outermost);
  reader.nest.loops.pop_back();
  if (taker.left && holds(taker.left, [](const clang::Stmt *part) { return llvm::isa<clang::BreakStmt>(part); }))
    return reader.fail(DiagId::break_in_nest, taker.left, {"break"}), Parts();
  if (taker.left)
    return reader.fail(DiagId::imperfect_nest, taker.left), Parts();
  const bool isOne = taker.failed || parts.size() < 2 || shareVariables(parts, reader.ast);
  return isOne ? Parts{{nest, {}}} : parts;
}

} // namespace kasane
