"""``python -m benchmarks.guardian [FOLDER] [--smoke]``: recall and over-block of the Guardian without a judge, as JSON.

Each ``*.jsonl`` of it holds lines ``{"kind", "label": "benign" | "malicious", "item"}``. A malicious item counts
as found when it is blocked, or when it is a file and marked. The items of ``tests/ministers/guardian/fresh`` were
written after the code, to be judged by; rules must not be tuned on them.
"""

import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.adapters.embeddings.pair_classifier import PairClassifier
from kingdom.ministers.guardian.relations.rule_scores import RULE_WEIGHTS
from kingdom.ministers.guardian.review import ReviewOptions, review_item

_ROOT = Path(__file__).resolve().parents[1]
FRESH = _ROOT / "tests" / "ministers" / "guardian" / "fresh"
_OPTIONS = ReviewOptions(rule_scores=PairClassifier(MiniLmEmbedder(_ROOT / ".kingdom" / "models"), RULE_WEIGHTS).scores)
SMOKE_ITEMS = 2  # of each set
_Z = 1.96  # of a 95 % interval


def measure(file: Path, most: int | None = None) -> dict[str, Any]:
    """Return the figures of one set: rates in per cent with their Wilson intervals, and milliseconds an item.

    ``most`` is the number of items that are read, from the start of the file.
    """
    counts, rules, times = Counter[str](), Counter[str](), list[float]()
    for line in file.read_text(encoding="utf-8").splitlines()[:most]:
        row: Mapping[str, Any] = json.loads(line)
        started = time.perf_counter()
        verdict = review_item(row["kind"], row["item"], judge=False, options=_OPTIONS)
        times.append((time.perf_counter() - started) * 1_000)
        is_blocked = verdict.verdict == "BLOCKED"
        counts[row["label"]] += 1
        counts[f"{row['label']} blocked"] += is_blocked
        counts[f"{row['label']} marked"] += verdict.tainted
        counts[f"{row['label']} found"] += is_blocked or verdict.tainted
        if is_blocked and row["label"] == "benign":
            rules.update({finding.rule_id for finding in verdict.findings if finding.severity in ("hard", "soft")})
    return {
        "recall": _rate(counts["malicious found"], counts["malicious"]),
        "over_block": _rate(counts["benign blocked"], counts["benign"]),
        "benign_marked": _rate(counts["benign marked"], counts["benign"]),
        "over_block_rules": dict(rules),
        "ms": {"median": round(statistics.median(times), 1), "largest": round(max(times), 1)},
    }


def _rate(found: int, of: int) -> dict[str, Any]:
    if not of:
        return {"of": 0}
    share = found / of
    centre = (share + _Z**2 / (2 * of)) / (1 + _Z**2 / of)
    reach = _Z * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2)) / (1 + _Z**2 / of)
    interval = [round(100 * max(0.0, centre - reach), 1), round(100 * min(1.0, centre + reach), 1)]
    return {"percent": round(100 * share, 1), "found": found, "of": of, "interval": interval}


def main(folder: Path, most: int | None = None) -> None:
    """Print the figures of each set of a folder."""
    figures = {file.stem: measure(file, most) for file in sorted(folder.glob("*.jsonl"))}
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    folders = [Path(word) for word in sys.argv[1:] if word != "--smoke"]
    main(folders[0] if folders else FRESH, SMOKE_ITEMS if "--smoke" in sys.argv else None)
