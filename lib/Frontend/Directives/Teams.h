// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads of OpenMP's run a region. In: OpenMP's pragmas in the file, and the region. Out: those that concern it.
//
//   #pragma omp parallel        attached and `parallel` where the region is the block; `around` where it is the loop
//   { for (t..) {
//   #pragma omp for             `shares` where the region is the loop
//       for (j..) ..
//
// A region whose loops are shared out among threads that began outside of it is no region of one thread. Where such
// threads are seen that is an error; else the call asks, and the original loops run.
#pragma once

#include "Directives/FindRegions.h"

namespace kasane {

struct Reader;

Team teamOf(const clang::ASTContext &ast, const DirectiveTable &omp, const Annotated &annotated);

bool startsThreads(const Directive &pragma);

// False after a diagnostic: other threads are seen to share the region.
bool runsAlone(const clang::ASTContext &ast, const Annotated &annotated, Diagnostics &diagnostics);

// Threads that began outside, if there are any at the call, run the original loops.
void guardTeam(Reader &reader, const Annotated &annotated);

// False after a diagnostic: each thread has its own of a variable that the region changes and that is read behind it.
bool keepsPrivate(Reader &reader, const Annotated &annotated);

} // namespace kasane

// Tests: tests/kernels/threads2d.c, tests/driver/team.test, tests/diagnostics/region_among_threads.c
