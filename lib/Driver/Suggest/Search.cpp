// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Suggest/Search.h"

#include "Source/Legal.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

enum class State { Untried, Blocked, Legal, Taken, Covered };

struct Tried {
  State state = State::Untried;
  bool hasTime = false;
  std::optional<KeptMessage> why;
};

class Search {
public:
  explicit Search(const ParsedSource &source)
      : source_(source), manager_(source.ast.getSourceManager()),
        sites_(sitesOf(source.ast, source.directives, source.omp)), tried_(sites_.size()) {}

  Searched run() {
    for (size_t s = 0; s < sites_.size(); ++s)
      if (!isCall(s) && tried_[s].state == State::Untried && attempt(s))
        take(s);
    // Steps that stop for host code are no better than a time loop in each of them.
    for (size_t s = 0; s < sites_.size(); ++s)
      if (tried_[s].state == State::Legal && llvm::none_of(sites_[s].holds, [&](size_t h) {
            return tried_[h].state == State::Taken && tried_[h].hasTime;
          }))
        take(s);
    for (size_t s = 0; s < sites_.size(); ++s)
      if (isCall(s) && tried_[s].state == State::Untried && !holdsTaken(s) && attempt(s))
        take(s);
    return result();
  }

private:
  // True where it is to be taken.
  bool attempt(size_t s) {
    Diagnostics found;
    const std::optional<Region> region = readAt(source_.ast, source_.omp, sites_[s], found);
    Tried &tried = tried_[s];
    if (region && isLegal(*region, found)) {
      tried.hasTime = region->program.time.has_value();
      tried.state = State::Legal;
      return !tried.hasTime || joinsSteps(region->program);
    }
    tried.state = State::Blocked;
    for (const Diagnostic &diagnostic : found.all())
      if (!tried.why && severityOf(diagnostic.id) == Severity::Error)
        tried.why = kept(diagnostic, manager_);
    return false;
  }

  void take(size_t s) {
    tried_[s].state = State::Taken;
    for (const size_t held : sites_[s].holds)
      tried_[held].state = State::Covered;
  }

  bool isCall(size_t s) const { return sites_[s].kind == SiteKind::Call; }
  bool holdsTaken(size_t s) const {
    return llvm::any_of(sites_[s].holds, [&](size_t h) { return tried_[h].state == State::Taken; });
  }

  FoundSite found(const Site &site) const {
    const clang::SourceLocation line =
        manager_.getLocForStartOfFile(manager_.getMainFileID()).getLocWithOffset(static_cast<int>(site.lineOffset));
    const llvm::StringRef text = manager_.getBufferData(manager_.getMainFileID());
    const llvm::StringRef above = text.substr(0, text.find('\n'));
    return {kept(site.range.begin, manager_),
            site.function->getNameAsString(),
            site.kind,
            site.hasThreads,
            kept(SourceLoc{line.getRawEncoding()}, manager_),
            site.lineOffset,
            std::string("#pragma stencil") + (above.ends_with("\r") ? "\r\n" : "\n")};
  }

  // The blocked loop around it that has the fewest sites in it.
  std::optional<size_t> loopAround(size_t s) const {
    std::optional<size_t> best;
    for (size_t b = 0; b < sites_.size(); ++b)
      if (tried_[b].state == State::Blocked && !isCall(b) && llvm::is_contained(sites_[b].holds, s) &&
          (!best || sites_[b].holds.size() < sites_[*best].holds.size()))
        best = b;
    return best;
  }

  Searched result() const {
    Searched out{source_.path, manager_.getBufferData(manager_.getMainFileID()).str(), {}, {}};
    std::map<size_t, size_t> numbers;
    for (size_t s = 0; s < sites_.size(); ++s) {
      const Tried &tried = tried_[s];
      const auto hasOutcome = [&](size_t h) {
        return tried_[h].state == State::Taken || (tried_[h].state == State::Blocked && !isCall(h));
      };
      if (tried.state != State::Blocked || !tried.why)
        continue;
      numbers[s] = out.blocked.size();
      out.blocked.push_back({found(sites_[s]), *tried.why, sites_[s].readsNeighbours,
                             llvm::any_of(sites_[s].holds, hasOutcome), holdsTaken(s)});
    }
    for (size_t s = 0; s < sites_.size(); ++s)
      if (tried_[s].state == State::Taken) {
        const std::optional<size_t> around = tried_[s].hasTime ? std::nullopt : loopAround(s);
        const auto number = around ? numbers.find(*around) : numbers.end();
        out.taken.push_back({found(sites_[s]), number == numbers.end() ? std::nullopt : std::optional(number->second)});
      }
    return out;
  }

  const ParsedSource &source_;
  const clang::SourceManager &manager_;
  std::vector<Site> sites_;
  std::vector<Tried> tried_;
};

} // namespace

Searched searchSites(const ParsedSource &source) { return Search(source).run(); }

} // namespace kasane
