// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tune/MeasureProgress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {

constexpr std::chrono::seconds kBetweenLines(5);

std::string spellSeconds(double seconds) {
  if (seconds < 1e-3)
    return llvm::formatv("{0:f2} us", seconds * 1e6).str();
  return llvm::formatv("{0:f3} ms", seconds * 1e3).str();
}

MeasureProgress::MeasureProgress(std::string what, size_t count, bool isShown)
    : what_(std::move(what)), count_(count), isShown_(isShown), rewrites_(isShown && llvm::errs().is_displayed()),
      said_(Clock::now()) {
  if (isShown_)
    llvm::errs() << "kasane: measuring " << what_ << ": " << count_ << (count_ == 1 ? " schedule" : " schedules")
                 << (rewrites_ ? "" : "\n");
}

void MeasureProgress::show(size_t done, const Timed *best) {
  if (!isShown_ || (!rewrites_ && Clock::now() - said_ < kBetweenLines))
    return;
  said_ = Clock::now();
  llvm::errs() << (rewrites_ ? "\r\033[K" : "") << "kasane: measuring " << what_ << ": " << done << " of " << count_;
  if (best)
    llvm::errs() << ", best " << spellSchedule(best->candidate.schedule) << " " << spellSeconds(best->seconds())
                 << " a step";
  llvm::errs() << (rewrites_ ? "" : "\n");
}

void MeasureProgress::end(const std::string &summary) {
  if (isShown_)
    llvm::errs() << (rewrites_ ? "\r\033[K" : "") << "kasane: measured " << what_ << ": " << summary << "\n";
}

} // namespace kasane
