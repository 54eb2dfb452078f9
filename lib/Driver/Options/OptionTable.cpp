// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/OptionTable.h"

namespace kasane {
namespace {

using llvm::opt::DefaultVis; // of <input> and <unknown>
using llvm::opt::HelpHidden;

#define PREFIX(NAME, VALUE)                                                                                            \
  constexpr llvm::StringLiteral NAME##Storage[] = VALUE;                                                               \
  constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##Storage, std::size(NAME##Storage) - 1);
#include "kasane/Driver/Options.inc"
#undef PREFIX

constexpr llvm::opt::OptTable::Info kInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "kasane/Driver/Options.inc"
#undef OPTION
};

} // namespace

OptionTable::OptionTable() : GenericOptTable(kInfos) {}

llvm::opt::Visibility visibilityOf(Command command) {
  constexpr unsigned kOf[] = {Translate, Explain, Suggest, Cc, Env, Machines, Probe}; // in the order of Command
  return llvm::opt::Visibility(kOf[static_cast<size_t>(command)] | static_cast<unsigned>(DefaultVis));
}

} // namespace kasane
