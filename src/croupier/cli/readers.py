"""Create the key of a card reader, run its bridge, and simulate the device."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from collections.abc import Iterable
from pathlib import Path

from croupier.errors import BadInput
from croupier.extras import need_signatures

KEY_BYTES = 32


def create_key(file: Path) -> int:
    """Write a new secret key to a file that only its owner can read, and print the public key."""
    need_signatures()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    secret = secrets.token_bytes(KEY_BYTES)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise BadInput(f"{file}: {fault.strerror}") from None
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(f"{secret.hex()}\n")
    print(Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex())
    return 0


def read_key(file: Path) -> bytes:
    try:
        secret = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as fault:
        raise BadInput(f"{file}: not a key file of croupier reader key ({fault})") from None
    if len(secret) != KEY_BYTES:
        raise BadInput(f"{file}: not a key file of croupier reader key")
    return secret


def run_bridge(server: str, table: str, device: str, key: Path, port: int) -> int:
    need_signatures()
    from croupier.client.card_reader import ReaderBridge, ReaderClient

    client = ReaderClient(server, table, device, read_key(key))
    client.session()  # raises an error now, before the bridge starts, if the server or the table is unknown
    try:
        bridge = ReaderBridge(port, client, lambda line: print(line, flush=True))
    except (OSError, OverflowError) as fault:
        raise BadInput(f"--port {port}: {fault}") from None
    with bridge:
        print(f"Reader {device} of {table} on 127.0.0.1:{bridge.server_address[1]}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            bridge.serve_forever()
    return 0


def simulate(port: int, lines: Iterable[str]) -> int:
    """Send lines to a bridge. Return 1 if it refused one of them."""
    code = 0
    try:
        with (
            socket.create_connection(("127.0.0.1", port), timeout=10) as device,
            device.makefile("rw") as stream,
        ):
            for line in lines:
                stream.write(f"{line}\n")
                stream.flush()
                answer = stream.readline().strip()
                print(answer)
                code = code if answer.startswith("ok ") else 1
    except (OSError, OverflowError) as fault:
        raise BadInput(f"--port {port}: {fault}") from None
    return code
