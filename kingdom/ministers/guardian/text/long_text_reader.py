"""Reviews long texts, as the program of an isolated child."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kingdom.core.deployment.free_memory import release_free_memory
from kingdom.core.deployment.isolated_child import serve
from kingdom.ministers.guardian.text.policy import POLICY_DIR, Policy, read_policy
from kingdom.ministers.guardian.text.text_review import REVIEW_CPU_S, review_text

MEMORY_BYTES = 1 << 30  # of address space; 2,000,000 letters with spaces between them take 360 MB


def answer(request: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield the findings of one text. Raises ValueError when the rules have changed since the caller loaded them."""
    policy = _policy(tuple(request["folders"]))
    if policy.version != request["version"]:
        raise ValueError("the rules of this process are not those of its parent")
    findings = review_text(
        request["text"], policy, place=request["place"], field=request["field"], path=request["path"]
    )
    yield [finding.model_dump(mode="json") for finding in findings]
    release_free_memory()


@lru_cache(maxsize=2)
def _policy(folders: tuple[str, ...]) -> Policy:
    return read_policy(tuple(map(Path, folders)))


if __name__ == "__main__":
    _policy((str(POLICY_DIR.resolve()),))  # before the first call, which has a limit of time
    serve(answer, cpu_s=REVIEW_CPU_S, memory_bytes=MEMORY_BYTES)
