"""Serializers of creations: a case for its owner, and the bodies of the commands."""

from typing import Any

from rest_framework import serializers

from kingdom.contracts.formats.python_source import MAX_SOURCE
from kingdom.core.web.api import StrictSerializer
from kingdom.council.cases.opening import MAX_REQUEST_LENGTH, MAX_SOURCE_LENGTH, MAX_SOURCES
from kingdom.council.models import CreationCase, TryOut
from kingdom.credentials.credential_rules import MAX_VALUE_LENGTH


class CaseSummaryOut(serializers.Serializer[Any]):
    """A case in a list."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    reason = serializers.CharField(allow_blank=True, help_text="Why it is in this state.")
    error_code = serializers.CharField(allow_blank=True)
    role = serializers.CharField(allow_blank=True)
    request = serializers.CharField()
    recipe = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(help_text="Repairs by the designer so far, at most 2.")
    mock = serializers.BooleanField(help_text="Trained on mock replies of its hosts.")
    digest = serializers.CharField(allow_blank=True, help_text="Of the spec with its tests; `confirm` names it.")
    offered = serializers.JSONField(help_text="An existing specialist that does this already.")
    approval_id = serializers.UUIDField(allow_null=True, help_text="The same question in the inbox.")
    conversation_id = serializers.UUIDField(allow_null=True)
    message_id = serializers.UUIDField(allow_null=True)
    specialist_id = serializers.UUIDField(allow_null=True)
    version_id = serializers.UUIDField(allow_null=True)
    backend = serializers.CharField(allow_blank=True, help_text="The sandbox it was trained in.")
    moves = serializers.ListField(child=serializers.CharField(), help_text="States it can go to from here.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Set while it waits for you.")
    kept_until = serializers.DateTimeField(
        allow_null=True, help_text="Of an expired case: until when `confirm` with `again` takes its proposal as it is."
    )
    finished_at = serializers.DateTimeField(allow_null=True)


class CaseEventOut(serializers.Serializer[Any]):
    """One event of the case: a transition with its states and reason, or a note."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    old_state = serializers.CharField(allow_blank=True)
    new_state = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    payload = serializers.JSONField()
    created_at = serializers.DateTimeField()


class StageVerdictOut(serializers.Serializer[Any]):
    """The verdict of one stage."""

    stage = serializers.CharField()
    round = serializers.IntegerField()
    verdict = serializers.CharField(help_text="passed, repair, offer, rejected or blocked.")
    reason = serializers.CharField()
    findings = serializers.ListField(child=serializers.CharField())
    details = serializers.JSONField()
    inputs_digest = serializers.CharField()
    ms = serializers.FloatField()
    created_at = serializers.DateTimeField()


class CaseStageOut(serializers.Serializer[Any]):
    """One stage of the pipeline and its newest verdict."""

    stage = serializers.CharField()
    state = serializers.CharField()
    verdict = serializers.CharField(allow_null=True)


class TryOutOut(serializers.Serializer[Any]):
    """Runs of a proposal before its approval, in the sandbox without network, files and keys."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=TryOut.Kind.choices)
    state = serializers.ChoiceField(choices=TryOut.State.choices)
    answered = serializers.IntegerField(help_text="Inputs that it answered instead of declining.")
    total = serializers.IntegerField()
    results = serializers.JSONField(help_text="`[{text, answer, answered}]`.")
    created_at = serializers.DateTimeField()


class CaseDetailOut(CaseSummaryOut):
    """A whole case. Tests held out from the designer are counted, never shown."""

    change_request = serializers.CharField(allow_blank=True)
    sources = serializers.ListField(child=serializers.CharField())
    card = serializers.JSONField(
        help_text=(
            "What it will do and what it can do, in plain words: what `confirm` is about. `revises`, for a new version "
            "of a specialist: `{specialist_id, version, status, words, origin, differences, scores}`; `scores` has "
            "`before` and `after` the second time."
        )
    )
    stages = CaseStageOut(many=True)
    verdicts = StageVerdictOut(many=True)
    tests = serializers.JSONField(help_text="`{total, visible, held_out, kinds, cases}`; cases are the visible ones.")
    training_results = serializers.JSONField()
    try_outs = TryOutOut(many=True)
    events = CaseEventOut(many=True)


class CaseOpeningIn(StrictSerializer):
    """The input of a new case."""

    request = serializers.CharField(
        max_length=MAX_REQUEST_LENGTH, help_text="What the specialist shall do, in your words."
    )
    recipe = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="A recipe by name; empty: the one that fits."
    )
    sources = serializers.ListField(
        child=serializers.CharField(max_length=MAX_SOURCE_LENGTH),
        max_length=MAX_SOURCES,
        default=list,
        help_text="Addresses of documents the designer may read, such as an API's reference.",
    )
    conversation = serializers.UUIDField(required=False, allow_null=True, default=None)
    message = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The message that the specialist answers once it is ready.",
    )
    fork_of = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="A specialist to begin from."
    )


class CaseConfirmIn(StrictSerializer):
    """The confirmation of a proposal."""

    digest = serializers.RegexField(
        r"^[0-9a-f]{64}$", help_text="The card's `digest`: if the proposal has changed, nothing happens."
    )
    mock = serializers.BooleanField(default=False, help_text="Train on mock replies, without keys.")
    again = serializers.BooleanField(
        default=False, help_text="Confirm the kept proposal of an expired case (`kept_until`), without a new design."
    )


class SpecialistEditIn(StrictSerializer):
    """Changed fields of a specialist; what is left out stays."""

    purpose = serializers.CharField(max_length=2000, required=False)
    examples = serializers.ListField(child=serializers.CharField(max_length=500), max_length=40, required=False)
    dna_rules = serializers.ListField(child=serializers.CharField(max_length=500), max_length=20, required=False)
    limits = serializers.JSONField(required=False, help_text="`{memory_mb, timeout_s, processes}`, lower than here.")
    handler_code = serializers.CharField(max_length=MAX_SOURCE, required=False, trim_whitespace=False)
    digest = serializers.CharField(
        max_length=64, required=False, help_text="Of the version that you edit; 409 when another one is current."
    )


class CaseTryIn(StrictSerializer):
    """What to try the proposal on."""

    text = serializers.CharField(max_length=4000, allow_blank=True, default="", trim_whitespace=False)
    past = serializers.BooleanField(
        default=False, help_text="Instead of a text: your newest messages that nobody could serve, at most ten."
    )


class CaseEditIn(StrictSerializer):
    """The changes to make."""

    change_request = serializers.CharField(
        max_length=4000, help_text="In your words, e.g. `call it iban_judge, at most 64 MB`."
    )


class CaseRejectIn(StrictSerializer):
    """The rejection of a proposal."""

    reason = serializers.CharField(max_length=1000, allow_blank=True, default="")


class CaseCredentialsIn(StrictSerializer):
    """Credentials by the names on the card. They go to the vault and are never shown again."""

    credentials = serializers.DictField(
        child=serializers.CharField(max_length=MAX_VALUE_LENGTH, trim_whitespace=False), write_only=True
    )
