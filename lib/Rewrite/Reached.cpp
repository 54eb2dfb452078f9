// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reached.h"

#include <algorithm>
#include <cctype>

namespace kasane {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// What follows an operator is a number that isn't 0.
bool dividesByNumber(const std::string &text, size_t at) {
  const size_t digit = text.find_first_not_of(" (", at + 1);
  return digit != std::string::npos && text[digit] >= '1' && text[digit] <= '9';
}

// A star behind an operator, a cast or an opening bracket leads through a pointer.
bool leadsOn(const std::string &text, size_t star) {
  const size_t before = star == 0 ? std::string::npos : text.find_last_not_of(' ', star - 1);
  if (before == std::string::npos || !(isWord(text[before]) || text[before] == ']' || text[before] == ')'))
    return true;
  return text[before] == ')' && star + 1 < text.size() && text[star + 1] != ' ' && text[star + 1] != ')';
}

// Could it end the program to look at this? Elements of arrays, where `elements` says so.
bool faults(const std::string &text, bool elements) {
  if (text.starts_with("(sizeof "))
    return false; // nothing is looked at
  for (size_t at = 0; at < text.size(); ++at)
    if ((text[at] == '-' && text.substr(at, 2) == "->") || (elements && text[at] == '[') ||
        (text[at] == '*' && leadsOn(text, at)) || ((text[at] == '/' || text[at] == '%') && !dividesByNumber(text, at)))
      return true;
  return false;
}

bool faults(const Field &field) {
  return !field.hidden && faults(field.base, field.rows || !field.table.empty() || !field.wholeObject);
}

// Over the call site's texts, as the numbers that the region makes of them.
std::string textOf(const Poly &value, const std::vector<Param> &params) {
  std::string out;
  for (const auto &[factors, times] : value.terms()) {
    std::string term = std::to_string(times);
    if (!factors.empty() && (times == 1 || times == -1))
      term = times < 0 ? "-" : "";
    for (const std::string &name : factors) {
      auto param = std::ranges::find_if(params, [&](const Param &p) { return p.name == name; });
      const bool isFirst = term.empty() || term == "-";
      term += (isFirst ? "(long long)" : " * (long long)") + (param == params.end() ? name : param->text);
    }
    out += out.empty() ? term : times < 0 ? " - " + term.substr(1) : " + " + term;
  }
  return out.empty() ? "0" : out;
}

// That a round is made of the time loop, or else of the outermost loop of a nest; "": it is known, or can't be said.
std::string roundsText(const StencilProgram &program) {
  std::vector<Poly> rounds;
  if (program.time)
    rounds.push_back(program.time->hi - program.time->lo);
  else
    for (const Stage &stage : program.stages) {
      if (stage.order.empty() || stage.leaves)
        return "";
      const AxisBounds &outermost = stage.domain[static_cast<size_t>(stage.order.front().axis)];
      rounds.push_back(outermost.hi - outermost.lo);
    }
  std::vector<std::string> tests;
  for (const Poly &length : rounds) {
    if (length.constant())
      return "";
    const std::string test = "0 < " + textOf(length, program.params);
    if (std::ranges::find(tests, test) == tests.end())
      tests.push_back(test);
  }
  std::string out;
  for (const std::string &test : tests)
    out += (out.empty() ? "" : " || ") + test;
  return out;
}

} // namespace

Reached::Reached(const StencilProgram &program, const Region &region, const std::string &own) : name_(own + "begins") {
  const auto isReached = [](const std::string &text) { return faults(text, true); };
  const bool isNeeded = std::ranges::any_of(program.fields, [](const Field &f) { return faults(f); }) ||
                        std::ranges::any_of(program.params, [&](const Param &p) { return isReached(p.text); }) ||
                        std::ranges::any_of(program.variables, [&](const Variable &v) { return isReached(v.text); }) ||
                        std::ranges::any_of(region.left, [&](const Watched &w) { return isReached(w.name); }) ||
                        std::ranges::any_of(region.carried, isReached) ||
                        std::ranges::any_of(region.sharedScalars, isReached);
  const std::string rounds = isNeeded ? roundsText(program) : "";
  if (!rounds.empty())
    declared_ = "  const int " + name_ + " = " + rounds + "; /* else the loops do nothing */\n";
}

bool Reached::mayFault(const std::string &text) const { return isAsked() && faults(text, true); }

std::string Reached::when(const std::string &text, const std::string &shown) const {
  return mayFault(text) ? name_ + " ? " + shown + " : 0" : shown;
}

std::string Reached::base(const Field &field) const {
  if (field.hidden)
    return "0";
  return (isAsked() && faults(field) ? name_ + " ? " : "") + "(void *)" + field.base +
         (isAsked() && faults(field) ? " : 0" : "");
}

std::string Reached::unlessNothing(const std::string &call) const {
  return isAsked() ? name_ + " ? " + call + " : 0" : call;
}

} // namespace kasane
