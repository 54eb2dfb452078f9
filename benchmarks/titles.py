# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The words of tables and pictures."""

# What the benchmarks' programs compute, in a reader's words.
TITLES = {
    "box2d1": "2D, 9 points", "box27": "3D, 27 points", "box3d1": "3D, 27 points", "box3d1w": "3D, 27 weights",
    "cip2d": "CIP advection, 2D", "coef19": "3D, 19 points, 12 coefficient arrays", "fdtd2d": "Maxwell (FDTD), 2D",
    "grayscott": "Gray-Scott, 2D", "heat1d": "heat, 1D", "heat2d": "heat, 2D", "heat3d": "heat, 3D",
    "himeno": "Himeno's kernel, 3D", "jacobi2d": "Jacobi, 2D", "laplace": "Laplace, 2D", "life": "game of life",
    "lines2d": "alternating directions, 2D", "seidel2d": "Gauss-Seidel, 2D", "seidel3d": "Gauss-Seidel, 3D",
    "small2d": "2D, 5 points, small", "small3d": "3D, 7 points, small", "star1d1": "1D, 3 points",
    "star2d1": "2D, 5 points", "star2d2": "2D, 9 points in a star", "star3d1": "3D, 7 points",
    "wave3d": "wave, 3D, radius 4",
}
SPEED = "Gcells/s: 10^9 cells made in a second"
TYPES = {"f32": "float", "f64": "double"}
