"""The classifier of the rules of specs, as a layer of the Guardian."""

from collections.abc import Sequence

import structlog

from kingdom.core.errors import KingdomError
from kingdom.ministers.guardian.relations.rule_scores import RULE_WEIGHTS
from kingdom.providers.embedders import cached_classifier

NO_SUSPICION = -100.0  # log-odds
_log = structlog.get_logger(__name__)


def rule_scores(pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
    """Return the score of each pair of purpose and sentence; no suspicion when the classifier is unavailable.

    It only adds doubt: without a model of language, specs wait for a person anyway.
    """
    try:
        classifier = cached_classifier(RULE_WEIGHTS)
        if classifier is not None:
            return classifier.scores(pairs)
    except (KingdomError, OSError) as error:
        _log.warning("guardian_classifier_unavailable", error=type(error).__name__)
    return [NO_SUSPICION] * len(pairs)
