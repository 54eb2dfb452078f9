// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Records.h"

#include "clang/AST/RecordLayout.h"

namespace kasane {
namespace {

constexpr size_t kMaxMembers = 256;
constexpr size_t kMaxBytes = (kMaxMembers + 1) * 8; // no number is larger

bool addMembers(const clang::ASTContext &ast, clang::QualType type, const std::string &path, Record &record,
                bool &isFirst) {
  if (record.members.size() > kMaxMembers || type.isVolatileQualified())
    return false;
  if (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!addMembers(ast, array->getElementType(), path + "[" + std::to_string(i) + "]", record, isFirst))
        return false;
    return true;
  }
  if (const auto *tag = type->getAs<clang::RecordType>()) {
    const clang::RecordDecl *decl = tag->getDecl()->getDefinition();
    return decl && decl->isStruct() && llvm::all_of(decl->fields(), [&](const clang::FieldDecl *field) {
             return !field->isBitField() && field->getIdentifier() &&
                    addMembers(ast, field->getType(), path + "." + field->getNameAsString(), record, isFirst);
           });
  }
  const std::optional<ScalarType> scalar = scalarTypeOf(ast, type);
  if (!scalar || (!isFirst && *scalar != record.type))
    return false;
  isFirst = false;
  record.type = *scalar;
  record.members.push_back(path);
  return true;
}

} // namespace

std::optional<Record> recordOf(const clang::ASTContext &ast, clang::QualType type) {
  Record record{};
  bool isFirst = true;
  const auto *tag = type->getAs<clang::RecordType>();
  if (!tag || !tag->getDecl()->getDefinition())
    return std::nullopt;
  const size_t bytes = static_cast<size_t>(ast.getTypeSizeInChars(type).getQuantity());
  if (bytes > kMaxBytes || !addMembers(ast, type, "", record, isFirst) || record.members.empty())
    return std::nullopt;
  return bytes == record.members.size() * sizeOf(record.type) ? std::optional(std::move(record)) : std::nullopt;
}

int64_t memberOffset(const clang::ASTContext &ast, const clang::MemberExpr *member) {
  const auto *field = llvm::cast<clang::FieldDecl>(member->getMemberDecl());
  clang::QualType scalar = ast.getBaseElementType(field->getType());
  while (const auto *tag = scalar->getAs<clang::RecordType>())
    scalar = ast.getBaseElementType((*tag->getDecl()->getDefinition()->field_begin())->getType());
  return static_cast<int64_t>(ast.getFieldOffset(field) / ast.getTypeSize(scalar));
}

} // namespace kasane
