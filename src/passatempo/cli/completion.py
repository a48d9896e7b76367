"""`completion`: scripts for bash, zsh and fish, which run the program on every press of Tab (candidates.py)."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from passatempo.core.errors import UsageError

Shell = Literal["bash", "zsh", "fish"]
SCRIPTS = {
    "bash": """_passatempo() {
    local IFS=$'\\n'
    local found="$(passatempo --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _passatempo passatempo
""",
    "zsh": """#compdef passatempo
_passatempo() {
    local -a found
    found=("${(@f)$(passatempo --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found[1]" ]]; then compadd -- $found; else _files; fi
}
compdef _passatempo passatempo
""",
    "fish": """complete -c passatempo -a '(passatempo --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}
HOMES = {"bash": ".local/share/bash-completion/completions/passatempo", "zsh": ".zfunc/_passatempo"}
HOMES["fish"] = ".config/fish/completions/passatempo.fish"


def completion(
    shell: Annotated[Shell | None, Parameter(help="bash, zsh or fish [default: the shell in $SHELL]")] = None,
    *,
    install: Annotated[bool, Parameter(help="write the script where the shell looks for it", negative="")] = False,
) -> int:
    """Print the script that completes words for a shell, or write it to its place and say where."""
    shell = shell or _current_shell()
    if not install:
        sys.stdout.write(SCRIPTS[shell])
        return 0
    from passatempo.core.output import atomic_file

    path = Path.home() / HOMES[shell]
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(str(path)) as file:
        file.write(SCRIPTS[shell])
    sys.stdout.write(f"Wrote {path}.\n")
    if shell == "zsh":
        sys.stdout.write("It is found if .zshrc has these lines before compinit: fpath=(~/.zfunc $fpath)\n")
    return 0


def _current_shell() -> Shell:
    name = os.path.basename(os.environ.get("SHELL", ""))
    for shell in ("bash", "zsh", "fish"):
        if name == shell:
            return shell
    raise UsageError("cannot determine the shell from $SHELL: pass --shell bash, zsh or fish")
