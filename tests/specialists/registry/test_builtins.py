"""Installation of built-ins: once, again, after a change, concurrently, and after an admin's suspension."""

import shutil
import threading
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from kingdom.accounts.models import User
from kingdom.contracts.capabilities.closure import CapabilityClosure, capability_closure
from kingdom.contracts.identity import Identity, identity_grants_extend
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.builtins import BUILTINS_FOLDER, InstallReport, builtins_install, builtins_read
from kingdom.specialists.registry.selectors import routable_builtins_count
from kingdom.specialists.registry.spec_files import handler_code
from tests.factories import create_own_specialist, version_of

SPEC = "identity: writer\npurpose: Greets people.\nexamples: [hello]\n"
TESTS = "tests:\n  - {input: hello, expected_output: hi, grader: regex}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a folder with one built-in."""
    written(tmp_path, "greeter")
    return tmp_path


def written(folder: Path, role: str, *, spec: str = SPEC, tests: str = TESTS, **files: str) -> None:
    (folder / role).mkdir(exist_ok=True)
    for name, text in {
        "spec.yaml": spec,
        "tests.yaml": tests,
        **{f"{name}.py": text for name, text in files.items()},
    }.items():
        (folder / role / name).write_text(text)


def greeter() -> Specialist:
    return Specialist.objects.get(role="greeter")


@pytest.mark.django_db
def test_the_shipped_ones_are_verified_global_and_nobodys() -> None:
    done = builtins_install()
    assert len(done.added) == 20
    assert Specialist.objects.filter(status="verified", scope="global", created_by=None, builtin=True).count() == 20
    assert routable_builtins_count() == 15
    hidden = set(Specialist.objects.filter(routable=False).values_list("role", flat=True))
    assert hidden == {"general", "research_agent", "analyze_agent", "coder_agent", "writer_agent"}


@pytest.mark.django_db
def test_a_second_start_changes_nothing() -> None:
    builtins_install()
    done = builtins_install()
    assert (len(done.unchanged), done.added, done.updated) == (20, (), ())


@pytest.mark.django_db
def test_a_changed_file_is_a_new_version_and_history_stays(folder: Path) -> None:
    builtins_install(folder=folder)
    first = version_of(greeter())
    written(folder, "greeter", spec=SPEC.replace("people", "everybody"))
    assert builtins_install(folder=folder).updated == ("greeter",)
    assert (version_of(greeter()).number, greeter().spec_snapshot["purpose"]) == (2, "Greets everybody.")
    written(folder, "greeter")
    builtins_install(folder=folder)
    assert (version_of(greeter()), greeter().versions.count()) == (first, 2)


@pytest.mark.django_db
def test_changed_tests_follow_without_a_new_version(folder: Path) -> None:
    builtins_install(folder=folder)
    written(folder, "greeter", tests=TESTS.replace("regex", "exact"))
    builtins_install(folder=folder)
    version = version_of(greeter())
    assert (version.number, version.tests[0]["grader"]) == (1, "exact")


@pytest.mark.django_db
def test_what_is_no_longer_shipped_is_deprecated_and_comes_back_with_its_files(folder: Path) -> None:
    written(folder, "counter")
    builtins_install(folder=folder)
    shutil.rmtree(folder / "counter")
    assert builtins_install(folder=folder).retired == ("counter",)
    assert Specialist.objects.get(role="counter").status == "deprecated"
    assert builtins_install(folder=folder).retired == ()
    written(folder, "counter")
    assert builtins_install(folder=folder).updated == ("counter",)
    assert Specialist.objects.get(role="counter").status == "verified"


@pytest.mark.django_db
def test_a_suspension_outlives_a_start(folder: Path) -> None:
    builtins_install(folder=folder)
    Specialist.objects.update(status="suspended")
    written(folder, "greeter", spec=SPEC.replace("people", "everybody"))
    builtins_install(folder=folder)
    assert (greeter().status, version_of(greeter()).number) == ("suspended", 2)


def test_a_name_that_a_verified_specialist_has_is_left_to_it(folder: Path, alice: User) -> None:
    theirs = create_own_specialist(alice, "greeter")
    Specialist.objects.filter(pk=theirs.pk).update(status="verified", scope="global")
    done = builtins_install(folder=folder)
    assert done.added == ()
    assert "greeter already" in done.skipped[0]
    assert greeter().created_by == alice


