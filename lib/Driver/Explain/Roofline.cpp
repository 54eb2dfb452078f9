// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFigures.h"
#include "Explain/Svg.h"
#include "kasane/Machine/Units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kasane {
namespace {

constexpr double kWidth = 560, kHeight = 372, kLeft = 76, kRight = 14, kTop = 14, kBottom = 92;

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
  const double bottom = kHeight - kBottom;
  const double octaves = (plot.x1 - plot.x0) / std::log10(2.0);
  int stride = 1;
  if (octaves > 10)
    stride = octaves > 18 ? 3 : 2;
  for (int e = static_cast<int>(std::ceil(plot.x0 / std::log10(2.0))); e <= plot.x1 / std::log10(2.0); ++e) {
    const double at = plot.x(std::exp2(e));
    svg.line(at, kTop, at, bottom, "grid");
    if (e % stride == 0)
      svg.text(at, bottom + 15, "mid tiny", powerOfTwo(e));
  }
  for (int e = static_cast<int>(std::ceil(plot.y0)); e <= plot.y1; ++e) {
    const double at = plot.y(std::pow(10, e));
    svg.line(kLeft, at, kWidth - kRight, at, "grid");
    svg.text(kLeft - 6, at + 4, "end tiny", printQuantity(std::pow(10, e), Unit::Rate));
  }
  svg.line(kLeft, bottom, kWidth - kRight, bottom, "axis");
  svg.line(kLeft, kTop, kLeft, bottom, "axis");
  svg.text((kLeft + kWidth - kRight) / 2, bottom + 31, "mid faint", "operations for each byte to or from memory");
}

// Memory's name stands below its line, the others' above theirs, further along where lines lie close together.
void drawCeilings(Svg &svg, const Plot &plot, const std::vector<Ceiling> &ceilings, double peak) {
  double lastLine = 1e9, along = 0.05;
  for (const Ceiling &ceiling : ceilings) {
    const double from = std::max(plot.least(), plot.lowest() / ceiling.bandwidth), ridge = peak / ceiling.bandwidth;
    const double x0 = plot.x(from), y0 = plot.y(from * ceiling.bandwidth);
    svg.line(x0, y0, plot.x(ridge), plot.y(peak), "ceiling");
    const double angle = std::atan2(plot.y(peak) - y0, plot.x(ridge) - x0);
    const bool isMemory = &ceiling == &ceilings.front();
    const double height = plot.y(plot.least() * ceiling.bandwidth);
    const bool isNear = std::abs(lastLine - height) * std::cos(angle) < 16;
    if (isMemory)
      along = 0.6;
    else
      along = isNear ? std::fmod(along + 0.25, 0.6) : 0.05;
    lastLine = isMemory ? 1e9 : height;
    const double away = isMemory ? 14 : -5, x = x0 + (plot.x(ridge) - x0) * along, y = y0 + (x - x0) * std::tan(angle);
    svg.text(x - away * std::sin(angle), y + away * std::cos(angle), "tiny name",
             ceiling.name + " " + printQuantity(ceiling.bandwidth, Unit::Bandwidth), angle * 180 / M_PI);
  }
}

void drawPeak(Svg &svg, const Plot &plot, const std::vector<Ceiling> &ceilings, const Peak &peak) {
  double ridge = plot.most();
  for (const Ceiling &ceiling : ceilings)
    ridge = std::min(ridge, peak.rate / ceiling.bandwidth);
  const double right = kWidth - kRight;
  svg.line(plot.x(ridge), plot.y(peak.rate), right, plot.y(peak.rate), "ceiling");
  svg.text(right, plot.y(peak.rate) - 5, "end tiny name",
           peak.type + " arithmetic " + printQuantity(peak.rate, Unit::Rate) +
               (peak.type == "integer" ? "" : ", all of it fused"));
  if (peak.type == "integer")
    return;
  svg.line(plot.x(ridge / 2), plot.y(peak.rate / 2), right, plot.y(peak.rate / 2), "ceiling dashed");
}

void drawLegend(Svg &svg, const ScheduleFacts &facts, const Point &sweep, const Point &chosen) {
  const double y = kHeight - 34;
  constexpr double kLeft = 20; // below the plot, so that there is room
  svg.circle(kLeft + 5, y - 4, 5, "sweep");
  svg.text(kLeft + 16, y, "",
           "one sweep a step at its best: " + counted(sweep.intensity) + " ops/byte, " + spellRate(sweep.rate));
  svg.circle(kLeft + 5, y + 16, 5, "chosen");
  svg.text(kLeft + 16, y + 20, "",
           spellSchedule(facts.schedule) + ", predicted: " + counted(chosen.intensity) + " ops/byte, " +
               spellRate(chosen.rate));
}

} // namespace

std::string rooflineFigure(const ScheduleFacts &facts, const RegionFacts &region) {
  const std::vector<Ceiling> ceilings = ceilingsOf(facts.machine);
  const Peak peak = peakOf(region, facts.machine.operations);
  const Decision &decision = facts.decision;
  if (facts.operations <= 0 || facts.bytes <= 0 || peak.rate <= 0 || facts.machine.memory.bandwidth <= 0 ||
      decision.predicted.moved <= 0 || decision.predicted.total <= 0)
    return "";
  const double intensity = facts.operations / facts.bytes;
  const Point sweep{intensity, std::min(peak.rate, intensity * facts.machine.memory.bandwidth),
                    "one sweep a step at its best"};
  const Point chosen = pointOf(decision.schedule, decision.predicted, facts.operations);
  std::vector<Point> points = {sweep, chosen};
  for (const Candidate &candidate : decision.candidates)
    if (candidate.predicted.moved > 0)
      points.push_back(pointOf(candidate.schedule, candidate.predicted, facts.operations));
  const Plot plot = plotFor(points, ceilings, peak.rate);
  Svg svg(kWidth, kHeight, "roofline of " + facts.machine.name);
  drawAxes(svg, plot);
  drawCeilings(svg, plot, ceilings, peak.rate);
  drawPeak(svg, plot, ceilings, peak);
  for (size_t p = 2; p < points.size(); ++p)
    svg.circle(plot.x(points[p].intensity), plot.y(points[p].rate), 3, "other", points[p].tip);
  svg.circle(plot.x(sweep.intensity), plot.y(sweep.rate), 6, "sweep", sweep.tip);
  svg.circle(plot.x(chosen.intensity), plot.y(chosen.rate), 6, "chosen", chosen.tip);
  drawLegend(svg, facts, sweep, chosen);
  return svg.str();
}

} // namespace kasane
