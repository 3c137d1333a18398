"""AWS KMS as the key service: the wrapping key never leaves it, and its log records each use with the context.

Region, credentials and endpoint come from the AWS SDK's environment (``AWS_REGION``, ``AWS_ENDPOINT_URL_KMS``, roles).
"""

from collections.abc import Mapping
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from kingdom.adapters.key_service import KeyServiceUnavailable, WrappedKey, WrapRefused
from kingdom.core.errors import BadConfiguration

PREFIX = "aws:"
# Permanent errors: the blob, its key or its context is not what was wrapped.
_REFUSALS = frozenset({"InvalidCiphertextException", "IncorrectKeyException", "NotFoundException"})
# A user's request must not hang on a cloud service: 3 s to connect, 5 s to answer, 3 attempts.
_CLIENT_CONFIG = Config(connect_timeout=3, read_timeout=5, retries={"total_max_attempts": 3, "mode": "standard"})


class AwsKeyService:
    """One KMS key. The key id of a row is data and never selects another key that this account may use."""

    def __init__(self, key: str, client: Any = None) -> None:  # noqa: ANN401 - boto3 makes its client classes at run time
        """Take a key id, ARN or alias (``alias/…``). Its ARN is read once, because rows store no alias.

        Raises BadConfiguration when AWS knows no such key or the SDK has no region or credentials.
        """
        try:
            self._client = client or boto3.client("kms", config=_CLIENT_CONFIG)
            self._arn = str(self._client.describe_key(KeyId=key)["KeyMetadata"]["Arn"])
        except (BotoCoreError, ClientError) as error:
            raise BadConfiguration(
                f"KINGDOM_VAULT_KMS names the AWS key {key!r}, which cannot be used ({_code(error)}). "
                "Check the key, AWS_REGION and the rights kms:DescribeKey, kms:Encrypt, kms:Decrypt."
            ) from None

    @property
    def key_id(self) -> str:
        """``aws:`` and the ARN of the wrapping key."""
        return PREFIX + self._arn

    def holds(self, key_id: str) -> bool:
        """Return whether the id is this key's."""
        return key_id == self.key_id

    def wrap(self, data_key: bytes, context: Mapping[str, str]) -> WrappedKey:
        """Encrypt the data key with the context as its encryption context. Raises KeyServiceUnavailable."""
        try:
            answer = self._client.encrypt(KeyId=self._arn, Plaintext=data_key, EncryptionContext=dict(context))
        except (BotoCoreError, ClientError) as error:
            raise KeyServiceUnavailable(reason=_code(error)) from None
        return WrappedKey(PREFIX + str(answer["KeyId"]), bytes(answer["CiphertextBlob"]))

    def unwrap(self, wrapped: WrappedKey, context: Mapping[str, str]) -> bytes:
        """Decrypt with exactly this key and context. Raises WrapRefused, KeyServiceUnavailable."""
        if not self.holds(wrapped.key_id):
            raise WrapRefused
        try:
            answer = self._client.decrypt(KeyId=self._arn, CiphertextBlob=wrapped.blob, EncryptionContext=dict(context))
        except (BotoCoreError, ClientError) as error:
            if _code(error) in _REFUSALS:
                raise WrapRefused from None
            raise KeyServiceUnavailable(reason=_code(error)) from None
        return bytes(answer["Plaintext"])


def _code(error: BotoCoreError | ClientError) -> str:
    # the code alone: messages of the SDK may repeat parts of the request
    return (
        str(error.response.get("Error", {}).get("Code", "unknown"))
        if isinstance(error, ClientError)
        else type(error).__name__
    )
