"""What a file says of its kernels."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of a kernel."""

    name: str | None
    """Its name, when the file tells it."""
    kind: str
    """In the words of the metadata: `"global_buffer"`, `"by_value"`, `"dynamic_shared_pointer"`, ..."""
    offset: int
    """Where it is in the kernel-argument segment."""
    size: int
    """In bytes."""
    type_name: str | None
    """Its type in the source language, when the file tells it."""
    value_type: str | None
    """`"f32"`, `"i32"`, ... of a by-value argument, when the file tells it."""
    hidden: bool
    """Whether gcn-jit fills it in."""
