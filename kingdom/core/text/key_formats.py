"""The published formats of keys and tokens: one table for what is masked, refused and reviewed. Pure."""

import re
from collections.abc import Mapping

# What it is, and its pattern. A pattern has no upper bound, so that masking leaves no end of a key.
KEY_FORMATS: Mapping[str, str] = {
    "an AWS key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a Google API key": r"\bAIza[\w-]{35}",
    "a Google access token": r"\bya29\.[\w-]{20,}",
    "a GitHub token": r"\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{50,})",
    "a GitLab token": r"\bglpat-[\w-]{20,}",
    "a Slack token": r"\bxox[abeoprs]-[0-9A-Za-z-]{10,}",
    "a Stripe key": r"\b[rs]k_live_[0-9A-Za-z]{16,}",
    "an OpenAI or Anthropic key": r"\bsk-(?:ant-|proj-)?[\w-]{32,}",
    "a SendGrid key": r"\bSG\.[\w-]{16,}\.[\w-]{16,}",
    "an npm token": r"\bnpm_[0-9A-Za-z]{30,}",
    "a PyPI token": r"\bpypi-AgEIcHlwas[\w-]{20,}",
    "a DigitalOcean token": r"\bdop_v1_[a-f0-9]{40,}",
    "a Hugging Face token": r"\bhf_[0-9A-Za-z]{30,}",
}
PRIVATE_KEY = r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
# Signed tokens are also ordinary text: of examples, and of what expired long ago. Only reviews look for them.
SIGNED_TOKEN = r"\beyJ[\w-]{10,400}\.eyJ[\w-]{10,800}\.[\w-]{10,400}"  # noqa: S105 - a pattern
KEY_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "a private key": re.compile(PRIVATE_KEY),
    **{kind: re.compile(pattern) for kind, pattern in KEY_FORMATS.items()},
}
