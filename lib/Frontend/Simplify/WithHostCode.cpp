// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/WithHostCode.h"

#include "Ast/Effects.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Restorer : public Cloner {
public:
  Restorer(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Expansion &expansion,
           std::set<const clang::Stmt *> &marks)
      : Cloner(ast, marks), hostCode_(expansion.hostCode), declared_(effectsOf(expansion.stmt).declared) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }
  clang::Stmt *run(const clang::Stmt *region) { return part(region); }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto code = hostCode_.find(original);
    if (code == hostCode_.end())
      return nullptr;
    nameCopies(code->second);
    return stmt(code->second);
  }

private:
  // The region may have copies of variables that host code mentions.
  void nameCopies(const clang::Stmt *code) {
    for (const clang::VarDecl *var : variablesIn(code))
      for (const clang::VarDecl *copy : declared_)
        if (copy != var && copy->getLocation() == var->getLocation() && copy->getIdentifier() == var->getIdentifier())
          scope[var] = {const_cast<clang::VarDecl *>(copy), nullptr, nullptr};
  }

  const std::map<const clang::Stmt *, const clang::Stmt *> &hostCode_;
  const Variables declared_;
};

} // namespace

const clang::Stmt *withHostCode(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                const Expansion &expansion) {
  std::set<const clang::Stmt *> marks;
  return expansion.hostCode.empty() ? expansion.stmt : Restorer(ast, function, expansion, marks).run(expansion.stmt);
}

} // namespace kasane
