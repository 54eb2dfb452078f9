// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostTexts.h"

#include "Read/HostRuns.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {

std::vector<HostCode> hostCodeOf(const Reader &reader) {
  const clang::SourceManager &sources = reader.ast.getSourceManager();
  std::vector<HostCode> out;
  for (const DraftAction &action : reader.draft.actions)
    if (const auto *point = std::get_if<DraftHostPoint>(&action.node)) {
      Extent extent = extentOf(reader.ast, point->stmt->getSourceRange());
      out.push_back({static_cast<int>(out.size()) + 1, extent.begin, pastSemicolon(reader.ast, point->stmt, extent.end),
                     sources.getPresumedLineNumber(point->stmt->getBeginLoc()), point->breaks != nullptr,
                     point->fill.has_value(), point->values, point->looked});
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(point->stmt)) {
        const bool hasValues = llvm::any_of(decls->decls(), [](const clang::Decl *decl) {
          return llvm::cast<clang::VarDecl>(decl)->getInit() != nullptr;
        });
        out.back().textOffset =
            hasValues ? sources.getFileOffset(sources.getExpansionLoc((*decls->decl_begin())->getLocation()))
                      : out.back().endOffset;
      }
    }
  return out;
}

std::optional<std::vector<std::string>> hostLocalsOf(Reader &reader, const Expansion &expansion) {
  std::map<std::string, std::string> byName;
  std::set<const clang::VarDecl *> locals = reader.host.lent;
  locals.insert(expansion.hostLocals.begin(), expansion.hostLocals.end());
  for (const clang::VarDecl *var : locals) {
    auto isOther = [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return ref && ref->getDecl()->getLocation() != var->getLocation() &&
             ref->getDecl()->getIdentifier() == var->getIdentifier();
    };
    std::string name = var->getNameAsString(), text = name;
    const std::optional<clang::QualType> type = typeInFront(reader.ast, reader.statement, var->getType());
    if (!type) {
      reader.diags.add(DiagId::host_code_names, reader.range(var->getSourceRange()), {name});
      return std::nullopt;
    }
    type->getUnqualifiedType().getAsStringInternal(text, reader.ast.getPrintingPolicy());
    const bool isHidden = holds(expansion.stmt, isOther) || llvm::any_of(expansion.hostCode, [&](const auto &code) {
                            return holds(code.second, isOther);
                          });
    // Compilers don't see that the first statement sets it.
    text += var->getType()->isArithmeticType() ? " = 0" : " = {0}";
    if (isHidden || !byName.try_emplace(name, text).second) {
      reader.diags.add(DiagId::host_local_named_twice, reader.range(var->getSourceRange()), {name});
      return std::nullopt;
    }
  }
  std::vector<std::string> out;
  for (const auto &[name, text] : byName)
    out.push_back(text);
  return out;
}

} // namespace kasane
