// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/CheckPublished.h"

#include "Directives/Clauses.h"
#include "Directives/TokenValue.h"
#include "kasane/Layout/Layout.h"

#include <algorithm>

namespace kasane {
namespace {

// As a C programmer writes it.
std::string nameInC(ScalarType type) {
  switch (type) {
  case ScalarType::Bool:
    return "_Bool";
  case ScalarType::I8:
    return "signed char";
  case ScalarType::U8:
    return "unsigned char";
  case ScalarType::I16:
    return "short";
  case ScalarType::U16:
    return "unsigned short";
  case ScalarType::I32:
    return "int";
  case ScalarType::U32:
    return "unsigned int";
  case ScalarType::I64:
    return "long";
  case ScalarType::U64:
    return "unsigned long";
  case ScalarType::F32:
    return "float";
  case ScalarType::F64:
    return "double";
  }
  return "";
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
  return text;
}

// unsigned long long int, in any order; "" as a type means that another word is in it.
clang::QualType builtinOf(const clang::ASTContext &ast, std::vector<std::string> words) {
  auto take = [&](const char *word) { return std::erase(words, word); };
  bool isUnsigned = take("unsigned") > 0, isSigned = take("signed") > 0;
  size_t longs = take("long"), shorts = take("short");
  bool isInt = take("int") > 0, isChar = take("char") > 0, sized = longs + shorts > 0;
  clang::QualType type;
  if (take("float"))
    type = ast.FloatTy;
  else if (take("double"))
    type = longs ? ast.LongDoubleTy : ast.DoubleTy;
  else if (take("_Bool") || take("bool"))
    type = ast.BoolTy;
  else if (isChar && isUnsigned)
    type = ast.UnsignedCharTy;
  else if (isChar)
    type = isSigned ? ast.SignedCharTy : ast.CharTy;
  else if (shorts)
    type = isUnsigned ? ast.UnsignedShortTy : ast.ShortTy;
  else if (longs > 1)
    type = isUnsigned ? ast.UnsignedLongLongTy : ast.LongLongTy;
  else if (longs)
    type = isUnsigned ? ast.UnsignedLongTy : ast.LongTy;
  else if (isInt || isUnsigned || isSigned || sized)
    type = isUnsigned ? ast.UnsignedIntTy : ast.IntTy;
  return words.empty() ? type : clang::QualType();
}

std::optional<ScalarType> typeOf(const clang::ASTContext &ast, const std::vector<DirectiveToken> &tokens) {
  std::vector<std::string> words;
  for (const DirectiveToken &token : tokens) {
    std::vector<std::string> own = token.macro.empty() ? std::vector<std::string>{token.text} : token.macro;
    words.insert(words.end(), own.begin(), own.end());
  }
  for (const char *qualifier : {"const", "restrict", "__restrict", "__restrict__", "static", "extern"})
    std::erase(words, qualifier);
  if (words.size() == 1)
    for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls())
      if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl);
          alias && alias->getNameAsString() == words[0])
        return scalarTypeOf(ast, alias->getUnderlyingType());
  clang::QualType type = builtinOf(ast, words);
  return type.isNull() ? std::nullopt : scalarTypeOf(ast, type);
}

// Those that the value depends on.
void takeParams(const PublishedCheck &check, const Poly &value) {
  for (const std::string &symbol : value.symbols())
    if (std::none_of(check.program.params.begin(), check.program.params.end(),
                     [&](const Param &p) { return p.name == symbol; }))
      for (const Param &param : check.reader.draft.params)
        if (param.name == symbol)
          check.program.params.push_back(param);
}

struct Checker {
  const PublishedCheck &check;
  Reader &reader = check.reader;
  StencilProgram &program = check.program;

  bool fail(DiagId id, const DirectiveToken &at, std::vector<std::string> args = {}) {
    reader.diags.add(id, rangeOf(reader.ast, at.loc), std::move(args));
    return false;
  }

  std::string textOf(const std::vector<DirectiveToken> &tokens) const {
    std::string text;
    for (const DirectiveToken &token : tokens)
      text += (text.empty() ? "" : " ") + token.text;
    return text;
  }

  bool checkExtent(const DataWord &word, size_t d, const Poly &code, const Poly &said) {
    if (requireEqual(check, code, said, rangeOf(reader.ast, word.dimensions[d].front().loc)))
      return true;
    return fail(DiagId::data_extent, word.dimensions[d].front(),
                {std::to_string(d + 1), word.name.text, code.str(), said.str()});
  }

