// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a file only declares, read from another file of the same program. That is right where both become one
// program at once and no other definition can take the place of this one.
//
//   main.c: double flux(double); .. b[i] = flux(a[i]);     flux.c: double flux(double x) { return x * x; }
#pragma once

#include "kasane/Frontend/Directives.h"

#include <set>

namespace clang {
class ASTContext;
}

namespace kasane {

// The functions that the main file calls and has no bodies of, by name; those of the system's headers are none.
std::set<std::string> namesElsewhere(const clang::ASTContext &ast);

// Gives `to` the bodies of these functions as far as `from` defines them, and OpenMP's pragmas in them. What else they
// use, `to` has declared itself; others stay as they are. `to` is not changed where nothing is taken.
void takeBodies(clang::ASTContext &from, const DirectiveTable &fromOmp, const std::set<std::string> &names,
                clang::ASTContext &to, DirectiveTable &omp);

} // namespace kasane

// Tests: tests/driver/two-files.test, tests/driver/team.test, tests/diagnostics/body_elsewhere.c
