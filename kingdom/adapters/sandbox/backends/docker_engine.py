"""Connects to the Docker engine and finds the sandbox image."""

import json
from collections.abc import Sequence
from pathlib import Path

import docker
from docker.errors import DockerException, NotFound
from requests.exceptions import RequestException, Timeout

from kingdom.adapters.sandbox.port import NO_ENGINE
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.core.errors import SandboxUnavailable

SOCKETS = ("unix:///var/run/docker.sock",)
CALL_S = 20


def connect_engine(url: str, waits: Sequence[float]) -> docker.DockerClient:
    """Return a client of an engine that answers in time. One that was only slow is asked again: ``waits`` are seconds.

    Raises SandboxUnavailable.
    """
    if url and not url.startswith("unix://"):
        raise SandboxUnavailable(
            "DOCKER_HOST is not a unix socket. The sandbox uses a local engine only: unset it, or set unix://PATH."
        )
    reason = ""
    for base in [url] if url else SOCKETS:
        if not Path(base.removeprefix("unix://")).exists():
            reason = f"no engine socket at {base.removeprefix('unix://')}"
            continue
        try:
            client = _connect_with_retry(base, waits)
        except (DockerException, RequestException) as error:
            reason = f"the engine at {base.removeprefix('unix://')} does not answer: {str(error)[:200]}"
            continue
        client.api.timeout = CALL_S
        # requests looks for proxies in the environment at each call: another thread that changes it breaks the call.
        client.api.trust_env = False
        return client
    raise SandboxUnavailable(f"{NO_ENGINE}: {reason}. Start one (on a bare Debian: scripts/engine.sh start).")


def _connect_with_retry(base: str, waits: Sequence[float]) -> docker.DockerClient:
    """Return a client of an engine that has answered. Raises DockerException, RequestException."""
    for seconds in waits[:-1]:
        try:
            return _answered_client(base, seconds)
        except (DockerException, RequestException) as error:
            if not isinstance(error, Timeout) and not isinstance(error.__cause__, Timeout):
                raise
    return _answered_client(base, waits[-1])


def _answered_client(base: str, seconds: float) -> docker.DockerClient:
    client = docker.DockerClient(base_url=base, version="auto", timeout=seconds)  # type: ignore[arg-type] # any number
    client.ping()
    return client


def find_image(api: docker.APIClient, config: SandboxConfig) -> str:
    """Return the id of the configured image, or of scripts/sandbox_image.sh's, which is loaded if needed.

    Never pulls an image: that would download foreign code. Raises SandboxUnavailable.
    """
    name, archive = config.image, config.folder / "image.tar"
    if not name:
        try:
            name = json.loads((config.folder / "image.json").read_text(encoding="utf-8"))["id"]
        except (OSError, ValueError, KeyError):
            raise SandboxUnavailable(
                f"There is no sandbox image in {config.folder}: run `make sandbox-image`."
            ) from None
    try:
        return _image_id(api, name)
    except NotFound:
        if config.image or not archive.exists():
            raise SandboxUnavailable(f"The engine does not have the image {name}: run `make sandbox-image`.") from None
    with archive.open("rb") as file:
        api.load_image(file)  # type: ignore[no-untyped-call]
    try:
        return _image_id(api, name)
    except NotFound:
        raise SandboxUnavailable(
            "The sandbox image's archive does not hold the image it names: run `make sandbox-image`."
        ) from None


def _image_id(api: docker.APIClient, name: str) -> str:
    image = api.inspect_image(name)  # type: ignore[no-untyped-call]
    if (image.get("Config") or {}).get("Labels", {}).get("kingdom.sandbox.image") != "1":
        raise SandboxUnavailable(f"The image {name} is not a sandbox image (label kingdom.sandbox.image=1).")
    ident: str = image["Id"]
    return ident
