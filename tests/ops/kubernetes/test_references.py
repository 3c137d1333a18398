"""Every name that a manifest refers to exists: Secrets, settings, volumes, selectors, ports, addresses."""

import base64
import re
from collections.abc import Mapping
from configparser import ConfigParser
from typing import Any
from urllib.parse import urlsplit

from cryptography import x509
from django.urls import resolve
from dotenv import dotenv_values
from pydantic import SecretStr

from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.adapters.sandbox.tls import AUTHORITY, CLIENT, SERVER
from kingdom.config import Config, load_config
from tests.factories.kubernetes import FOLDER, Pod, Rendering
from tests.factories.pooler import CONFIG

SECRETS = dotenv_values(FOLDER / "base" / "secret.env.example")
SECRET_SETTINGS = {str(f.validation_alias) for f in Config.model_fields.values() if "SecretStr" in str(f.annotation)}
Object = dict[str, Any]


def _settings(rendering: Rendering) -> dict[str, str]:
    return dict(rendering.named("ConfigMap", "kingdom-settings")["data"])


def _secret_names(pod: Pod) -> set[str]:
    read = {
        source["secretRef"]["name"] for c in pod.containers for source in c.get("envFrom", []) if "secretRef" in source
    }
    return read | {source["secretName"] for source in pod.volumes("secret")}


def test_every_secret_is_made_by_a_command_of_the_page(rendering: Rendering, guide: str) -> None:
    documented = set(re.findall(r"create secret (?:generic|tls) (\S+)", guide))
    made = {found["metadata"]["name"] for found in rendering.of_kind("Secret")}
    for pod in rendering.pods.values():
        for name in _secret_names(pod):
            assert name in made if made else name in documented
    for ingress in rendering.of_kind("Ingress"):
        assert {entry["secretName"] for entry in ingress["spec"]["tls"]} <= documented


def test_the_certificates_are_for_the_addresses_and_go_where_they_belong(renderings: Mapping[str, Rendering]) -> None:
    rendering = renderings["all"]
    server, client = (rendering.named("Secret", f"kingdom-sandbox-{side}")["data"] for side in ("server", "client"))
    assert (set(server), set(client)) == ({AUTHORITY, SERVER}, {AUTHORITY, CLIENT})
    certificate = x509.load_pem_x509_certificate(base64.b64decode(server[SERVER]))
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = _settings(rendering)["KINGDOM_SANDBOX_SOCKET"].split(",")
    assert {urlsplit(address).hostname for address in addresses} <= set(names.get_values_for_type(x509.DNSName))


def test_the_addresses_are_those_of_the_daemons(rendering: Rendering) -> None:
    daemons = rendering.named("StatefulSet", "kingdom-sandboxd")["spec"]
    port = rendering.pods["sandboxd"].ports["tls"]
    wanted = [
        f"tls://kingdom-sandboxd-{number}.{daemons['serviceName']}:{port}" for number in range(daemons["replicas"])
    ]
    assert _settings(rendering)["KINGDOM_SANDBOX_SOCKET"].split(",") == wanted


def test_configmaps_and_claims_exist(rendering: Rendering) -> None:
    maps = {found["metadata"]["name"] for found in rendering.of_kind("ConfigMap")}
    claims = {found["metadata"]["name"] for found in rendering.of_kind("PersistentVolumeClaim")}
    for pod in rendering.pods.values():
        sources = [source for c in pod.containers for source in c.get("envFrom", []) if "configMapRef" in source]
        assert {source["configMapRef"]["name"] for source in sources} <= maps
        assert {source["name"] for source in pod.volumes("configMap")} <= maps
        assert {source["claimName"] for source in pod.volumes("persistentVolumeClaim")} <= claims


def test_an_empty_line_of_the_secret_unsets_no_setting(rendering: Rendering) -> None:
    """The last source of a name counts: the Secret of the example has empty lines for what a component sets."""
    for name in ("web", "worker", "beat"):
        for container in rendering.pods[name].containers:
            assert [next(iter(source)) for source in container["envFrom"]] == ["secretRef", "configMapRef"]


def test_every_mount_is_of_a_volume(rendering: Rendering) -> None:
    claims = {
        found["metadata"]["name"]: [claim["metadata"]["name"] for claim in found["spec"]["volumeClaimTemplates"]]
        for found in rendering.of_kind("StatefulSet")
        if "volumeClaimTemplates" in found["spec"]
    }
    for pod in rendering.pods.values():
        volumes = [*(volume["name"] for volume in pod.spec.get("volumes", [])), *claims.get(pod.workload, [])]
        mounted = {mount["name"] for container in pod.containers for mount in container.get("volumeMounts", [])}
        assert mounted == set(volumes), pod.component
        assert len(volumes) == len(set(volumes))


