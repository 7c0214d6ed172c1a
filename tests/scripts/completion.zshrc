# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An interactive shell that writes what it would offer to the file $HITS, and END after that.
PROMPT=
# A long list is no question to the user.
LISTMAX=100000
fpath=($COMPLETIONS $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
  if ((${@[(I)-[OAD]]})); then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  if (($#hits)); then print -rl -- "${hits[@]}" >>$HITS; fi
  builtin compadd "$@"
}
complete_and_end() {
  zle expand-or-complete
  print END >>$HITS
}
zle -N complete_and_end
bindkey '^I' complete_and_end
print READY >>$HITS
