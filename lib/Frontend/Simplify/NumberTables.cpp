// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/NumberTables.h"

#include "Ast/Effects.h"
#include "Ast/Records.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"
#include "Simplify/RowOffsets.h"

#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/SmallString.h"

namespace kasane {
namespace {

constexpr size_t kMostNumbers = 256; // in a table

// d of d[k].v[2], lat.ex of lat.ex[k]; nullptr: it has no name.
const clang::Expr *tableOf(const clang::Expr *element) {
  auto holdsSubscript = [](const clang::Expr *expr) {
    return holds(expr, [](const clang::Stmt *part) { return llvm::isa<clang::ArraySubscriptExpr>(part); });
  };
  const clang::Expr *table = element->IgnoreParenImpCasts();
  for (bool goesOn = true; goesOn;) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(table);
    goesOn = true;
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(table))
      table = subscript->getBase()->IgnoreParenImpCasts();
    else if (member && !member->isArrow() && holdsSubscript(member->getBase()))
      table = member->getBase()->IgnoreParenImpCasts();
    else
      goesOn = false;
  }
  return table != element && !lvalueKey(table).empty() ? table : nullptr;
}

struct Table {
  const clang::Expr *named;                  // what the program calls it
  std::vector<const clang::Expr *> mentions; // in the region, pointers to it too
};

// The tables whose elements decide about subscripts.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const Expansion &region)
      : ast_(ast), effects_(effectsOf(region.stmt)), changed_(maybeChangedBy(region.stmt)) {
    findMembers(region.stmt);
    for (const auto &[place, code] : region.hostCode)
      changed_.merge(maybeChangedBy(code));
    walk(region.stmt, false);
  }

  std::map<std::string, Table> tables; // by key
  std::set<std::string> deciding;
  bool isKept(const clang::Expr *table) const {
    const clang::VarDecl *var = storageVariable(table);
    const std::string key = lvalueKey(table);
    const clang::ValueDecl *member = memberOf(table, var);
    if (var && memberChanged_.count({var, member}))
      return false;
    const bool isBehind = member && var->getType()->isPointerType(); // other members may be stored to by that pointer
    return var && !changed_.count(var) && !effects_.declared.count(var) && !effects_.storedKeys.count(key) &&
           !effects_.assignedKeys.count(key) && (isBehind || !effects_.storedKeys.count(variableKey(var))) &&
           !effects_.assigned.count(var) && isInvariant(table, effects_);
  }

private:
  // The member of the variable, or of the struct that it points at, that the place lies in; null: all of it.
  static const clang::ValueDecl *memberOf(const clang::Expr *place, const clang::VarDecl *var) {
    for (const clang::Expr *at = place->IgnoreParenImpCasts();;) {
      const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(at);
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
      if (member && variableOf(member->getBase()) == var)
        return member->getMemberDecl();
      if (!member && !subscript)
        return nullptr;
      at = (member ? member->getBase() : subscript->getBase())->IgnoreParenImpCasts();
    }
  }

  // Where the region itself changes members of a struct only, the others keep what they are.
  void findMembers(const clang::Stmt *region) {
    Variables whole;
    holds(region, [&](const clang::Stmt *part) {
      const clang::Expr *target = assignedIn(part);
      const clang::VarDecl *var = target ? storageVariable(target) : nullptr;
      if (const clang::ValueDecl *member = var ? memberOf(target, var) : nullptr)
        memberChanged_.insert({var, member});
      else if (var)
        whole.insert(var);
      if (llvm::isa<clang::CallExpr>(part))
        whole.merge(maybeChangedBy(part));
      return false;
    });
    for (const auto &[var, member] : std::set(memberChanged_)) // which gets more
      if (const clang::RecordDecl *record = llvm::cast<clang::RecordDecl>(member->getDeclContext());
          !whole.count(var) && !record->isUnion()) {
        memberChanged_.insert({var, nullptr}); // a table that is all of it
        changed_.erase(var);
      }
  }

  void walk(const clang::Stmt *stmt, bool inIndex) {
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt)) {
      walk(subscript->getBase(), inIndex);
      walk(subscript->getIdx(), true);
      return;
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
          walk(var->getInit(), inIndex || goesIntoIndex(var));
      return;
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt); op && op->isAssignmentOp()) {
      const clang::VarDecl *var = variableOf(op->getLHS());
      walk(op->getLHS(), inIndex);
      walk(op->getRHS(), inIndex || (var && goesIntoIndex(var)));
      return;
    }
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt);
    const bool isLoad = load && load->getCastKind() == clang::CK_LValueToRValue;
    if (const clang::Expr *mention = isLoad ? tableOf(load->getSubExpr()) : nullptr) {
      const clang::Expr *named = behind(mention);
      Table &table = tables.try_emplace(lvalueKey(named), Table{named, {}}).first->second;
      table.mentions.push_back(mention);
      if (inIndex && load->getType()->isRealType())
        deciding.insert(lvalueKey(named));
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child, inIndex);
  }

  // What a pointer of the region's own leads to, as a function's parameter does.
  const clang::Expr *behind(const clang::Expr *table) const {
    const clang::VarDecl *var = variableOf(table);
    const bool isOwn = var && var->getType()->isPointerType() && var->getInit() && effects_.declared.count(var) &&
                       !effects_.assigned.count(var);
    const clang::Expr *target = isOwn ? var->getInit()->IgnoreParenImpCasts() : table;
    return isOwn && !lvalueKey(target).empty() ? behind(target) : table;
  }

  bool goesIntoIndex(const clang::VarDecl *var) const {
    return effects_.subscripts.count(var) || effects_.wrappedSubscripts.count(var);
  }

  const clang::ASTContext &ast_;
  const Effects effects_;
  Variables changed_; // or what it leads to
  std::set<std::pair<const clang::VarDecl *, const clang::ValueDecl *>> memberChanged_;
};