  // A flat array: the distance of two cells along an axis is the product of the dimensions behind that axis's own.
  bool checkFlat(const DataWord &word, const Field &field, const std::vector<std::optional<Poly>> &said) {
    size_t axes = std::count(field.has.begin(), field.has.end(), true);
    if (said.size() < axes)
      return fail(DiagId::data_rank, word.name, {word.name.text, std::to_string(axes), std::to_string(said.size())});
    std::vector<std::optional<Poly>> strides(said.size(), Poly(1));
    for (size_t d = said.size() - 1; d-- > 0;)
      strides[d] = strides[d + 1] && said[d + 1] ? std::optional(*strides[d + 1] * *said[d + 1]) : std::nullopt;
    size_t d = said.size();
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      if (!field.has[axis])
        continue;
      --d;
      if (std::count(strides.begin(), strides.end(), std::optional(field.stride[axis])) || !strides[d])
        continue;
      size_t row = std::min(d + 1, said.size() - 1);
      if (!requireEqual(check, field.stride[axis], *strides[d], rangeOf(reader.ast, word.dimensions[row].front().loc)))
        return fail(DiagId::data_extent, word.dimensions[row].front(),
                    {std::to_string(row + 1), word.name.text, field.stride[axis].str(), strides[d]->str()});
    }
    return true;
  }

  // What the word says of each dimension; nullopt: diagnosed.
  std::optional<std::vector<std::optional<Poly>>> saidIn(const DataWord &word) {
    TokenScope scope{check.annotated.function, extentOf(reader.ast, check.annotated.stmt->getSourceRange()).begin,
                     check.expansion.made};
    std::vector<std::optional<Poly>> said;
    for (const std::vector<DirectiveToken> &tokens : word.dimensions) {
      said.push_back(tokens.empty() ? std::nullopt : valueOf(reader, scope, tokens));
      if (!tokens.empty() && !said.back())
        return fail(DiagId::data_extent_unknown, tokens.front(), {textOf(tokens)}), std::nullopt;
    }
    return said;
  }

  bool checkDimensions(const DataWord &word, const DraftArray &array, const std::vector<std::optional<Poly>> &said) {
    if (said.empty())
      return true;
    if (array.extents.size() != said.size() && array.extents.size() != 1)
      return fail(DiagId::data_rank, word.name,
                  {word.name.text, std::to_string(array.extents.size()), std::to_string(said.size())});
    if (array.extents.size() == said.size())
      for (size_t d = 0; d < said.size(); ++d)
        if (said[d] && array.extents[d] && !checkExtent(word, d, *array.extents[d], *said[d]))
          return false;
    for (const Field &field : program.fields)
      if (array.extents.size() < said.size() && isOf(field, array) && !checkFlat(word, field, said))
        return false;
    return true;
  }

  // The slowest dimension is the one that only the clause says, of a table of rows each of them;
  // the others are checked.
  bool takeShape(const DataWord &word) {
    const std::vector<int> arrays = arraysNamed(reader, word.spellings);
    if (arrays.empty())
      return fail(DiagId::clause_names_no_array, word.name, {word.name.text, "shape", arraysOf(reader)});
    const std::optional<std::vector<std::optional<Poly>>> said = saidIn(word);
    if (!said)
      return false;
    for (int a : arrays) {
      const DraftArray &array = reader.draft.arrays[a];
      if (!checkDimensions(word, array, *said))
        return false;
      for (size_t f = 0; f < program.fields.size(); ++f)
        if (isOf(program.fields[f], array) && !takeShape(word, axisExtents(a, *said, program.fields[f]), *said, f))
          return false;
    }
    for (const std::optional<Poly> &extent : *said)
      takeParams(check, *extent);
    return true;
  }

  // What the clause says of each axis along which only it knows the array's extent, the slowest axis first: of u[t %
  // 2][j][i] the last two dimensions, of a flat array's many the first.
  std::vector<Poly> axisExtents(int a, const std::vector<std::optional<Poly>> &said, const Field &field) {
    const size_t axes = std::count(field.has.begin(), field.has.end(), true);
    std::set<size_t> dimensions;
    for (const DraftAccess &access : reader.draft.accesses)
      for (size_t d = 0; d < access.index.size() && access.array == a; ++d)
        if (llvm::any_of(access.index[d].symbols(), [](const std::string &symbol) {
              return symbol.size() > 1 && std::isdigit(symbol[1]) && symbol[0] == '@';
            }))
          dimensions.insert(d);
    std::vector<Poly> extents;
    if (dimensions.size() == axes && reader.draft.arrays[a].extents.size() == said.size())
      for (size_t d : dimensions)
        extents.push_back(*said[d]);
    return extents.empty() ? std::vector<Poly>{*said.front()} : extents;
  }

  // Fields that exchange their buffers have one shape.
  bool takeShape(const DataWord &word, const std::vector<Poly> &extents, const std::vector<std::optional<Poly>> &said,
                 FieldId first) {
    for (FieldId f : cycleOf(program, first)) {
      Field &field = program.fields[f];
      if (!field.before.empty() || field.base.find("[-(") != std::string::npos)
        return fail(DiagId::shape_begins_behind, word.name, {word.name.text});
      if (const size_t axes = std::count(field.has.begin(), field.has.end(), true); said.size() < axes)
        return fail(DiagId::data_rank, word.name, {word.name.text, std::to_string(axes), std::to_string(said.size())});
      size_t slower = 0;
      for (int axis = kMaxAxes - 1; axis >= 0; --axis) {
        if (field.has[axis] && !field.extent[axis] && slower < extents.size())
          field.extent[axis] = extents[slower];
        slower += field.has[axis];
      }
      field.wholeObject = true;
    }
    return true;
  }

  bool checkWord(const DataWord &word) {
    std::vector<int> arrays = arraysNamed(reader, word.spellings);
    if (arrays.empty())
      return fail(DiagId::clause_names_no_array, word.name,
                  {word.name.text, word.isSource ? "source" : "destination", arraysOf(reader)});
    const std::optional<std::vector<std::optional<Poly>>> said = saidIn(word);
    for (int a : arrays) {
      const DraftArray &array = reader.draft.arrays[a];
      std::optional<ScalarType> type = word.type.empty() ? std::optional(array.elem) : typeOf(reader.ast, word.type);
      if (!type)
        return fail(DiagId::malformed_data, word.type.front());
      if (*type != array.elem)
        return fail(DiagId::data_type, word.type.front(), {word.name.text, nameInC(array.elem), textOf(word.type)});
      if (!said || !checkDimensions(word, array, *said))
        return false;
    }
    if (!isAccessed(reader, arrays, !word.isSource))
      return fail(word.isSource ? DiagId::source_not_read : DiagId::destination_not_written, word.name,
                  {word.name.text});
    return true;
  }
};

} // namespace

