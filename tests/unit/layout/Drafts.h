// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts made by hand, as the reader makes them: a step of nests over flat arrays of rows of nx elements.
#pragma once

#include "Build.h"

#include "kasane/Layout/Assemble.h"
#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Fields.h"
#include "kasane/Layout/Layout.h"

namespace kasane::drafts {

inline Poly nx() { return Poly::symbol("nx"); }
inline Poly ny() { return Poly::symbol("ny"); }
inline Poly loop(size_t depth) { return Poly::symbol(loopSymbol(depth)); }
inline Poly flat(const Poly &row, const Poly &column) { return row * nx() + column; }

inline DraftArray pointer(const std::string &name) {
  DraftArray array{};
  array.key = array.name = array.text = name;
  array.elem = ScalarType::F32;
  array.extents = {std::nullopt};
  array.pointed = true;
  return array;
}

inline DraftLoop over(const std::string &name, const Poly &lo, const Poly &hi) {
  return {nullptr, name, ScalarType::I32, lo, hi, 1, false, {}};
}

// One access, which gets the next number.
inline int access(Draft &draft, int array, std::vector<Poly> index, bool write = false) {
  draft.accesses.push_back({array, std::move(index), write, SourceRange{{1, 1, 1}, {1, 1, 1}}});
  return static_cast<int>(draft.accesses.size()) - 1;
}

inline ExprPtr read(int access) { return makeExpr(ScalarType::F32, FieldRead{access, {}}); }

// The loops' nest, whose accesses are those from `first` on.
inline void addNest(Draft &draft, std::vector<DraftLoop> loops, std::vector<StmtPtr> body, size_t first) {
  draft.nests.push_back({std::move(loops), std::move(body), first, draft.accesses.size(), {}});
}

inline Draft empty(std::vector<DraftArray> arrays) {
  Draft draft;
  draft.arrays = std::move(arrays);
  draft.params = {{"nx", ScalarType::I32, "nx"}, {"ny", ScalarType::I32, "ny"}, {"steps", ScalarType::I32, "steps"}};
  draft.time = TimeLoop{"t", ScalarType::I32, 0, Poly::symbol("steps"), 1, {}};
  return draft;
}

// for j for i  b[j * nx + i] = a[j * nx + i - 1] + a[(j + 1) * nx + i];  then a and b are exchanged.
inline Draft exchanged() {
  using namespace build;
  Draft draft = empty({pointer("a"), pointer("b")});
  const int left = access(draft, 0, {flat(loop(0), loop(1) - 1)});
  const int below = access(draft, 0, {flat(loop(0) + 1, loop(1))});
  const int stored = access(draft, 1, {flat(loop(0), loop(1))}, true);
  addNest(draft, {over("j", 1, ny() - 1), over("i", 1, nx() - 1)}, {store(stored, read(left) + read(below))}, 0);
  draft.moves = {{0, 1}, {1, 0}};
  return draft;
}

} // namespace kasane::drafts
