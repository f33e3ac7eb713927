"""Explain where Coign computes, why Foundry at some address can or cannot reach the bridge, and what to do about it."""

from __future__ import annotations

import argparse
import http.client
import socket
from urllib.parse import urlsplit

from coign.server import assets, config
from coign.server.pairing_file import FileStore
from coign.server.reachability import Finding, diagnose
from coign.util.terminal import GREEN, RED, Paint

EXAMPLE = """\
examples:
  coign doctor
  coign doctor https://my-game.example/game
"""
WAIT = 2.0  # seconds for a program to answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign doctor`."""
    parser.add_argument("url", nargs="?", help="where the browser shows Foundry")


def run(args: argparse.Namespace) -> int:
    """Return 0 if all findings are good, else 1."""
    settings = config.load()
    paired = len(FileStore(config.pairings_path()).book.pairings)
    findings = [*_about_here(settings, paired), bridge_at(settings.port, wanted=bool(paired or args.url))]
    if args.url:
        url = args.url.encode(errors="replace").decode()  # what cannot be shown cannot be an address
        findings += [*diagnose(url, settings.port), *page_at(url)]
    paint = Paint()
    for finding in findings:
        mark = paint("ok ", GREEN) if finding.good else paint("no ", RED)
        print(f"{mark} {finding.what}" + (f"\n    -> {finding.cure}" if finding.cure else ""))
    return 0 if all(finding.good for finding in findings) else 1


def _about_here(settings: config.Settings, paired: int) -> list[Finding]:
    path = config.config_path()
    files = assets.module_files()
    has_engine = assets.ENGINE in files
    return [
        Finding(True, f"settings: {path if path.exists() else f'all defaults ({path} would change them)'}"),
        Finding(True, f"log: {config.log_path(settings) or 'none'}"),
        Finding(True, f"pairings: {paired}, in {config.pairings_path()}"),
        Finding(bool(files), f"the Foundry module: {assets.module_folder() or 'missing; reinstall'}"),
        Finding(
            has_engine or bool(paired),
            f"this copy of the module {'computes' if has_engine else 'cannot compute'} in the GM's browser",
            "" if has_engine or paired else "pair a bridge with it, or take the module from a release: that one can",
        ),
    ]


def bridge_at(port: int, wanted: bool) -> Finding:
    """Tell whether a bridge answers on this machine. That none runs is a fault only if one is `wanted`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        text = answer.read(200).decode(errors="replace").strip()
    except ConnectionRefusedError:
        if not wanted:
            return Finding(True, "no bridge runs here, and none was ever paired: Coign computes in the GM's browser")
        return Finding(False, f"nothing listens at 127.0.0.1:{port}", "start the bridge: `coign serve`")
    except (OSError, http.client.HTTPException) as problem:
        return Finding(False, f"what listens at 127.0.0.1:{port} does not answer: {problem}", f"try --port {port + 1}")
    finally:
        connection.close()
    if text.startswith("coign "):
        return Finding(answer.status == http.client.OK, f"a bridge answers at 127.0.0.1:{port}: {text}")
    return Finding(False, f"another program listens at 127.0.0.1:{port}", f"start the bridge with --port {port + 1}")


def page_at(url: str) -> list[Finding]:
    """Tell whether a program accepts connections at the address of a page; nothing if its name is not known here."""
    parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    where = f"{host}:{port}"
    try:
        socket.create_connection((host, port), timeout=WAIT).close()
    except (socket.gaierror, ValueError, TypeError):
        return []  # the diagnosis has reported it
    except OSError as problem:
        cure = "start Foundry, or check the address; if only the browser's machine can reach it, ignore this"
        return [Finding(False, f"nothing answers at {where} from here: {problem}", cure)]
    return [Finding(True, f"a program answers at {where}")]
