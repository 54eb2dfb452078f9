// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"
#include "Explain/ExplainFigures.h"
#include "Explain/ExplainRun.h"
#include "Explain/ExplainStyle.h"
#include "Explain/Html.h"
#include "Explain/Svg.h"
#include "Tune/MeasureProgress.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

using namespace html;

std::string sizeOf(const ScheduleFacts &facts, size_t rank) {
  const Problem &problem = facts.decision.problem;
  std::string out;
  for (size_t a = 0; a < rank; ++a)
    out += (a ? " x " : "") + std::to_string(problem.grid[a]);
  return out + " cells, " + std::to_string(problem.steps) + (problem.steps == 1 ? " step" : " steps");
}

// ---- What is computed

std::string namesOf(const Strings &names) { return names.empty() ? "nothing" : llvm::join(names, ", "); }

std::string arraysCard(const RegionFacts &region) {
  Table table({"array", "use", "reads", "around a cell"});
  for (const FieldFacts &field : region.fields) {
    std::string extents;
    for (size_t a = field.extents.size(); a-- > 0;)
      extents += "[" + field.extents[a] + "]";
    const std::string points = field.offsets.empty() ? ""
                                                     : std::to_string(field.offsets.size()) +
                                                           (field.offsets.size() == 1 ? " point" : " points");
    table.add({{code(field.type + " " + field.name + extents), ""},
               {accessOf(field), ""},
               {points, ""},
               {footprintFigure(field, region.rank), ""}});
  }
  return card("Arrays", table.str());
}

std::string nestsCard(const RegionFacts &region, const std::string &id, SourceLinks &source) {
  Table table({"", "line", "cells", "reads", "writes", "#operations", "#bytes"});
  for (size_t s = 0; s < region.stages.size(); ++s) {
    const StageFacts &stage = region.stages[s];
    const std::string number = std::to_string(s + 1), nest = id + "-nest" + number;
    std::string domain;
    for (size_t a = region.axes.size(); a-- > 0;)
      domain +=
          region.axes[a] + " in [" + stage.domain[a].first + ", " + stage.domain[a].second + ")" + (a ? ", " : "");
    table.add({{"loop nest " + number, "name"},
               {source.number(stage.line, nest, "loop nest " + number), ""},
               {code(domain), ""},
               {escapeHtml(namesOf(stage.reads)), ""},
               {escapeHtml(namesOf(stage.writes)), ""},
               {std::to_string(stage.cost.operations), ""},
               {std::to_string(stage.cost.bytes), ""}},
              "", nest);
  }
  std::string ghosts;
  for (size_t f = 0; f < region.fills.size(); ++f) {
    const std::string fill = id + "-ghosts" + std::to_string(f + 1);
    ghosts += element("p", "",
                      "Ghosts of " + source.sentence(region.fills[f], fill, "ghosts") +
                          " are filled by the library in each step.",
                      fill);
  }
  return card("Loop nests of a step", table.str() + ghosts);
}

std::string legalityCard(const RegionFacts &region) {
  std::string out = paragraph(region.time.empty() ? "No time loop: it runs once." : "Time: " + region.time + ".");
  Strings moves, items, apart;
  for (const auto &[name, from] : region.rotation)
    moves.push_back(name + " is what " + from + " was");
  if (!moves.empty())
    out += paragraph("After each step " + llvm::join(moves, ", ") + ".");
  for (const auto &[condition, reason] : region.guards)
    items.push_back(code(condition) + ", else " + escapeHtml(reason));
  for (const auto &[left, right] : region.disjoint)
    apart.push_back(escapeHtml(left == right ? "the rows of " + left : left + " and " + right));
  if (!apart.empty())
    items.push_back("no memory is shared by " + llvm::join(apart, "; "));
  for (const std::string &scalar : region.shared)
    items.push_back(escapeHtml(scalar + " lies in no array that is written"));
  return card("Legality",
              out + (items.empty()
                         ? paragraph("All that the translation relies upon is proved.")
                         : paragraph("Checked when the region is called; the original loops run where it does not "
                                     "hold:") +
                               list(items)));
}

// ---- What was chosen

std::string figure(const std::string &name, const std::string &value) {
  return element("div", "", element("dt", "", escapeHtml(name)) + element("dd", "", escapeHtml(value)));
}

