// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that the steps exchange, or pointers to them. The readers see variables of the file in place of what the
// structs hold, with these texts for names, and exchange those:
//
//   b->v[i] = a->v[i - 1];     ->     `b->v`[i] = `a->v`[i - 1];
//   s = a; a = b; b = s;       ->     `s->v` = `a->v`; `a->v` = `b->v`; `b->v` = `s->v`;
//   s = *p; *p = *q; *q = s;   ->     `s.v` = `(*p).v`; `(*p).v` = `(*q).v`; `(*q).v` = `s.v`;
//
// Numbers that the region reads are the same in all those structs, or the program's own loops run.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

struct Reader;
struct StencilProgram;

// False: an error has been found.
bool nameExchanged(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
                   Diagnostics &diagnostics);

// v[j * b.nx + i] = u[j * a.nx + i] where v and u, members of a and b, are exchanged: the reading that found it is
// tried again with one length for both. So it is where a function clamps an index to u.nx in a loop that ends at nx.
// False: nothing of that kind was found.
bool takeForOne(Expansion &expansion, const Diagnostics &found);

// What the names stand for, and that those numbers are the same.
void noteExchanged(Reader &reader, const Expansion &expansion);

// Those that are exchanged are told apart by arrays; where the region stores to none of these, they have to differ.
void tellApart(Reader &reader, StencilProgram &program);

} // namespace kasane

// Tests: tests/kernels/struct_exchange.c, tests/kernels/struct_pointers.c, tests/kernels/clamp_struct.c
