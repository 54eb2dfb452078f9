// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StepLog.h"

#include "Options/OptionValues.h"
#include "Source/Render.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {

StepLog::StepLog(const std::string &source, const Options &options)
    : source_(source), options_(options), begin_(std::chrono::steady_clock::now()) {}

bool StepLog::done(Step step, const std::string &summary, const std::function<std::string()> &dump) {
  const auto now = std::chrono::steady_clock::now();
  if (options_.verbose) {
    std::string time;
    llvm::raw_string_ostream(time) << llvm::format("%.1f",
                                                   std::chrono::duration<double, std::milli>(now - begin_).count());
    renderLine(DiagId::step_done, {source_, std::string(nameOf(step)), summary, time});
  }
  begin_ = now;
  if (options_.dumpAfter != step)
    return true;
  llvm::outs() << dump();
  llvm::outs().flush();
  return false;
}

} // namespace kasane
