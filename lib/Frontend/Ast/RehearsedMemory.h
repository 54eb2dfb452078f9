// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and expressions of a rehearsal (see Rehearsal.h). An object is a variable or a block from malloc, a place an
// object and an offset in bytes; memory holds what was stored there.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <optional>

namespace kasane::rehearsed {

// What numbers from outside are taken for, in turn: several, so that rows and columns differ, and powers of two, since
// programs take the bits below them.
constexpr int64_t kFromOutside[] = {256, 128, 512, 64};
constexpr int kMaxWork = 200000; // statements and expressions
constexpr size_t kMaxCalls = 24; // within each other

struct Spot {
  int object = 0;
  int64_t offset = 0;
  bool isSure = true; // no number that may be another one has a part in the offset
};

struct Value {
  enum Kind { Nothing, Number, Real, Address, Record } kind = Nothing;
  int64_t number = 0;
  Spot spot = {}; // of an address; where a record lies
  bool isSure = true;
  double real = 0;
};

bool isTrue(const Value &value);

enum class Flow { On, Break, Continue, Return, End };

using Names = std::map<const clang::VarDecl *, int>; // objects of variables

// Runs statements (Rehearsal.cpp).
class Runner {
public:
  virtual ~Runner() = default;
  virtual Flow run(const clang::Stmt *stmt) = 0;
};

class Memory {
public:
  Memory(const clang::ASTContext &ast, Runner &runner) : ast_(ast), runner_(runner) {}

  Value value(const clang::Expr *expr);
  std::optional<Spot> spot(const clang::Expr *lvalue);
  Value load(Spot at, clang::QualType type);
  std::optional<Value> known(Spot at) const;
  void store(Spot at, clang::QualType type, const Value &value);
  void declare(const clang::VarDecl *var);
  void doubt(const clang::Expr *lvalue); // its number will be another one
  Value call(const clang::FunctionDecl *function, const std::vector<Value> &arguments);
  bool isTired() const { return work_ > kMaxWork; }
  void work() { ++work_; }
  void rest() { work_ = 0, frozen_ = true; } // from now on there are only questions
  // The value where these variables have these values; nothing is changed.
  Value asked(const clang::Expr *expr, const std::map<const clang::VarDecl *, int64_t> &bindings);

  Names locals;   // of the function that runs
  Value returned; // by it

private:
  int newObject() { return ++objects_; }
  std::optional<int> objectOf(const clang::VarDecl *var);
  void initialise(Spot at, clang::QualType type, const clang::Expr *value);
  int64_t sizeOf(clang::QualType type) const;
  int64_t wrapped(int64_t number, clang::QualType type) const;
  Value castValue(const clang::CastExpr *cast);
  Value realCast(const clang::CastExpr *cast, Value value) const;
  Value unaryValue(const clang::UnaryOperator *op);
  Value binaryValue(const clang::BinaryOperator *op);
  Value assigned(const clang::BinaryOperator *op);
  Value operated(clang::BinaryOperatorKind kind, const Value &left, const Value &right, clang::QualType type,
                 clang::QualType leftType) const;
  Value callValue(const clang::CallExpr *call);
  Value moved(const Value &address, const Value &by, clang::QualType type, bool back) const;
  Value fromOutside(clang::QualType type);

  const clang::ASTContext &ast_;
  Runner &runner_;
  Names globals_;
  std::map<std::pair<int, int64_t>, Value> cells_;
  int objects_ = 0, work_ = 0, outside_ = 0;
  size_t depth_ = 0;
  bool frozen_ = false;
};

} // namespace kasane::rehearsed

// Tests: tests/kernels/index_tables.c, tests/driver/index-tables.test
