#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The man page and the completions have every option of --help, and the values that the tool takes.

option_docs.py <llvm-bitcode-linker> <folder with what is made> <docs/manual.md>

Each shell completes by itself: bash through the completion's function, fish with `complete -C`, zsh in a terminal."""

import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

LINKER, FOLDER, MANUAL = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
DIALECTS = {"": [], "-flavor gnu ": ["-flavor", "gnu"]}
faults = []


def check(holds, fault):
    if not holds:
        faults.append(fault)


def help_names(dialect):
    """The names in --help, without what follows them."""
    text = subprocess.run([LINKER, *DIALECTS[dialect], "--help"], check=True, capture_output=True, text=True).stdout
    return sorted({re.sub(r"=?<.*", "", name) for name in re.findall(r"^  (-\S+)", text, re.M)})


def bash(queries):
    script = """
source "$1"
while IFS= read -r line; do
  COMP_LINE="llvm-bitcode-linker $line" COMP_POINT=${#COMP_LINE} COMPREPLY=()
  COMP_POINT=${#COMP_LINE}
  _llvm_bitcode_linker
  printf '%s\\n' "${COMPREPLY[@]}" END
done
"""
    return answers(["bash", "--norc", "-uc", script, "_", FOLDER / "llvm-bitcode-linker.bash"], queries)


def fish(queries):
    script = """
source $argv[1]
while read line
  complete -C "llvm-bitcode-linker $line" | string replace -r '\\t.*' ''
  echo END
end
"""
    return answers(["fish", "--no-config", "-c", script, FOLDER / "llvm-bitcode-linker.fish"], queries)


def answers(command, queries):
    """What a shell prints for each query, which it reads from its input; END ends each."""
    with tempfile.TemporaryDirectory() as home:
        run = subprocess.run(
            command, input="".join(f"{query}\n" for query in queries), env={**os.environ, "HOME": home},
            capture_output=True, text=True,
        )
    check(run.returncode == 0 and not run.stderr, f"{command[0]}: {run.stderr}")
    parts = run.stdout.split("END\n")[:-1]
    return dict(zip(queries, (set(part.split()) for part in parts), strict=True))


def zsh(queries):
    with tempfile.TemporaryDirectory() as home:
        hits = pathlib.Path(home, "hits")
        hits.touch()
        pathlib.Path(home, ".zshrc").symlink_to(pathlib.Path(__file__).with_name("completion.zshrc"))
        child, terminal = pty.fork()
        if child == 0:
            # As if written to a file of its own: a terminal without abilities.
            settings = {"ZDOTDIR": home, "HOME": home, "HITS": str(hits), "COMPLETIONS": str(FOLDER), "TERM": "dumb"}
            os.execvpe("zsh", ["zsh", "-i"], {**os.environ, **settings})
        threading.Thread(target=drain, args=(terminal,), daemon=True).start()
        wait_for(hits, "READY")
        found = {}
        for query in queries:
            hits.write_text("")
            os.write(terminal, f"\x15llvm-bitcode-linker {query}\t".encode())
            found[query] = wait_for(hits, "END")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return found


def drain(terminal):
    """A terminal that nobody reads from would fill up."""
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:
        pass


def wait_for(file, mark):
    deadline = time.monotonic() + 60
    while mark not in (words := set(file.read_text().split("\n"))):
        if time.monotonic() > deadline:
            sys.exit(f"zsh: no {mark} after a minute; there is {words}")
        time.sleep(0.01)
    return words - {mark, ""}


def check_names(shell, ask):
    queries = [dialect + dashes for dialect in DIALECTS for dashes in ("-", "--")]
    found = ask(queries)
    for dialect in DIALECTS:
        offered = found[dialect + "-"] | found[dialect + "--"]
        check("-l" in offered, f"{shell}: offers no '{dialect}-l'")
        # zsh has a way of its own with '--'.
        for name in set(help_names(dialect)) - ({"--"} if shell == "zsh" else set()):
            # A value may follow at once: -O3.
            here = re.compile(re.escape(name) + r"(=|\w)?")
            check(any(here.fullmatch(word) for word in offered), f"{shell}: offers no '{dialect}{name}'")


