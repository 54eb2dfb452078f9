// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What integers probably hold when a region begins. The functions of the file are gone through as the program would,
// with long loops cut short to their beginning, their middle and their end.
//
//   for (i = 0; i < n; i++) east[i] = i + 1;   east[n - 1] = 0;
//     ->   n: 256, east[0]: 1, east[1]: 2, .. east[128]: 129, .. east[255]: 0
//
// It is a guess: a number that comes from outside of the file is taken to be some power of two. Whoever uses it has the
// call check it.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <memory>
#include <optional>

namespace kasane {

struct Rehearsed {
  int64_t number;
  bool isSure; // no number from outside has a part in it
};

class Rehearsal {
public:
  // `region` is a statement of `function`, in the file's own syntax tree.
  Rehearsal(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region);
  ~Rehearsal();
  // The value of an expression without effects where these variables have these values. nullopt: nothing tells.
  using Bindings = std::map<const clang::VarDecl *, int64_t>;
  std::optional<Rehearsed> valueOf(const clang::Expr *expr, const Bindings &bindings = {}) const;
  // Of the element with this number in what the pointer or array leads to.
  std::optional<Rehearsed> elementOf(const clang::Expr *base, int64_t index, const Bindings &bindings = {}) const;
  // The same where the array has several dimensions: of the scalar with this number in all of it.
  std::optional<Rehearsed> numberIn(const clang::Expr *array, int64_t number) const;
  // The same by the distance in bytes, of an array of structs.
  std::optional<Rehearsed> numberAt(const clang::Expr *array, int64_t bytes) const;
  // Of a float or a double that no number from outside has a part in.
  std::optional<double> realAt(const clang::Expr *array, int64_t bytes) const;

private:
  std::optional<Rehearsed> at(const clang::Expr *base, int64_t offset, const Bindings &bindings) const; // in bytes
  struct Impl;
  void begin() const; // at the first question
  const clang::ASTContext &ast_;
  const clang::FunctionDecl *function_;
  const clang::Stmt *region_;
  mutable std::unique_ptr<Impl> impl_;
};

} // namespace kasane

// Tests: tests/kernels/index_tables.c, tests/kernels/number_tables.c, tests/driver/index-tables.test
