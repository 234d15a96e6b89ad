"""What goes wrong."""


class Error(RuntimeError):
    """Anything that this package raises of its own accord."""


class LoadError(Error, ValueError):
    """A file that cannot be loaded; the message names the field that is wrong."""


class LaunchError(Error, ValueError):
    """A launch that does not fit its kernel. Nothing has run.

    `index` and `name` are those of the argument to blame, if one is.
    """

    index: int | None = None
    name: str | None = None

    def __reduce__(self):
        return type(self), self.args, self.__dict__


class CompileError(Error):
    """The code generator failed, or this host cannot run what it makes.

    Compiled code lies in memory that is writable first and then executable: systems that allow no such memory
    (SELinux without `execmem`, some containers) refuse it.
    """


class KernelFault(Error):
    """The kernel did something wrong, or ran into a limit. What it had written by then stays."""

    kind: str | None = None
    """`"read"`, `"write"`, `"misaligned"`, `"illegal"`, `"unsupported"`, `"pc"`, `"trap"`, `"deadlock"`, of a
    launch that was ended `"instruction-limit"`, `"timeout"`, `"cancelled"`, or of a defect of gcn-jit `"internal"`."""
    kernel: str | None = None
    pc: int | None = None
    """Address of the instruction."""
    instruction: str | None = None
    """Its text and its dwords."""
    workgroup: tuple[int, int, int] | None = None
    wave: int | None = None
    """Wave within the work-group."""
    lane: int | None = None
    """The lowest lane that faulted, if lanes did."""
    address: int | None = None
    """What was accessed."""
    size: int | None = None
    """How many bytes were."""
    place: str | None = None
    """Where the address is, in words."""
    hint: str | None = None
    """What may have led there."""
    source: list[tuple[str, int, str | None]] | None = None
    """Lines of the source, when the file tells them: file, line and function, innermost first, then those into which
    that was inlined."""
    waves: list[dict] | None = None
    """When a limit was reached: where the waves are (`pc`, `instruction`, `barrier`, `count`)."""

    def __reduce__(self):
        return type(self), self.args, self.__dict__
