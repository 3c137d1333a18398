"""Sealed tokens of the MCP servers that admins added."""

from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.core.errors import CredentialUnreadable
from kingdom.core.text.secret_masking import register_secrets
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding
from kingdom.credentials.vault.factory import get_vault
from kingdom.tools.mcp.servers import McpServer
from kingdom.tools.models import AddedMcpServer

_NOBODY = 0  # the token is the organisation's


@sensitive_variables()
def token_seal(server: AddedMcpServer, token: SecretStr | None) -> None:
    """Set the sealed token of a server, which the caller saves; None for no token. Raises KeyServiceUnavailable."""
    sealed = get_vault().seal(_binding(server), token) if token is not None else SealedSecret("", "")
    server.encryption_key_id, server.encrypted_token = sealed.key_id, sealed.text


@sensitive_variables()
def opened_server(server: AddedMcpServer) -> McpServer:
    """Return a server with its token, which is masked in logs from now on.

    Raises CredentialUnreadable, KeyServiceUnavailable.
    """
    if not server.encrypted_token:
        return McpServer(server.name, server.url)
    sealed = SealedSecret(server.encryption_key_id, server.encrypted_token)
    token = get_vault(sealed.key_id).open(_binding(server), sealed).get_secret_value()
    register_secrets([token])
    return McpServer(server.name, server.url, token)


def server_tokens_rotate() -> tuple[int, list[str]]:
    """Wrap the tokens' data keys with the present key; return how many, and the names of unreadable ones.

    Each row is compared and set, so that a token replaced meanwhile is not overwritten. Raises KeyServiceUnavailable.
    """
    vault, rotated, unreadable = get_vault(), 0, list[str]()
    for server in AddedMcpServer.objects.exclude(encryption_key_id__in=("", vault.key_id)):
        old = SealedSecret(server.encryption_key_id, server.encrypted_token)
        try:
            new = vault.rewrap(_binding(server), old)
        except CredentialUnreadable:
            unreadable.append(server.name)
            continue
        unchanged = AddedMcpServer.objects.filter(pk=server.pk, encrypted_token=old.text)
        rotated += unchanged.update(encrypted_token=new.text, encryption_key_id=new.key_id)
    return rotated, unreadable


def _binding(server: AddedMcpServer) -> SecretBinding:
    return SecretBinding(_NOBODY, f"mcp-server:{server.pk}", "token", (parse_url(server.url).origin,))