def test_an_unverified_namesake_of_a_user_is_no_hindrance(folder: Path, alice: User) -> None:
    create_own_specialist(alice, "greeter")
    assert builtins_install(folder=folder).added == ("greeter",)


@pytest.mark.django_db(transaction=True)
def test_two_starts_at_once_install_once(folder: Path) -> None:
    done: list[InstallReport] = []
    start = threading.Barrier(2)

    def run() -> None:
        start.wait()
        try:
            done.append(builtins_install(folder=folder))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.added for one in done) == [(), ("greeter",)]
    assert Specialist.objects.count() == 1


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"spec": "identity: [", "tests": TESTS}, "spec.yaml"),
        ({"spec": "just words", "tests": TESTS}, "it is not a mapping"),
        ({"spec": SPEC.replace("writer", "wizard"), "tests": TESTS}, "identity"),
        ({"spec": SPEC + "colour: red\n", "tests": TESTS}, "colour"),
        ({"spec": SPEC, "tests": "tests: [{input: 1}]"}, "tests.yaml"),
        ({"spec": SPEC, "tests": "{}"}, "tests.yaml"),
        ({"spec": SPEC, "tests": TESTS, "handler": "def handle(:"}, "greeter"),
        ({"spec": SPEC, "tests": TESTS, "handler": "A = 1\n", "table": "A = 2\n"}, "A is defined in two files"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, files: dict[str, str], said: str) -> None:
    written(tmp_path, "greeter", **files)
    with pytest.raises(BadConfiguration, match="greeter") as refused:
        builtins_read(tmp_path)
    assert said in refused.value.message


def test_a_handler_of_several_files_is_one_text(tmp_path: Path) -> None:
    table = '"""Words."""\n\nHELLO = "hi"\n'
    handler = (
        '"""Greets."""\n\nfrom config.builtins.greeter.table import (\n    HELLO,\n)\n\n\n'
        "def handle(payload, ctx):\n    return HELLO\n"
    )
    written(tmp_path, "greeter", table=table, handler=handler)
    names: dict[str, object] = {}
    exec(compile(handler_code(tmp_path / "greeter") or "", "greeter", "exec"), names)
    assert names["handle"](None, None) == "hi"  # type: ignore[operator] # executed code has no types


def test_docstrings_and_comments_stay_in_the_files(tmp_path: Path) -> None:
    handler = (
        '"""Greets."""\n\nTEXT = """one # two\n\nthree"""  # said\n\n\n'
        'def handle(payload, ctx):\n    """Return it."""\n    # as it is\n    return TEXT\n'
    )
    written(tmp_path, "greeter", handler=handler)
    code = handler_code(tmp_path / "greeter")
    assert code == 'TEXT = """one # two\n\nthree"""\ndef handle(payload, ctx):\n    return TEXT\n'


def test_files_stand_behind_those_that_they_import(tmp_path: Path) -> None:
    """Types of a function and defaults are evaluated where it stands."""
    amount = (
        "from config.builtins.greeter.unit import Unit\n\n\ndef amount(unit: Unit, other=Unit()):\n    return unit\n"
    )
    handler = (
        "from config.builtins.greeter.amount import amount\nfrom config.builtins.greeter.unit import Unit\n\n\n"
        "def handle(payload, ctx):\n    return amount(Unit()).name\n"
    )
    written(tmp_path, "greeter", handler=handler, amount=amount, unit='class Unit:\n    name = "m"\n')
    names: dict[str, object] = {}
    exec(handler_code(tmp_path / "greeter") or "", names)
    assert names["handle"](None, None) == "m"  # type: ignore[operator] # executed code has no types


def test_files_that_import_each_other_are_refused(tmp_path: Path) -> None:
    first, second = (f"from config.builtins.greeter.{name} import X\n" for name in ("second", "first"))
    written(tmp_path, "greeter", handler="def handle(payload, ctx):\n    return 1\n", first=first, second=second)
    with pytest.raises(ValueError, match="cycle"):
        handler_code(tmp_path / "greeter")


