// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of one nest may change the same elements in different rounds, as sponges along all sides do in corners.
// There a part comes twice: before an earlier part for the elements whose round comes first, and behind it for others.
//
//   for ib { for iz v[ib][iz] *= w[ib]; for ix v[ix][ib] *= w[ib]; }
//     ->   for ix for ib  if (ix < nb && ib < ix) v[ix][ib] *= w[ib];
//          for ib for iz  v[ib][iz] *= w[ib];
//          for ix for ib  if (!(ix < nb && ib < ix)) v[ix][ib] *= w[ib];
//
// That holds where each part takes of what others store nothing but the element that it stores itself.
#pragma once

#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Names.h"

namespace kasane {

// Where nothing is to do, or it can't be done, all stays as it is.
void orderRounds(Draft &draft, const Names &names);

} // namespace kasane

// Tests: tests/kernels/sponge.c, tests/diagnostics/rows_in_order.c
