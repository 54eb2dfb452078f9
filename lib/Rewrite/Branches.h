// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the preprocessor's branches mean for the text that takes a region's place. A region may begin in one branch of
// `#if` and end behind its `#endif`, or the other way round. The text around it is then closed by an #endif of its
// own, and the region's text holds the branch that was translated, without the lines that it would be cut at:
//
//   #ifdef FAST                          #ifdef FAST
//   for (t < 10) {                       for (t < 10) {
//   #else                                #else
//   @for (t < 20) {                      #endif
//   #endif                      ->       #ifdef FAST
//     body                               #error ..
//   }@                                   #else
//                                        #endif
//                                        { ..  for (t < 20) { body } }
//
// Where a branch holds code, `asked` is an #error for each that wasn't translated: a build that takes another one
// would otherwise run what it didn't ask for.
#pragma once

#include "kasane/IR/Region.h"

namespace kasane {

class Branches {
public:
  Branches(const std::string &original, const std::string &path, const std::vector<Conditional> &conditionals)
      : original_(original), path_(path), conditionals_(conditionals) {}

  // `text` has the original's offsets. Blanks take the place of what is cut at the ends of [begin, end).
  std::string whole(std::string text, size_t begin, size_t end) const;
  // The same, and without all other conditions in it that have code in their branches.
  std::string resolved(std::string text, size_t begin, size_t end) const;

  // Around the region's text, lines of their own; "" where there is nothing to say.
  std::string before(const Region &region) const;
  std::string behind(const Region &region) const;

private:
  std::string asked(const Region &region) const;

  const std::string &original_, &path_;
  const std::vector<Conditional> &conditionals_;
};

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp, tests/driver/branches.test
