"""Prometheus metrics: counts and times. They contain no names or cards."""

from __future__ import annotations

from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.server.house import HouseServer

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    def __init__(self, house: HouseServer) -> None:
        self.registry = CollectorRegistry()
        self._server: WSGIServer | None = None
        self.actions = Counter(
            "croupier_actions", "Actions sent to tables, by outcome", ["outcome"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "croupier_action_seconds", "Time from message to answer", buckets=BUCKETS, registry=self.registry
        )
        self.sockets = Gauge("croupier_sockets", "Open sockets", registry=self.registry)
        self.sockets.set_function(lambda: len(house.lines))
        self.registry.register(TableCollector(house))

    def serve(self, port: int) -> None:
        """Serve metrics on the loopback address."""
        try:
            self._server, self._thread = start_http_server(port, "127.0.0.1", self.registry)
        except OSError as fault:
            raise BadInput(f"--metrics-port {port}: {fault.strerror}; choose another port") from None

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def text(self) -> bytes:
        return generate_latest(self.registry)


class TableCollector(Collector):
    """Collects table metrics when Prometheus requests them."""

    def __init__(self, house: HouseServer) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        seated = GaugeMetricFamily("croupier_seated", "Taken seats", labels=["table"])
        rounds = GaugeMetricFamily("croupier_round", "The running round", labels=["table"])
        paused = GaugeMetricFamily("croupier_paused", "Tables paused because the store is down")
        for name, owner in sorted(self._house.tables.items()):
            seated.add_metric([name], len(owner.state.seating.seats))
            rounds.add_metric([name], owner.state.round.number)
        paused.add_metric([], sum(owner.timer.paused for owner in self._house.tables.values()))
        return seated, rounds, paused
