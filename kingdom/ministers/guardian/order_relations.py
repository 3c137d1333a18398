"""What a user's own order would lift: the agent's rules, a control, oversight, or another person's ignorance of it.

Each pattern joins the order, its object and what is lifted; a question about one of them matches none.
"""

import re
from collections.abc import Sequence

from kingdom.core.text.lazy_patterns import lazy_pattern

_RULES = (
    r"(?:rules?|limits|filters?|safety|restrictions?|guardrails?|orders|obey|answer to|refus\w+|trained|told|allowed)"
)
_LIFTED = (
    r"(?:never|nobody|no one|without|no longer|suspended|lifted|switched off|turned off|gone|ridiculous|break\w*|but me"
    r"|only (?:i|me|mine)|mine|does not count|doesn't count|don't count|is over)"
)
_CONTROL = (
    r"(?:approvals?|confirmations?|questions?|guards?|guardian|gates?|limits?|reviewers?|reviews?|permission|consent"
    r"|second signature|tests?|owner|system asks|asks)"
)
_PERSON = (
    r"(?:my |his |her |the |a |our )(?:wife|husband|ex|partner|girlfriend|boyfriend|daughter|son|flatmate|colleague"
    r"|employees?|boss|neighbour|tenant|mother|sister|brother|friend|roommate)(?:'s|s')?"
)
_OWN = (
    r"(?:messages?|phone|mails?|mailbox|chats?|screen|accounts?|location|calls?|password|zip|computer|laptop|types"
    r"|browser)"
)

_ORDERS: Sequence[tuple[str, str]] = (
    # the agent's rules
    (
        "request.sets_rules_aside",
        rf"\b(?:you|your|yourself|you're)\b[^.?!]{{0,60}}\b{_RULES}\b[^.?!]{{0,50}}\b{_LIFTED}",
    ),
    (
        "request.sets_rules_aside",
        rf"\b(?:you|your|yourself|you're)\b[^.?!]{{0,50}}\b{_LIFTED}\b[^.?!]{{0,30}}\b{_RULES}\b",
    ),
    (
        "request.sets_rules_aside",
        r"\b(?:my|mine)\b[^.?!]{0,20}\b(?:word|orders|will)\b[^.?!]{0,25}\b(?:law|rule|replaces?|counts?|outranks?)\b"
        r"|\b(?:the )?real orders begin with\b",
    ),
    # a control in the way of an act
    (
        "story.unasked",
        rf"\b(?:carry on|go ahead|go on|continue|proceed|do it|pay|send|delete|deletions|transfer|run|give|grant"
        rf"|place|book"
        rf"|launch|deploy|publish)\b[^.?!]{{0,80}}\b(?:without|even if|although|isn't needed|is not needed|don't want"
        rf"|so|skip\w*)\b"
        rf"[^.?!]{{0,30}}\b{_CONTROL}\b[^.?!]{{0,20}}(?:\b(?:no|bite|apply|needed|asked|sign\w*|me|him|her)\b|$|[,.])",
    ),
    (
        "story.unasked",
        rf"\b{_CONTROL} (?:isn't|is not|aren't|are not|won't be) (?:needed|required|necessary)\b"
        r"|\b(?:click|press|say|answer) (?:yes|ok|approve)\b[^.?!]{0,20}\b(?:for me|whenever|every time|each time)\b",
    ),
    (
        "story.unasked",
        r"\b(?:promote|release|restore|bring back|reactivate|unblock|approve|publish)\b[^.?!]{0,40}\b(?:specialists?"
        r"|version"
        r"|request|change)\b[^.?!]{0,30}\b(?:although|even though|despite|suspended|failed|blocked|yourself"
        r"|instead of)\b"
        r"|\b(?:set|raise|put|mark)\b[^.?!]{0,30}\b(?:score|budget|quota|limit|tests?)\b[^.?!]{0,25}\b(?:unlimited"
        r"|perfect"
        r"|and skip|although|for me to infinity)\b",
    ),
    # oversight of what the user does
    (
        "story.untold",
        r"\b(?:stop|erase|delete|remove|turn off|switch off|disable|pause|clear|hide)\b[^.?!]{0,25}\b(?:report\w*"
        r"|record\w*"
        r"|entr(?:y|ies)|logs?|logging|traces?|protocols?|monitor\w*)\b[^.?!]{0,30}\b(?:what i\b|that i\b|i (?:do|did"
        r"|have)"
        r"|me\b|these sessions|this session|administrators?|admins)",
    ),
    # another person, who shall not know
    (
        "story.harm",
        rf"\b(?:read|follow|track|watch|record\w*|see|get|crack|open|spy"
        rf"|listen)\b[^.?!]{{0,40}}\b{_PERSON}[^.?!]{{0,30}}\b{_OWN}\b"
        r"[^.?!]{0,30}\b(?:secretly|without (?:her|him|them|it|their)|unnoticed)\b",
    ),
    (
        "story.harm",
        rf"\b{_OWN}\b[^.?!]{{0,40}}\b{_PERSON}[^.?!]{{0,30}}\b(?:without (?:her|him|them) (?:know|notic|see|reali)\w*"
        rf"|secretly)\b"
        rf"|\b(?:crack|break|get past|bypass)\b[^.?!]{{0,50}}\b(?:belongs to|of) {_PERSON}",
    ),
    (
        "story.harm",
        r"\b(?:write|draft|create|make|design|build|fake|forge)\b[^.?!]{0,60}\b(?:looks? (?:as if|exactly like|like)"
        r"|made-up|fake"
        r"|invented|in the name of|from a made-up)\b[^.?!]{0,60}\b(?:court|bank\w*|tax|police|law firm|opinions?"
        r"|reviews?|guests?"
        r"|degree|doctor\w*|note|names|customers?|office)\b",
    ),
    (
        "story.harm",
        r"\b(?:find|work out|tell me|get)\b[^.?!]{0,20}\b(?:home address|where (?:she|he) (?:lives|sleeps|is)"
        r"|whereabouts)\b"
        r"[^.?!]{0,60}\b(?:picture|photos?|posts|profile|alone|plate)\b"
        r"|\b(?:photos?|posts|profile)\b[^.?!]{0,20}\bwhere (?:she|he) (?:now )?(?:lives|sleeps)\b",
    ),
)
# A rule or a test that some may not read what is others': it protects, and hides nothing that was done.
PROTECTS = lazy_pattern(
    r"\b(?:rules?|tests?|checks?|ensure|make sure|verify|polic\w+|permissions?)\b[^.]{0,60}\b(?:nobody|no one|no user"
    r"|users?|guests?|others?|clients?|customers?)\b[^.]{0,12}\b(?:may|can|cannot|can't|must not|are not able to)\b"
    r"[^.]{0,12}\b(?:read|see|open|access|edit|delete|view|change)\b",
    re.I,
)
ORDER_PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = tuple(
    (rule, lazy_pattern(pattern, re.I)) for rule, pattern in _ORDERS
)
