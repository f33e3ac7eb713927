"""The waiting time of a message that arrives during another table's survey."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coign.protocol import messages as wire
from support.bridges import FakeEngine, evaluate, hello, make_services, pack, put, survey, token_for
from support.servers import dial, running, say, welcomed

PARTS = 20


class Busy(FakeEngine):
    """An engine during whose surveys another table sends a request; `begun` counts the parts until it is read."""

    def __init__(self) -> None:
        self.begun = 0
        self.found: list[int] = []
        self.asking: Any = None

    def survey(self, scene: Any, message: wire.Survey, setup: Any) -> Iterator[wire.Surveyed]:
        for n in range(PARTS):
            self.begun += 1
            self.asking()
            yield wire.Surveyed(message.id, n, PARTS, n + 1 == PARTS, (wire.Prospect(""),))

    def annotating(self, scene: Any, request: wire.Evaluate, setup: Any, revision: int) -> Any:
        self.found.append(self.begun)
        return super().annotating(scene, request, setup, revision)


async def test_a_request_during_a_slice_is_answered_before_the_next() -> None:
    engine = Busy()
    services = make_services(engine=engine)
    async with running(services) as bridge, dial(bridge, "calm") as calm:
        await say(calm, hello(token_for(services, world="calm"), world="calm"), put())
        busy = await welcomed(bridge, services)
        await say(busy, put())

        def ask() -> None:
            """Pass a frame to the system at once, as if it had arrived from another machine."""
            calm.protocol.send_text(pack(evaluate()))
            for data in calm.protocol.data_to_send():
                calm.transport.write(data)

        engine.asking = ask
        await busy.send(pack(survey(squares=PARTS)), text=True)
        for _ in range(PARTS):
            await calm.recv()
        await busy.close()
    assert engine.found == list(range(1, PARTS + 1))
