// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard sees what is touched of the planes that a call is said to leave alone, and lets it happen.
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>
extern "C" {
#include "beside/Guard.h"
}

namespace {

enum { kRow = 1500, kRows = 40 }; // rows of 6000 bytes

class Guard : public testing::Test {
protected:
  Guard() {
    for (int f = 0; f < 2; f++) {
      fields_[f].name = f ? "v" : "u";
      fields_[f].type = KSN_F32;
      fields_[f].home = arrays_[f].data();
      fields_[f].hi[0] = kRow;
      fields_[f].hi[1] = kRows;
      fields_[f].hi[2] = 1;
      fields_[f].stride[0] = 1;
      fields_[f].stride[1] = kRow;
      fields_[f].last = kRow * kRows - 1;
      fields_[f].written = f == 0;
    }
    fields_[2] = fields_[1];
    fields_[2].name = "row";
    fields_[2].home = row_.data();
    fields_[2].hi[1] = 1;
    fields_[2].stride[1] = 0;
    fields_[2].last = kRow - 1;
    run_.fields = fields_;
    run_.field_count = 3;
  }

  // What is found touched after this.
  template <class Call> std::string touchedBy(Call call) {
    ksn_guard *const guard = ksn_guard_set(&run_, 1, {2, kRows - 2});
    EXPECT_NE(guard, nullptr);
    sure_ = ksn_guarded(guard);
    call();
    const char *const name = ksn_guard_lift(guard, &plane_);
    return name ? name : "";
  }
  float &at(int f, int row) { return arrays_[f][static_cast<size_t>(row) * kRow + 7]; }

  std::vector<float> arrays_[2] = {std::vector<float>(kRow * kRows, 1), std::vector<float>(kRow *kRows, 2)};
  std::vector<float> row_ = std::vector<float>(kRow, 3);
  ksn_field fields_[3] = {};
  ksn_run run_ = {};
  ksn_span sure_ = {};
  int64_t plane_ = 0;
};

TEST_F(Guard, LeavesThePlanesBesideItAlone) {
  EXPECT_EQ(touchedBy([&] { at(0, 1) = at(0, 0) + at(0, kRows - 2); }), "");
  EXPECT_EQ(at(0, 1), 2);
  EXPECT_GE(sure_.from, 2);
  EXPECT_LE(sure_.from, 4);
  EXPECT_GE(sure_.end, kRows - 4);
}

TEST_F(Guard, SeesWhatIsReadAndStored) {
  float read = 0;
  EXPECT_EQ(touchedBy([&] { read = *const_cast<volatile float *>(&at(0, 20)); }), "u");
  EXPECT_EQ(plane_, 20);
  EXPECT_EQ(read, 1);
  EXPECT_EQ(touchedBy([&] {
              at(0, 19) = 5;
              at(0, 21) = 6;
            }),
            "u");
  EXPECT_EQ(plane_, 19);
  EXPECT_EQ(at(0, 19) + at(0, 21), 11);
}

TEST_F(Guard, ArraysThatNobodyWritesMayBeRead) {
  float read = 0;
  EXPECT_EQ(touchedBy([&] { read = *const_cast<volatile float *>(&at(1, 20)); }), "");
  EXPECT_EQ(read, 2);
  EXPECT_EQ(touchedBy([&] { at(1, 20) = 4; }), "v");
  EXPECT_EQ(at(1, 20), 4);
}

TEST_F(Guard, ArraysWithoutPlanesMustStay) {
  EXPECT_EQ(touchedBy([&] { row_[3] = 4; }), "row");
  EXPECT_EQ(plane_, -1);
}

TEST_F(Guard, ThereIsOneAtATime) {
  EXPECT_EQ(touchedBy([&] { EXPECT_EQ(ksn_guard_set(&run_, 1, {2, kRows - 2}), nullptr); }), "");
}

TEST_F(Guard, ThinPlanesHaveNone) { EXPECT_EQ(ksn_guard_set(&run_, 1, {2, 3}), nullptr); }

int *volatile nowhere = nullptr;
void leave(int) { std::_Exit(7); }

TEST_F(Guard, OtherFaultsAreTheProgramsOwn) {
  EXPECT_EXIT(
      {
        (void)std::signal(SIGSEGV, leave);
        (void)touchedBy([] { *nowhere = 1; });
      },
      testing::ExitedWithCode(7), "");
}

} // namespace
