"""The generated client package: the same each time, and it talks to a running product, synchronously and not."""

import filecmp
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two packages, generated one beside the other."""
    folders = [tmp_path_factory.mktemp(f"client{number}") / "kingdom_client" for number in (1, 2)]
    runs = [
        subprocess.Popen(
            [ROOT / "scripts" / "client.sh", folder],
            cwd=ROOT,
            env={"PATH": "/usr/bin:/bin", "VENV": sys.prefix},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for folder in folders
    ]
    for run in runs:
        _, said = run.communicate(timeout=300)
        assert run.returncode == 0, said.decode()[-2000:]
    return folders[0], folders[1]


@pytest.fixture
def package(generated: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The package, imported."""
    monkeypatch.syspath_prepend(generated[0].parent)
    yield importlib.import_module("kingdom_client")
    for name in [name for name in sys.modules if name.startswith("kingdom_client")]:
        del sys.modules[name]


@pytest.mark.xdist_group("product-")  # of the others here, which use the same packages
def test_generating_again_changes_nothing(generated: tuple[Path, Path]) -> None:
    first, second = ({str(path.relative_to(root)) for path in root.rglob("*.*")} for root in generated)
    assert first == second
    assert {"client.py", "py.typed", "api/conversations/messages_post.py", "models/session_out.py"} <= first
    files = [name for name in first if (generated[0] / name).is_file()]
    assert filecmp.cmpfiles(*generated, files, shallow=False)[1:] == ([], [])


def test_it_sends_a_message_and_reads_the_answer(package: Any, product: Product) -> None:  # noqa: ANN401 - generated
    conversations = importlib.import_module("kingdom_client.api.conversations.conversations_create")
    messages = importlib.import_module("kingdom_client.api.conversations.messages_post")
    sessions = importlib.import_module("kingdom_client.api.sessions.sessions_get")
    models = importlib.import_module("kingdom_client.models")
    with package.AuthenticatedClient(base_url=product.url, token=product.token("typed"), prefix="Bearer") as kingdom:
        conversation = conversations.sync(client=kingdom, body=models.ConversationIn())
        posted = messages.sync(conversation.id, client=kingdom, body=models.MessageIn(content="What is 12 * 7?"))

        def ended() -> bool:
            return bool(sessions.sync(posted.session_id, client=kingdom).finished_at)

        wait_for(ended, timeout_s=60, what="the answer")
        session = sessions.sync(posted.session_id, client=kingdom)
    assert isinstance(session, models.SessionOut)
    assert "84" in session.answer


def test_the_example_of_its_readme_works_as_written(package: Any, product: Product) -> None:  # noqa: ANN401 - generated
    readme = (ROOT / "clients" / "python" / "README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert "http://localhost:8000" in example
    names: dict[str, Any] = {"TOKEN": product.token("typed")}
    exec(example.replace("http://localhost:8000", product.url), names)
    kingdom, session_id = names["kingdom"], names["posted"].session_id
    try:
        wait_for(
            lambda: names["sessions_get"].sync(session_id, client=kingdom).finished_at, timeout_s=60, what="the answer"
        )
        assert "84" in names["sessions_get"].sync(session_id, client=kingdom).answer
    finally:
        kingdom.get_httpx_client().close()


@pytest.mark.asyncio
async def test_it_works_asynchronously_and_shows_errors(package: Any, product: Product) -> None:  # noqa: ANN401 - generated
    me = importlib.import_module("kingdom_client.api.me.me")
    models = importlib.import_module("kingdom_client.models")
    async with package.AuthenticatedClient(
        base_url=product.url, token=product.token("typed"), prefix="Bearer"
    ) as kingdom:
        assert (await me.asyncio(client=kingdom)).username == "typed"
    async with package.AuthenticatedClient(base_url=product.url, token="not-a-token-of-this-place") as stranger:
        refused = await me.asyncio(client=stranger)
    assert isinstance(refused, models.Problem)
    assert refused.status == 401
