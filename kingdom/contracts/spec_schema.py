"""The published JSON schema of ``AgentSpec``, the page docs/reference/agent-spec.schema.json."""

import json

from kingdom.contracts.spec import AgentSpec, TestCase


def schema_page() -> str:
    """Return the text of the schema file: draft 2020-12, ``AgentSpec`` at the top and ``TestCase`` among its definitions."""
    schema = AgentSpec.model_json_schema()
    test = TestCase.model_json_schema()
    schema["$defs"] = {**schema.get("$defs", {}), **test.pop("$defs", {}), "TestCase": test}
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:kingdom:agent-spec", **schema}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