std::vector<int> arraysNamed(const Reader &reader, const std::vector<std::string> &spellings) {
  std::vector<int> arrays;
  for (size_t a = 0; a < reader.draft.arrays.size(); ++a)
    for (const std::string &spelling : spellings)
      if (!reader.draft.arrays[a].hidden && withoutBlanks(reader.draft.arrays[a].text) == spelling &&
          (arrays.empty() || arrays.back() != static_cast<int>(a)))
        arrays.push_back(static_cast<int>(a));
  return arrays;
}

std::string arraysOf(const Reader &reader) {
  std::set<std::string> names;
  for (const DraftArray &array : reader.draft.arrays)
    if (!array.hidden)
      names.insert(array.text);
  return joined({names.begin(), names.end()});
}

bool isAccessed(const Reader &reader, const std::vector<int> &arrays, bool written) {
  const std::vector<int> groups = groupsOf(reader.draft);
  auto isOne = [&](int array) {
    return std::any_of(arrays.begin(), arrays.end(), [&](int own) { return groups[own] == groups[array]; });
  };
  bool found = false;
  for (const DraftAccess &access : reader.draft.accesses)
    found |= access.write == written && isOne(access.array);
  for (const auto &[array, range] : reader.invariantReads)
    found |= !written && isOne(array);
  return found;
}

// A field's base names its array: "A", "&A[0][0]".
bool isOf(const Field &field, const DraftArray &array) {
  std::string base = field.base.empty() || field.base[0] != '&' ? field.base : field.base.substr(1);
  return base.compare(0, array.text.size(), array.text) == 0 &&
         (base.size() == array.text.size() || base[array.text.size()] == '[');
}

bool requireEqual(const PublishedCheck &check, const Poly &code, const Poly &said, SourceRange range) {
  Poly difference = code - said;
  if (difference.isZero())
    return true;
  if (difference.constant())
    return false;
  StencilProgram &program = check.program;
  for (const Poly &side : {difference, Poly(0) - difference})
    program.guards.push_back({side, "an array has other dimensions than its directive says", range});
  takeParams(check, difference);
  return true;
}

bool checkDimensions(const PublishedCheck &check, const DataWord &word, const DraftArray &array) {
  Checker checker{check};
  const std::optional<std::vector<std::optional<Poly>>> said = checker.saidIn(word);
  return said && checker.checkDimensions(word, array, *said);
}

bool takeShapes(const PublishedCheck &check) {
  Checker checker{check};
  return std::all_of(check.published.shapes.begin(), check.published.shapes.end(),
                     [&](const DataWord &word) { return checker.takeShape(word); });
}

bool checkData(const PublishedCheck &check) {
  Checker checker{check};
  return std::all_of(check.published.data.begin(), check.published.data.end(),
                     [&](const DataWord &word) { return checker.checkWord(word); });
}

} // namespace kasane
