"""Connection to the Docker engine, and the id of the sandbox image."""

import json
from pathlib import Path

import docker
from docker.errors import DockerException, NotFound
from requests.exceptions import RequestException

from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.core.errors import SandboxUnavailable


def connect_engine(url: str, seconds: int) -> docker.DockerClient:
    """Return a client whose engine answered in time. Raises SandboxUnavailable."""
    if url and not url.startswith("unix://"):
        raise SandboxUnavailable("DOCKER_HOST is not a unix socket: the sandbox uses a local engine only.")
    reason = ""
    for base in [url] if url else SOCKETS:
        if not Path(base.removeprefix("unix://")).exists():
            reason = f"no engine socket at {base.removeprefix('unix://')}"
            continue
        try:
            client = docker.DockerClient(base_url=base, version="auto", timeout=seconds)
            client.ping()
        except (DockerException, RequestException) as error:
            reason = f"the engine at {base.removeprefix('unix://')} does not answer: {str(error)[:200]}"
            continue
        client.api.timeout = CALL_S
        return client
    raise SandboxUnavailable(f"No Docker engine: {reason}. Start one (on a bare Debian: scripts/engine.sh start).")


def find_image(api: docker.APIClient, config: SandboxConfig) -> str:
    """Return the id of the image that the operator named or scripts/sandbox_image.sh made; load that one's archive when it is missing.

    Never pulls: a missing image is a sentence for the operator, not a download of somebody's code.
    """
    wanted, archive = config.image, config.root / "image.tar"
    if not wanted:
        try:
            wanted = json.loads((config.root / "image.json").read_text(encoding="utf-8"))["id"]
        except (OSError, ValueError, KeyError):
            raise SandboxUnavailable(f"There is no sandbox image in {config.root}: run `make sandbox-image`.") from None
    try:
        return _image_id(api, wanted)
    except NotFound:
        if config.image or not archive.exists():
            raise SandboxUnavailable(
                f"The engine does not have the image {wanted}: run `make sandbox-image`."
            ) from None
    with archive.open("rb") as file:
        api.load_image(file.read())  # type: ignore[no-untyped-call]
    try:
        return _image_id(api, wanted)
    except NotFound:
        raise SandboxUnavailable(
            "The sandbox image's archive does not hold the image it names: run `make sandbox-image`."
        ) from None


def _image_id(api: docker.APIClient, wanted: str) -> str:
    found = api.inspect_image(wanted)  # type: ignore[no-untyped-call]
    if (found.get("Config") or {}).get("Labels", {}).get("kingdom.sandbox.image") != "1":
        raise SandboxUnavailable(f"The image {wanted} is not a sandbox image (label kingdom.sandbox.image=1).")
    ident: str = found["Id"]
    return ident


SOCKETS = ("unix:///var/run/docker.sock",)


CALL_S = 20
