// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From Clang's locations, types and text to ours.
#pragma once

#include "kasane/IR/Type.h"
#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace kasane {

SourceLoc locOf(const clang::ASTContext &ast, clang::SourceLocation loc);
SourceRange rangeOf(const clang::ASTContext &ast, clang::SourceRange range);

// The user's text of a token range (a macro use is the use, not its expansion);
// blanks and line breaks become one blank.
std::string textOf(const clang::ASTContext &ast, clang::SourceRange range);
// For a message: as textOf, or written anew where the file has no text for it, on one line and short.
std::string quoted(const clang::ASTContext &ast, const clang::Stmt *stmt);
// The text whose value is exactly this expression's: as textOf, or the name of the object-like macro that it is the
// whole expansion of. "" when it is only a part of some macro's expansion.
std::string exactTextOf(const clang::ASTContext &ast, const clang::Expr *expr);

// As C that Clang writes anew, whatever text it comes from.
std::string writtenAnew(const clang::ASTContext &ast, const clang::Stmt *stmt);

// Byte range [begin, end) in the main file, the last token included.
struct Extent {
  size_t begin, end;
};
Extent extentOf(const clang::ASTContext &ast, clang::SourceRange range);

// A loop over a plain statement ends with that statement's semicolon, which is no part of it for Clang.
size_t pastSemicolon(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t end);

// What begins with `name` and is nowhere in the main file.
std::string unusedName(const clang::ASTContext &ast, std::string name);

// nullopt: a type that no cell can have (long double, pointers, structs, volatile and atomic types).
std::optional<ScalarType> scalarTypeOf(const clang::ASTContext &ast, clang::QualType type);

// Does a pointer of this type lead to what the value leads to as it is, not as to other numbers or other rows? A void
// pointer doesn't say what is there.
bool keepsType(const clang::ASTContext &ast, clang::QualType pointer, const clang::Expr *value);

} // namespace kasane

// Tests: tests/kernels/local_macros.c, tests/driver/flags.test
