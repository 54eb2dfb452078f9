// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Rewrite/Rewrite.h"

#include "Branches.h"
#include "CallBlock.h"
#include "kasane/IR/CallAsks.h"
#include "kasane/Support/Quoted.h"

#include <algorithm>
#include <map>

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

bool asksForTables(const StencilProgram &program) {
  return std::any_of(program.params.begin(), program.params.end(),
                     [](const Param &param) { return param.text.find("ksn_index_table(") != std::string::npos; });
}

std::string head(const std::vector<CallSite> &calls, const std::string &banner, const std::string &path, bool keeps) {
  std::string out = "/* " + banner + " */\n";
  bool several = false;
  for (const CallSite &call : calls) {
    out += call.argumentBlock;
    for (const std::string &target : call.targets)
      out += "int " + call.program->name + "_" + target + "(struct " + call.program->name + "_args *);\n";
    several |= call.targets.size() > 1;
  }
  if (several)
    out += "int ksn_select(const char *);\n";
  if (std::any_of(calls.begin(), calls.end(), [](const CallSite &c) { return asksForTables(*c.program); }))
    out += "int ksn_index_table(const void *, int, int, long long, long long, long long, long long, long long, long "
           "long, int, long long);\n";
  if (std::any_of(calls.begin(), calls.end(), [](const CallSite &c) { return !c.region->hostCode.empty(); }))
    out += "int ksn_host_shape(void **, const char *, int);\nint ksn_host_value(void **, int);\nint "
           "ksn_host_break(void **);\n"
           "void ksn_verify_repeats(void **);\nvoid ksn_verify_gives(void **, const char *, long long, double);\nvoid "
           "ksn_verify_given(void **, int, "
           "const char *, long long, double);\n";
  if (std::any_of(calls.begin(), calls.end(), asksForThreads))
    out += "#ifdef _OPENMP\nint omp_in_parallel(void);\n#define " + std::string(kInParallel) +
           " omp_in_parallel()\n#else\n#define " + kInParallel + " 0\n#endif\n";
  if (keeps)
    out += "void ksn_keep(const void *, unsigned long);\nvoid ksn_keep_end(const void *);\n";
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

// The file with marks in place of the region's host code, but for what a copy of the loops does as well.
std::string withoutHostCode(std::string text, const Region &region) {
  for (const HostCode &code : region.hostCode) {
    if (code.repeats)
      continue;
    for (size_t i = code.beginOffset; i < code.endOffset; ++i)
      if (text[i] != '\n')
        text[i] = ' ';
    text[code.beginOffset] = kHostMark;
  }
  return text;
}

std::vector<std::string> hostCodeTexts(const std::string &original, const std::string &path, const Region &region,
                                       const Branches &branches) {
  std::vector<std::string> out;
  for (const HostCode &code : region.hostCode) {
    const size_t begin = std::max(code.beginOffset, code.textOffset);
    out.push_back(lineMark(code.line, path) +
                  branches.whole(original, begin, code.endOffset).substr(begin, code.endOffset - begin));
  }
  return out;
}

// The pragma's logical line [begin, end), continuation lines included.
std::pair<size_t, size_t> pragmaLine(const std::string &original, size_t offset) {
  const size_t hash = original.rfind('#', offset), digraph = original.rfind("%:", offset);
  const size_t begin = hash == std::string::npos || (digraph != std::string::npos && digraph > hash) ? digraph : hash;
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

// What stands around a kept statement, by offset.
std::multimap<size_t, std::string> keepTexts(const std::vector<KeepScope> &keeps, const std::string &own) {
  std::multimap<size_t, std::string> texts;
  for (size_t k = 0; k < keeps.size(); ++k) {
    const std::string kept = own + "k" + std::to_string(k);
    std::string addresses, begin, end;
    for (size_t n = 0; n < keeps[k].arrays.size(); ++n) {
      const auto &[text, isObject] = keeps[k].arrays[n];
      const std::string element = kept + "[" + std::to_string(n) + "]";
      addresses += (n ? ", " : "") + ("(void *)" + text);
      begin += "ksn_keep(" + element + ", " + (isObject ? "sizeof " + text : "0") + "); ";
      end += " ksn_keep_end(" + element + ");";
    }
    texts.emplace(keeps[k].beginOffset, "{ void *const " + kept + "[] = {" + addresses + "}; " + begin);
    texts.emplace(keeps[k].endOffset, end + " }");
  }
  return texts;
}

// The lines of directives that stand outside of the regions, begin -> end.
std::map<size_t, size_t> linesAside(const std::string &original, const std::vector<CallSite> &calls,
                                    const std::vector<KeepScope> &keeps) {
  std::map<size_t, size_t> lines;
  for (const KeepScope &keep : keeps)
    lines.insert(pragmaLine(original, keep.pragmaOffset));
  for (const CallSite &call : calls)
    for (size_t offset : call.region->aside)
      lines.insert(pragmaLine(original, offset));
  return lines;
}

// The text [begin, end), which no region is in, with what keeps arrays.
std::string around(const std::string &original, size_t begin, size_t end, const std::map<size_t, size_t> &pragmas,
                   const std::multimap<size_t, std::string> &texts) {
  std::string out;
  for (size_t at = begin; at < end || (at == end && at == original.size()); ++at) {
    for (auto [text, last] = texts.equal_range(at); text != last; ++text)
      out += text->second;
    if (auto pragma = pragmas.find(at); pragma != pragmas.end()) {
      out.append(std::count(original.begin() + at, original.begin() + pragma->second, '\n'), '\n');
      at = pragma->second;
    }
    if (at < end)
      out += original[at];
  }
  return out;
}

} // namespace

std::string rewriteSource(const std::string &original, const std::string &path, const std::vector<CallSite> &calls,
                          const std::string &banner, const std::vector<KeepScope> &keeps,
                          const std::vector<Conditional> &conditionals) {
  const size_t mark = original.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0 ? kByteOrderMark.size() : 0;
  std::string out = original.substr(0, mark) + head(calls, banner, path, !keeps.empty());
  const std::string own = ownPrefix(original);
  const std::multimap<size_t, std::string> texts = keepTexts(keeps, own);
  const std::map<size_t, size_t> aside = linesAside(original, calls, keeps);
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
                            hostCodeTexts(original, path, region, branches), lineMark(region.line, path)});
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
