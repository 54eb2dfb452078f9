// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Rewrite/Rewrite.h"

#include "Branches.h"
#include "CallBlock.h"
#include "kasane/IR/CallAsks.h"
#include "kasane/Support/Quoted.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace kasane {
namespace {

const std::string kByteOrderMark = "\xEF\xBB\xBF";

std::string lineMark(unsigned line, const std::string &path) {
  return "#line " + std::to_string(line) + " " + quoted(path) + "\n";
}

bool asksForThreads(const CallSite &call) {
  return std::any_of(call.program->params.begin(), call.program->params.end(),
                     [](const Param &param) { return param.text == kInParallel; });
}

bool asksFor(const std::string &function, const std::vector<CallSite> &calls) {
  return std::any_of(calls.begin(), calls.end(), [&](const CallSite &call) {
    return std::any_of(call.program->params.begin(), call.program->params.end(),
                       [&](const Param &param) { return param.text.find(function + "(") != std::string::npos; });
  });
}

std::string head(const std::vector<CallSite> &calls, const std::string &banner, const std::string &path,
                 const KeepScopes &keeps) {
  std::string out = "/* " + banner + " */\n";
  bool several = false;
  for (const CallSite &call : calls) {
    out += call.argumentBlock;
    for (const std::string &target : call.targets)
      out += "int " + call.program->name + "_" + target + "(struct " + call.program->name + "_args *);\n";
    several |= call.targets.size() > 1;
  }
  std::set<std::string> lifted;
  for (const CallSite &call : calls)
    for (const Lifted &variable : call.region->lifted)
      if (lifted.insert(variable.declared).second)
        out += variable.declared + "\n";
  if (several)
    out += "int ksn_select(const char *);\n";
  if (asksFor("ksn_has_memory", calls))
    out += "int ksn_has_memory(void *, long long);\n";
  if (asksFor("ksn_index_table", calls))
    out += "int ksn_index_table(const void *, int, int, long long, long long, long long, long long, long long, long "
           "long, int, long long);\n";
  if (std::any_of(calls.begin(), calls.end(), [](const CallSite &c) { return !c.region->sums.empty(); }))
    out += "void *ksn_sums(long long, unsigned long);\nvoid ksn_sums_end(void *);\n";
  if (std::any_of(calls.begin(), calls.end(), [](const CallSite &c) { return !c.region->hostCode.empty(); }))
    out += "int ksn_host_shape(void **, const char *, int);\nint ksn_host_value(void **, int);\nint "
           "ksn_host_break(void **);\n"
           "void ksn_verify_repeats(void **);\nvoid ksn_verify_gives(void **, const char *, long long, double);\nvoid "
           "ksn_verify_given(void **, int, "
           "const char *, long long, double);\n";
  if (std::any_of(calls.begin(), calls.end(), asksForThreads))
    out += "#ifdef _OPENMP\nint omp_in_parallel(void);\n#define " + std::string(kInParallel) +
           " omp_in_parallel()\n#else\n#define " + kInParallel + " 0\n#endif\n";
  if (!keeps.scopes.empty())
    out += "void ksn_keep(const void *, unsigned long);\nvoid ksn_keep_end(const void *);\nvoid "
           "ksn_keep_drop(const void *, unsigned long);\n";
  if (!keeps.homes.empty()) // without a region anywhere, programs need no runtime
    out += "__attribute__((weak)) void *ksn_home(const char *, const void *, long long, long long, unsigned long, long "
           "long, int);\n__attribute__((weak)) void ksn_home_end(void *);\n";
  if (!calls.empty())
    out += "int ksn_verify_step(void **);\n"
           "void ksn_verify_whole(void **);\n"
           "void ksn_verify_pointer(void **, const char *, const void *, const void *);\n"
           "void ksn_verify_real(void **, const char *, double, double);\n"
           "void ksn_verify_integer(void **, const char *, long long, long long);\n"
           "void ksn_verify_left_integer(void **, const char *, long long, long long);\n"
           "void ksn_verify_left_real(void **, const char *, double, double, unsigned long);\n"
           "void ksn_verify_left_pointer(void **, const char *, const void *, const void *);\n"
           "int ksn_verify_again(void **);\n";
  return out + lineMark(1, path);
}

void mark(std::string &text, size_t begin, size_t end, char mark) {
  for (size_t i = begin; i < end; ++i)
    if (text[i] != '\n')
      text[i] = ' ';
  text[begin] = mark;
}

// The file with marks in place of the region's host code, but for what a copy of the loops does as well, and of the
// arms that leave it.
std::string withoutHostCode(std::string text, const Region &region) {
  for (const LeavingArm &arm : region.leaving)
    mark(text, arm.beginOffset, arm.endOffset, kLeavingMark);
  for (const HostCode &code : region.hostCode)
    if (!code.repeats)
      mark(text, code.beginOffset, code.endOffset, kHostMark);
  return text;
}

// Host code, whose text begins at `begin`, with names for values and breaks in place of arms that leave the region.
std::string asHostCode(std::string text, size_t begin, const HostCode &code, const Region &region) {
  std::map<size_t, std::pair<size_t, std::string>> instead; // by begin, the end
  for (const LeavingArm &arm : region.leaving)
    if (arm.beginOffset >= begin && arm.endOffset <= begin + text.size())
      instead[arm.beginOffset] = {arm.endOffset, "{ " + arm.copy + " }"};
  for (const NamedValue &value : code.named)
    instead[value.beginOffset] = {value.endOffset, value.name};
  for (auto it = instead.rbegin(); it != instead.rend(); ++it)
    text.replace(it->first - begin, it->second.first - it->first, it->second.second);
  return text;
}

// What makes the values that have names; `file`: with the branches that the translation took.
std::vector<std::string> namedTexts(const std::string &file, const Region &region) {
  std::vector<std::string> out;
  for (const HostCode &code : region.hostCode) {
    out.emplace_back();
    for (const NamedValue &value : code.named)
      out.back() += (value.declared.empty() ? "" : value.declared + " = ") +
                    file.substr(value.beginOffset, value.endOffset - value.beginOffset) + ";\n";
  }
  return out;
}

std::vector<std::string> hostCodeTexts(const std::string &original, const std::string &path, const Region &region,
                                       const Branches &branches) {
  std::vector<std::string> out;
  for (const HostCode &code : region.hostCode) {
    const size_t begin = std::max(code.beginOffset, code.textOffset);
    out.push_back(lineMark(code.line, path) +
                  asHostCode(branches.whole(original, begin, code.endOffset).substr(begin, code.endOffset - begin),
                             begin, code, region));
  }
  return out;
}

std::vector<std::string> leavingTexts(const std::string &original, const std::string &path, const Region &region,
                                      const Branches &branches) {
  std::vector<std::string> out;
  for (const LeavingArm &arm : region.leaving)
    out.push_back(lineMark(arm.line, path) + branches.whole(original, arm.beginOffset, arm.endOffset)
                                                 .substr(arm.beginOffset, arm.endOffset - arm.beginOffset));
  return out;
}

// The pragma's logical line [begin, end), continuation lines included.
std::pair<size_t, size_t> pragmaLine(const std::string &original, size_t offset) {
  const size_t hash = original.rfind('#', offset), from = hash == std::string::npos ? 0 : hash;
  const size_t digraph = std::string_view(original).substr(from, offset + 2 - from).rfind("%:");
  const size_t begin = digraph == std::string_view::npos ? hash : from + digraph;
  size_t end = offset;
  for (;; ++end) {
    end = std::min(original.find('\n', end), original.size());
    size_t last = end;
    while (last > offset && original[last - 1] == '\r')
      --last;
    if (end == original.size() || original[last - 1] != '\\')
      return {begin, last};
  }
}

// The text [begin, end) with empty lines for the region's directives: a compiler that knows no `stencil` would warn.
std::string withoutPragmas(const std::string &original, size_t begin, size_t end, std::vector<size_t> pragmas) {
  std::string out;
  std::sort(pragmas.begin(), pragmas.end());
  for (size_t offset : pragmas) {
    auto [pragma, past] = pragmaLine(original, offset);
    if (pragma < begin || past > end)
      continue;
    out += original.substr(begin, pragma - begin);
    out.append(std::count(original.begin() + pragma, original.begin() + past, '\n'), '\n');
    begin = past;
  }
  return out + original.substr(begin, end - begin);
}

// The region's loops with a first statement in the time loop's body that may end it.
std::string boundedLoops(const std::string &original, const Region &region, const std::string &own) {
  // Variables that threads have of their own are those of the program for one.
  std::vector<size_t> pragmas = region.pragmas;
  pragmas.insert(pragmas.end(), region.threads.begin(), region.threads.end());
  auto part = [&](size_t begin, size_t end) { return withoutPragmas(original, begin, end, pragmas); };
  if (!region.body) // once, or the time loop stands in a function, out of reach
    return part(region.beginOffset, region.endOffset) +
           (region.program.time ? " ksn_verify_whole(" + own + "a.call);" : "");
  const std::string step = "ksn_verify_step(" + own + "a.call)", guard = " if (!" + step + ") break; ";
  const LoopBody &body = *region.body;
  if (body.isCondition)
    return part(region.beginOffset, body.beginOffset) + step + " && (" + part(body.beginOffset, body.endOffset) + ")" +
           part(body.endOffset, region.endOffset);
  const size_t inside = body.beginOffset + (original[body.beginOffset] == '<' ? 2 : 1); // <% is a brace, too
  if (body.braced)
    return part(region.beginOffset, inside) + guard + part(inside, region.endOffset);
  return part(region.beginOffset, body.beginOffset) + "{" + guard + part(body.beginOffset, body.endOffset) + " }" +
         part(body.endOffset, region.endOffset);
}

// ksn_, or ksn1_, .. when the file has names that begin so.
std::string ownPrefix(const std::string &original) {
  std::string own = "ksn_";
  for (int n = 1; original.find(own) != std::string::npos; ++n)
    own = "ksn" + std::to_string(n) + "_";
  return own;
}

// Second names for definitions of the file, which mean these whatever the program is linked with.
std::string ownDefinitions(const std::vector<CallSite> &calls) {
  std::string out;
  for (const CallSite &call : calls)
    for (const std::string &name : replaceableOf(*call.program))
      out += "\nextern __typeof__(" + name + ") " + ownAlias(*call.program, name) + " __attribute__((alias(\"" + name +
             "\"), visibility(\"hidden\")));\n";
  return out;
}

// In front of that of the statements around, which were added before.
void addEnd(size_t offset, std::string text, std::multimap<size_t, std::string> &texts) {
  texts.emplace_hint(texts.lower_bound(offset), offset, std::move(text));
}

// What stands around a kept statement, by offset.
void addKeeps(const std::vector<KeepScope> &keeps, const std::string &own, std::multimap<size_t, std::string> &texts) {
  for (size_t k = 0; k < keeps.size(); ++k) {
    const std::string kept = own + "k" + std::to_string(k);
    std::string addresses, begin, drops, end;
    for (size_t n = 0; n < keeps[k].arrays.size(); ++n) {
      const auto &[text, isObject, isScratch] = keeps[k].arrays[n];
      const std::string bytes = isObject ? "sizeof " + text : "0";
      const std::string element = kept + "[" + std::to_string(n) + "]";
      addresses += (n ? ", " : "") + ("(void *)" + text);
      begin += "ksn_keep(" + element + ", " + bytes + "); ";
      drops += isScratch ? " ksn_keep_drop(" + text + ", " + bytes + ");" : "";
      end += " ksn_keep_end(" + element + ");";
    }
    texts.emplace(keeps[k].beginOffset, "{ void *const " + kept + "[] = {" + addresses + "}; " + begin);
    addEnd(keeps[k].endOffset, drops + end + " }", texts);
  }
}

std::string homeCall(const HomeStatement::Section &section, const std::string &path, unsigned line) {
  const std::string &array = section.array;
  const bool isWhole = section.from.empty(), hasLength = !section.length.empty();
  const std::string part = isWhole ? "" : "[" + section.from + ":" + section.count + "]";
  const std::string length = hasLength ? "(long long)(" + section.length + ")" : "-1";
  return "ksn_home ? ksn_home(" + quoted(path + ":" + std::to_string(line) + ": home(" + array + part + ")") +
         ", (const void *)" + array + ", " + (isWhole ? "0" : "(" + section.from + ")") + ", " +
         (!isWhole    ? "(" + section.count + ")"
          : hasLength ? length
                      : "0") +
         ", " + (isWhole && !hasLength ? "0" : "sizeof *" + array) + ", " + length + ", " +
         (section.writes ? "1" : "0") + ") : (void *)0";
}

void addHomes(const std::vector<HomeStatement> &homes, const std::string &own, const std::string &path,
              std::multimap<size_t, std::string> &texts) {
  for (size_t h = 0; h < homes.size(); ++h) {
    const std::string handles = own + "h" + std::to_string(h);
    std::string begin, end;
    for (size_t s = 0; s < homes[h].sections.size(); ++s) {
      const std::string handle = handles + "[" + std::to_string(s) + "]";
      begin += (s ? ", " : "") + homeCall(homes[h].sections[s], path, homes[h].line);
      end += " if (" + handle + ") ksn_home_end(" + handle + ");";
    }
    texts.emplace(homes[h].beginOffset, "{ void *const " + handles + "[] = {" + begin + "}; ");
    addEnd(homes[h].endOffset, end + " }", texts);
  }
}

std::multimap<size_t, std::string> textsAround(const KeepScopes &keeps, const std::string &own,
                                               const std::string &path) {
  std::multimap<size_t, std::string> texts;
  addKeeps(keeps.scopes, own, texts);
  addHomes(keeps.homes, own, path, texts);
  return texts;
}

// What stands outside of the regions in place of other text, by its begin: the end, and what it is.
using Instead = std::map<size_t, std::pair<size_t, std::string>>;

// Nothing for lines of directives, and the names of lifted variables.
Instead insteadAside(const std::string &original, const std::vector<CallSite> &calls, const KeepScopes &keeps) {
  Instead instead;
  const auto leaveOut = [&](size_t offset) {
    const auto [begin, end] = pragmaLine(original, offset);
    const auto lines = std::count(original.begin() + begin, original.begin() + end, '\n');
    instead.insert({begin, {end, std::string(static_cast<size_t>(lines), '\n')}});
  };
  for (const KeepScope &keep : keeps.scopes)
    leaveOut(keep.pragmaOffset);
  for (const HomeStatement &home : keeps.homes)
    leaveOut(home.pragmaOffset);
  for (const CallSite &call : calls) {
    for (size_t offset : call.region->aside)
      leaveOut(offset);
    for (const Lifted &variable : call.region->lifted)
      for (const auto &[span, text] : variable.instead)
        instead.insert({span.beginOffset, {span.endOffset, text}});
  }
  return instead;
}

// The text [begin, end), which no region is in, with what keeps arrays.
std::string around(const std::string &original, size_t begin, size_t end, const Instead &instead,
                   const std::multimap<size_t, std::string> &texts) {
  std::string out;
  for (size_t at = begin; at < end || (at == end && at == original.size()); ++at) {
    for (auto [text, last] = texts.equal_range(at); text != last; ++text)
      out += text->second;
    if (const auto other = instead.find(at); other != instead.end()) {
      out += other->second.second;
      at = other->second.first - 1;
    } else if (at < end) {
      out += original[at];
    }
  }
  return out;
}

} // namespace

