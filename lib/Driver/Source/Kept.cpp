// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Kept.h"

#include "Options/Sarif.h"
#include "Source/Render.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/SmallString.h"

namespace kasane {

KeptPlace kept(SourceLoc loc, const clang::SourceManager &sources) {
  const clang::SourceLocation place = sources.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(loc.raw));
  if (place.isInvalid())
    return {};
  llvm::SmallString<256> file(sources.getFilename(place));
  if (!sources.getFileManager().getFileSystemOpts().WorkingDir.empty())
    sources.getFileManager().makeAbsolutePath(file);
  return {file.str().str(), sources.getSpellingLineNumber(place), sources.getSpellingColumnNumber(place)};
}

KeptMessage kept(const Diagnostic &diagnostic, const clang::SourceManager &sources) {
  KeptMessage out{diagnostic.id, kept(diagnostic.range.begin, sources), diagnostic.args};
  for (const Note &note : diagnostic.notes)
    out.notes.push_back({note.id, kept(note.range.begin, sources), note.args});
  return out;
}

struct KeptMessages::Sources {
  const WarningFlags &flags;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options = new clang::DiagnosticOptions;
  clang::LangOptions language;
  clang::TextDiagnosticPrinter printer;
  clang::DiagnosticsEngine engine;
  clang::FileManager files{clang::FileSystemOptions()};
  clang::SourceManager manager;

  Sources(const WarningFlags &flags, llvm::raw_ostream &out)
      : flags(flags), printer(out, options.get()),
        engine(new clang::DiagnosticIDs, options, &printer, /*ShouldOwnClient=*/false), manager(engine, files) {
    printer.BeginSourceFile(language, nullptr);
  }

  SourceRange find(const KeptPlace &place) {
    const auto file = place.line ? files.getOptionalFileRef(place.file) : std::nullopt;
    if (!file)
      return {};
    const clang::FileID id = manager.getOrCreateFileID(*file, clang::SrcMgr::C_User);
    const clang::SourceLocation loc = manager.translateLineCol(id, place.line, place.column);
    return {{loc.getRawEncoding(), place.line, place.column}, {}};
  }
};

KeptMessages::KeptMessages(const WarningFlags &flags, llvm::raw_ostream &out)
    : sources_(std::make_unique<Sources>(flags, out)) {
  if (sources_->flags.sarif)
    sources_->flags.sarif->endSource();
}

KeptMessages::~KeptMessages() {
  if (sources_->flags.sarif)
    sources_->flags.sarif->endSource();
}

void KeptMessages::show(const KeptMessage &message) {
  Diagnostics one;
  Diagnostic &diagnostic = one.add(message.id, sources_->find(message.place), message.args);
  for (const KeptMessage &note : message.notes)
    diagnostic.notes.push_back({note.id, sources_->find(note.place), note.args});
  if (!message.insertion.empty())
    diagnostic.fixIts.push_back({sources_->find(message.inserted), message.insertion, /*isInsertion=*/true});
  render(one, sources_->flags, sources_->engine);
}

} // namespace kasane
