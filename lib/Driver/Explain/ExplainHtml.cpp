// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"
#include "Explain/ExplainFigures.h"
#include "Explain/ExplainStyle.h"
#include "Explain/Svg.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

using Strings = std::vector<std::string>;

std::string element(const std::string &name, const std::string &style, const std::string &content) {
  return "<" + name + (style.empty() ? "" : " class=\"" + style + "\"") + ">" + content + "</" + name + ">\n";
}
std::string paragraph(const std::string &text, const std::string &style = "") {
  return element("p", style, escapeHtml(text));
}
std::string code(const std::string &text) { return "<code>" + escapeHtml(text) + "</code>"; }
std::string cell(const std::string &content, const std::string &style = "") { return element("td", style, content); }
std::string card(const std::string &title, const std::string &content) {
  return element("div", "card", element("h3", "", escapeHtml(title)) + content);
}
std::string row(const Strings &cards) { return element("div", "row", llvm::join(cards, "")); }
std::string column(const Strings &cards) { return element("div", "column", llvm::join(cards, "")); }
std::string list(const Strings &items) {
  std::string out;
  for (const std::string &item : items)
    out += element("li", "", item);
  return element("ul", "", out);
}

// A column whose name begins with '#' holds numbers.
std::string table(const Strings &columns, const std::string &rows) {
  std::string head;
  for (const std::string &column : columns)
    head += column.starts_with('#') ? element("th", "n", escapeHtml(column.substr(1)))
                                    : element("th", "", escapeHtml(column));
  return element("div", "scroll",
                 element("table", "", element("thead", "", element("tr", "", head)) + element("tbody", "", rows)));
}

std::string barOf(double share) {
  return "<i style=\"width:" + fixed(std::clamp(share, 0.0, 1.0) * 100, 1) + "%\"></i>";
}

std::string milliseconds(double seconds) {
  int digits = 2;
  if (seconds < 1e-2)
    digits = seconds < 1e-4 ? 4 : 3;
  return fixed(seconds * 1e3, digits) + " ms";
}

std::string sizeOf(const ScheduleFacts &facts, size_t rank) {
  std::string out;
  for (size_t a = 0; a < rank; ++a)
    out += (a ? " x " : "") + std::to_string(facts.decision.problem.grid[a]);
  return out;
}

// ---- What is computed

std::string namesOf(const Strings &names) { return names.empty() ? "nothing" : llvm::join(names, ", "); }

std::string fieldRows(const RegionFacts &region) {
  std::string out;
  for (const FieldFacts &field : region.fields) {
    std::string extents;
    for (size_t a = field.extents.size(); a-- > 0;)
      extents += "[" + field.extents[a] + "]";
    const std::string points = field.offsets.empty() ? ""
                                                     : std::to_string(field.offsets.size()) +
                                                           (field.offsets.size() == 1 ? " point" : " points");
    out += element("tr", "",
                   cell(code(field.type + " " + field.name + extents)) + cell(accessOf(field)) + cell(points) +
                       cell(footprintFigure(field, region.rank)));
  }
  return out;
}

std::string stageRows(const RegionFacts &region) {
  std::string out;
  for (const StageFacts &stage : region.stages) {
    std::string domain;
    for (size_t a = region.axes.size(); a-- > 0;)
      domain +=
          region.axes[a] + " in [" + stage.domain[a].first + ", " + stage.domain[a].second + ")" + (a ? ", " : "");
    out += element("tr", "",
                   cell(stage.line ? std::to_string(stage.line) : "") + cell(code(domain)) +
                       cell(escapeHtml(namesOf(stage.reads))) + cell(escapeHtml(namesOf(stage.writes))) +
                       cell(std::to_string(stage.cost.operations), "n") + cell(std::to_string(stage.cost.bytes), "n"));
  }
  return out;
}

std::string checksOf(const RegionFacts &region) {
  Strings items;
  for (const auto &[condition, reason] : region.guards)
    items.push_back(code(condition) + ", else " + escapeHtml(reason));
  Strings apart;
  for (const auto &[left, right] : region.disjoint)
    apart.push_back(escapeHtml(left == right ? "the rows of " + left : left + " and " + right));
  if (!apart.empty())
    items.push_back("no memory is shared by " + llvm::join(apart, "; "));
  for (const std::string &scalar : region.shared)
    items.push_back(escapeHtml(scalar + " lies in no array that is written"));
  return items.empty()
             ? paragraph("All that the translation relies upon is proved.")
             : paragraph("Checked when the region is called; the original loops run where it does not hold:") +
                   list(items);
}

