#!/bin/sh
# It says who it is, and compiles nothing.
test "$1" = --version && echo "a compiler that fails 1.0"
