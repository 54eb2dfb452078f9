# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# complete.sh SCRIPT WORDS..: what bash would offer for the last of the words.
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kasane
printf '%s\n' "${COMPREPLY[@]}" | sed '/^$/d'