// What one table holds, as an initialiser and as a condition.
class Contents {
public:
  Contents(const clang::ASTContext &ast, const Rehearsal &rehearsal, Cloner &cloner, const Expansion &expansion)
      : ast_(const_cast<clang::ASTContext &>(ast)), rehearsal_(rehearsal), cloner_(cloner), expansion_(expansion) {}

  // nullptr: something isn't known.
  clang::Expr *of(const clang::Expr *table) {
    text_.clear();
    count_ = 0;
    const std::string name = writtenAnew(ast_, table);
    type = table->getType();
    if (!ast_.getAsConstantArrayType(type)) // how much of what a pointer leads to is there, nobody knows
      return nullptr;
    if (const clang::QualType base = ast_.getBaseElementType(type); base->isIntegralOrEnumerationType()) {
      const uint64_t count = static_cast<uint64_t>(ast_.getTypeSizeInChars(type) / ast_.getTypeSizeInChars(base));
      return findOffsets(table, count) ? integers(type, name) : nullptr;
    }
    if (clang::Expr *known = filled(table, type, 0, name))
      return known;
    text_.clear();
    count_ = 0;
    const clang::Expr *given = variableOf(table) ? variableOf(table)->getAnyInitializer() : nullptr;
    const bool isKnown = given && given->isConstantInitializer(ast_, false) && compare(given, name);
    return isKnown ? const_cast<clang::Expr *>(given) : nullptr;
  }
  const std::string &text() const { return text_; }
  clang::QualType type; // of the last table, with its length

private:
  // What the elements are, in order: numbers, or distances in flat arrays that the lengths of rows decide about. False:
  // something isn't known.
  bool findOffsets(const clang::Expr *table, uint64_t count) {
    offsets_.clear();
    if (count > kMostNumbers)
      return false;
    std::vector<int64_t> numbers;
    bool isSure = true;
    for (uint64_t n = 0; n < count; ++n) {
      const std::optional<Rehearsed> value = rehearsal_.numberIn(table, static_cast<int64_t>(n));
      if (!value)
        return false;
      isSure &= value->isSure;
      numbers.push_back(value->number);
    }
    if (!lengths_)
      lengths_ = rowLengths(ast_, rehearsal_, expansion_);
    bool areOffsets = false;
    for (const int64_t number : numbers)
      if (const std::optional<RowOffset> offset = rowOffset(number, *lengths_)) {
        areOffsets |= !offset->isPlain();
        offsets_.push_back(*offset);
      }
    if (areOffsets && offsets_.size() == numbers.size())
      return true;
    offsets_.clear();
    for (const int64_t number : numbers)
      offsets_.push_back({std::vector<int64_t>(lengths_->size()), number});
    return isSure;
  }