std::string keyFigures(const ScheduleFacts &facts) {
  const Prediction &p = facts.decision.predicted;
  std::string out = figure("schedule", spellSchedule(facts.schedule)) +
                    figure("predicted a step", spellSeconds(p.total)) +
                    figure("predicted Gcells/s", fixed(p.total > 0 ? facts.updates / p.total * 1e-9 : 0, 2));
  if (facts.isRun() && facts.run->steps > 0 && facts.run->inKernels > 0) { // whose sizes may be others
    const RunFacts &run = *facts.run;
    out += run.predicted > 0 ? figure("predicted for the run", spellSeconds(run.predictedPerStep())) : "";
    out += figure("measured in the run", spellSeconds(run.perStep()));
    out += run.cells > 0 ? figure("measured Gcells/s", fixed(run.rate() * 1e-9, 2)) : "";
  }
  out += figure("bound by", nameOf(p.bound)) + figure("cells computed for each wanted", fixed(p.redundancy, 2)) +
         figure("machine busy", fixed(p.fill * 100, 0) + " %");
  if (p.onChip)
    out += figure("bytes on chip, of " + std::to_string(facts.machine.local.bytes), std::to_string(p.onChip));
  return element("dl", "figures", out);
}

std::string timesCard(const Prediction &p) {
  const double most = std::max(*std::ranges::max_element(p.seconds), p.overhead);
  Table table({"resource", "#busy", ""});
  const auto add = [&](const std::string &name, double seconds, bool isBound) {
    if (seconds > 0)
      table.add({{name, ""}, {spellSeconds(seconds), ""}, {barOf(seconds / most), "bar"}}, isBound ? "bound" : "");
  };
  for (int r = 0; r < kResources; ++r)
    add(nameOf(static_cast<Resource>(r)), p.seconds[r], static_cast<Resource>(r) == p.bound);
  add("launches and barriers", p.overhead, false);
  return table.isEmpty() ? "" : card("Where the time of a step goes", table.str());
}

// What takes longer than the choice is slower by so much; a little faster ones are within the model's error.
std::string againstChoice(double seconds, double chosen) {
  const double percent = seconds / chosen * 100 - 100;
  const std::string size = fixed(std::abs(percent), std::abs(percent) < 10 ? 1 : 0) + " % ";
  return std::abs(percent) < 0.05 ? "as fast" : size + (percent < 0 ? "faster" : "slower");
}

// Why the choice isn't the first, where it is not.
std::string marginsOf(const Decision &decision) {
  const auto isFaster = [&](const Candidate &c) { return c.predicted.total < decision.predicted.total * 0.9995; };
  if (!decision.paper.steps.empty() || std::ranges::none_of(decision.candidates, isFaster))
    return "";
  return paragraph(
      "Some are predicted faster, but by less than a change must gain, for which the model isn't sure enough.");
}

std::string candidatesCard(const Decision &decision) {
  if (decision.candidates.size() < 2) // the choice itself
    return "";
  double slowest = 0;
  for (const Candidate &candidate : decision.candidates)
    slowest = std::max(slowest, candidate.predicted.total);
  const bool hasGroups = std::ranges::any_of(decision.candidates, [](const Candidate &candidate) {
    const auto &[x, y, z] = candidate.schedule.group;
    return x * y * z > 1;
  });
  Strings columns = {"schedule", "work-group", "#predicted a step", "#against the choice", "bound by", ""};
  if (!hasGroups)
    columns.erase(columns.begin() + 1);
  Table table(columns);
  for (const Candidate &candidate : decision.candidates) {
    const bool isChoice = candidate.schedule == decision.schedule;
    std::vector<Table::Cell> cells = {
        {escapeHtml(spellSchedule(candidate.schedule)), "name"},
        {spellTile(candidate.schedule.group), ""},
        {spellSeconds(candidate.predicted.total), ""},
        {isChoice ? "chosen" : againstChoice(candidate.predicted.total, decision.predicted.total), ""},
        {nameOf(candidate.predicted.bound), ""},
        {barOf(candidate.predicted.total / slowest), "bar"}};
    if (!hasGroups)
      cells.erase(cells.begin() + 1);
    table.add(cells, isChoice ? "choice" : "");
  }
  return card("What else was looked at", table.str() + marginsOf(decision));
}

std::string measuredCard(const Measurement &measured) {
  const Strings said = measuredReasons(measured);
  if (said.empty())
    return "";
  Table table({"schedule", "#measured a step", "#predicted a step", "#slower by", "", ""});
  for (const Timed &timed : measured.timed) {
    const double slower = timed.seconds() / measured.timed.front().seconds() * 100 - 100;
    const bool isChoice = &timed == &measured.timed.front(),
               isPredicted = timed.candidate.schedule == measured.predicted.schedule;
    table.add({{escapeHtml(spellSchedule(timed.candidate.schedule)), "name"},
               {spellSeconds(timed.seconds()), ""},
               {spellSeconds(timed.candidate.predicted.total), ""},
               {isChoice ? "chosen" : fixed(slower, slower < 10 ? 1 : 0) + " %", ""},
               {isPredicted ? "the choice without measuring" : "", ""},
               {barOf(timed.seconds() / measured.timed.back().seconds()), "bar"}},
              isChoice ? "choice" : "");
  }
  return card("Measured by --tune", paragraph(said.front()) + (table.isEmpty() ? "" : table.str()));
}

