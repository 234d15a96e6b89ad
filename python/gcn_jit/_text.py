"""Code as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape


class Disassembly:
    """Instructions as text, in the manner of `llvm-objdump -d`. `str()` is all of it."""

    def __init__(self, rows: list[tuple[int | None, str | None, str]]) -> None:
        self._rows = rows

    @property
    def lines(self) -> list[str]:
        """The lines."""
        return [text for _, _, text in self._rows]

    @property
    def instructions(self) -> list[tuple[int, str]]:
        """The instructions: addresses relative to the load base, and texts without encodings."""
        return [
            (address, text.split("//")[0].strip())
            for address, label, text in self._rows
            if address is not None and label is None
        ]

    def __str__(self) -> str:
        gap = ("\n" if label and i else "" for i, (_, label, _) in enumerate(self._rows))
        return "".join(f"{before}{text}\n" for before, text in zip(gap, self.lines))

    def __repr__(self) -> str:
        return f"<gcn_jit.Disassembly: {len(self.instructions)} instructions>"

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __reduce__(self):
        return Disassembly, (self._rows,)

    def _repr_html_(self) -> str:
        parts: list[tuple[str, list[str]]] = []
        for _, label, text in self._rows:
            if label is not None or not parts:
                parts.append((label or "code", []))
            if label is None:
                parts[-1][1].append(text.strip("\t"))
        html = (
            f"<details open><summary><code>{escape(label)}</code></summary>"
            f"<pre style='margin:0 0 0 1em'>{escape(chr(10).join(lines))}</pre></details>"
            for label, lines in parts
        )
        return "".join(html)
