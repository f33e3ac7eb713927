"""The lines of the report: the measurement, its bar, and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.timing import Times

HEADS = ("what", "measured", "bar", "", "beside it")
FAILED, WIDTHS = "MISSED", (78, 12, 10, 8, 0)


@dataclass(frozen=True)
class Line:
    """One measurement. `value` is compared with `bar` (None: for orientation); both are in `unit`, in which `of` is a
    ratio. Times are fair ones (see `timing`)."""

    what: str
    value: float
    bar: float | None = None
    unit: str = ""
    beside: str = ""  # absolute figures and counts, for the reader
    needs: str = ""  # the reason why nothing was measured: no compiler, no /proc

    @property
    def met(self) -> bool | None:
        """True if the bar is met; None without a bar or a measurement."""
        return None if self.bar is None or self.needs else self.value <= self.bar

    def cells(self) -> tuple[str, str, str, str, str]:
        """Return the five texts of the row."""
        mark = {None: "", True: "met", False: FAILED}[self.met]
        measured = f"not measured: {self.needs}" if self.needs else written(self.value, self.unit)
        bar = "" if self.bar is None else written(self.bar, self.unit)
        return self.what, measured, bar, mark, self.beside


def written(value: float, unit: str) -> str:
    """Write a figure with three digits; small ratios as a share: `1/18`."""
    if unit == "of" and 0 < value < 0.15:
        return f"1/{1 / value:.0f}"
    if unit == "of":
        return f"x {value:.2f}"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f} {unit}".rstrip()


def against(times: Times) -> str:
    """Write the time as measured, and the machine's slowdown."""
    return f"{times.median:,.0f} us here, x {times.slowdown:.1f} slow"


def shown(cells: tuple[str, ...]) -> str:
    """Write one line for the terminal."""
    return "".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def markdown(lines: Iterable[Line]) -> str:
    """Return the table for docs/benchmarks.md: the lines with a bar."""
    rows = ["| what | measured | bar | beside it |", "| --- | --- | --- | --- |"]
    for line in lines:
        what, measured, bar, mark, beside = line.cells()
        if bar:
            indented = f"… {what.strip()}" if what.startswith(" ") else what
            rows.append(f"| {indented} | {measured}{' (missed)' if mark == FAILED else ''} | {bar} | {beside} |")
    return "\n".join(rows)
