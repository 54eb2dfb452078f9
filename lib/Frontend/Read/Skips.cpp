// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements of a loop's body, of which some may be skipped: what follows an `if` that continues stands in its
// other branch.
//
//   if (i == j) continue; S; T;     ->     if (i == j) {} else { S; T; }
#include "Read/Reader.h"

namespace kasane {
namespace {

using Stmts = llvm::ArrayRef<const clang::Stmt *>;

Stmts partsOf(const clang::Stmt *const &arm) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm))
    return Stmts(block->body_begin(), block->body_end());
  return arm ? Stmts(arm) : Stmts();
}

bool continues(const clang::Stmt *const &arm) {
  Stmts parts = partsOf(arm);
  return !parts.empty() && llvm::isa<clang::ContinueStmt>(parts.back());
}

bool readAll(Reader &reader, Stmts stmts, std::vector<StmtPtr> &out) {
  for (const clang::Stmt *stmt : stmts)
    if (!cellStmt(reader, stmt, out))
      return false;
  return true;
}

} // namespace

bool readSkipping(Reader &reader, Stmts stmts, std::vector<StmtPtr> &out, const ReadRest &readRest) {
  const auto *branch = llvm::cast<clang::IfStmt>(stmts.front());
  const clang::Stmt *yes = branch->getThen(), *no = branch->getElse();
  bool skipsYes = continues(yes);
  auto arm = [&](const clang::Stmt *const &body, bool skips) {
    return [&reader, &readRest, &body, skips, rest = stmts.drop_front()](std::vector<StmtPtr> &to) {
      return skips ? readAll(reader, partsOf(body).drop_back(), to)
                   : readAll(reader, partsOf(body), to) && readRest(rest, to);
    };
  };
  return readBranch(reader, branch, nullptr, arm(yes, skipsYes), arm(no, !skipsYes), out);
}

bool skipsRest(const clang::Stmt *stmt) {
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  if (!branch)
    return false;
  const clang::Stmt *yes = branch->getThen(), *no = branch->getElse();
  return continues(yes) != continues(no);
}

bool readLoopBody(Reader &reader, Stmts stmts, std::vector<StmtPtr> &out) {
  for (size_t n = 0; n < stmts.size(); ++n) {
    if (skipsRest(stmts[n]))
      return readSkipping(reader, stmts.drop_front(n), out,
                          [&](Stmts rest, std::vector<StmtPtr> &to) { return readLoopBody(reader, rest, to); });
    if (!cellStmt(reader, stmts[n], out))
      return false;
  }
  return true;
}

} // namespace kasane
