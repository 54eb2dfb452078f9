// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/Sarif.h"

#include "clang/Basic/Sarif.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace kasane {
namespace {

namespace json = llvm::json;

clang::CharSourceRange inCharacters(clang::CharSourceRange range, const clang::SourceManager &manager) {
  return clang::Lexer::getAsCharRange(
      clang::CharSourceRange(manager.getExpansionRange(range.getAsRange()).getAsRange(), range.isTokenRange()), manager,
      clang::LangOptions());
}

clang::SarifResultLevel levelOf(SarifMessage::Level level) {
  if (level == SarifMessage::Level::Note)
    return clang::SarifResultLevel::Note;
  return level == SarifMessage::Level::Error ? clang::SarifResultLevel::Error : clang::SarifResultLevel::Warning;
}

// "fixes" of a result, which Clang's writer has no word for. The file is the one of the result's place.
json::Array fixesOf(const std::vector<SarifFix> &fixes, const clang::SourceManager &manager,
                    const json::Value &artifact) {
  json::Array replacements;
  for (const SarifFix &fix : fixes) {
    const clang::CharSourceRange range = inCharacters(fix.range, manager);
    const auto line = [&](clang::SourceLocation at) { return static_cast<int64_t>(manager.getSpellingLineNumber(at)); };
    const auto column = [&](clang::SourceLocation at) {
      return static_cast<int64_t>(manager.getSpellingColumnNumber(at));
    };
    replacements.push_back(json::Object{{"deletedRegion", json::Object{{"startLine", line(range.getBegin())},
                                                                       {"startColumn", column(range.getBegin())},
                                                                       {"endLine", line(range.getEnd())},
                                                                       {"endColumn", column(range.getEnd())}}},
                                        {"insertedContent", json::Object{{"text", fix.replacement}}}});
  }
  return json::Array{json::Object{
      {"artifactChanges",
       json::Array{json::Object{{"artifactLocation", artifact}, {"replacements", std::move(replacements)}}}}}};
}

SarifMessage::Level levelOf(clang::DiagnosticsEngine::Level level) {
  if (level >= clang::DiagnosticsEngine::Error)
    return SarifMessage::Level::Error;
  return level == clang::DiagnosticsEngine::Warning ? SarifMessage::Level::Warning : SarifMessage::Level::Note;
}

class ClangMessages : public clang::DiagnosticConsumer {
public:
  explicit ClangMessages(SarifLog &log) : log_(log) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    SarifMessage message{"clang", "", text.str().str(), levelOf(level), {}, {}};
    const bool placed = info.hasSourceManager() && info.getLocation().isValid();
    if (placed)
      message.places.push_back(clang::CharSourceRange::getTokenRange(info.getLocation()));
    log_.add(message, placed ? &info.getSourceManager() : nullptr);
  }
  void EndSourceFile() override { log_.endSource(); }

private:
  SarifLog &log_;
};

} // namespace

// One run of the document: a source, or what has no place.
struct SarifLog::Run {
  explicit Run(const clang::SourceManager &from) : manager(from), writer(from) {
    writer.createRun("kasane", "Kasane stencil translator", KASANE_VERSION);
  }

  void add(const SarifMessage &message) {
    const auto [rule, isNew] = rules.try_emplace(message.rule, 0);
    if (isNew)
      rule->second = writer.createRule(clang::SarifRule::create()
                                           .setRuleId(message.rule)
                                           .setName(message.group.empty() ? message.rule : message.group.substr(2)));
    std::vector<clang::CharSourceRange> places;
    for (const clang::CharSourceRange &place : message.places)
      if (const clang::CharSourceRange range = inCharacters(place, manager); range.isValid())
        places.push_back(range);
    writer.appendResult(clang::SarifResult::create(rule->second)
                            .setRuleId(message.rule)
                            .setDiagnosticMessage(message.text)
                            .setDiagnosticLevel(levelOf(message.level))
                            .setLocations(places));
    fixes.push_back(places.empty() ? std::vector<SarifFix>() : message.fixes);
  }

  json::Value finish() {
    json::Object document = writer.createDocument();
    json::Object &run = *document.getArray("runs")->front().getAsObject();
    run.getObject("tool")->getObject("driver")->erase("informationUri"); // Clang's
    json::Array &results = *run.getArray("results");
    for (size_t r = 0; r < results.size() && r < fixes.size(); ++r) {
      json::Object &result = *results[r].getAsObject();
      if (fixes[r].empty())
        continue;
      const json::Object &place = *(*result.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
      result["fixes"] = fixesOf(fixes[r], manager, *place.get("artifactLocation"));
    }
    return std::move(run);
  }

  const clang::SourceManager &manager;
  clang::SarifDocumentWriter writer;
  std::map<std::string, size_t> rules;
  std::vector<std::vector<SarifFix>> fixes; // of each result
};

SarifLog::SarifLog() = default;
SarifLog::~SarifLog() = default;

void SarifLog::add(const SarifMessage &message, const clang::SourceManager *manager) {
  static clang::SourceManagerForFile nowhere("kasane", "");
  std::unique_ptr<Run> &run = manager ? source_ : rest_;
  if (!run)
    run = std::make_unique<Run>(manager ? *manager : nowhere.get());
  run->add(message);
}

void SarifLog::endSource() {
  if (source_)
    runs_.push_back(source_->finish());
  source_.reset();
}

std::string SarifLog::document() {
  endSource();
  if (rest_ || runs_.empty()) { // a document has a run, also when there is nothing to say
    static clang::SourceManagerForFile nowhere("kasane", "");
    if (!rest_)
      rest_ = std::make_unique<Run>(nowhere.get());
    runs_.push_back(rest_->finish());
    rest_.reset();
  }
  json::Object document{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", std::move(runs_)}};
  std::string text;
  llvm::raw_string_ostream out(text);
  json::OStream(out, /*IndentSize=*/2).value(std::move(document));
  out << "\n";
  return out.str();
}

std::unique_ptr<clang::DiagnosticConsumer> messagesOfClang(SarifLog &log) {
  return std::make_unique<ClangMessages>(log);
}

} // namespace kasane