@pytest.mark.parametrize("folder", sorted(path.parent for path in BUILTINS_FOLDER.glob("*/handler.py")))
def test_the_joined_code_of_each_builtin_can_be_executed(folder: Path) -> None:
    names: dict[str, object] = {}
    exec(compile(handler_code(folder) or "", folder.name, "exec"), names)
    assert callable(names["handle"])


def test_a_folder_without_a_handler_is_a_model_specialist() -> None:
    engines = {builtin.spec.role: builtin.spec.engine for builtin in builtins_read(BUILTINS_FOLDER)}
    assert sorted(role for role, engine in engines.items() if engine == "handler") == [
        "calculator",
        "csv_statistics",
        "date_calculator",
        "email_validator",
        "json_formatter",
        "text_statistics",
        "unit_converter",
    ]


@pytest.mark.django_db
def test_the_command_says_what_is_ready() -> None:
    out = StringIO()
    call_command("builtins_install", stdout=out)
    assert out.getvalue() == "15 specialists ready for messages (built-ins: 20 new, 0 changed)\n"


@pytest.mark.django_db
def test_the_command_tells_a_bad_file_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "greeter", spec="[")
    monkeypatch.setattr("kingdom.specialists.registry.builtins.builtins_read", lambda _folder: builtins_read(tmp_path))
    with pytest.raises(CommandError, match=r"The built-in greeter cannot be read"):
        call_command("builtins_install")


def kept_form(text: str) -> str:
    """Return what a kept file of a text holds."""
    return f"{sha256(text.encode()).hexdigest()}\n{text}"


def test_a_joined_handler_is_kept_beside_its_files_until_one_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    handle = "def handle(payload, ctx):\n    return 1\n"
    written(tmp_path, "greeter", handler=handle)
    first = handler_code(tmp_path / "greeter")
    (kept,) = (tmp_path / "greeter" / "__pycache__").glob("handler-*")
    assert kept.read_text() == kept_form(handle) == kept_form(first or "")
    kept.write_text(kept_form("kept"))
    assert handler_code(tmp_path / "greeter") == "kept"
    for damaged in (b"", b"kept", kept_form("kept").encode()[:-1], b"\xff\xfe"):
        kept.write_bytes(damaged)
        assert handler_code(tmp_path / "greeter") == first
        assert kept.read_text() == kept_form(handle), "made anew"
    written(tmp_path, "greeter", handler=handle.replace("1", "2"))
    assert handler_code(tmp_path / "greeter") == handle.replace("1", "2")
    (other,) = (tmp_path / "greeter" / "__pycache__").glob("handler-*")
    assert other != kept
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    written(tmp_path, "greeter", handler=handle.replace("1", "3"))
    assert handler_code(tmp_path / "greeter") == handle.replace("1", "3")
    assert list(other.parent.iterdir()) == [other], "nothing is written where no byte code may be"


@pytest.mark.django_db
def test_a_closure_is_computed_once_a_release(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    written(folder, "greeter", handler="def handle(payload, ctx):\n    return 1\n")
    computed: list[str] = []

    def compute(spec: AgentSpec) -> CapabilityClosure:
        computed.append(spec.role)
        return capability_closure(spec)

    for name in ("services", "builtins"):
        monkeypatch.setattr(f"kingdom.specialists.registry.{name}.capability_closure", compute)
    builtins_install(folder=folder)
    version = version_of(greeter())
    assert (computed, version.capabilities) == (
        ["greeter"],
        capability_closure(AgentSpec.model_validate(version.spec)).to_json(),
    )
    SpecialistVersion.objects.filter(pk=version.pk).update(capabilities={})
    builtins_install(folder=folder)
    assert (computed, version_of(greeter()).capabilities) == (["greeter"], version.capabilities)
    monkeypatch.setattr("kingdom.specialists.registry.builtins._contracts_code", lambda: b"of the next release")
    builtins_install(folder=folder)
    assert computed == ["greeter"] * 2
    identity_grants_extend({Identity.WRITER: frozenset({"acme.crm.find"})})
    try:
        builtins_install(folder=folder)
    finally:
        identity_grants_extend({})
    assert computed == ["greeter"] * 3, "the operator grants another tool"