std::string rewriteSource(const std::string &original, const std::string &path, const std::vector<CallSite> &calls,
                          const std::string &banner, const KeepScopes &keeps,
                          const std::vector<Conditional> &conditionals) {
  const size_t mark = original.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0 ? kByteOrderMark.size() : 0;
  std::string out = original.substr(0, mark) + head(calls, banner, path, keeps);
  const std::string own = ownPrefix(original);
  const std::multimap<size_t, std::string> texts = textsAround(keeps, own, path);
  const Instead aside = insteadAside(original, calls, keeps);
  const Branches branches(original, path, conditionals);
  size_t done = mark;
  for (const CallSite &call : calls) {
    const Region &region = *call.region;
    size_t first = region.pragmas.empty()
                       ? region.beginOffset
                       : std::min(region.beginOffset, pragmaLine(original, region.pragmas.front()).first);
    out += around(original, done, first, aside, texts) +
           withoutPragmas(original, first, region.beginOffset, region.pragmas);
    if (const std::string before = branches.before(region); !before.empty())
      out += "\n" + before;
    // The kept loops stand in the user's columns.
    size_t lineStart = original.rfind('\n', region.beginOffset) + 1;
    std::string indent = original.substr(lineStart, region.beginOffset - lineStart);
    if (indent.find_first_not_of(" \t") != std::string::npos)
      indent.clear();
    std::string loops = withoutPragmas(branches.whole(original, region.beginOffset, region.endOffset),
                                       region.beginOffset, region.endOffset, region.pragmas);
    const std::string oneWay = branches.resolved(original, region.beginOffset, region.endOffset);
    out += callBlock(call, {own, indent + loops, indent + boundedLoops(withoutHostCode(oneWay, region), region, own),
                            hostCodeTexts(original, path, region, branches), namedTexts(oneWay, region),
                            leavingTexts(original, path, region, branches), lineMark(region.line, path)});
    out += branches.behind(region);
    unsigned lines = static_cast<unsigned>(std::count(loops.begin(), loops.end(), '\n'));
    out += lineMark(region.line + lines, path);
    done = region.pragmas.empty() ? region.endOffset
                                  : std::max(region.endOffset, pragmaLine(original, region.pragmas.back()).second);
    out += withoutPragmas(original, region.endOffset, done, region.pragmas);
  }
  return out + around(original, done, original.size(), aside, texts) + ownDefinitions(calls);
}

} // namespace kasane
