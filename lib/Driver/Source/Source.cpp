// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Source.h"

#include "Options/Sarif.h"
#include "Source/CompilerCall.h"
#include "Source/LargeStack.h"
#include "Source/OmpHeader.h"
#include "Source/Render.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace kasane {
namespace {

// All files that are read, but the one that only we know.
class Headers : public clang::DependencyCollector {
public:
  explicit Headers(bool system) : system_(system) {}
  bool needSystemDependencies() override { return system_; }
  bool sawDependency(llvm::StringRef name, bool, bool isSystem, bool, bool) override {
    return (system_ || !isSystem) && !name.starts_with("<") && !name.starts_with(kOmpHeaderFolder);
  }

private:
  bool system_;
};

struct Parse {
  const std::string &path;
  const Options &options;
  const SourceUse &use;
  std::shared_ptr<Headers> headers;
  bool isPeek = false;
  Noticed noticed;
  ExitCode result = kExitProgramError; // until the source has been parsed and used
  bool compiles = false;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(Parse &parse, clang::DiagnosticsEngine &engine) : parse_(parse), engine_(engine) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    parse_.compiles = !engine_.hasErrorOccurred();
    if (!parse_.compiles && !parse_.isPeek)
      return;
    Diagnostics diagnostics;
    if (!parse_.isPeek && (ast.getLangOpts().CPlusPlus || ast.getLangOpts().ObjC))
      diagnostics.add(DiagId::not_c, {}, {parse_.path});
    else
      parse_.use({parse_.path, ast, parse_.noticed.directives, parse_.noticed.omp, parse_.noticed.skipped,
                  parse_.headers->getDependencies()},
                 diagnostics);
    parse_.result = render(diagnostics, parse_.options.warnings, engine_) ? kExitProgramError : kExitOk;
  }

private:
  Parse &parse_;
  clang::DiagnosticsEngine &engine_;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(Parse &parse) : parse_(parse) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    registerDirectives(compiler.getPreprocessor(), parse_.noticed);
    return std::make_unique<Consumer>(parse_, compiler.getDiagnostics());
  }

private:
  Parse &parse_;
};

class Factory : public clang::tooling::FrontendActionFactory {
public:
  explicit Factory(Parse &parse) : parse_(parse) {}

  std::unique_ptr<clang::FrontendAction> create() override { return std::make_unique<Action>(parse_); }

  // As the base class's, but "1 error generated." goes nowhere: the last line is ours.
  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *consumer) override {
    clang::CompilerInstance compiler(std::move(containers));
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    compiler.setInvocation(std::move(invocation));
    compiler.setFileManager(files);
    compiler.createDiagnostics(consumer, /*ShouldOwnClient=*/false);
    compiler.createSourceManager(*files);
    compiler.addDependencyCollector(parse_.headers);
    const std::unique_ptr<clang::FrontendAction> action = create();
    return compiler.ExecuteAction(*action);
  }

private:
  Parse &parse_;
};

// What Clang says of a file that isn't ours to judge goes nowhere.
class OnlyOurs : public clang::DiagnosticConsumer {
public:
  OnlyOurs()
      : options_(llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>()), printer_(llvm::errs(), options_.get()) {}

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *pp) override {
    printer_.BeginSourceFile(language, pp);
  }
  void EndSourceFile() override { printer_.EndSourceFile(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    if (info.getID() >= clang::diag::DIAG_UPPER_LIMIT)
      printer_.HandleDiagnostic(level, info);
  }

private:
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_;
  clang::TextDiagnosticPrinter printer_;
};

// A text that is read in place of what its file holds.
struct OtherText {
  std::string path; // absolute
  const std::string &text;
};

// The files of the machine, and our omp.h behind all of them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesWithOmpHeader(const std::optional<OtherText> &other) {
  auto ours = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  ours->addFile(std::string(kOmpHeaderFolder) + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(kOmpHeader));
  if (other)
    ours->addFile(other->path, 0, llvm::MemoryBuffer::getMemBuffer(other->text));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(std::move(ours));
  return all;
}

// One clear message instead of what the parser would make of it.
bool isReadable(const std::string &path, Diagnostics &diagnostics) {
  llvm::SmallString<128> folder;
  if (const std::error_code error = llvm::sys::fs::current_path(folder)) // the parser asks for it, whatever the path is
    diagnostics.add(DiagId::no_working_folder, {}, {error.message()});
  else if (!llvm::sys::fs::exists(path))
    diagnostics.add(DiagId::no_such_file, {}, {path});
  else if (llvm::sys::fs::is_directory(path))
    diagnostics.add(DiagId::input_is_folder, {}, {path});
  else if (const auto buffer = llvm::MemoryBuffer::getFile(path); !buffer)
    diagnostics.add(DiagId::cannot_read, {}, {path, buffer.getError().message()});
  return !diagnostics.hasErrors();
}

// `messages`: null where they are shown.
void run(Parse &parse, const CompilerCall &call, clang::DiagnosticConsumer *messages,
         const std::optional<OtherText> &other = std::nullopt) {
  clang::FileSystemOptions place;
  place.WorkingDir = call.folder;
  const auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(place, filesWithOmpHeader(other));
  Factory factory(parse);
  clang::tooling::ToolInvocation parser(call.words, &factory, files.get(),
                                        std::make_shared<clang::PCHContainerOperations>());
  if (messages)
    parser.setDiagnosticConsumer(messages);
  onLargeStack([&] { return parser.run(); });
}

ExitCode parseSource(const std::string &path, const Options &options, const SourceUse &use, bool isPeek) {
  Diagnostics wrongUse;
  std::optional<CompilerCall> call;
  if (isReadable(path, wrongUse))
    call = compilerCall(path, options, wrongUse);
  if (!call) {
    if (isPeek)
      return kExitOk; // the compiler says it better
    render(wrongUse, options.warnings);
    return kExitWrongUse;
  }
  Parse parse{path, options, use, std::make_shared<Headers>(options.dependencies.system), isPeek, {}};
  std::unique_ptr<clang::DiagnosticConsumer> sarif;
  OnlyOurs onlyOurs;
  if (!isPeek && options.warnings.sarif)
    sarif = messagesOfClang(*options.warnings.sarif);
  run(parse, *call, isPeek ? &onlyOurs : sarif.get());
  if (!parse.compiles && !isPeek)
    renderError(DiagId::does_not_compile, {path}, options.warnings);
  return parse.result;
}

} // namespace

ExitCode withSource(const std::string &path, const Options &options, const SourceUse &use) {
  return parseSource(path, options, use, false);
}

ExitCode peekAtSource(const std::string &path, const Options &options, const SourceUse &use) {
  return parseSource(path, options, use, true);
}

void withOther(const std::string &path, const Options &options, const std::function<void(const ParsedSource &)> &use,
               const std::optional<std::string> &text) {
  Diagnostics silent;
  const std::optional<CompilerCall> call =
      isReadable(path, silent) ? compilerCall(path, options, silent) : std::nullopt;
  if (!call)
    return;
  const SourceUse useAlone = [&](const ParsedSource &parsed, Diagnostics &) { use(parsed); };
  Parse parse{path, options, useAlone, std::make_shared<Headers>(false), false, {}};
  clang::IgnoringDiagConsumer nobody;
  llvm::SmallString<256> place(path);
  llvm::sys::fs::make_absolute(place);
  run(parse, *call, &nobody, text ? std::optional(OtherText{place.str().str(), *text}) : std::nullopt);
}

} // namespace kasane
