"""Looks at a soaked site with ``checking``, in a process of its own, and says how it went."""

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.soak.driving import SRC, Soaked


def checked(data: Path, soaked: Soaked) -> tuple[int, str]:
    """Status 1 and the reasons if anything is wrong, or if too little was going on to say so; else 0 and the figures."""
    path = data / "kept.json"
    path.write_text(json.dumps(soaked.kept, ensure_ascii=False), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak.checking", str(path)],
        cwd=SRC,
        env={
            **os.environ,
            "BANSHA_DATA": str(data),
            "PYTHONPATH": f"{SRC / 'src'}:{SRC}",
            "DJANGO_SETTINGS_MODULE": "bansha.board.settings",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    kills = sum(soaked.kills.values())
    head = (
        f"soak: {kills} kills ({soaked.kills['web']} web, {soaked.kills['director']} director) in {soaked.seconds:.0f} s; "
        f"{soaked.tried} inputs sent, {len(soaked.kept)} acknowledged, {soaked.refused} refused, {soaked.broken} cut off"
    )
    idle = too_little(soaked)
    errors = (data / "errors.log").read_text(encoding="utf-8", errors="replace")[-2000:]
    parts = (head, done.stdout.strip(), idle, done.stderr.strip(), errors.strip())
    return done.returncode or int(bool(idle)), "\n".join(part for part in parts if part)


def too_little(soaked: Soaked) -> str:
    """Why the run says nothing, for nothing can be lost where nothing is kept; "" if enough was going on."""
    idle = [what for what, times in soaked.kills.items() if not times]
    if idle:
        return f"this says nothing: no {' and no '.join(idle)} process was killed"
    if len(soaked.kept) < sum(soaked.kills.values()):
        return f"this says nothing: {len(soaked.kept)} inputs acknowledged in {sum(soaked.kills.values())} kills"
    return ""