// ---- What a run took

std::string runCard(const ScheduleFacts &facts) {
  const Strings said = runReasons(facts);
  if (said.empty())
    return "";
  const RunFacts &run = *facts.run;
  std::string table;
  if (run.steps > 0 && run.inKernels > 0 && run.predicted > 0) {
    Table rows({"", "#a step", ""});
    const double most = std::max(run.inKernels, run.predicted);
    rows.add({{"measured", ""}, {spellSeconds(run.perStep()), ""}, {barOf(run.inKernels / most), "bar"}}, "bound");
    rows.add({{"predicted for these sizes", ""},
              {spellSeconds(run.predictedPerStep()), ""},
              {barOf(run.predicted / most), "bar"}});
    table = rows.str();
  }
  Strings items;
  for (const std::string &line : said)
    items.push_back(escapeHtml(line));
  return card("A run beside the prediction", table + list(items));
}

// ---- Why, and what would help

std::string fasterCard(const ScheduleFacts &facts, const std::string &id, SourceLinks &source) {
  Strings items;
  for (const Advice &advice : facts.faster) {
    std::string gain;
    if (const double now = facts.decision.predicted.total; advice.seconds > 0)
      gain = ", predicted " + spellSeconds(advice.seconds) + " a step" +
             (advice.seconds < now ? " (" + fixed(now / advice.seconds, 2) + " times as fast)" : "");
    const std::string what =
        advice.line ? source.sentence(advice.what, id + "-faster", "what would make this faster") : code(advice.what);
    items.push_back(
        "<span class=\"tag\">" + std::string(nameOf(advice.kind)) + "</span> " + what + gain +
        element("div", "faint", source.sentence(advice.why, id + "-faster", "what would make this faster")));
  }
  return items.empty() ? ""
                       : card("What would make this faster", element("div", "", list(items, "plain"), id + "-faster"));
}

std::string stoppedCard(const ScheduleFacts &facts, const std::string &id, SourceLinks &source) {
  const Decision &decision = facts.decision;
  Table table({"next", "why not"});
  const auto add = [&](const std::string &next, const std::string &why) {
    table.add({{escapeHtml(next), "name"}, {source.sentence(why, id + "-stopped", "why it went no further"), ""}});
  };
  if (!facts.noDiamonds.empty() && facts.ruledOut.empty())
    add("diamonds", facts.noDiamonds);
  if (!facts.noMap.empty())
    add("reads at neighbours", facts.noMap);
  for (const Stopped &stopped : decision.stopped)
    add(stopped.direction, stopped.reason);
  Strings steps;
  for (const PaperStep &step : decision.paper.steps)
    steps.push_back(code(print(step)));
  return (table.isEmpty() ? "" : card("Why it went no further", element("div", "", table.str(), id + "-stopped"))) +
         (steps.empty() ? "" : card("The published rules, step by step", list(steps)));
}

Strings onChipItems(const ScheduleFacts &facts) {
  Strings items;
  if (facts.stream)
    for (const std::string &line : spellStream(*facts.stream))
      items.push_back(escapeHtml(line));
  for (const std::string &operand : facts.operands)
    items.push_back(escapeHtml(operand));
  for (const HaloFacts &halo : facts.halos) {
    std::string text = halo.onChip ? ": tile and halo on chip" : ": in memory";
    text += halo.loaded ? ", loaded" : "";
    text += halo.stored ? ", stored" : "";
    items.push_back(code(halo.field) + escapeHtml(text + (halo.shadowed ? " to a second memory" : "")));
  }
  return items;
}

std::string shapeCard(const ScheduleFacts &facts, const RegionFacts &region) {
  const std::string tile = tileFigure(facts, region);
  const auto &[x, y, z] = facts.schedule.group;
  Strings keys;
  if (!tile.empty())
    keys.push_back("<i class=\"key a\"></i>tile");
  if (!tile.empty() && x * y * z > 1)
    keys.push_back("<i class=\"key b\"></i>work-items of a group, " + spellTile(facts.schedule.group));
  keys.push_back("<i class=\"key c\"></i>around it: what a pass reads, then computes, step by step");
  const Strings items = onChipItems(facts);
  return card("Tile, halo and steps",
              tile + passFigure(facts, region) + list(keys, "legend") + (items.empty() ? "" : list(items)));
}

