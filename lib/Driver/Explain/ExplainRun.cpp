// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainRun.h"

#include "Tune/MeasureProgress.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

namespace kasane {
namespace {

namespace json = llvm::json;

std::string textOf(const json::Object &entry, llvm::StringRef key) { return entry.getString(key).value_or("").str(); }
double numberOf(const json::Object &entry, llvm::StringRef key) { return entry.getNumber(key).value_or(0); }
int64_t countOf(const json::Object &entry, llvm::StringRef key) { return entry.getInteger(key).value_or(0); }

struct Entry {
  std::string name, function, target;
  unsigned line = 0;
  RunFacts run;
};

Entry entryOf(const json::Object &from, const std::string &file) {
  Entry out{textOf(from, "name"),
            textOf(from, "function"),
            textOf(from, "target"),
            static_cast<unsigned>(countOf(from, "line")),
            {}};
  RunFacts &run = out.run;
  run.file = file;
  run.schedule.family = familyOf(textOf(from, "family")).value_or(Family::Sweep);
  run.schedule.depth = static_cast<int>(countOf(from, "depth"));
  if (const json::Array *lengths = from.getArray("tile"))
    for (size_t a = 0; a < std::min<size_t>(lengths->size(), 3); ++a)
      run.schedule.tile[a] = (*lengths)[a].getAsInteger().value_or(0);
  run.machine = textOf(from, "machine");
  run.reason = textOf(from, "reason");
  run.calls = countOf(from, "calls");
  run.declined = countOf(from, "declined");
  run.verified = countOf(from, "verified");
  run.steps = countOf(from, "steps");
  run.memory = countOf(from, "memory");
  run.moved = countOf(from, "bytes");
  run.cells = numberOf(from, "cells");
  run.seconds = numberOf(from, "seconds");
  run.inKernels = numberOf(from, "kernel_seconds");
  run.predicted = numberOf(from, "predicted_seconds");
  return out;
}

std::optional<std::vector<Entry>> readReport(const std::string &file, Diagnostics &diagnostics) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) {
    diagnostics.add(DiagId::cannot_read, {}, {file, buffer.getError().message()});
    return std::nullopt;
  }
  llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  const json::Object *top = value ? value->getAsObject() : nullptr;
  const json::Array *regions = top ? top->getArray("regions") : nullptr;
  if (!value)
    llvm::consumeError(value.takeError());
  if (!regions) {
    diagnostics.add(DiagId::no_report, {}, {file});
    return std::nullopt;
  }
  std::vector<Entry> out;
  for (const json::Value &region : *regions)
    if (const json::Object *entry = region.getAsObject())
      out.push_back(entryOf(*entry, file));
  return out;
}

std::string namesOf(const std::vector<Entry> &entries) {
  std::vector<std::string> names;
  for (const Entry &entry : entries)
    names.push_back(entry.name + " for " + entry.target);
  return names.empty() ? "no region" : llvm::join(names, ", ");
}

} // namespace

void addRuns(std::vector<RegionFacts> &regions, const std::string &file, Diagnostics &diagnostics) {
  const std::optional<std::vector<Entry>> entries = readReport(file, diagnostics);
  if (!entries)
    return;
  for (RegionFacts &region : regions)
    for (ScheduleFacts &facts : region.schedules) {
      const auto found = std::ranges::find_if(*entries, [&](const Entry &entry) {
        return entry.name == region.name && entry.function == region.function && entry.target == facts.schedule.target;
      });
      if (found == entries->end())
        diagnostics.add(DiagId::report_of_other, {}, {file, region.name, facts.schedule.target, namesOf(*entries)});
      else if (found->line != region.line)
        diagnostics.add(DiagId::report_is_older, {},
                        {file, region.name, std::to_string(found->line), std::to_string(region.line)});
      else
        facts.run = found->run;
    }
}

std::vector<std::string> runReasons(const ScheduleFacts &facts) {
  if (!facts.run)
    return {};
  const RunFacts &run = *facts.run;
  std::vector<std::string> out;
  const std::string calls = std::to_string(run.calls) + (run.calls == 1 ? " call" : " calls");
  if (run.declined == run.calls)
    return {"ran in " + run.file + ": " + calls + ", all by the original loops: " + run.reason};
  out.push_back("ran in " + run.file + ": " + calls + ", " + std::to_string(run.steps) +
                (run.steps == 1 ? " step" : " steps") +
                llvm::formatv(", {0:f6} s, of it {1:f6} s in kernels", run.seconds, run.inKernels).str());
  if (run.steps > 0 && run.inKernels > 0) {
    std::string line = "measured " + spellSeconds(run.perStep()) + " a step";
    if (run.cells > 0)
      line += llvm::formatv(", {0:f2} Gcells/s", run.rate() * 1e-9).str();
    if (run.predicted > 0)
      line += ", predicted " + spellSeconds(run.predictedPerStep()) + " a step for these sizes";
    out.push_back(line);
  }
  if (run.declined)
    out.push_back(std::to_string(run.declined) + " of " + calls + " by the original loops: " + run.reason);
  if (!facts.isRun())
    out.push_back("it ran as " + spellSchedule(run.schedule) + ", chosen for " + run.machine +
                  "; what is predicted here is for another choice");
  return out;
}

} // namespace kasane
