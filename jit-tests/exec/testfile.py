"""Writing .gcn files."""

import pathlib

ODD_EXEC = 0x80000001F0F05555  # first, last, runs and single lanes
ALL = (1 << 64) - 1


def hex32(x):
    return x if isinstance(x, str) else f"0x{x:08x}"


def hex64(x):
    return x if isinstance(x, str) else f"0x{x:016x}"


def lanes(values):
    """A list over several lines; repeated to the last lane when shorter than the wave."""
    words = [hex32(v) for v in values]
    star = "" if len(words) == 64 else "*"
    if len(words) <= 4:
        return "[" + " ".join(words) + "]" + star
    rows = [" ".join(words[i : i + 8]) for i in range(0, len(words), 8)]
    return "[\n    " + "\n    ".join(rows) + "]" + star


class Test:
    """One .gcn file in the directory of an encoding."""

    def __init__(self, name, text, encoding="vop2"):
        self.name, self.encoding = name, encoding
        self.lines = [f"# Written by generate_{encoding}.py.", f"# {name}: {text}."]

    def code(self, text, **other):
        """An instruction; other: text by generation, as gfx6_gfx7="..."."""
        self.lines.append("code " + text)
        for gens, spelled in other.items():
            self.lines.append(f"  {gens.replace('_', ' ')}: | {spelled}")

    def case(self, title, before, after, on=None):
        self.lines.append("case " + title)
        if on:
            self.lines.append("  on  " + " ".join(on))
        for word, places in (("in ", before), ("out", after)):
            for place, value in places.items():
                if isinstance(value, list):
                    value = lanes(value)
                elif place in ("vcc", "exec") or ":" in place:
                    value = hex64(value)
                elif place == "mode":
                    value = hex(value)
                else:
                    value = hex32(value)
                self.lines.append(f"  {word} {place}={value}")

    def write(self):
        directory = pathlib.Path(__file__).parent / self.encoding
        directory.mkdir(exist_ok=True)
        (directory / f"{self.name}.gcn").write_text("\n".join(self.lines) + "\n")


def alone(target, script):
    """The class of a script's tests that are of one target alone, even where others have the words."""

    class Alone(Test):
        def __init__(self, name, text, encoding):
            super().__init__(name, text, encoding)
            self.lines[0] = f"# Written by {script}."

        def code(self, text):
            super().code(text)
            self.lines.append(f"  {target}: | {text}")

        def case(self, title, before, after, on=(target,)):
            super().case(title, before, after, list(on))

    return Alone
