"""The metrics for monitoring: counts, sizes and times, without the name of any world or user."""

from __future__ import annotations

import prometheus_client as prometheus

from coign.protocol import messages as wire
from coign.session import memory
from coign.session.worlds import Worlds

SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1.0)


class Metrics:
    """The metrics of one server, in its own registry."""

    def __init__(self, worlds: Worlds) -> None:
        self.registry = registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=registry)
        self.connections = prometheus.Gauge("coign_connections", "Open connections, pages' too", registry=registry)
        self.received = prometheus.Counter("coign_received_bytes", "Bytes of messages received", registry=registry)
        self.sent = prometheus.Counter("coign_sent", "Messages sent, by type", ["type"], registry=registry)
        self.errors = prometheus.Counter("coign_errors", "Errors told, by code", ["code"], registry=registry)
        self.refused = prometheus.Counter("coign_refused", "Requests turned away", ["why"], registry=registry)
        self.stalled = prometheus.Counter("coign_stalled", "Connections cut that did not read", registry=registry)
        self.annotated = prometheus.Histogram(
            "coign_annotate_seconds", "Time to measure and judge", buckets=SECONDS, registry=registry
        )
        gauge = prometheus.Gauge("coign_worlds", "Worlds that a connection holds", registry=registry)
        gauge.set_function(lambda: float(len(worlds.held())))
        shelved = prometheus.Gauge("coign_scenes_shelved", "Scenes that wait for their world", registry=registry)
        shelved.set_function(lambda: float(worlds.shelved()))

        scenes = prometheus.Gauge("coign_scene_bytes", "Memory of all scenes, estimated", registry=registry)
        scenes.set_function(lambda: float(worlds.held_bytes()))
        most = prometheus.Gauge("coign_scene_bytes_limit", "Most memory that scenes may take", registry=registry)
        most.set(memory.MOST)
        self.bound = prometheus.Gauge("coign_memory_bound_bytes", "Most memory of the process", registry=registry)

    def saw(self, message: wire.ServerMessage) -> None:
        """Count a message that goes out."""
        self.sent.labels(message.__struct_config__.tag).inc()
        match message:
            case wire.ErrorMessage(code=code):
                self.errors.labels(code).inc()
            case wire.Annotation(viewer="gm", elapsed_us=elapsed):  # players' annotations have no time
                self.annotated.observe(elapsed / 1e6)

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return prometheus.generate_latest(self.registry)
