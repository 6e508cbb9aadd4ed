"""Send the cards of a card reader to a table, and serve a local device (docs/card-readers.md)."""

from __future__ import annotations

import json
import socketserver
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cards import Card
from croupier.errors import BadInput, Refused
from croupier.protocol.readings import CardReading, ReaderSession, signed_text

TIMEOUT = 5.0  # seconds to wait for the server
LONGEST_LINE = 400  # maximum bytes of a line from the device
SEPARATORS = str.maketrans(",;\t", "   ")


def cards_of(line: str) -> tuple[Card, ...]:
    """Return the cards of a device's line, such as "as kd 10h" or "ti dg"."""
    signs = line.translate(SEPARATORS).replace("10", "T").split()
    joined = [word[at : at + 2] for word in signs for at in range(0, len(word), 2)]
    if not joined or any(len(card) != 2 or not card.isalnum() for card in joined):
        raise BadInput("a line has one or more cards, each as rank and suit or two letters, such as as,kd")
    return tuple(Card(card[0].upper() + card[1].lower()) for card in joined)


class ReaderClient:
    """A card reader's connection to one table."""

    def __init__(self, address: str, table: str, device: str, secret: bytes) -> None:
        if not address.startswith(("http://", "https://")):
            raise BadInput(f"--server {address}: an address begins with http:// or https://")
        self._url = f"{address.rstrip('/')}/api/tables/{quote(table, safe='')}/readings"
        self.table, self.device = table, device
        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    def session(self) -> ReaderSession:
        answer = self._call(f"{self._url}?device={quote(self.device, safe='')}")
        return msgspec.convert(answer, ReaderSession)

    def send(self, cards: Iterable[Card]) -> int:
        """Send the cards that were just turned up. Return how many of the due cards have been read."""
        now = self.session()
        reading = CardReading(self.device, now.session, now.sequence + 1, now.round, tuple(cards))
        signature = self._key.sign(signed_text(self.table, reading)).hex()
        body = msgspec.json.encode(msgspec.structs.replace(reading, signature=signature))
        return int(self._call(self._url, body)["read"])

    def _call(self, url: str, body: bytes | None = None) -> Any:
        headers = {"content-type": "application/json", "x-croupier": "1"}
        request = urllib.request.Request(url, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise refusal_in(error.read(), error.code) from None
        except (OSError, ValueError) as fault:
            raise BadInput(f"{url}: {fault}") from None


def refusal_in(body: bytes, status: int) -> Refused:
    try:
        told: dict[str, Any] = json.loads(body)
        return Refused(
            str(told["code"]),
            str(told["message"]),
            tuple(told.get("clauses", ())),
            str(told.get("remedy", "")),
        )
    except (ValueError, KeyError, TypeError):
        return Refused(
            "not_understood", f"the server answered with status {status}", (), "Check the address."
        )


class DeviceLines(socketserver.StreamRequestHandler):
    """One connection of a device. Each line is answered with "ok N" or "refused CODE MESSAGE"."""

    def handle(self) -> None:
        server = self.server
        assert isinstance(server, ReaderBridge)
        while line := self.rfile.readline(LONGEST_LINE):
            self.wfile.write(f"{server.answer(line.decode(errors='replace').strip())}\n".encode())


class ReaderBridge(socketserver.TCPServer):
    """A socket on the loopback address that takes the lines of one device at a time and signs them."""

    allow_reuse_address = True

    def __init__(self, port: int, client: ReaderClient, say: Callable[[str], None] = print) -> None:
        super().__init__(("127.0.0.1", port), DeviceLines)
        self._client, self._say = client, say

    def answer(self, line: str) -> str:
        try:
            answer = f"ok {self._client.send(cards_of(line))}"
        except Refused as refused:
            answer = f"refused {refused.code} {refused.message}"
        except BadInput as bad:
            answer = f"refused bad_input {bad}"
        self._say(f"{line}: {answer}")
        return answer
