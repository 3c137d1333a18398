"""Decide whether a message is several requests: its pieces are routed with certainty to different specialists."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.handler_result import Span
from kingdom.contracts.routes import Route
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.parts.message_data import data_mask
from kingdom.orchestrator.parts.model_segmentation import segments_by_model
from kingdom.orchestrator.parts.segmentation import (
    MAX_CHARS,
    Segment,
    has_content,
    request_segments,
    requests_over_data,
)
from kingdom.orchestrator.small_talk.recognition import asks_about_kingdom
from kingdom.runtime.ports import LanguageModel

MIN_WISH_WORDS = 4  # an undecided piece that is shorter belongs to the piece before it
RouteText = Callable[[str], Route]
Reader = Callable[[Route, str], Route]  # a second look at the route of a piece


@dataclass(frozen=True)
class RoutedPart:
    """One request of a message with its data and its route; ``is_certain`` says that a specialist can answer it now."""

    span: Span
    text: str
    route: Route
    is_certain: bool

    @property
    def is_about_kingdom(self) -> bool:
        """Whether the King answers the part himself: "what can you do?"."""
        return not self.is_certain and asks_about_kingdom(self.text)


@dataclass(frozen=True)
class Splitter:
    """Splits a message: ``route`` routes one text, ``is_certain`` says whether a route is without doubt."""

    message: str
    route: RouteText
    is_certain: Callable[[Route], bool]
    alike: bool = False

    def split(self, pieces: Sequence[Segment]) -> tuple[RoutedPart, ...]:
        """Return the requests that the pieces are, in order; none for a message that stays whole.

        It is several requests if at least two of its pieces are routed with certainty to different specialists, or
        one is and another asks about Kingdom itself; with ``alike`` also if all of several pieces are routed with
        certainty, each of them with data of its own.
        """
        if len(pieces) < 2:
            return ()
        parts = self._joined_parts(pieces)
        served = {part.route.specialist_id for part in parts if part.is_certain or part.is_about_kingdom}
        return tuple(parts) if len(served) > 1 or (self.alike and _are_alike(parts)) else ()

    def _joined_parts(self, pieces: Sequence[Segment]) -> list[RoutedPart]:
        """Return the pieces with their routes, each that goes on with the one before it as a part of that."""
        parts: list[RoutedPart] = []
        for piece in pieces:
            part = self._routed(piece.span)
            if parts and (_goes_on(part, piece, parts[-1]) or (len(parts) == 1 and _lacks_data(parts[0]))):
                part = self._routed(Span(parts.pop().span.start, piece.span.end))
            parts.append(part)
        return parts

    def _routed(self, span: Span) -> RoutedPart:
        text = self.message[slice(*span)]
        route = self.route(text)
        return RoutedPart(span, text, route, self.is_certain(route))


def message_parts(
    *, user_id: int, text: str, model: LanguageModel | None, reader: Reader | None = None
) -> tuple[RoutedPart, ...]:
    """Return the requests that a message consists of, each with its route; none for a message that stays whole.

    The rules decide first. With a model it may cut a message that they leave whole, and it routes what similarity
    leaves undecided. ``reader`` looks at the route of each piece again where no model does; then requests to one
    specialist are parts, too, and those over the same data, which each of them gets.
    """
    if model is None and reader is not None:
        return _parts_by_reading(text, partial(_route_and_read, user_id, reader))
    pieces = request_segments(text)
    if len(pieces) < 2:
        return ()
    parts = Splitter(text, partial(_route_text, user_id, None), _is_certain).split(pieces)
    if model is None:
        return parts
    if parts:
        return tuple(
            part if part.is_certain else replace(part, route=_route_text(user_id, model, part.text)) for part in parts
        )
    ctx = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id))
    segments = segments_by_model(text, model, ctx)
    return Splitter(text, partial(_route_text, user_id, model), _is_certain).split(segments)


def _parts_by_reading(message: str, route: RouteText) -> tuple[RoutedPart, ...]:
    if len(message) > MAX_CHARS:
        return ()
    mask = data_mask(message)
    shared = _over_data(requests_over_data(message, mask), route)
    return shared or Splitter(message, route, _is_certain, alike=True).split(request_segments(message, mask))


def _over_data(requests: Sequence[tuple[Span, str]], route: RouteText) -> tuple[RoutedPart, ...]:
    """Return the parts that requests over the same data are; none unless all are routed with certainty."""
    parts = []
    for span, text in requests:
        routed = route(text)
        if not _is_certain(routed):
            return ()
        parts.append(RoutedPart(span, text, routed, is_certain=True))
    return tuple(parts)


def _route_text(user_id: int, model: LanguageModel | None, text: str) -> Route:
    return route_message(user_id=user_id, text=text, model=model)


def _route_and_read(user_id: int, reader: Reader, text: str) -> Route:
    return reader(_route_text(user_id, None, text), text)


def _is_certain(route: Route) -> bool:
    """Return whether a specialist was chosen that can answer now."""
    return route.kind == "specialist" and not route.receipt.unavailable


def _are_alike(parts: Sequence[RoutedPart]) -> bool:
    return len(parts) > 1 and all(part.is_certain and has_content(part.text) for part in parts)


def _goes_on(part: RoutedPart, piece: Segment, before: RoutedPart) -> bool:
    """Return whether a piece goes on with the piece before it instead of asking for something of its own."""
    if part.is_about_kingdom:
        return False
    if not part.is_certain:
        return not piece.asks or len(part.text.split()) < MIN_WISH_WORDS
    same = part.route.specialist_id == before.route.specialist_id
    return _lacks_data(part) or (same and not has_content(part.text))


def _lacks_data(part: RoutedPart) -> bool:
    """Return whether a piece carries nothing to work on, while messages like it for the same specialist do."""
    if has_content(part.text) or not part.is_certain:
        return False
    chosen = next((one for one in part.route.receipt.candidates if one.specialist_id == part.route.specialist_id), None)
    return chosen is not None and has_content(chosen.nearest_example)
