// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Records.h"

#include "clang/AST/RecordLayout.h"

namespace kasane {
namespace {

constexpr size_t kMaxMembers = 256;
constexpr uint64_t kMaxComponents = 64;              // of one array
constexpr int64_t kMaxBytes = (kMaxMembers + 1) * 8; // no number is larger

bool collectMembers(const clang::ASTContext &ast, clang::QualType type, const std::string &path, int64_t offset,
                    Record &record) {
  if (record.members.size() > kMaxMembers || type.isVolatileQualified())
    return false;
  if (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
    const int64_t bytes = ast.getTypeSizeInChars(array->getElementType()).getQuantity();
    record.hasGrid |= ast.getConstantArrayElementCount(array) > kMaxComponents;
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!collectMembers(ast, array->getElementType(), path + "[" + std::to_string(i) + "]",
                          offset + static_cast<int64_t>(i) * bytes, record))
        return false;
    return true;
  }
  if (const auto *tag = type->getAs<clang::RecordType>()) {
    const clang::RecordDecl *decl = tag->getDecl()->getDefinition();
    return decl && decl->isStruct() && llvm::all_of(decl->fields(), [&](const clang::FieldDecl *field) {
             const std::string name = field->isAnonymousStructOrUnion() ? "" : "." + field->getNameAsString();
             const auto bits = static_cast<int64_t>(ast.getFieldOffset(field));
             return !field->isBitField() && name != "." &&
                    collectMembers(ast, field->getType(), path + name, offset + bits / 8, record);
           });
  }
  const std::optional<ScalarType> scalar = scalarTypeOf(ast, type);
  if (!scalar || offset % sizeOf(*scalar) != 0 || record.bytes % sizeOf(*scalar) != 0)
    return false;
  record.members.push_back({path, *scalar, offset});
  return true;
}

} // namespace

std::optional<Record> recordOf(const clang::ASTContext &ast, clang::QualType type) {
  const auto *tag = type->getAs<clang::RecordType>();
  if (!tag || !tag->getDecl()->getDefinition())
    return std::nullopt;
  Record record{{}, ast.getTypeSizeInChars(type).getQuantity()};
  if (record.bytes > kMaxBytes || !collectMembers(ast, type, "", 0, record) || record.members.empty())
    return std::nullopt;
  if (record.hasGrid && !areAlike(record.members, record.bytes, record.members.front().type))
    return std::nullopt;
  return record;
}

int64_t memberOffset(const clang::ASTContext &ast, const clang::MemberExpr *member) {
  return static_cast<int64_t>(ast.getFieldOffset(llvm::cast<clang::FieldDecl>(member->getMemberDecl())) / 8);
}

unsigned placeInList(const clang::FieldDecl *field) {
  unsigned place = 0;
  for (const clang::FieldDecl *before : field->getParent()->fields()) {
    if (before == field)
      break;
    place += before->isUnnamedBitField() ? 0 : 1;
  }
  return place;
}

void addMembers(DraftArray &array, const Record &record) {
  array.elem = record.members.front().type;
  array.members = record.members;
  array.structBytes = record.bytes;
  array.extents.push_back(static_cast<int64_t>(record.members.size()));
  array.followed.push_back(false);
}

std::optional<size_t> memberAt(const DraftArray &array, const Poly &offset) {
  for (size_t m = 0; m < array.members.size(); ++m)
    if (offset == Poly(array.members[m].offset))
      return m;
  return std::nullopt;
}

} // namespace kasane
