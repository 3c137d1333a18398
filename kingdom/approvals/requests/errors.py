"""Errors of deciding an approval. Each has its own code and changes nothing."""

from kingdom.core.errors import Conflict, Gone


class AlreadyDecided(Conflict):
    """This question has been answered already."""

    code = "already_decided"


class ArgumentsChanged(Conflict):
    """What you are asked is not what you saw. Read it again, then decide."""

    code = "arguments_changed"


class ApprovalWithdrawn(Conflict):
    """This question is not asked any more: what it was about is over."""

    code = "approval_withdrawn"


class ApprovalExpired(Gone):
    """Nobody answered this question in time, so the answer was no. Ask for the work again."""

    code = "approval_expired"
