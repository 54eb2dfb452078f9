// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that looks at no array of the region: timers, progress, messages.
#include "Ast/Callees.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"
#include "Read/HostCode.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

// Of the C library and its like: they look at their arguments alone, and write to nothing else of the program's.
bool isHarmless(const clang::FunctionDecl *function) {
  static const std::set<std::string> names = {"printf",
                                              "fprintf",
                                              "puts",
                                              "fputs",
                                              "putchar",
                                              "fputc",
                                              "putc",
                                              "fflush",
                                              "fopen",
                                              "fclose",
                                              "perror",
                                              "clock",
                                              "time",
                                              "difftime",
                                              "getenv",
                                              "usleep",
                                              "sleep",
                                              "nanosleep",
                                              "exit",
                                              "abort",
                                              "gettimeofday",
                                              "clock_gettime",
                                              "omp_get_wtime",
                                              "omp_get_wtick",
                                              "omp_get_max_threads",
                                              "omp_get_num_threads",
                                              "omp_get_thread_num",
                                              "MPI_Wtime",
                                              "__assert_fail",
                                              "_exit",
                                              "_Exit",
                                              "snprintf",
                                              "sprintf",
                                              "strlen",
                                              "strcmp"};
  return function && function->getIdentifier() && names.count(function->getNameAsString());
}

class Checker {
public:
  explicit Checker(const Reader &reader) : reader_(reader) {}

  bool isApart(const clang::Stmt *stmt) {
    return !holds(stmt, [&](const clang::Stmt *part) { return mayLook(part); });
  }

private:
  bool mayLook(const clang::Stmt *part) {
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part))
      return !isHarmlessCall(call);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl)) {
          if (var->getInit() && !isApart(var->getInit()))
            return true;
          if (var->hasLocalStorage() && !var->getType().isVolatileQualified())
            own_.insert(var); // all that it gets is looked at, too
        }
      return false;
    }
    const clang::Expr *target = assignedIn(part);
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
    if (!target && address && address->getOpcode() == clang::UO_AddrOf)
      target = address->getSubExpr();
    if (const clang::VarDecl *var = target ? storageVariable(target) : nullptr;
        var && !params_.count(var) && mentions(reader_.region, var))
      return true; // the region may look at what it sets
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return (var && !isPlain(var)) || llvm::isa<clang::GotoStmt>(part);
  }

  // Numbers, files, and the structs of the system's clocks. An array or another struct may be what a pointer of the
  // region leads to.
  bool isPlain(const clang::VarDecl *var) const {
    const clang::QualType type = var->getType();
    if (own_.count(var))
      return true;
    if (type->isArithmeticType() || type->isEnumeralType())
      return !type.isVolatileQualified();
    if (const clang::RecordDecl *record = type->getAsRecordDecl())
      return reader_.ast.getSourceManager().isInSystemHeader(record->getLocation());
    return type->isPointerType() && (params_.count(var) || isFile(type->getPointeeType()) || isTextsName(var));
  }

  bool isText(const clang::Expr *value) const {
    auto &ast = const_cast<clang::ASTContext &>(reader_.ast);
    return isLiteralText(value) || value->isNullPointerConstant(ast, clang::Expr::NPC_ValueDependentIsNotNull);
  }

  // It never leads to anything but texts of the program.
  bool isTextsName(const clang::VarDecl *var) const {
    std::vector<const clang::Expr *> writes;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(var->getDeclContext());
    const clang::Stmt *body = function ? function->getBody() : nullptr;
    if (!body)
      return false;
    collectWrites(body, var, writes);
    return var->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(var) &&
           var->getType()->getPointeeType()->isCharType() && (!var->getInit() || isText(var->getInit())) &&
           !takesAddress(body, var) && llvm::all_of(writes, [&](const clang::Expr *write) {
             const auto *op = llvm::dyn_cast<clang::BinaryOperator>(write);
             return op && op->getOpcode() == clang::BO_Assign && isText(op->getRHS());
           });
  }

  static bool isFile(clang::QualType type) {
    const auto *record = type->getAsRecordDecl();
    return record && (record->getName() == "_IO_FILE" || record->getName() == "__sFILE");
  }

  bool isHarmlessCall(const clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return false;
    if (!mathFunction(call).empty() || isHarmless(callee))
      return true;
    const clang::FunctionDecl *definition = callee->getDefinition();
    if (!definition || !definition->getBody())
      return false;
    if (!seen_.insert(definition).second)
      return true;
    // What a pointer parameter leads to is what the call's argument names, which is looked at there.
    for (const clang::ParmVarDecl *param : definition->parameters())
      if (param->getType()->isPointerType())
        params_.insert(param);
    return isApart(definition->getBody());
  }

  const Reader &reader_;
  std::set<const clang::FunctionDecl *> seen_;
  Variables params_, own_; // own: of the code, which lives no longer
};

} // namespace

bool isHostFunction(const clang::FunctionDecl *function) { return isHarmless(function); }

bool standsApart(const Reader &reader, const clang::Stmt *stmt) { return Checker(reader).isApart(stmt); }

} // namespace kasane
