// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/HostClause.h"

#include "Directives/Fills.h"

#include "Read/HostCode.h"

#include <algorithm>

namespace kasane {

std::vector<std::pair<std::string, std::string>> arrayNames(const Reader &reader, const StencilProgram &program) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const Field &field : program.fields)
    for (const DraftArray &array : reader.draft.arrays) {
      if (field.hidden || array.hidden)
        continue;
      // A field's base names its array: "A", "&A[0][0]".
      std::string base = field.base[0] == '&' ? field.base.substr(1) : field.base;
      if (base.compare(0, array.text.size(), array.text) == 0 &&
          (base.size() == array.text.size() || base[array.text.size()] == '['))
        names.push_back({array.text, field.name});
    }
  return names;
}

// What host code mentions must be what the clause says.
bool checkHostClause(Reader &reader, const StencilProgram &program) {
  for (const auto &[var, at] : reader.host.arrays)
    if (!reader.arrayByKey.count(variableKey(var)))
      return reader.fail(DiagId::host_code_sees, at, {var->getNameAsString()}), false;
  const std::optional<Clauses::Host> &host = program.clauses.host;
  if (host && !hasHostPoints(program)) {
    reader.diags.add(DiagId::host_without_code, program.clauses.where.at("host"));
    return false;
  }
  std::map<std::string, std::string> fields;
  for (const auto &[text, field] : arrayNames(reader, program))
    fields.try_emplace(text, field);
  for (const auto &[name, at, stored, isArray] : host ? reader.host.mentions : std::vector<HostMention>()) {
    auto field = fields.find(name);
    if (field == fields.end())
      continue;
    auto isIn = [&](const std::vector<std::string> &names) {
      return std::find(names.begin(), names.end(), field->second) != names.end();
    };
    if (!isIn(host->write) && (stored || !isIn(host->read)))
      return reader.fail(DiagId::host_code_not_named, at,
                         {name, stored ? "stores to" : "uses", stored ? "write" : "read"}),
             false;
  }
  return true;
}

namespace {

// All components of these arrays.
std::vector<std::string> fieldsNamed(const Reader &reader, const StencilProgram &program,
                                     const std::vector<std::string> &arrays) {
  std::vector<std::string> out;
  for (const auto &[text, field] : arrayNames(reader, program))
    if (std::find(arrays.begin(), arrays.end(), text) != arrays.end())
      out.push_back(field);
  return out;
}

// It may lead into any array, which is stored to through it then.
bool declaresPointer(const clang::Stmt *code) {
  const Variables declared = effectsOf(code).declared;
  return llvm::any_of(declared, [](const clang::VarDecl *var) {
    return !var->getType()->isArithmeticType() && !var->getType()->isArrayType();
  });
}

} // namespace

// Fills look at the arrays that they are given. Host code that calls nothing and uses no pointers, which may lead
// anywhere, looks at the arrays that it mentions. A device needs to bring home no more.
void inferHostClause(const Reader &reader, StencilProgram &program) {
  if (program.clauses.host || !hasHostPoints(program))
    return;
  if (const FillUse fills = fillUseOf(reader); !fills.written.empty() && !hasOtherHostCode(reader)) {
    program.clauses.host =
        Clauses::Host{fieldsNamed(reader, program, fills.read), fieldsNamed(reader, program, fills.written)};
    return;
  }
  if (llvm::any_of(reader.draft.arrays, [](const DraftArray &array) { return array.pointed && !array.hidden; }) ||
      llvm::any_of(reader.host.mentions, [](const HostMention &mention) { return !mention.isArray; }))
    return;
  for (const DraftAction &action : reader.draft.actions)
    if (const auto *point = std::get_if<DraftHostPoint>(&action.node);
        point && (!callsNothing(point->stmt) || declaresPointer(point->stmt)))
      return;
  std::map<std::string, std::string> fields;
  for (const auto &[text, field] : arrayNames(reader, program))
    fields.try_emplace(text, field);
  Clauses::Host host;
  for (const auto &[name, at, stored, isArray] : reader.host.mentions)
    if (auto field = fields.find(name); field != fields.end())
      (stored ? host.write : host.read).push_back(field->second);
  program.clauses.host = std::move(host);
}

} // namespace kasane