def accepted(dialect, option):
    """The values that the tool's own message lists for an option."""
    arguments = [LINKER, *DIALECTS[dialect], f"{option}?", "absent.bc", "-o", "absent"]
    message = subprocess.run(arguments, capture_output=True, text=True).stderr
    return set(re.split(r", | or ", message.strip().split("; use ")[1]))


def check_values(shell, ask):
    enumerated = {
        "": ["--emit=", "--target=", "--offload-kind=", "--openmp-kernels=", "--debug=", "--code-object-version=",
             "--device-libs=", "--ftz=", "--prec-sqrt=", "--prec-div=", "-O"],
        "-flavor gnu ": ["--unresolved-symbols=", "--device-libs=", "--code-object-version="],
    }
    queries = {dialect + option: (dialect, option) for dialect in enumerated for option in enumerated[dialect]}
    more = {
        "--emit=asm,host-": {"host-bc", "host-obj"},
        "--emit asm,host-": {"host-bc", "host-obj"},
        "--target amd": {"amdgcn-amd-amdhsa"},
        "--target-cpu=sm_9": {"sm_90", "sm_90a"},
        "--offload-arch=sm_80,gfx90": {"gfx90a", "gfx90c", "gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909"},
        "-flavor gnu -plugin-opt=mcpu=sm_9": {"sm_90", "sm_90a"},
        "-flavor gnu --icf=s": {"safe"},
        "-flavor ": {"gnu"},
    }
    found = ask([*queries, *more])
    for query, words in found.items():
        # Shells differ in how much of the word they give back.
        words = {re.sub(r"^-O|.*[=,]", "", word) for word in words} - {""}
        wanted = more.get(query) or accepted(*queries[query])
        check(words == wanted, f"{shell}: '{query}' gives {sorted(words)}, not {sorted(wanted)}")


def check_files(shell, ask):
    """In a folder of its own: files for inputs and outputs, folders for folders."""
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("kernel.bc").touch()
        pathlib.Path("kernels").mkdir()
        found = ask(["ker", "-o ker", "-L ker"])
        os.chdir(home)
    endings = {query: {word.rstrip("/") for word in words} for query, words in found.items()}
    check(endings["ker"] == {"kernel.bc", "kernels"}, f"{shell}: inputs are {endings['ker']}")
    check(endings["-o ker"] == {"kernel.bc", "kernels"}, f"{shell}: outputs are {endings['-o ker']}")
    check(endings["-L ker"] == {"kernels"}, f"{shell}: folders are {endings['-L ker']}")


def check_man():
    pages = [FOLDER / "llvm-bitcode-linker.1", MANUAL.parent / "man" / "llvm-bitcode-linker-rustup.1"]
    for page in pages:
        run = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", page], capture_output=True, text=True)
        check(run.returncode == 0 and not run.stderr, f"groff: {run.stderr}")
    text = pages[0].read_text()
    names = {name.replace("\\-", "-") for name in re.findall(r"\\fB(.*?)\\fR", text)}
    manual = MANUAL.read_text()
    for dialect in DIALECTS:
        for name in help_names(dialect):
            check(name in names, f"the man page has no '{name}'")
            written = re.sub(r"^--?(no-)?", "", name)
            check(re.search(rf"(?<![\w-])-{{0,2}}(\[no-\])?{re.escape(written)}(?![\w-])", manual), f"manual.md has no '{name}'")


check_man()
for shell, ask in {"bash": bash, "zsh": zsh, "fish": fish}.items():
    check_names(shell, ask)
    check_values(shell, ask)
    # bash leaves files to readline.
    if shell != "bash":
        check_files(shell, ask)
source = (FOLDER / "llvm-bitcode-linker.bash").read_text()
check("complete -o bashdefault -o default -F" in source, "bash: files are not left to readline")
for command in (["bash", "-n", "llvm-bitcode-linker.bash"], ["zsh", "-n", "_llvm-bitcode-linker"],
                ["fish", "--no-execute", "llvm-bitcode-linker.fish"]):
    check(subprocess.run(command, cwd=FOLDER).returncode == 0, f"{command[0]} cannot read its completion")
print("\n".join(faults) or f"{sum(len(help_names(dialect)) for dialect in DIALECTS)} options in the man page and in 3 shells")
sys.exit(bool(faults))
