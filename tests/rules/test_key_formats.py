"""One table of key formats: what a review refuses is what is masked, whole, and named."""

import pytest

from kingdom.core.text.key_formats import KEY_FORMATS
from kingdom.ministers.guardian.file.secret_values import has_secret
from kingdom.tools.files.secret_scan import find_secret, redact_secrets

_LETTERS = "aB3dE5gH7jK9mN2pQ4sT6vW8yZ1bC0fG" * 4
_HEX = "a1b2c3d4e5f60718293a4b5c6d7e8f90" * 2
SAMPLES = {
    "an AWS key": "AKIA" + "QX7PDL2MZ4RT9WKE",
    "a Google API key": "AIza" + _LETTERS[:35],
    "a Google access token": "ya29." + _LETTERS[:60],
    "a GitHub token": "ghp_" + _LETTERS[:90],
    "a GitLab token": "glpat-" + _LETTERS[:26],
    "a Slack token": "xoxb-" + _LETTERS[:30],
    "a Stripe key": "sk_live_" + _LETTERS[:24],
    "an OpenAI or Anthropic key": "sk-proj-" + _LETTERS[:120],
    "a SendGrid key": "SG." + _LETTERS[:22] + "." + _LETTERS[:43],
    "an npm token": "npm_" + _LETTERS[:36],
    "a PyPI token": "pypi-AgEIcHlwas" + _LETTERS[:60],
    "a DigitalOcean token": "dop_v1_" + _HEX,
    "a Hugging Face token": "hf_" + _LETTERS[:34],
}


def test_every_format_has_a_sample() -> None:
    assert set(SAMPLES) == set(KEY_FORMATS)


@pytest.mark.parametrize(("kind", "key"), SAMPLES.items(), ids=list(SAMPLES))
def test_what_a_review_refuses_is_named_and_masked_whole(kind: str, key: str) -> None:
    assert find_secret({"text": f"key {key} end"}) == kind
    assert has_secret(f"key {key} end")
    assert redact_secrets(f"key {key} end") == "key •••• end"
