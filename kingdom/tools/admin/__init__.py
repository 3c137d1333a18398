"""Pages of the tools app in Django's admin."""

from kingdom.tools.admin.mcp_servers import AddedMcpServerAdmin as AddedMcpServerAdmin
from kingdom.tools.admin.mcp_tools import AddedMcpToolAdmin as AddedMcpToolAdmin
from kingdom.tools.admin.receipts import ToolReceiptAdmin as ToolReceiptAdmin
