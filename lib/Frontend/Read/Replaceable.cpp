// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Replaceable.h"

#include "kasane/IR/CallAsks.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {

bool mayBeReplaced(const clang::ASTContext &ast, const clang::NamedDecl *decl) {
  if (!decl->isExternallyVisible())
    return false;
  for (const clang::Decl *other : decl->redecls())
    if (other->hasAttr<clang::WeakAttr>())
      return true;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  const clang::LangOptions &options = ast.getLangOpts();
  const bool isShown = options.SemanticInterposition || options.HalfNoSemanticInterposition; // both only with -fPIC
  return isShown && decl->getVisibility() == clang::DefaultVisibility && !(function && function->isInlined());
}

void guardReplaced(Reader &reader, const clang::NamedDecl *decl, SourceRange at) {
  const std::string text = kReplaced + decl->getNameAsString();
  if (!mayBeReplaced(reader.ast, decl) ||
      llvm::any_of(reader.draft.params, [&](const Param &param) { return param.text == text; }))
    return;
  const std::string name = reader.names.take("replaced_" + decl->getNameAsString());
  reader.draft.params.push_back({name, ScalarType::I32, text});
  require(reader, Poly(0) - Poly::symbol(name),
          "the program has been linked with another definition of " + decl->getNameAsString(), at);
}

void guardReplaced(Reader &reader, const std::vector<Called> &calls) {
  for (const Called &called : calls)
    guardReplaced(reader, called.function, reader.range(called.call));
}

} // namespace kasane
