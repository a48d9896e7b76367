"""The own commands of m,n,k at Ctrl-C: a real SIGINT to a real process, one sentence, exit code 3, no child left."""

import os
import signal
import subprocess
import sys

import pytest

from ..contract.test_interrupt import wait_until_it_works

pytestmark = pytest.mark.interrupts

RECORD = "m: 15\nn: 15\nk: 5\nmoves: h8 i9 i7 g9 h9 h10 j6 g7 h6 h7 g8 f8"
SOON = 0.3  # seconds of the processor after the signal; how long a busy machine takes beside it decides nothing
SOON *= 4 if "LD_PRELOAD" in os.environ else 1  # `make sanitize`: kernels that are watched take several times as long
LONG_PROGRAM = "import sys,time\nfor line in sys.stdin:\n    print('ok', flush=True) if line[:4] == 'init' else None"
COMMANDS = {
    "match": ["match", "engine", "corrado", "--board", "15,15,5", "--seconds", "30"],
    "openings": ["match", "engine", "engine", "--board", "15,15,5", "--openings", "100"],
    "side by side": ["match", "engine", "corrado", "--board", "15,15,5", "--seconds", "30", "--concurrency", "2"],
    "silent program": ["match", f'lines:{sys.executable} -c "{LONG_PROGRAM}"', "engine", "--board", "9,9,5"],
    "analyse": ["analyse", "-", "--seconds", "20"],
    "puzzle": ["puzzle", "--m", "15", "--n", "15", "--k", "5", "--moves", "4", "--count", "1000000"],
    "protocol": ["protocol"],
    "protocol thinks": ["protocol"],
}
SAID = {
    "analyse": RECORD,
    "protocol thinks": "INFO timeout_turn 60000\nSTART 15\nTURN 7,7\n",
}


def spent(process):
    """Seconds of the processor that a process has used."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.quick(2)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the processor time of another process is read")
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_it_soon(name):
    process = subprocess.Popen(
        [sys.executable, "-m", "passatempo", "mnk", *COMMANDS[name]],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        process.stdin.write(SAID.get(name, ""))
        process.stdin.flush()
        if name == "analyse":
            process.stdin.close()
            process.stdin = None
        wait_until_it_works(process)
        before, _ = spent(process), process.send_signal(signal.SIGINT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if name != "side by side":  # whose processes would be counted from their beginning
            assert usage.ru_utime + usage.ru_stime - before < SOON
        assert process.returncode == 3
        assert process.stderr.read() == "passatempo: cancelled\n"
