"""Running a house: the port, the store, the server, and an end that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import BadInput
from croupier.extras import installed
from croupier.files import printable
from croupier.house import logs
from croupier.house.house import House
from croupier.house.settings import Settings

if TYPE_CHECKING:
    import uvicorn

LARGEST_MESSAGE = 16 * 1024
BACKLOG = 512
LOOKED_THROUGH = (20_000, 10, 10)  # new objects after which memory is looked through, and how often further
TURN = 0.001  # seconds after which one thread lets another go on
IDLE = 30  # seconds a line may lie still; longer than callers keep theirs, or a call meets its closing
GOODBYE = 5  # seconds for open connections to end


def listen(settings: Settings) -> socket.socket:
    """The port, taken before anything else is done; one line where it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    where = f"{printable(settings.host, 80)} port {settings.port}"
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as fault:
        listening.close()
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"cannot listen on {where} ({reason}); choose another --host or --port") from None
    listening.setblocking(False)
    return listening


def server_of(house: House) -> uvicorn.Server:
    """The house behind HTTP and its sockets, with bounds on what anybody sends."""
    import uvicorn

    from croupier.house.web.app import create_app
    from croupier.house.web.doorway import DoorwayProtocol
    from croupier.house.web.wire import HouseProtocol

    config = uvicorn.Config(
        create_app(house),
        lifespan="off",
        log_config=None,
        access_log=False,
        http=DoorwayProtocol,
        ws=HouseProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=GOODBYE,
        h11_max_incomplete_event_size=LARGEST_MESSAGE,
    )
    return uvicorn.Server(config)


async def serve(settings: Settings, greet: bool = True) -> None:
    with contextlib.closing(listen(settings)) as listening:
        settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
        house = House(settings)
        await house.open()
        steady()
        try:
            server = server_of(house)
            # The server would end the process by the signal it got; the house has to be closed first.
            server.capture_signals = contextlib.nullcontext  # type: ignore[assignment]
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, _end, server)
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            await house.opened(greet)
            await serving
        finally:
            await house.close()


def steady() -> None:
    """What is there when the house opens stays: it is not looked through again for what may go, which would
    hold all tables up. The store's thread gets its turn soon while the loop has much to do."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOKED_THROUGH)
    sys.setswitchinterval(TURN)


def _end(server: uvicorn.Server) -> None:
    """Once: no more connections, those that are open end. Twice: without waiting for them."""
    server.force_exit = server.should_exit
    server.should_exit = True


def run(settings: Settings, greet: bool = True) -> int:
    logs.set_up()
    serving = serve(settings, greet)
    if installed("uvloop"):
        import uvloop

        uvloop.run(serving)
    else:
        asyncio.run(serving)
    return 0