std::string programSection(const RegionFacts &region) {
  std::string steps = paragraph(region.time.empty() ? "No time loop: it runs once." : "Time: " + region.time + ".");
  Strings moves;
  for (const auto &[name, from] : region.rotation)
    moves.push_back(name + " is what " + from + " was");
  if (!moves.empty())
    steps += paragraph("After each step " + llvm::join(moves, ", ") + ".");
  return row({card("Arrays", table({"array", "use", "reads", "around a cell"}, fieldRows(region))),
              card("Legality", steps + checksOf(region))}) +
         card("Loop nests of a step",
              table({"line", "cells", "reads", "writes", "#operations", "#bytes"}, stageRows(region)));
}

// ---- What was chosen

std::string figure(const std::string &name, const std::string &value) {
  return element("div", "", element("dt", "", escapeHtml(name)) + element("dd", "", escapeHtml(value)));
}

std::string keyFigures(const ScheduleFacts &facts) {
  const Prediction &p = facts.decision.predicted;
  std::string out = figure("schedule", spellSchedule(facts.schedule)) +
                    figure("predicted a step", milliseconds(p.total)) +
                    figure("Gcells/s", fixed(p.total > 0 ? facts.updates / p.total * 1e-9 : 0, 2)) +
                    figure("bound by", nameOf(p.bound)) + figure("computed for each wanted", fixed(p.redundancy, 2)) +
                    figure("machine busy", fixed(p.fill * 100, 0) + " %");
  if (p.onChip)
    out += figure("bytes on chip, of " + std::to_string(facts.machine.local.bytes), std::to_string(p.onChip));
  return element("dl", "figures", out);
}

std::string timeRows(const Prediction &p) {
  const double most = std::max(*std::ranges::max_element(p.seconds), p.overhead);
  std::string out;
  const auto add = [&](const std::string &name, double seconds, bool isBound) {
    if (seconds > 0)
      out += element("tr", isBound ? "bound" : "",
                     cell(name) + cell(milliseconds(seconds), "n") + cell(barOf(seconds / most), "bar"));
  };
  for (int r = 0; r < kResources; ++r)
    add(nameOf(static_cast<Resource>(r)), p.seconds[r], static_cast<Resource>(r) == p.bound);
  add("launches and barriers", p.overhead, false);
  return out;
}

// What takes longer than the choice is slower by so much; a little faster ones are within the model's error.
std::string againstChoice(double seconds, double chosen) {
  const double percent = seconds / chosen * 100 - 100;
  const std::string size = fixed(std::abs(percent), std::abs(percent) < 10 ? 1 : 0) + " % ";
  return std::abs(percent) < 0.05 ? "as fast" : size + (percent < 0 ? "faster" : "slower");
}

std::string candidateRows(const Decision &decision) {
  double slowest = 0;
  for (const Candidate &candidate : decision.candidates)
    slowest = std::max(slowest, candidate.predicted.total);
  std::string out;
  for (const Candidate &candidate : decision.candidates) {
    const bool isChoice = candidate.schedule == decision.schedule;
    const auto &[x, y, z] = candidate.schedule.group;
    const std::string group =
        x * y * z > 1 ? std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z) : "";
    out += element(
        "tr", isChoice ? "choice" : "",
        cell(escapeHtml(spellSchedule(candidate.schedule)), "name") + cell(group) +
            cell(milliseconds(candidate.predicted.total), "n") +
            cell(isChoice ? "chosen" : againstChoice(candidate.predicted.total, decision.predicted.total), "n") +
            cell(nameOf(candidate.predicted.bound)) + cell(barOf(candidate.predicted.total / slowest), "bar"));
  }
  return out;
}

// Why the choice isn't the first, where it is not.
std::string marginsOf(const Decision &decision) {
  const auto isFaster = [&](const Candidate &c) { return c.predicted.total < decision.predicted.total * 0.9995; };
  if (!decision.paper.steps.empty() || std::ranges::none_of(decision.candidates, isFaster))
    return "";
  return paragraph(
      "Some are predicted faster, but by less than a change must gain, for which the model isn't sure enough.");
}

std::string measuredCard(const Measurement &measured) {
  const std::vector<std::string> said = measuredReasons(measured);
  if (said.empty())
    return "";
  std::string rows;
  for (const Timed &timed : measured.timed) {
    const double slower = timed.seconds() / measured.timed.front().seconds() * 100 - 100;
    const bool isChoice = &timed == &measured.timed.front(),
               isPredicted = timed.candidate.schedule == measured.predicted.schedule;
    rows += element("tr", isChoice ? "choice" : "",
                    cell(escapeHtml(spellSchedule(timed.candidate.schedule)), "name") +
                        cell(milliseconds(timed.seconds()), "n") +
                        cell(milliseconds(timed.candidate.predicted.total), "n") +
                        cell(isChoice ? "chosen" : fixed(slower, slower < 10 ? 1 : 0) + " %", "n") +
                        cell(isPredicted ? "the choice without measuring" : "") +
                        cell(barOf(timed.seconds() / measured.timed.back().seconds()), "bar"));
  }
  return card("Measured",
              paragraph(said.front()) +
                  (rows.empty() ? "" : table({"schedule", "#a step", "#predicted", "#slower by", "", ""}, rows)));
}

