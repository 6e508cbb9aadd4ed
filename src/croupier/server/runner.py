"""Run the server. The runner binds the port, opens the store, serves requests and shuts down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from typing import TYPE_CHECKING

import msgspec

from croupier import logs
from croupier.casino.administration.state import TRAINING
from croupier.errors import BadInput
from croupier.extras import installed
from croupier.files import printable
from croupier.server.house import HouseServer
from croupier.server.settings import Settings

if TYPE_CHECKING:
    import uvicorn

LARGEST_MESSAGE = 16 * 1024
BACKLOG = 512
GC_THRESHOLDS = (20_000, 10, 10)  # for gc.set_threshold
SWITCH_INTERVAL = 0.001  # seconds, for sys.setswitchinterval
IDLE = 30  # keep-alive seconds, longer than clients keep idle connections, so that clients close first
SELF_TEST = 30.0  # maximum seconds for the self-test before the server opens
GOODBYE = 5  # seconds for open connections to end

log = logging.getLogger("croupier.server")


def listen(settings: Settings) -> socket.socket:
    """Bind the port before anything else starts. Raise `BadInput` if the port is not available."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    place = f"{printable(settings.host, 80)} port {settings.port}"
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as fault:
        listening.close()
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"cannot listen on {place} ({reason}); choose another --host or --port") from None
    listening.setblocking(False)
    return listening


def server_of(house: HouseServer) -> uvicorn.Server:
    """Configure uvicorn with the application, and with size and time limits for clients."""
    import uvicorn

    from croupier.server.http.app import create_app
    from croupier.server.http.hardening import HardenedHttpProtocol, limit_body
    from croupier.server.socket_hardening import HardenedSocketProtocol

    config = uvicorn.Config(
        limit_body(create_app(house)),
        lifespan="off",
        log_config=None,
        access_log=False,
        http=HardenedHttpProtocol,
        ws=HardenedSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        proxy_headers=bool(house.settings.proxies),
        forwarded_allow_ips=list(house.settings.proxies),
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=GOODBYE,
        h11_max_incomplete_event_size=LARGEST_MESSAGE,
    )
    return uvicorn.Server(config)


async def serve(settings: Settings, greet: bool = True) -> None:
    with contextlib.closing(listen(settings)) as listening:
        settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
        house = HouseServer(settings)
        await house.open()
        tune_interpreter()
        try:
            server = server_of(house)
            # uvicorn stops on a signal and then raises the signal again. These handlers catch it, so that the
            # process continues and closes the store.
            signals: list[int] = []
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, _end, server, signals)
            house.is_checked = False  # /health answers 503 until the self-test has passed
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            try:
                while not server.started and not serving.done():
                    await asyncio.sleep(0.01)
                if not serving.done() and not server.should_exit:
                    await check_socket(house, listening)
                    house.is_checked = True
                    await house.announce(greet)
            except BaseException:
                server.should_exit = True
                raise
            finally:
                await serving
        finally:
            await house.close()


async def check_socket(house: HouseServer, listening: socket.socket) -> None:
    """As a self-test, open a WebSocket through the listening port and wait for the first message."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, WebSocketException

    address, port = listening.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    settings = house.settings
    if settings.host in ("0.0.0.0", "::", ""):
        settings = msgspec.structs.replace(settings, host=local)
    table = next((name for name, owner in house.tables.items() if owner.rules.dealing != TRAINING), "-")
    url = f"{settings.url.replace('http', 'ws', 1)}/ws/tables/{table}"
    try:
        async with (
            asyncio.timeout(SELF_TEST),
            connect(url, host=local, port=port, proxy=None, compression=None) as line,
        ):
            # Without tables or spectator places, the server closes the connection. This also proves that the
            # server answers.
            with contextlib.suppress(ConnectionClosed):
                await line.send('{"type":"hello"}')
            msgspec.json.decode(await line.recv())
    except (OSError, TimeoutError, WebSocketException, msgspec.DecodeError) as fault:
        reason = printable(str(fault), 200) or type(fault).__name__
        raise BadInput(
            f"the server does not answer on its own WebSocket ({reason}); "
            "install the versions of uvicorn, websockets and litestar that croupier[house] requires"
        ) from None


def tune_interpreter() -> None:
    """Reduce pauses: exclude startup objects from garbage collection, and switch threads more often.

    A full collection would pause every table. A short switch interval lets the store's thread run while
    the event loop is busy.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def _end(server: uvicorn.Server, signals: list[int]) -> None:
    """On the first signal, accept no more connections and end the open ones. On the second signal, do not
    wait for them.
    """
    signals.append(1)
    server.should_exit = True
    server.force_exit = len(signals) > 1


def run(settings: Settings, greet: bool = True) -> int:
    logs.set_up()
    for section in settings.unused:
        log.warning("the settings file has a section [%s], which is no longer used; remove it", section)
    serving = serve(settings, greet)
    if installed("uvloop"):
        import uvloop

        uvloop.run(serving)
    else:
        asyncio.run(serving)
    return 0
