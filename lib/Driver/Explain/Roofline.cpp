// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFigures.h"
#include "Explain/Labels.h"
#include "Explain/Svg.h"
#include "kasane/Machine/Units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace kasane {
namespace {

// As wide as a phone shows it at its size; a page with more room makes it larger.
constexpr double kWidth = 360, kHeight = 290, kLeft = 70, kRight = 8, kTop = 12, kBottom = 36;

struct Ceiling {
  std::string name;
  double bandwidth;
};

struct Point {
  double intensity, rate;
  std::string tip;
};

std::string spellRate(double rate) { return counted(rate) + "ops/s"; }

// Memory first, then the slower before the faster. Equal ones share a line.
std::vector<Ceiling> ceilingsOf(const Machine &machine) {
  std::vector<Ceiling> inner = {{"on-chip memory", machine.local.bandwidth}};
  for (const MemoryLevel &level : machine.caches)
    inner.push_back({level.name, level.bandwidth});
  std::ranges::stable_sort(inner, {}, &Ceiling::bandwidth);
  std::vector<Ceiling> out = {{"memory", machine.memory.bandwidth}};
  for (const Ceiling &ceiling : inner)
    if (ceiling.bandwidth > 0 && ceiling.bandwidth == out.back().bandwidth)
      out.back().name += ", " + ceiling.name;
    else if (ceiling.bandwidth > 0)
      out.push_back(ceiling);
  return out;
}

struct Peak {
  std::string type;
  double rate;
};

// Of what the region writes.
Peak peakOf(const RegionFacts &region, const OperationRates &rates) {
  for (const FieldFacts &field : region.fields)
    if (field.written && (field.type == "f32" || field.type == "f64"))
      return {field.type, field.type == "f32" ? rates.f32 : rates.f64};
  return {"integer", rates.i32};
}

Point pointOf(const Schedule &schedule, const Prediction &predicted, double operations) {
  const double intensity = predicted.moved > 0 ? operations / predicted.moved : 0, rate = operations / predicted.total;
  return {intensity, rate,
          spellSchedule(schedule) + ": " + fixed(predicted.total * 1e3, 3) + " ms a step, " + spellRate(rate)};
}

// Both axes are logarithmic.
struct Plot {
  double x0, x1, y0, y1; // log10 of operations per byte, of operations per second
  double x(double intensity) const {
    return kLeft + (std::log10(intensity) - x0) / (x1 - x0) * (kWidth - kLeft - kRight);
  }
  double y(double rate) const {
    return kHeight - kBottom - (std::log10(rate) - y0) / (y1 - y0) * (kHeight - kTop - kBottom);
  }
  double least() const { return std::pow(10, x0); }
  double most() const { return std::pow(10, x1); }
  double lowest() const { return std::pow(10, y0); }
};

Plot plotFor(const std::vector<Point> &points, const std::vector<Ceiling> &ceilings, double peak) {
  double least = peak / ceilings.front().bandwidth, most = least, lowest = peak;
  for (const Ceiling &ceiling : ceilings)
    least = std::min(least, peak / ceiling.bandwidth);
  for (const Point &point : points) {
    least = std::min(least, point.intensity);
    most = std::max(most, point.intensity);
    lowest = std::min(lowest, point.rate);
  }
  lowest = std::min(lowest, least / 2 * ceilings.front().bandwidth);
  return {std::log10(least / 2), std::log10(most * 4), std::log10(lowest / 2), std::log10(peak * 3)};
}

std::string powerOfTwo(int exponent) {
  return exponent < 0 ? "1/" + std::to_string(1LL << -exponent) : std::to_string(1LL << exponent);
}

void drawAxes(Svg &svg, const Plot &plot) {
  constexpr double kRoom = 28; // for the text at a power of two
  const double bottom = kHeight - kBottom;
  const double octave = (kWidth - kLeft - kRight) / ((plot.x1 - plot.x0) / std::log10(2.0));
  const int stride = std::max(1, static_cast<int>(std::ceil(kRoom / octave)));
  for (int e = static_cast<int>(std::ceil(plot.x0 / std::log10(2.0))); e <= plot.x1 / std::log10(2.0); ++e) {
    const double at = plot.x(std::exp2(e));
    svg.line(at, kTop, at, bottom, "grid");
    if (e % stride == 0 && at < kWidth - 12)
      svg.text(at, bottom + 13, "mid tiny", powerOfTwo(e));
  }
  for (int e = static_cast<int>(std::ceil(plot.y0)); e <= plot.y1; ++e) {
    const double at = plot.y(std::pow(10, e));
    svg.line(kLeft, at, kWidth - kRight, at, "grid");
    svg.text(kLeft - 5, at + 4, "end tiny", printQuantity(std::pow(10, e), Unit::Rate));
  }
  svg.line(kLeft, bottom, kWidth - kRight, bottom, "axis");
  svg.line(kLeft, kTop, kLeft, bottom, "axis");
  svg.text((kLeft + kWidth - kRight) / 2, bottom + 28, "mid tiny", "operations for each byte to or from memory");
}

// Names stand along their lines where nothing else does; one for which there is no room is in the legend only.
void drawCeilings(Svg &svg, Labels &labels, const Plot &plot, const std::vector<Ceiling> &ceilings, double peak) {
  struct Line {
    double x0, y0, x1, y1;
  };
  std::vector<Line> lines;
  for (const Ceiling &ceiling : ceilings) {
    const double from = std::max(plot.least(), plot.lowest() / ceiling.bandwidth), ridge = peak / ceiling.bandwidth;
    lines.push_back({plot.x(from), plot.y(from * ceiling.bandwidth), plot.x(ridge), plot.y(peak)});
    svg.line(lines.back().x0, lines.back().y0, lines.back().x1, lines.back().y1, "ceiling");
    labels.keepOffLine(lines.back().x0, lines.back().y0, lines.back().x1, lines.back().y1);
  }
  for (size_t c = 0; c < ceilings.size(); ++c)
    labels.along(svg, lines[c].x0, lines[c].y0, lines[c].x1, lines[c].y1,
                 ceilings[c].name + " " + printQuantity(ceilings[c].bandwidth, Unit::Bandwidth), ceilings[c].name);
}

std::string spellPeak(const Peak &peak) { return peak.type + " arithmetic " + printQuantity(peak.rate, Unit::Rate); }

void drawPeak(Svg &svg, Labels &labels, const Plot &plot, const std::vector<Ceiling> &ceilings, const Peak &peak) {
  double ridge = plot.most();
  for (const Ceiling &ceiling : ceilings)
    ridge = std::min(ridge, peak.rate / ceiling.bandwidth);
  const double right = kWidth - kRight, top = plot.y(peak.rate);
  svg.line(plot.x(ridge), top, right, top, "ceiling");
  labels.keepOffLine(plot.x(ridge), top, right, top);
  if (peak.type != "integer") {
    const double half = plot.y(peak.rate / 2);
    svg.line(plot.x(ridge / 2), half, right, half, "ceiling dashed");
    labels.keepOffLine(plot.x(ridge / 2), half, right, half);
  }
  labels.along(svg, plot.x(ridge), top, right, top, spellPeak(peak), peak.type);
}

std::string spellPoint(const std::string &name, const Point &point) {
  return name + ": " + counted(point.intensity) + " ops/byte, " + spellRate(point.rate);
}

// Of the run: it moved what was predicted, as far as anybody knows.
std::optional<Point> measuredPoint(const ScheduleFacts &facts, const Point &chosen) {
  if (!facts.isRun() || facts.run->cells <= 0 || facts.run->inKernels <= 0 || facts.updates <= 0)
    return std::nullopt;
  const double rate = facts.run->rate() * facts.operations / facts.updates;
  return Point{chosen.intensity, rate, "measured: " + spellRate(rate)};
}

} // namespace

