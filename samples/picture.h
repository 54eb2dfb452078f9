// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A field of numbers as a picture, from black over red and yellow to white. 0, or -1 with errno.
#ifndef PICTURE_H
#define PICTURE_H

int write_picture(const char *path, int width, int height, const float *values, float low, float high);

#endif