  clang::Expr *integers(clang::QualType type, const std::string &name) {
    const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(type);
    const clang::SourceLocation none;
    if (!array) {
      const RowOffset &offset = offsets_[count_++];
      expect(name, textOf(ast_, offset, *lengths_));
      return offset.isPlain() ? cloner_.number(offset.cells, type.getUnqualifiedType(), none)
                              : exprOf(cloner_, ast_, offset, *lengths_, type, none);
    }
    std::vector<clang::Expr *> values;
    for (uint64_t e = 0; array->getSize().ugt(e); ++e)
      values.push_back(integers(array->getElementType(), name + "[" + std::to_string(e) + "]"));
    auto *list = cloner_.noted(new (ast_) clang::InitListExpr(ast_, none, values, none));
    list->setType(type);
    return list;
  }

  // What the file has put into arrays and structs of numbers; nullptr: something isn't known.
  clang::Expr *filled(const clang::Expr *table, clang::QualType type, int64_t bytes, const std::string &name) {
    std::vector<clang::Expr *> values;
    if (type->isIntegralOrEnumerationType()) {
      const std::optional<Rehearsed> value = rehearsal_.numberAt(table, bytes);
      if (++count_ > kMostNumbers || !value || !value->isSure)
        return nullptr;
      expect(name, std::to_string(value->number));
      return cloner_.number(value->number, type.getUnqualifiedType(), {});
    }
    if (type->isRealFloatingType()) {
      const std::optional<double> value = rehearsal_.realAt(table, bytes);
      if (++count_ > kMostNumbers || !value)
        return nullptr;
      expect(name, llvm::APFloat(*value), type);
      return cloner_.real(*value, type);
    }
    if (const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(type)) {
      const int64_t size = ast_.getTypeSizeInChars(array->getElementType()).getQuantity();
      for (uint64_t e = 0; array->getSize().ugt(e) && count_ <= kMostNumbers; ++e)
        values.push_back(filled(table, array->getElementType(), bytes + static_cast<int64_t>(e) * size,
                                name + "[" + std::to_string(e) + "]"));
    } else if (const clang::RecordType *record = type->getAs<clang::RecordType>(); record && !record->isUnionType()) {
      const clang::ASTRecordLayout &layout = ast_.getASTRecordLayout(record->getDecl());
      for (const clang::FieldDecl *field : record->getDecl()->fields())
        values.push_back(field->isBitField()
                             ? nullptr
                             : filled(table, field->getType(),
                                      bytes + ast_.toCharUnitsFromBits(static_cast<int64_t>(layout.getFieldOffset(
                                                                           field->getFieldIndex())))
                                                  .getQuantity(),
                                      name + "." + field->getNameAsString()));
    }
    if (values.empty() || llvm::is_contained(values, nullptr))
      return nullptr;
    auto *list = cloner_.noted(new (ast_) clang::InitListExpr(ast_, {}, values, {}));
    list->setType(type);
    return list;
  }

