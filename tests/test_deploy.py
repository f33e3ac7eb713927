"""`deploy/`: the container, Kubernetes and HAProxy agree about the bridge, and name existing settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from coign.server import config
from coign.server.server import CLOSE_SECONDS

ROOT = Path(__file__).parent.parent
CONTAINER, COMPOSE, KUBERNETES, HAPROXY, PAGE = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "deploy/Containerfile",
        "deploy/compose.yaml",
        "deploy/kubernetes.yaml",
        "deploy/haproxy.cfg",
        "docs/deploy.md",
    )
)
PLACES = {"COIGN_STATE", "COIGN_CONFIG"}  # variables that are not settings


def found(pattern: str, text: str) -> list[str]:
    """Return the distinct matches of a pattern's group; assert that there are some."""
    matches = sorted(set(re.findall(pattern, text)))
    assert matches, pattern
    return matches


def in_kubernetes(name: str) -> list[str]:
    return found(rf'name: {name}, value: "?([^"}}]+)"?}}', KUBERNETES)


@pytest.mark.parametrize(
    "text", [CONTAINER, COMPOSE, KUBERNETES, PAGE], ids=["container", "compose", "kubernetes", "page"]
)
def test_every_variable_is_a_setting(text: str) -> None:
    settings = {f"COIGN_{name.upper()}" for name in config.Settings.__struct_fields__}
    assert set(found(r"\b(COIGN_[A-Z]+)\b", text)) <= settings | PLACES


def test_the_containers_settings_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "config.toml").touch()  # not that of who runs the tests
    variables = dict(re.findall(r"\b(COIGN_[A-Z]+)=(\S+)", CONTAINER))
    settings = config.load({}, {**variables, "COIGN_CONFIG": str(tmp_path / "config.toml")})
    assert (settings.host, settings.log, settings.drain) == ("0.0.0.0", "-", 10)


def test_the_compose_file_builds_the_image_and_keeps_its_pairings(tmp_path: Path) -> None:
    (service,) = yaml.safe_load(COMPOSE)["services"].values()
    assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert service["ports"] == [f"127.0.0.1:{config.PORT}:{config.PORT}"]
    (state,) = found(r"VOLUME (\S+)", CONTAINER)
    assert [volume.partition(":")[2] for volume in service["volumes"]] == [state]
    (tmp_path / "config.toml").touch()
    settings = config.load({}, {**service["environment"], "COIGN_CONFIG": str(tmp_path / "config.toml")})
    assert (settings.hosts, settings.origins) == (("foundry.example",), ("https://foundry.example",))
    drain = int(dict(re.findall(r"\b(COIGN_[A-Z]+)=(\S+)", CONTAINER))["COIGN_DRAIN"])
    assert int(service["stop_grace_period"].removesuffix("s")) > drain + CLOSE_SECONDS


def test_the_compose_file_has_the_form_of_the_specification() -> None:
    """As far as it is used here: https://github.com/compose-spec/compose-spec/blob/main/schema/compose-spec.json."""
    whole = yaml.safe_load(COMPOSE)
    assert set(whole) <= {"name", "services", "volumes", "networks", "configs", "secrets"}
    for service in whole["services"].values():
        keys = {"build", "image", "environment", "ports", "volumes", "restart", "stop_grace_period", "command"}
        assert set(service) <= keys
        assert set(service["build"]) <= {"context", "dockerfile", "target", "args"}
        assert all(isinstance(value, str | int | float | None) for value in service["environment"].values())
        assert all(re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port) for port in service["ports"])
        assert service["restart"] in ("no", "always", "on-failure", "unless-stopped")
        assert re.fullmatch(r"\d+(s|m)", service["stop_grace_period"])
        named = {volume.partition(":")[0] for volume in service["volumes"]}
        assert named == set(whole["volumes"])  # one that is named and not declared is refused


def test_the_port_is_the_same_everywhere() -> None:
    port = str(config.PORT)
    assert found(r"EXPOSE (\d+)", CONTAINER) == [port]
    assert found(r"http://127\.0\.0\.1:(\d+)/healthz", CONTAINER) == [port]
    assert found(r"name: bridge, port: (\d+)", KUBERNETES) == [port]
    assert found(r"containerPort: (8\d+)}\]\n +readiness", KUBERNETES) == [port]
    assert found(r"path: /healthz\n +port: (\d+)", KUBERNETES) == [port]
    assert found(r"cluster\.local:(\d+)", KUBERNETES) == [port]


def test_there_are_as_many_bridges_as_the_balancer_knows() -> None:
    servers = found(r"server coign-\d \"\$(BRIDGE_\d)\"", HAPROXY)
    assert found(r"presetenv (BRIDGE_\d)", HAPROXY) == servers
    assert found(r"name: (BRIDGE_\d)", KUBERNETES) == servers
    assert found(r"replicas: (\d) .*as many as haproxy\.cfg has", KUBERNETES) == [str(len(servers))]
    assert len(found(r"--port (877\d)", PAGE)) == len(servers)
    assert found(r"127\.0\.0\.1:(877\d)", HAPROXY) == found(r"--port (877\d)", PAGE)


def test_every_bridge_is_found_by_the_name_it_has() -> None:
    (service,) = found(r"serviceName: (\S+)", KUBERNETES)
    assert f"name: {service}\n" in KUBERNETES
    for number, address in enumerate(found(r"value: \"(coign-\d\.[^:]+):", KUBERNETES)):
        assert address == f"coign-{number}.{service}.default.svc.cluster.local"


def test_the_balancer_the_bridges_and_the_probe_use_one_name() -> None:
    name = in_kubernetes("COIGN_HOSTS")
    assert in_kubernetes("PUBLIC_NAME") == in_kubernetes("Host") == name
    assert found(r'presetenv PUBLIC_NAME "([^"]+)"', HAPROXY) == name


def test_user_and_folder_are_those_of_the_image() -> None:
    user = found(r"--uid (\d+)", CONTAINER)
    assert found(r"runAsUser: (\d+)", KUBERNETES) == found(r"fsGroup: (\d+)", KUBERNETES) == user
    folder = found(r"COIGN_STATE=(\S+)", CONTAINER)
    assert found(r"VOLUME (\S+)", CONTAINER) == found(r"mountPath: (/var\S+)}", KUBERNETES) == folder


def test_every_image_of_somebody_else_is_named_by_its_digest() -> None:
    images = [*re.findall(r"(?m)^FROM (\S+)", CONTAINER), *re.findall(r"image: (\S+)", KUBERNETES)]
    others = [image for image in images if image != "coign:latest"]
    assert len(others) == 3
    assert [image for image in others if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []


def test_a_bridge_is_given_the_time_it_needs_to_go() -> None:
    (grace,), (drain,) = found(r"terminationGracePeriodSeconds: (\d+)", KUBERNETES), in_kubernetes("COIGN_DRAIN")
    assert int(grace) > int(drain) + CLOSE_SECONDS


def test_what_the_container_copies_is_there_and_its_python_will_do() -> None:
    for line in found(r"(?m)^COPY (?!--from)(.+) \S+$", CONTAINER):
        for name in line.split():
            assert (ROOT / name).exists(), name
    (version,) = found(r"FROM python:3\.(\d+)\.\d+-slim", CONTAINER)
    assert 11 <= int(version) <= 14
    assert "PATH=/coign/bin:" in CONTAINER  # `kubectl exec coign-0 -- coign pair` looks there
