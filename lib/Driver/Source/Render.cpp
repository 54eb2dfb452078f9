// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Render.h"

#include "Options/Sarif.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace kasane {
namespace {

using Level = clang::DiagnosticIDs::Level;

struct Shown {
  Level level;
  std::string suffix; // " [-Wstencil-...]"
};

// nullopt: the user has switched it off.
std::optional<Shown> shownAs(DiagId id, const WarningFlags &flags) {
  const std::string option(groupOf(id));
  const std::string group = option.substr(std::min(option.size(), std::string_view("-W").size()));
  const auto named = [&](const std::vector<std::string> &groups) {
    return llvm::is_contained(groups, group) || llvm::is_contained(groups, "stencil");
  };
  switch (severityOf(id)) {
  case Severity::Error:
    return Shown{Level::Error, option.empty() ? "" : " [" + option + "]"};
  case Severity::Warning:
    if (flags.none || named(flags.off))
      return std::nullopt;
    if (flags.allAreErrors || named(flags.errors))
      return Shown{Level::Error, " [-Werror," + option + "]"};
    return Shown{Level::Warning, " [" + option + "]"};
  case Severity::Remark:
    if (!option.empty()) // what is on by default, but never an error
      return flags.none || named(flags.off) ? std::nullopt : std::optional(Shown{Level::Remark, " [" + option + "]"});
    return flags.remarks ? std::optional(Shown{Level::Remark, " [-Rstencil]"}) : std::nullopt;
  case Severity::Note:
    return Shown{Level::Note, ""};
  }
  return std::nullopt;
}

clang::SourceLocation placeOf(SourceLoc loc) { return clang::SourceLocation::getFromRawEncoding(loc.raw); }

clang::CharSourceRange placeOf(SourceRange range) {
  const SourceLoc end = range.end.raw ? range.end : range.begin;
  return clang::CharSourceRange::getTokenRange(placeOf(range.begin), placeOf(end));
}

clang::CharSourceRange placeOf(const FixIt &fix) {
  const clang::SourceLocation begin = placeOf(fix.range.begin);
  return fix.isInsertion ? clang::CharSourceRange::getCharRange(begin, begin) : placeOf(fix.range);
}

void showAt(clang::DiagnosticsEngine &engine, const Shown &shown, SourceRange range, const std::string &text,
            const std::vector<FixIt> &fixIts) {
  // The text is an argument, so that a '%' in it means nothing.
  const unsigned id = engine.getDiagnosticIDs()->getCustomDiagID(shown.level, "%0");
  const clang::DiagnosticBuilder builder = engine.Report(placeOf(range.begin), id);
  builder << text + shown.suffix;
  if (range.end.raw || shown.level != Level::Note) // a note at the place of what it belongs to shows no line again
    builder << placeOf(range);
  for (const FixIt &fix : fixIts)
    builder << clang::FixItHint::CreateReplacement(placeOf(fix), fix.replacement);
}

void showPlain(const Shown &shown, const std::string &text) {
  llvm::raw_ostream &out = llvm::errs();
  const bool colours = out.has_colors();
  if (colours)
    out.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  out << "kasane: ";
  if (colours)
    out.resetColor();
  switch (shown.level) {
  case Level::Error:
    llvm::WithColor::error(out);
    break;
  case Level::Warning:
    llvm::WithColor::warning(out);
    break;
  case Level::Remark:
    llvm::WithColor::remark(out);
    break;
  default:
    llvm::WithColor::note(out);
  }
  out << text << shown.suffix << "\n";
}

SarifMessage::Level sarifLevel(Level level) {
  if (level == Level::Error)
    return SarifMessage::Level::Error;
  return level == Level::Warning ? SarifMessage::Level::Warning : SarifMessage::Level::Note;
}

void log(SarifLog &out, clang::DiagnosticsEngine *engine, const Shown &shown, DiagId id, SourceRange range,
         const std::string &text, const std::vector<FixIt> &fixIts) {
  SarifMessage message{std::string(nameOf(id)), std::string(groupOf(id)), text, sarifLevel(shown.level), {}, {}};
  if (!engine || !range.begin.raw)
    return out.add(message, nullptr);
  message.places = {placeOf(range)};
  for (const FixIt &fix : fixIts)
    message.fixes.push_back({placeOf(fix), fix.replacement});
  out.add(message, &engine->getSourceManager());
}

void show(clang::DiagnosticsEngine *engine, SarifLog *sarif, const Shown &shown, DiagId id, SourceRange range,
          const std::vector<std::string> &args, const std::vector<FixIt> &fixIts) {
  if (sarif)
    return log(*sarif, engine, shown, id, range, format(id, args), fixIts);
  if (engine && range.begin.raw)
    showAt(*engine, shown, range, format(id, args), fixIts);
  else
    showPlain(shown, format(id, args));
}

// By their places: what is wrong first in the file is mostly the cause of what follows, whichever step found it. A note
// stays behind the message that it belongs to.
std::vector<Diagnostic> inOrder(const Diagnostics &diagnostics) {
  std::vector<std::vector<Diagnostic>> groups;
  for (const Diagnostic &d : diagnostics.all())
    if (severityOf(d.id) == Severity::Note && !groups.empty())
      groups.back().push_back(d);
    else
      groups.push_back({d});
  auto placeOf = [](const std::vector<Diagnostic> &group) {
    const SourceLoc &at = group.front().range.begin;
    return at.raw ? std::tuple(0, at.line, at.column) : std::tuple(1, 0u, 0u); // behind those that have one
  };
  std::ranges::stable_sort(groups, {}, placeOf);
  std::vector<Diagnostic> out;
  for (const std::vector<Diagnostic> &group : groups)
    out.insert(out.end(), group.begin(), group.end());
  return out;
}

bool renderAll(const Diagnostics &diagnostics, const WarningFlags &flags, clang::DiagnosticsEngine *engine) {
  using Key = std::tuple<DiagId, uint32_t, std::vector<std::string>>;
  std::set<Key> seen; // two targets may complain about the same clause
  bool errors = false;
  for (const Diagnostic &d : inOrder(diagnostics)) {
    const auto shown = shownAs(d.id, flags);
    if (!shown || !seen.insert({d.id, d.range.begin.raw, d.args}).second)
      continue;
    errors |= shown->level == Level::Error;
    show(engine, flags.sarif.get(), *shown, d.id, d.range, d.args, d.fixIts);
    for (const Note &note : d.notes)
      show(engine, flags.sarif.get(), {Level::Note, ""}, note.id, note.range, note.args, {});
  }
  return errors;
}

} // namespace

bool render(const Diagnostics &diagnostics, const WarningFlags &flags, clang::DiagnosticsEngine &engine) {
  return renderAll(diagnostics, flags, &engine);
}

bool render(const Diagnostics &diagnostics, const WarningFlags &flags) {
  return renderAll(diagnostics, flags, nullptr);
}

bool renderError(DiagId id, const std::vector<std::string> &args, const WarningFlags &flags) {
  Diagnostics one;
  one.add(id, {}, args);
  return render(one, flags);
}

void renderLine(DiagId id, const std::vector<std::string> &args) { llvm::errs() << format(id, args) << "\n"; }

} // namespace kasane