  // Is it what the initialiser says?
  bool compare(const clang::Expr *value, const std::string &name) {
    const auto *list = llvm::dyn_cast<clang::InitListExpr>(value);
    if (list && list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    if (!list)
      return compareNumber(value, name);
    const clang::RecordType *record = list->getType()->getAs<clang::RecordType>();
    if ((record && record->isUnionType()) || list->hasArrayFiller())
      return false;
    if (!record) {
      for (unsigned e = 0; e < list->getNumInits(); ++e)
        if (!compare(list->getInit(e), name + "[" + std::to_string(e) + "]"))
          return false;
      return true;
    }
    return llvm::all_of(record->getDecl()->fields(), [&](const clang::FieldDecl *field) {
      const unsigned place = placeInList(field);
      return field->isBitField() || place >= list->getNumInits() || // nobody takes a bit-field from a table
             compare(list->getInit(place), name + "." + field->getNameAsString());
    });
  }

  bool compareNumber(const clang::Expr *value, const std::string &name) {
    clang::Expr::EvalResult result;
    if (++count_ > kMostNumbers || !scalarTypeOf(ast_, value->getType()) || !value->EvaluateAsRValue(result, ast_))
      return false;
    llvm::SmallString<64> digits;
    if (result.Val.isInt()) {
      result.Val.getInt().toString(digits, 10);
      expect(name, digits.str().str());
      return true;
    }
    if (!result.Val.isFloat() || !result.Val.getFloat().isFinite())
      return false;
    expect(name, result.Val.getFloat(), value->getType());
    return true;
  }

  void expect(const std::string &name, const llvm::APFloat &value, clang::QualType type) {
    char buffer[64];
    const unsigned length = value.convertToHexString(buffer, 0, false, llvm::APFloat::rmNearestTiesToEven);
    const bool isShort = ast_.hasSameUnqualifiedType(type, ast_.FloatTy);
    expect(name, std::string(buffer, length) + (isShort ? "f" : ""));
  }

  void expect(const std::string &name, const std::string &value) {
    text_ += (text_.empty() ? "" : " && ") + name + " == " + value;
  }

  clang::ASTContext &ast_;
  const Rehearsal &rehearsal_;
  Cloner &cloner_;
  const Expansion &expansion_;
  std::optional<std::vector<RowLength>> lengths_; // of the region's flat arrays, found at the first table
  std::vector<RowOffset> offsets_;                // the elements of the last table
  std::string text_;
  size_t count_ = 0;
};

class Fixer : public Cloner {
public:
  Fixer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

  void fix(const Table &found, clang::QualType type, clang::Expr *contents) {
    const clang::Expr *table = found.named;
    type = type.withConst();
    auto *var = clang::VarDecl::Create(ast_, ast_.getTranslationUnitDecl(), table->getBeginLoc(), table->getBeginLoc(),
                                       &ast_.Idents.get(writtenAnew(ast_, table)), type,
                                       ast_.getTrivialTypeSourceInfo(type, table->getBeginLoc()), clang::SC_Static);
    var->setInit(contents);
    for (const clang::Expr *mention : found.mentions)
      fixed_[mention] = var;
  }
  bool hasFixed() const { return !fixed_.empty(); }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(original); // of a pointer
    const bool isLoad = load && load->getCastKind() == clang::CK_LValueToRValue && original->getType()->isPointerType();
    const auto known = fixed_.find(isLoad ? load->getSubExpr()->IgnoreParens() : original);
    if (known == fixed_.end())
      return nullptr;
    clang::Expr *array = lvalueOf(known->second, original->getBeginLoc());
    return !isLoad ? array
                   : noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(array->getType()),
                                                           clang::CK_ArrayToPointerDecay, array, nullptr,
                                                           clang::VK_PRValue, {}));
  }

private:
  std::map<const clang::Expr *, clang::VarDecl *> fixed_;
};

} // namespace

std::vector<TableCheck> fixTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                  const Rehearsal &rehearsal, Expansion &expansion) {
  const Finder finder(ast, expansion);
  std::vector<TableCheck> checks;
  Fixer fixer(ast, function, expansion);
  Contents contents(ast, rehearsal, fixer, expansion);
  for (const auto &[key, found] : finder.tables) {
    const clang::Expr *table = found.named;
    const clang::VarDecl *var = variableOf(table);
    const bool isConstant =
        var && var->getType()->isArrayType() && ast.getBaseElementType(var->getType()).isConstQualified() &&
        var->getAnyInitializer() &&
        var->getAnyInitializer()->isConstantInitializer(const_cast<clang::ASTContext &>(ast), false);
    clang::Expr *values =
        finder.deciding.count(key) && !isConstant && finder.isKept(table) ? contents.of(table) : nullptr;
    if (!values)
      continue;
    fixer.fix(found, contents.type, values);
    const std::string name = writtenAnew(ast, table);
    checks.push_back({"(" + contents.text() + ")", name + " holds other numbers than this file gives it", name,
                      rangeOf(ast, table->getSourceRange())});
  }
  if (fixer.hasFixed())
    expansion.stmt = fixer.stmt(expansion.stmt);
  return checks;
}

} // namespace kasane