std::string rooflineCard(const ScheduleFacts &facts, const RegionFacts &region) {
  const Roofline roofline = rooflineFigure(facts, region);
  if (roofline.picture.empty())
    return "";
  Strings items;
  for (const LegendItem &item : roofline.legend)
    items.push_back("<i class=\"mark " + item.mark + "\"></i>" + escapeHtml(item.text));
  return card("Roofline", roofline.picture + list(items, "legend"));
}

std::string targetSection(const ScheduleFacts &facts, const RegionFacts &region, const std::string &id,
                          SourceLinks &source) {
  const Problem &problem = facts.decision.problem;
  std::string size = sizeOf(facts, static_cast<size_t>(region.rank));
  if (!problem.assumed.empty())
    size += "; lengths along " + llvm::join(problem.assumed, ", ") + " are assumed, --size says them";
  std::string out = element("h2", "", escapeHtml(facts.schedule.target + " on " + facts.machine.name)) +
                    paragraph(facts.machine.title + ". " + size + ". " +
                                  (facts.schedule.placement == Placement::InCore ? "In" : "Not in") + " core, fp " +
                                  nameOf(facts.schedule.fp) + ".",
                              "faint") +
                    keyFigures(facts);
  if (const std::string reason = noBlockingReason(facts, region.time); !reason.empty())
    out += element("p", "says", source.sentence(reason, id + "-why", "no temporal blocking"), id + "-why");
  if (facts.toDevice || facts.home)
    out +=
        paragraph("Each call moves " + std::to_string(facts.toDevice) + (facts.toDevice == 1 ? " array" : " arrays") +
                      " to the device and " + std::to_string(facts.home) + " home." +
                      (facts.packed ? " Elements of " + std::to_string(facts.packed) +
                                          (facts.packed == 1 ? " array" : " arrays") +
                                          " lie apart in your memory, and side by side on the device."
                                    : ""),
                  "faint");
  out += element("div", "flow",
                 fasterCard(facts, id, source) + runCard(facts) + rooflineCard(facts, region) +
                     timesCard(facts.decision.predicted) + shapeCard(facts, region) + stoppedCard(facts, id, source));
  out += measuredCard(facts.measured) + candidatesCard(facts.decision);
  return element("section", "target", out, id);
}

std::string regionArticle(const RegionFacts &region, const std::string &id) {
  SourceLinks source(region.source, id);
  const std::string nests = nestsCard(region, id, source);
  std::string targets;
  for (size_t t = 0; t < region.schedules.size(); ++t)
    targets += targetSection(region.schedules[t], region, id + "-t" + std::to_string(t + 1), source);
  const std::string head = source.number(region.line, id, "region");
  return element("article", "",
                 element("h1", "", escapeHtml(region.name)) +
                     element("p", "faint mono",
                             escapeHtml(region.file) + ":" + head + ", in " + escapeHtml(region.function) + "()") +
                     element("div", "flow", source.str() + arraysCard(region) + legalityCard(region)) + nests + targets,
                 id);
}

// Only where there is more than one place to go.
std::string contents(const std::vector<RegionFacts> &regions) {
  Strings items;
  for (size_t r = 0; r < regions.size(); ++r)
    for (size_t t = 0; t < regions[r].schedules.size(); ++t) {
      const ScheduleFacts &facts = regions[r].schedules[t];
      items.push_back(link("r" + std::to_string(r + 1) + "-t" + std::to_string(t + 1),
                           regions[r].name + ", " + facts.schedule.target + " on " + facts.machine.name) +
                      escapeHtml(": " + spellSchedule(facts.schedule) + ", predicted " +
                                 spellSeconds(facts.decision.predicted.total) + " a step"));
    }
  return items.size() < 2 ? "" : element("nav", "card", list(items, "plain"));
}

} // namespace

// It is XML, too, so that anything can read it.
std::string explainHtml(const std::vector<RegionFacts> &regions) {
  std::string body = contents(regions);
  for (size_t r = 0; r < regions.size(); ++r)
    body += regionArticle(regions[r], "r" + std::to_string(r + 1));
  if (regions.empty())
    body = paragraph("No region was understood.");
  const std::string title = regions.empty() ? "kasane explain" : "kasane explain: " + regions.front().name;
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
         element("title", "", escapeHtml(title)) + element("style", "", kExplainStyle) + "</head>\n" +
         element("body", "", element("main", "", body)) + "</html>\n";
}

} // namespace kasane
