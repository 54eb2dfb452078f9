// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All of a tile is loaded, then each level works on it when what it reads has been handed over,
// and what comes out is stored:
//
//   load;  hand over;  barrier;  take over, step 1, hand over;  barrier;  ..  take over, step T, store
//
// Cells outside of what somebody wants are computed along from whatever is there. In most groups every level updates
// all cells, and nothing is asked; in the others a bit of each cell tells where it is, and those that a level leaves
// are put right behind it.
#include "Pipeline/LineKernel.h"

#include "Base/RolledUp.h"
#include "Cells/CellBody.h"
#include "Pipeline/InteriorPlanes.h"
#include "Pipeline/LevelBody.h"

namespace kasane::lowering {
namespace {

class LineBody {
public:
  explicit LineBody(const Tiles &tiles)
      : t_(tiles), stream_(streamOf(tiles.context.program, tiles.cone)), values_(tiles, stream_),
        addresses_(tiles, values_, ""), checks_(addresses_), rows_(addresses_),
        memory_(values_, addresses_, checks_, rows_, nullptr), level_(values_, addresses_, checks_, memory_),
        quiet_(tiles.context.names.fresh("quiet")) {}

  KBody build() {
    KBody steps = line(); // also finds out which variables there are
    ExprPtr isQuiet = interiorPlanes(checks_).isQuiet;
    KBody body = values_.definitions();
    append(body, addresses_.images());
    append(body, checks_.facts());
    append(body, addresses_.rows());
    body.push_back(makeKStmt(KLet{quiet_, ScalarType::I64, chosen(isQuiet, intLit(1), intLit(0))}));
    append(body, rows_.definitions(quiet()));
    append(body, values_.held().variables());
    append(body, std::move(steps));
    const NameSet defined = usesOf(body).defined;
    // What the pass doesn't leave, as in hidden arrays, may have no reader.
    body = values_.held().withElements(withoutUnread(std::move(body), defined));
    KBody out = values_.held().arrays();
    append(out, std::move(body));
    return rolledUp(t_.context.names, out);
  }

  const ItemValues &values() const { return values_; }

private:
  ExprPtr quiet() const { return binary(BinaryOp::Ne, scalar(quiet_), intLit(0)); }

  KBody line() {
    KBody out = memory_.loadLine();
    append(out, memory_.takeLoaded({Planes::Rim}));
    for (int64_t i = 0; i <= stream_.mostLag(); ++i) {
      append(out, values_.takeOverAt(i));
      append(out, levelsAt(i));
      append(out, values_.handOverAt(i));
      if (i < stream_.mostLag())
        append(out, values_.wait());
    }
    return out;
  }

  // Those that begin when so many waits have been.
  KBody levelsAt(int64_t waits) {
    KBody out;
    for (const StreamLevel &level : stream_.levels) {
      if (level.lag != waits)
        continue;
      out.push_back(
          makeKStmt(KComment{"step " + std::to_string(level.step + 1) + " of " + std::to_string(t_.cone.depth) +
                             ", loop nest " + std::to_string(level.stage + 1)}));
      append(out, level_.computeLine(level, quiet()));
    }
    return out;
  }

  const Tiles &t_;
  Stream stream_;
  ItemValues values_;
  CellAddresses addresses_;
  BoxChecks checks_;
  MovedRows rows_;
  StreamMemory memory_;
  LevelBody level_;
  std::string quiet_;
};

} // namespace

std::vector<Kernel> lineKernels(const Tiles &t, const std::string &suffix, bool) {
  LineBody line(t);
  KBody body = line.build();
  const StreamBlock &block = line.values().block();
  Kernel kernel = tileKernel(t, suffix, std::move(body), block.cells[0] * block.group[0]); // a group loads whole blocks
  kernel.resident = t.context.schedule.resident;
  kernel.items = line.values().items();
  kernel.groupArrays = line.values().arrays();
  return {std::move(kernel)};
}

} // namespace kasane::lowering
