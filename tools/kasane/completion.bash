# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bash completion of kasane. Commands, options and values are what `kasane --help` prints, so that they are always those of
# the kasane that is completed.

_kasane() {
  local current=${COMP_WORDS[COMP_CWORD]} command=translate help w
  # '=' parts words in bash: --target=op is three of them.
  if [[ $current == = ]]; then
    current=
  fi
  for w in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $w in
      translate | explain | suggest | cc | env | machines | probe) command=$w ;;
      --) return ;;
    esac
  done
  help=$("${COMP_WORDS[0]}" "$command" --help 2> /dev/null) || return
  local option=
  if [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 1]}
  elif [[ $COMP_CWORD -ge 2 && ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $option == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n "s/^  $option: //p" <<< "$help" | tr ',' ' ')" -- "$current")
    return
  fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n 's/^  \(--\{0,1\}[^ =<]*=\{0,1\}\).*/\1/p' <<< "$help" | grep -v ':$')" -- "$current")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2> /dev/null
    return
  fi
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W "translate explain suggest cc env machines probe help" -- "$current")
  fi
  if [[ $command == machines ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" machines 2> /dev/null | sed 's/ .*//')" -- "$current")
  fi
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -o plusdirs -f -X '!*.[coa]' -- "$current")
}
complete -o filenames -F _kasane kasane
