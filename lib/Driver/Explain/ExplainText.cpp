// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainRun.h"
#include "Tune/MeasureProgress.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasane {
namespace {

// "[-1..1]" for each axis, slowest first, as the user's subscripts stand.
std::string spell(const Reach &reach, int rank) {
  std::string out;
  for (int a = rank - 1; a >= 0; --a)
    out += "[" + std::to_string(reach.lo[a]) + ".." + std::to_string(reach.hi[a]) + "]";
  return out;
}

std::string spell(const FieldFacts &field, int rank) {
  std::string out = field.type + " " + field.name;
  for (size_t a = field.extents.size(); a-- > 0;)
    out += "[" + field.extents[a] + "]";
  out += "  " + accessOf(field);
  if (!field.offsets.empty())
    out += ", " + std::to_string(field.offsets.size()) + (field.offsets.size() == 1 ? " point " : " points ") +
           spell(field.reach, rank);
  return out;
}

std::string spell(const OpCount &cost) {
  return std::to_string(cost.operations) + " operations, " + std::to_string(cost.bytes) + " bytes of " +
         std::to_string(cost.arrays) + " arrays";
}

std::string namesOf(const std::vector<std::string> &names) {
  return names.empty() ? "nothing" : llvm::join(names, ", ");
}

std::string spell(const StageFacts &stage, const std::vector<std::string> &axes) {
  std::string out;
  for (size_t a = axes.size(); a-- > 0;)
    out += axes[a] + " in [" + stage.domain[a].first + ", " + stage.domain[a].second + ")" + (a ? ", " : "");
  out += stage.line ? "  (line " + std::to_string(stage.line) + ")" : "";
  out += "\n      reads " + namesOf(stage.reads) + "; writes " + namesOf(stage.writes);
  return out + "; " + spell(stage.cost) + " a cell";
}

std::string spell(const Schedule &s) {
  return s.target + ": " + nameOf(s.family) + ", tile " + spellTile(s.tile) + ", depth " + std::to_string(s.depth) +
         ", " + nameOf(s.placement) + ", fp " + nameOf(s.fp);
}

std::string spell(const HaloFacts &halo, int rank) {
  std::string out =
      halo.field + ": " + (halo.onChip ? "tile and " + spell(halo.reach, rank) + " on chip" : "in memory");
  out += halo.loaded ? ", loaded" : "";
  out += halo.stored ? ", stored" : "";
  return out + (halo.shadowed ? " to a second memory" : "");
}

std::string spell(const Advice &advice) {
  return advice.what + (advice.seconds > 0 ? ", predicted " + spellSeconds(advice.seconds) + " a step" : "") + ": " +
         advice.why;
}

void write(llvm::raw_ostream &out, const RegionFacts &region) {
  out << region.file << ":" << region.line << ": region " << region.name << " in " << region.function << "()\n";
  out << "  time      " << (region.time.empty() ? "no time loop: runs once" : region.time) << "\n";
  out << "  arrays\n";
  for (const FieldFacts &field : region.fields)
    out << "    " << spell(field, region.rank) << "\n";
  out << "  loop nests\n";
  for (size_t s = 0; s < region.stages.size(); ++s)
    out << "    " << s + 1 << ". " << spell(region.stages[s], region.axes) << "\n";
  if (!region.fills.empty())
    out << "  ghosts    " << llvm::join(region.fills, ", ")
        << ": filled by the library, on the host, unless the schedule is mapped or rows; from a device the arrays come "
           "home\n";
  if (!region.rotation.empty()) {
    out << "  rotation  after each step";
    for (const auto &[name, from] : region.rotation)
      out << (&name == &region.rotation.front().first ? " " : ", ") << name << " <- " << from;
    out << "\n";
  }
  out << "  cost      " << spell(region.cost) << " a cell and step\n";
  out << "  legality  "
      << (region.guards.empty() && region.disjoint.empty() && region.shared.empty() ? "proved" : "checked at the call")
      << "\n";
  for (const auto &[condition, reason] : region.guards)
    out << "    " << condition << ", else " << reason << "\n";
  for (const auto &[left, right] : region.disjoint)
    out << "    " << (left == right ? "the rows of " + left : left + " and " + right) << " do not overlap\n";
  for (const std::string &scalar : region.shared)
    out << "    " << scalar << " lies in no array that is written\n";
  out << "  schedule\n";
  for (const ScheduleFacts &facts : region.schedules) {
    out << "    " << spell(facts.schedule) << "\n";
    if (facts.toDevice || facts.home)
      out << "      each call moves " << facts.toDevice << (facts.toDevice == 1 ? " array" : " arrays")
          << " to the device and " << facts.home << " home"
          << (region.time.empty() ? "; called often, `#pragma stencil keep(..)` around the calls leaves them there"
                                  : "")
          << "\n";
    if (facts.packed)
      out << "      elements of " << facts.packed << (facts.packed == 1 ? " array" : " arrays")
          << " lie apart in your memory, and side by side on the device\n";
    if (facts.stream)
      for (const std::string &line : spellStream(*facts.stream))
        out << "      " << line << "\n";
    for (const std::string &operand : facts.operands)
      out << "      " << operand << "\n";
    for (const HaloFacts &halo : facts.halos)
      out << "      " << spell(halo, region.rank) << "\n";
    for (const std::string &reason : reasonsOf(facts, region))
      out << "      " << reason << "\n";
    for (const std::string &line : runReasons(facts))
      out << "      " << line << "\n";
    for (const Advice &advice : facts.faster)
      out << "      faster: " << spell(advice) << "\n";
  }
}

std::string nestOf(const StreamLevel &level) {
  return "step " + std::to_string(level.step + 1) + ", loop nest " + std::to_string(level.stage + 1) + ": ";
}

// What becomes of arrays that no level stores and that are read at the cell itself, as coefficients are.
void addUnchanged(std::vector<std::string> &out, const StreamFacts &stream) {
  if (!stream.held.empty())
    out.push_back("holds " + namesOf(stream.held) + (stream.heldOnChip ? " on chip" : " in variables") +
                  ", from the first loop nest that reads " + (stream.held.size() == 1 ? "it" : "them") +
                  " to the last");
  if (!stream.again.empty())
    out.push_back("reads " + namesOf(stream.again) + " again in later steps, where " +
                  (stream.again.size() == 1 ? "it lies" : "they lie"));
}

// Of one axis.
std::vector<std::string> spellLine(const StreamFacts &stream) {
  const std::string loads = stream.loaded.empty() ? "" : ", loads " + namesOf(stream.loaded) + " once";
  std::vector<std::string> out = {"holds a tile in variables of its work-items" + loads};
  addUnchanged(out, stream);
  for (const StreamLevel &level : stream.levels)
    out.push_back(nestOf(level) + "after " + std::to_string(level.lag) + (level.lag == 1 ? " wait" : " waits") +
                  " for neighbours");
  return out;
}

std::string planes(int64_t count) { return std::to_string(count) + (count == 1 ? " plane" : " planes"); }

} // namespace

std::vector<std::string> spellStream(const StreamFacts &stream) {
  if (stream.axis.empty())
    return spellLine(stream);
  const std::string loads = stream.loaded.empty() ? "" : ", loads " + namesOf(stream.loaded) + " a plane ahead";
  std::vector<std::string> out = {"streams along " + stream.axis + loads + ", holds up to " + planes(stream.planes) +
                                  " of a value"};
  addUnchanged(out, stream);
  for (const StreamLevel &level : stream.levels)
    out.push_back(nestOf(level) + planes(level.lag) + " behind what is loaded");
  return out;
}

std::string explainText(const std::vector<RegionFacts> &regions) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const RegionFacts &region : regions)
    write(out, region);
  return out.str();
}

} // namespace kasane
