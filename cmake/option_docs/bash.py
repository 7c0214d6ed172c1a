# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completion for bash. What it finds are whole words; readline wants only what follows the last `=`, `:` or `@`."""

import re
import shlex

import table

TEMPLATE = r"""# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Completion of llvm-bitcode-linker for bash; made from its option tables.

# For a value: sets kind (words, list, path, folder or free), values, and stem, what stands before it in its own word.
# The word is `after <option>` if the value is the word after its option.
_llvm_bitcode_linker_value() {
  case $1 in
@LLBC_VALUES@
  *) return 1 ;;
  esac
}

_llvm_bitcode_linker_lld_value() {
  case $1 in
@LLD_VALUES@
  *) return 1 ;;
  esac
}

_llvm_bitcode_linker() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} dialect=llvm_bitcode_linker
  local processors=@PROCESSORS@
  local options=@LLBC_OPTIONS@
  local -a before
  local word=${line##*[[:space:]]} stem='' kind=free values=''
  read -ra before <<<"${line%"$word"}"
  if [[ ${#before[@]} -gt 1 && ${before[1]} == ?(-)-flavor ]]; then
    dialect=llvm_bitcode_linker_lld
    options=@LLD_OPTIONS@
  fi
  COMPREPLY=()
  if [[ ${#before[@]} -eq 2 && $dialect == *_lld ]]; then
    kind=words values=gnu
  elif ! "_${dialect}_value" "after ${before[-1]}"; then
    if ! "_${dialect}_value" "$word"; then
      if [[ $word == -* ]]; then kind=words values=$options; else kind=path; fi
    fi
  fi

  local value=${word#"$stem"}
  if [[ $kind == list ]]; then
    stem+=${value%"${value##*,}"}
    value=${value##*,}
    kind=words
    if [[ $value == *=* ]]; then
      stem+=${value%%=*}=
      value=${value#*=}
      kind=path
    fi
  fi
  # With nothing before it in its word, readline completes a name of a file by itself, and knows its quotes.
  local breaks=${COMP_WORDBREAKS//[^=:@]/}
  case $kind in
  words)
    mapfile -t COMPREPLY < <(compgen -P "$stem" -W "$values" -- "$value")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
    ;;
  path)
    if [[ $breaks != *"${stem: -1}"* ]]; then mapfile -t COMPREPLY < <(compgen -f -P "$stem" -- "$value"); fi
    ;;
  folder)
    if [[ $breaks != *"${stem: -1}"* ]]; then
      mapfile -t COMPREPLY < <(compgen -d -P "$stem" -S / -- "$value")
      compopt -o nospace 2>/dev/null
    else
      compopt +o default -o dirnames 2>/dev/null
    fi
    ;;
  esac
  if [[ -n $breaks ]]; then
    local last=${word##*["$breaks"]}
    COMPREPLY=("${COMPREPLY[@]#"${word%"$last"}"}")
  fi
}

complete -o bashdefault -o default -F _llvm_bitcode_linker llvm-bitcode-linker
"""


def value_kind(option):
    if option.takes_list:
        return "list"
    if option.values:
        return "words"
    return "path" if option.takes_file else "folder" if option.takes_folder else "free"


def branches(options):
    """A case for each spelling with a value, longer ones first."""
    found = []
    for option in options:
        kind = value_kind(option)
        values = "$processors" if option.metavar.startswith("<cpu>") else " ".join(option.values)
        action = f"kind={kind}" + (f' values="{values}"' if values else "")
        for spelling in option.spellings:
            for name in spelling.names():
                if spelling.kind in (table.SEPARATE, table.EITHER):
                    found.append((f'"after {name}"', f"stem='' {action}"))
                # The others of these are in the list of options, each with its value.
                if name.endswith("=") or spelling.kind == table.EITHER and kind in ("path", "folder"):
                    found.append((f"{name}*" if name.endswith("=") else f"{name}?*", f"stem={name} {action}"))
    found.sort(key=lambda pair: -len(pair[0]))
    return "\n".join(f"  {pattern}) {action} ;;" for pattern, action in found)


def words(options):
    """All that may be typed as an option; values that follow at once with it."""
    found, followed_by_next = {"-flavor"}, set()
    for option in options:
        for spelling in option.spellings if option.help else []:
            for name in spelling.names():
                joins = spelling.kind == table.JOINED or spelling.kind == table.EITHER and len(max(option.values, default="")) == 1
                if option.values and joins and not name.endswith("="):
                    found.update(name + value for value in option.values)
                elif spelling.kind == table.SEPARATE:
                    followed_by_next.add(name)
                else:
                    found.add(name)
    # Where a value may follow a '=' or be the next word, the first is offered.
    found.update(name for name in followed_by_next if name + "=" not in found)
    return " ".join(sorted(found))


def completion(options, lld_options):
    processors = next(option.values for option in options if option.metavar == "<cpu>")
    texts = {
        "LLBC_VALUES": branches(options),
        "LLD_VALUES": branches(lld_options),
        "LLBC_OPTIONS": shlex.quote(words(options)),
        "LLD_OPTIONS": shlex.quote(words(lld_options)),
        "PROCESSORS": shlex.quote(" ".join(processors)),
    }
    return re.sub(r"@([A-Z_]+)@", lambda match: texts[match[1]], TEMPLATE)