std::string stoppedCard(const Decision &decision) {
  std::string rows;
  for (const Stopped &stopped : decision.stopped)
    rows += element("tr", "", cell(escapeHtml(stopped.direction), "name") + cell(escapeHtml(stopped.reason)));
  Strings steps;
  for (const PaperStep &step : decision.paper.steps)
    steps.push_back(code(print(step)));
  return (rows.empty() ? "" : card("Why it went no further", table({"next", "why not"}, rows))) +
         (steps.empty() ? "" : card("The published rules, step by step", list(steps)));
}

std::string onChipItems(const ScheduleFacts &facts) {
  Strings items;
  if (facts.stream)
    for (const std::string &line : spellStream(*facts.stream))
      items.push_back(escapeHtml(line));
  for (const HaloFacts &halo : facts.halos) {
    std::string text = halo.onChip ? ": tile and halo on chip" : ": in memory";
    text += halo.loaded ? ", loaded" : "";
    text += halo.stored ? ", stored" : "";
    items.push_back(code(halo.field) + escapeHtml(text + (halo.shadowed ? " to a second memory" : "")));
  }
  return items.empty() ? "" : list(items);
}

std::string shapeCard(const ScheduleFacts &facts, const RegionFacts &region) {
  const std::string tile = tileFigure(facts, region);
  const auto &[x, y, z] = facts.schedule.group;
  std::string keys = tile.empty() ? "" : "<span class=\"key a\"></span>tile ";
  keys += !tile.empty() && x * y * z > 1 ? "<span class=\"key b\"></span>work-items of a group, " + std::to_string(x) +
                                               "x" + std::to_string(y) + "x" + std::to_string(z) + " "
                                         : "";
  keys += "<span class=\"key c\"></span>around it: what a pass reads, then computes, step by step";
  return card("Tile, halo and steps",
              tile + passFigure(facts, region) + element("p", "faint", keys) + onChipItems(facts));
}

std::string targetSection(const ScheduleFacts &facts, const RegionFacts &region) {
  const Decision &decision = facts.decision;
  const Problem &problem = decision.problem;
  std::string size = sizeOf(facts, static_cast<size_t>(region.rank)) + " cells, " + std::to_string(problem.steps) +
                     (problem.steps == 1 ? " step" : " steps");
  if (!problem.assumed.empty())
    size += "; lengths along " + llvm::join(problem.assumed, ", ") + " are assumed, --size says them";
  std::string out = element("h2", "", escapeHtml(facts.schedule.target + " on " + facts.machine.name)) +
                    paragraph(facts.machine.title + ". " + size + ".", "faint") + keyFigures(facts);
  if (const std::string reason = noBlockingReason(facts, region.time); !reason.empty())
    out += paragraph(reason, "says");
  const std::string roofline = rooflineFigure(facts, region);
  const std::string times =
      card("Where the time of a step goes", table({"resource", "#busy", ""}, timeRows(decision.predicted)));
  if (facts.toDevice || facts.home)
    out +=
        paragraph("Each call moves " + std::to_string(facts.toDevice) + (facts.toDevice == 1 ? " array" : " arrays") +
                      " to the device and " + std::to_string(facts.home) + " home.",
                  "faint");
  // In one dimension there is little to see of the shape, so that the times stand below it.
  const std::string left = roofline.empty() ? "" : card("Roofline", roofline), shape = shapeCard(facts, region);
  out += row(region.rank == 1 && !left.empty() ? Strings{left, column({shape, times})}
                                               : Strings{column({left, times}), shape});
  out += measuredCard(facts.measured);
  out +=
      card("What else was looked at",
           table({"schedule", "work-group", "#a step", "#than the choice", "bound by", ""}, candidateRows(decision)) +
               marginsOf(decision));
  out += stoppedCard(decision);
  return element("section", "target", out);
}

std::string regionArticle(const RegionFacts &region) {
  std::string out =
      element("h1", "", escapeHtml(region.name)) +
      paragraph(region.file + ":" + std::to_string(region.line) + ", in " + region.function + "()", "faint mono") +
      programSection(region);
  for (const ScheduleFacts &facts : region.schedules)
    out += targetSection(facts, region);
  return element("article", "", out);
}

} // namespace

// It is XML, too, so that anything can read it.
std::string explainHtml(const std::vector<RegionFacts> &regions) {
  std::string body;
  for (const RegionFacts &region : regions)
    body += regionArticle(region);
  if (regions.empty())
    body = paragraph("No region was understood.");
  const std::string title = regions.empty() ? "kasane explain" : "kasane explain: " + regions.front().name;
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
         element("title", "", escapeHtml(title)) + element("style", "", kExplainStyle) + "</head>\n" +
         element("body", "", element("main", "", body)) + "</html>\n";
}

} // namespace kasane
