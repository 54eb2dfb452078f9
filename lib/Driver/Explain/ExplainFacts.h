// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `explain` shows of a region, as plain data. In: a planned region. Axes come x first, as in a Schedule.
#pragma once

#include "Explain/ExplainFaster.h"
#include "Source/Regions.h"
#include "kasane/Analysis/Cone.h"
#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/OpCount.h"
#include "kasane/Analysis/StreamHeld.h"

#include "llvm/Support/JSON.h"

namespace kasane {

struct FieldFacts {
  std::string name, type;
  std::vector<std::string> extents; // "?" where nothing tells
  bool read = false, written = false;
  bool hidden = false;      // the translator's own
  std::set<Offset> offsets; // of the reads, all stages
  Reach reach;
};

struct StageFacts {
  unsigned line = 0;                                       // 0: not known
  std::vector<std::pair<std::string, std::string>> domain; // lo, hi; half open
  std::vector<std::string> reads, writes;
  OpCount cost;
};

std::string accessOf(const FieldFacts &field); // "read", "written", "read and written"

// What overlapped tiles do with a field in an ordinary pass.
struct HaloFacts {
  std::string field;
  bool onChip = false; // in a tile's own copy, which reaches beyond the tile
  Reach reach;
  bool loaded = false, stored = false;
  bool shadowed = false; // stored to a second memory, because other tiles still read the first
};

// How a pipeline goes through the planes in an ordinary pass.
struct StreamFacts {
  std::string axis; // "": there is one only, along which nothing is streamed, and a lag is a number of waits
  std::vector<std::string> loaded; // fields whose planes are loaded, a plane ahead
  std::vector<std::string> held;   // that the first level which reads them loads, and holds for the later ones
  bool heldOnChip = false;         // not in variables
  std::vector<std::string> again;  // that several levels read where they lie, planes apart
  int64_t planes = 0;              // of any value that are held at once
  std::vector<StreamLevel> levels;
};

// A run as its report has it, beside the prediction.
struct RunFacts {
  std::string file, machine, reason;
  Schedule schedule;                                        // family, tile and depth
  int64_t calls = 0, declined = 0, verified = 0, steps = 0; // declined: by the original loops
  int64_t memory = 0, moved = 0;                            // bytes
  double cells = 0;                                         // of all steps
  double seconds = 0, inKernels = 0, predicted = 0;         // predicted: in kernels, for the run's own sizes
  double perStep() const { return inKernels / static_cast<double>(steps); }
  double predictedPerStep() const { return predicted / static_cast<double>(steps); }
  double rate() const { return cells / inKernels; }
};

struct ScheduleFacts {
  Schedule schedule;
  std::vector<HaloFacts> halos;
  std::optional<StreamFacts> stream;
  // Of a pivot: the values of steps' rows and columns that are read; of blocks, what lies beyond them.
  std::vector<std::string> operands;
  Machine machine;
  Decision decision;
  Measurement measured;
  std::optional<RunFacts> run;
  std::vector<Advice> faster;
  std::string noDiamonds;     // the same of the family diamond
  std::string noMap;          // and of mapped, where ghosts are filled
  std::string ruledOut;       // why no several steps can be made at once, with the line; "": they can
  double updates = 0;         // cells that a step updates, of all stages
  double operations = 0;      // of a step
  double bytes = 0;           // of a step, when each stage is a sweep that reads and writes each array once
  std::vector<Reach> levels;  // how far beyond a tile a pass reads, then computes in each of its steps
  int toDevice = 0, home = 0; // arrays that each call moves; none where kernels work on the user's memory
  int packed = 0;             // of them, whose elements lie apart in the user's memory
  // It is this schedule that ran, chosen for this machine.
  bool isRun() const {
    return run && run->machine == machine.name && spellSchedule(run->schedule) == spellSchedule(schedule);
  }
};

// The region as it stands in the file.
struct SourceLines {
  unsigned first = 0; // line
  std::vector<std::string> lines;
  bool has(unsigned line) const { return line >= first && line < first + lines.size(); }
};

struct RegionFacts {
  std::string name, function, file;
  unsigned line = 0;
  int rank = 1;
  std::vector<std::string> axes; // `rank`, and "leaf" where the cells are of blocks
  std::string time;              // "t from 0 to steps", or ""
  std::vector<FieldFacts> fields;
  std::vector<StageFacts> stages;
  std::vector<std::pair<std::string, std::string>> rotation; // name, what it is bound to after a step
  std::vector<std::string> fills; // "u (line 12)": ghosts of a mesh's array that the library sets in each step
  OpCount cost;                   // per cell and step
  std::vector<std::pair<std::string, std::string>> guards;   // condition, reason
  std::vector<std::pair<std::string, std::string>> disjoint; // fields that must not overlap, checked at the call
  std::vector<std::string> shared;                           // scalars that must not lie in a written array, the same
  std::vector<ScheduleFacts> schedules;
  SourceLines source;
};

RegionFacts factsOf(const PlannedRegion &region);                   // without its source, advice and run
SourceLines linesOf(const Region &region, const std::string &text); // of the file

// Why a pass makes one step only; "" where it makes more.
std::string noBlockingReason(const ScheduleFacts &facts, const std::string &time);

// Why the schedule is what it is, line by line.
std::vector<std::string> reasonsOf(const ScheduleFacts &facts, const RegionFacts &region);

// What --tune found, line by line; nothing where it wasn't given.
std::vector<std::string> measuredReasons(const Measurement &measured);
std::string measuredDepthReason(const Measurement &measured); // "": no deeper schedule was measured
// The share of the best speed that the choice without measuring reaches; 0: not known.
double shareOfBest(const Measurement &measured);
std::vector<std::string> spellStream(const StreamFacts &stream);

std::string explainText(const std::vector<RegionFacts> &regions);
std::string explainJson(const std::vector<RegionFacts> &regions); // {"version":1,"regions":[...]}
llvm::json::Object explainRegionJson(const RegionFacts &region);  // one of them
std::string explainHtml(const std::vector<RegionFacts> &regions); // a page that needs nothing else

} // namespace kasane

// Tests: tests/driver/explain.test, tests/driver/explain-ruled-out.test