def test_the_settings_are_kingdoms_and_valid(rendering: Rendering) -> None:
    settings = _settings(rendering)
    known = {str(field.validation_alias) for field in Config.model_fields.values()}
    assert set(settings) <= known
    assert set(SECRETS) <= SECRET_SETTINGS
    assert not any(urlsplit(value).password for value in settings.values())
    secrets = {name: value or "x" * 48 for name, value in SECRETS.items()}
    urls = {name: "redis://redis:6379/0" for name in ("CELERY_BROKER_URL", "KINGDOM_LIVE_URL")}
    urls |= {"KINGDOM_DATABASE_DIRECT_URL": str(secrets["DATABASE_URL"]), "KINGDOM_EMAIL_URL": "smtp://mail:587"}
    config = load_config({**secrets, **urls, **settings, "KINGDOM_DATA": "/data"})
    assert all(isinstance(key, SecretStr) for key in (config.secret_key, config.vault_keys, config.signing_keys))
    daemon = {entry["name"]: entry["value"] for entry in rendering.pods["sandboxd"].spec["containers"][0]["env"]}
    assert set(daemon) <= known
    assert load_sandbox_config(daemon).require >= {"mem", "pids", "cpu"}


def test_selectors_find_pods_and_ports_exist(rendering: Rendering) -> None:
    for service in rendering.of_kind("Service"):
        found = rendering.selected({"matchLabels": service["spec"]["selector"]})
        assert len(found) == 1, service["metadata"]["name"]
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in rendering.pods[found.pop()].ports
    for budget in rendering.of_kind("PodDisruptionBudget"):
        assert len(rendering.selected(budget["spec"]["selector"])) == 1
    for kind in ("Deployment", "StatefulSet"):
        for workload in rendering.of_kind(kind):
            pods = [pod for pod in rendering.pods.values() if pod.workload == workload["metadata"]["name"]]
            assert rendering.selected(workload["spec"]["selector"]) == {pod.component for pod in pods}
    for pod in rendering.pods.values():
        for constraint in pod.spec.get("topologySpreadConstraints", []):
            assert rendering.selected(constraint["labelSelector"]) == {pod.component}


def test_services_are_named_rightly(rendering: Rendering) -> None:
    services = {found["metadata"]["name"]: found["spec"]["ports"] for found in rendering.of_kind("Service")}
    assert {found["spec"]["serviceName"] for found in rendering.of_kind("StatefulSet")} <= set(services)
    for ingress in rendering.of_kind("Ingress"):
        for rule in ingress["spec"]["rules"]:
            backend = rule["http"]["paths"][0]["backend"]["service"]
            assert backend["port"]["name"] in [port["name"] for port in services[backend["name"]]]
            assert rule["host"] in _settings(rendering)["KINGDOM_ALLOWED_HOSTS"].split(",")
    addresses = [_settings(rendering).get(name, "") for name in ("CELERY_BROKER_URL", "KINGDOM_LIVE_URL")]
    for host, port in ((urlsplit(address).hostname, urlsplit(address).port) for address in addresses if address):
        assert port in [entry["port"] for entry in services[str(host)]]


def test_the_workers_are_scaled_by_their_number_alone(renderings: Mapping[str, Rendering]) -> None:
    target = renderings["all"].named("HorizontalPodAutoscaler", "kingdom-worker")["spec"]["scaleTargetRef"]
    assert "replicas" not in renderings["all"].named(target["kind"], target["name"])["spec"]


def test_probes_ask_for_paths_that_exist_by_a_host_that_is_allowed(rendering: Rendering) -> None:
    hosts = _settings(rendering)["KINGDOM_ALLOWED_HOSTS"].split(",")
    web = rendering.pods["web"]
    probes = {
        name: web.spec["containers"][0][f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")
    }
    assert {name: resolve(probe["path"]).url_name for name, probe in probes.items()} == {
        "startup": "livez", "liveness": "livez", "readiness": "healthz",
    }  # fmt: skip
    for probe in probes.values():
        assert probe["port"] in web.ports
        assert {"name": "Host", "value": "localhost"} in probe["httpHeaders"]
    assert "localhost" in hosts
    for pod in rendering.pods.values():
        sockets = [probe["tcpSocket"]["port"] for c in pod.containers for probe in c.values() if "tcpSocket" in probe]
        assert set(sockets) <= set(pod.ports)


def test_pgbouncer_is_set_up_as_in_the_tests_of_several_machines(renderings: Mapping[str, Rendering]) -> None:
    """Kingdom's connections need these options; tests/cluster run on them."""
    given, tried = ConfigParser(), ConfigParser()
    given.read_string(renderings["production"].named("ConfigMap", "kingdom-pgbouncer")["data"]["pgbouncer.ini"])
    tried.read_string(CONFIG)
    for option in ("pool_mode", "ignore_startup_parameters"):
        assert given["pgbouncer"][option] == tried["pgbouncer"][option]
    pod = renderings["production"].pods["pgbouncer"]
    assert int(given["pgbouncer"]["listen_port"]) == pod.ports["postgresql"]
    mounts = {mount["name"]: mount["mountPath"] for mount in pod.containers[0]["volumeMounts"]}
    assert given["pgbouncer"]["auth_file"] == f"{mounts['secret']}/userlist.txt"
    assert pod.containers[0]["command"][1] == f"{mounts['config']}/pgbouncer.ini"