Roofline rooflineFigure(const ScheduleFacts &facts, const RegionFacts &region) {
  const std::vector<Ceiling> ceilings = ceilingsOf(facts.machine);
  const Peak peak = peakOf(region, facts.machine.operations);
  const Decision &decision = facts.decision;
  if (facts.operations <= 0 || facts.bytes <= 0 || peak.rate <= 0 || facts.machine.memory.bandwidth <= 0 ||
      decision.predicted.moved <= 0 || decision.predicted.total <= 0)
    return {};
  const double intensity = facts.operations / facts.bytes;
  const Point sweep{intensity, std::min(peak.rate, intensity * facts.machine.memory.bandwidth),
                    "one sweep a step at its best"};
  const Point chosen = pointOf(decision.schedule, decision.predicted, facts.operations);
  const std::optional<Point> measured = measuredPoint(facts, chosen);
  std::vector<Point> others, all = {sweep, chosen, measured.value_or(chosen)};
  for (const Candidate &candidate : decision.candidates)
    if (candidate.predicted.moved > 0 && candidate.schedule != decision.schedule)
      others.push_back(pointOf(candidate.schedule, candidate.predicted, facts.operations));
  all.insert(all.end(), others.begin(), others.end());
  const Plot plot = plotFor(all, ceilings, peak.rate);
  Svg svg(kWidth, kHeight, "roofline of " + facts.machine.name);
  Labels labels(kLeft, kTop - 10, kWidth - kRight, kHeight - kBottom);
  for (const Point &point : all)
    labels.keepOff(plot.x(point.intensity), plot.y(point.rate), 6);
  drawAxes(svg, plot);
  drawPeak(svg, labels, plot, ceilings, peak);
  drawCeilings(svg, labels, plot, ceilings, peak.rate);
  for (const Point &point : others)
    svg.circle(plot.x(point.intensity), plot.y(point.rate), 3, "other", point.tip);
  svg.circle(plot.x(sweep.intensity), plot.y(sweep.rate), 5, "sweep", sweep.tip);
  svg.circle(plot.x(chosen.intensity), plot.y(chosen.rate), 5, "chosen", chosen.tip);
  if (measured)
    svg.diamond(plot.x(measured->intensity), plot.y(measured->rate), 6, "measured", measured->tip);

  Roofline out;
  out.legend.push_back({"chosen", spellPoint(spellSchedule(facts.schedule) + ", predicted", chosen)});
  if (measured)
    out.legend.push_back({"measured", spellPoint("measured in " + facts.run->file, *measured)});
  out.legend.push_back({"sweep", spellPoint("one sweep a step at its best", sweep)});
  if (!others.empty())
    out.legend.push_back({"other", std::to_string(others.size()) + " other schedules, predicted"});
  for (const Ceiling &ceiling : ceilings)
    out.legend.push_back({"ceiling", ceiling.name + " " + printQuantity(ceiling.bandwidth, Unit::Bandwidth)});
  out.legend.push_back(
      {"ceiling", spellPeak(peak) + (peak.type == "integer" ? "" : ", all of it fused; dashed: none of it")});
  out.picture = svg.str();
  return out;
}

} // namespace kasane
