// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/HostChanges.h"

#include "Ast/Effects.h"
#include "Ast/Source.h"

#include <algorithm>

namespace kasane {
namespace {

struct Change {
  const clang::Stmt *at; // in the region
  std::string what;
};

class Changes {
public:
  // By key: where the statement or a function that it calls assigns. What is assigned twice may have its value back.
  std::map<std::string, std::vector<Change>> places;

  Changes(const clang::ASTContext &ast, const clang::Stmt *code) : ast_(ast) { collect(code, nullptr); }

private:
  // `at`: the call in the region; null: the body is the region's own.
  void collect(const clang::Stmt *body, const clang::Stmt *at) {
    if (!body || !seen_.insert(body).second)
      return;
    holds(body, [&](const clang::Stmt *part) {
      const clang::Stmt *here = at ? at : part;
      if (const clang::Expr *lhs = assignedIn(part); lhs && !lvalueKey(lhs).empty())
        places[lvalueKey(lhs)].push_back({here, quoted(ast_, lhs)});
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      if (const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr) {
        collectArguments(call, definition, here);
        collect(definition->getBody(), here);
      }
      return false;
    });
  }

  // f(&u), where f assigns to *a.
  void collectArguments(const clang::CallExpr *call, const clang::FunctionDecl *definition, const clang::Stmt *at) {
    for (unsigned n = 0; n < std::min(call->getNumArgs(), definition->getNumParams()); ++n) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(call->getArg(n)->IgnoreParenImpCasts());
      if (!address || address->getOpcode() != clang::UO_AddrOf)
        continue;
      const std::string key = lvalueKey(address->getSubExpr());
      holds(definition->getBody(), [&](const clang::Stmt *part) {
        const clang::Expr *lhs = assignedIn(part);
        const auto *target = lhs ? llvm::dyn_cast<clang::UnaryOperator>(lhs->IgnoreParens()) : nullptr;
        if (target && target->getOpcode() == clang::UO_Deref &&
            variableOf(target->getSubExpr()->IgnoreParenImpCasts()) == definition->getParamDecl(n))
          places[key].push_back({at, quoted(ast_, address->getSubExpr())});
        return false;
      });
    }
  }

  const clang::ASTContext &ast_;
  std::set<const clang::Stmt *> seen_;
};

// Of the integers that loops' bounds and arrays' sizes are made of.
std::set<std::string> shapeKeys(const Reader &reader, const StencilProgram &program) {
  const std::set<std::string> names = shapeParams(program);
  std::set<std::string> keys;
  for (const auto &[expr, where] : reader.paramExprs) {
    const std::string text = spelled(reader, expr);
    if (llvm::any_of(program.params, [&](const Param &param) {
          return names.count(param.name) && (param.text == text || param.text == "(" + text + ")");
        }))
      holds(expr, [&](const clang::Stmt *part) {
        if (const auto *operand = llvm::dyn_cast<clang::Expr>(part); operand && operand->isGLValue())
          keys.insert(lvalueKey(operand));
        return false;
      });
  }
  keys.erase("");
  return keys;
}

} // namespace

bool checkHostChanges(const Reader &reader, const StencilProgram &program) {
  const std::set<std::string> shapes = hasHostPoints(program) ? shapeKeys(reader, program) : std::set<std::string>();
  for (const DraftAction &action : reader.draft.actions) {
    const auto *point = std::get_if<DraftHostPoint>(&action.node);
    if (!point)
      continue;
    const Changes changes(reader.ast, point->stmt);
    for (const auto &[key, places] : changes.places) {
      const auto array = reader.arrayByKey.find(key);
      const bool isArray = array != reader.arrayByKey.end() && !reader.draft.arrays[array->second].ofStep;
      if (places.size() != 1 || (!isArray && !shapes.count(key)))
        continue;
      reader.diags.add(DiagId::host_code_moves, reader.range(places.front().at), {places.front().what});
      return false;
    }
  }
  return true;
}

} // namespace kasane
