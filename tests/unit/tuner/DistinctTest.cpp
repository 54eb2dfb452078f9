// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Distinct.h"

#include "Programs.h"

#include <gtest/gtest.h>

namespace kasane::tuning {
namespace {
