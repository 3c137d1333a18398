"""The servers and the proxies of these tests."""

from tests.factories.egress_proxy import kit as kit
from tests.factories.http_hosts import authority as authority
from tests.factories.http_hosts import plain as plain
from tests.factories.http_hosts import secure as secure
from tests.factories.http_hosts import trust as trust
