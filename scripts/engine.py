"""Talking to `parlor engine`, by the rules that OpenSpiel's nine men's morris has."""

import json
import subprocess

# OpenSpiel draws after 200 plies and knows no repetition.
SAME_RULES = {"removal": "standard", "repetition": 0, "no_capture": 0, "max_plies": 200}


class Engine:
    """One conversation."""

    def __init__(self, program, tables=None):
        where = ["--tables", tables] if tables else []
        self.process = subprocess.Popen(
            [program, "engine", *where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"parlor engine has ended ({request})")
        answer = json.loads(line)
        if not answer["ok"]:
            raise SystemExit(f"parlor engine: {answer['error']} ({request})")
        return answer

    def playouts(self, seconds, seed):
        return self.ask(cmd="playouts", seconds=seconds, threads=1, seed=seed)
