// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a Gather may be collected in any order. In: its statements. Out: for each that is a maximum, a minimum or a
// sum, how a part of the cells is collected, and how the parts are; exact to the bit wherever `unsure` doesn't say
// otherwise.
//
//   if (err_at[+0] > err) err = err_at[+0]     ->     part: if (err_at[+0] > p || p != p) p = err_at[+0]
//                                                     then: if (part > err) err = part
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Schedule/Schedule.h"

namespace kasane::lowering {

struct Collected {
  StmtPtr statement;
  std::string variable;
  ScalarType type;             // of a part
  ExprPtr element;             // what a cell adds or compares, of that type; over hidden fields
  ExprPtr condition = nullptr; // of cells for which it holds
  enum class Start { Zero, NotANumber, Element } start = Start::Element;
  bool passesOver = true; // elements that are no numbers leave a part as it is
  // The part with a cell's element.
  std::function<ExprPtr(const ExprPtr &part, const ExprPtr &element)> with;
  // Where it holds for a part, the cells have to be collected one after the other. Null: never.
  std::function<ExprPtr(const ExprPtr &part)> unsure;
  // What the variable is with a part.
  std::function<ExprPtr(const ExprPtr &part)> value;
};

// Of each statement; nullopt: its cells must be taken in their order.
std::vector<std::optional<Collected>> collectedBy(const StencilProgram &program, const Gather &gather, FpMode fp);

} // namespace kasane::lowering
