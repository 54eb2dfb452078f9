// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Source.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace kasane {
namespace {

std::string oneLine(llvm::StringRef text) {
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

// The name of the object-like macro whose whole expansion the range is, one level up.
std::string wholeMacro(const clang::ASTContext &ast, clang::SourceRange range) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation begin = range.getBegin(), end = range.getEnd();
  if (!begin.isMacroID() || !end.isMacroID() || !sources.isMacroBodyExpansion(begin))
    return "";
  clang::CharSourceRange expansion = sources.getImmediateExpansionRange(begin);
  clang::SourceLocation after =
      end.getLocWithOffset(clang::Lexer::MeasureTokenLength(sources.getSpellingLoc(end), sources, ast.getLangOpts()));
  if (expansion.getBegin() != expansion.getEnd() ||
      sources.getImmediateExpansionRange(end).getBegin() != expansion.getBegin() ||
      !sources.isAtStartOfImmediateMacroExpansion(begin) || !sources.isAtEndOfImmediateMacroExpansion(after))
    return "";
  return clang::Lexer::getImmediateMacroName(begin, sources, ast.getLangOpts()).str();
}

} // namespace

SourceLoc locOf(const clang::ASTContext &ast, clang::SourceLocation loc) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(loc));
  if (place.isInvalid())
    return {};
  return {loc.getRawEncoding(), place.getLine(), place.getColumn()};
}

SourceRange rangeOf(const clang::ASTContext &ast, clang::SourceRange range) {
  return {locOf(ast, range.getBegin()), locOf(ast, range.getEnd())};
}

std::string textOf(const clang::ASTContext &ast, clang::SourceRange range) {
  const clang::SourceManager &sources = ast.getSourceManager();
  return oneLine(clang::Lexer::getSourceText(sources.getExpansionRange(range), sources, ast.getLangOpts()));
}

std::string quoted(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const std::string text = textOf(ast, stmt->getSourceRange());
  return shortened(text.empty() ? writtenAnew(ast, stmt) : text);
}

// Of what is taken from another file of the program the names and macros mean nothing here. Clang lets such a file be
// included at the main file's first character, where no directive can have its file's name.
bool isFromOtherFile(const clang::SourceManager &sources, clang::SourceLocation loc) {
  const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
  for (loc = sources.getExpansionLoc(loc); loc.isValid() && loc != start; loc = sources.getExpansionLoc(loc))
    loc = sources.getIncludeLoc(sources.getFileID(loc));
  return loc.isValid();
}

std::string exactTextOf(const clang::ASTContext &ast, const clang::Expr *expr) {
  const clang::SourceManager &sources = ast.getSourceManager();
  if (isFromOtherFile(sources, expr->getBeginLoc()))
    return "";
  clang::CharSourceRange file = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expr->getSourceRange()), sources, ast.getLangOpts());
  if (file.isValid())
    return oneLine(clang::Lexer::getSourceText(file, sources, ast.getLangOpts()));
  return wholeMacro(ast, expr->getSourceRange());
}

std::string writtenAnew(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stmt->printPretty(stream, nullptr, ast.getPrintingPolicy());
  return text;
}

Extent extentOf(const clang::ASTContext &ast, clang::SourceRange range) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::CharSourceRange file = sources.getExpansionRange(range);
  size_t end = sources.getFileOffset(file.getEnd());
  if (file.isTokenRange())
    end += clang::Lexer::MeasureTokenLength(file.getEnd(), sources, ast.getLangOpts());
  return {sources.getFileOffset(file.getBegin()), end};
}

std::string unusedName(const clang::ASTContext &ast, std::string name) {
  const clang::SourceManager &sources = ast.getSourceManager();
  while (sources.getBufferData(sources.getMainFileID()).contains(name))
    name += "_";
  return name;
}

std::optional<ScalarType> scalarTypeOf(const clang::ASTContext &ast, clang::QualType type) {
  if (type.isVolatileQualified() || type->isAtomicType())
    return std::nullopt;
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumType = type->getAs<clang::EnumType>())
    type = enumType->getDecl()->getIntegerType().getCanonicalType();
  const auto *builtin = llvm::dyn_cast_or_null<clang::BuiltinType>(type.getTypePtrOrNull());
  if (!builtin)
    return std::nullopt;
  if (builtin->getKind() == clang::BuiltinType::Bool)
    return ScalarType::Bool;
  if (builtin->getKind() == clang::BuiltinType::Float)
    return ScalarType::F32;
  if (builtin->getKind() == clang::BuiltinType::Double)
    return ScalarType::F64;
  if (!builtin->isInteger())
    return std::nullopt;
  bool isSigned = builtin->isSignedInteger();
  switch (ast.getTypeSize(type)) {
  case 8:
    return isSigned ? ScalarType::I8 : ScalarType::U8;
  case 16:
    return isSigned ? ScalarType::I16 : ScalarType::U16;
  case 32:
    return isSigned ? ScalarType::I32 : ScalarType::U32;
  case 64:
    return isSigned ? ScalarType::I64 : ScalarType::U64;
  default:
    return std::nullopt;
  }
}

size_t pastSemicolon(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t end) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation last = sources.getExpansionRange(stmt->getEndLoc()).getEnd();
  if (sources.getBufferData(sources.getMainFileID())[end - 1] == '}')
    return end;
  std::optional<clang::Token> next = clang::Lexer::findNextToken(last, sources, ast.getLangOpts());
  return next && next->is(clang::tok::semi) ? sources.getFileOffset(next->getLocation()) + 1 : end;
}

bool keepsType(const clang::ASTContext &ast, clang::QualType pointer, const clang::Expr *value) {
  const clang::QualType own = value->IgnoreParenCasts()->getType();
  const clang::QualType element =
      own->isArrayType() ? ast.getAsArrayType(own)->getElementType() : own->getPointeeType();
  return !element.isNull() && (element->isVoidType() ||
                               const_cast<clang::ASTContext &>(ast).hasSimilarType(pointer->getPointeeType(), element));
}

} // namespace kasane
