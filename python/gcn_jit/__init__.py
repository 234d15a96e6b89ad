"""Runs AMD GPU kernels (gfx6 to gfx950) on the CPU, with NumPy arrays as their memory.

    import gcn_jit as gj, numpy as np

    saxpy = gj.Module("saxpy.hsaco")["saxpy"]
    x, y = gj.asarray(np.ones(1024, np.float32)), gj.zeros(1024, np.float32)
    stats = saxpy(2.5, x, y, 1024, grid=16, block=64)

Arrays that `empty`, `zeros` and `asarray` make lie in the memory of the emulated GPU, at the same addresses for
kernels and for Python: nothing is copied. Other arrays are copied in and out at each launch.
"""

import os as _os

from ._check import Checked, Finding, Place, SourceLine
from ._compare import Comparison, Difference
from ._errors import CompileError, Error, KernelFault, LaunchError, LoadError
from ._estimate import Accuracy, Estimate
from ._fidelity import Decision, Fidelity
from ._gcn_jit import (
    Buffer,
    Device,
    In,
    InOut,
    Kernel,
    Local,
    Module,
    Out,
    __version__,
    assemble,
    disassemble,
    targets,
)
from ._metadata import Arg
from ._profile import Counts, Profile, ProfileInstruction, ProfileLine
from ._stats import FinalWave, Stats
from ._text import Disassembly
from ._trace import Access, Trace, TraceRecord

__all__ = [
    "Access",
    "Accuracy",
    "Arg",
    "Buffer",
    "Checked",
    "Comparison",
    "CompileError",
    "Counts",
    "Decision",
    "Device",
    "Difference",
    "Disassembly",
    "Error",
    "Estimate",
    "Fidelity",
    "FinalWave",
    "Finding",
    "In",
    "InOut",
    "Kernel",
    "KernelFault",
    "LaunchError",
    "LoadError",
    "Local",
    "Module",
    "Out",
    "Place",
    "Profile",
    "ProfileInstruction",
    "ProfileLine",
    "SourceLine",
    "Stats",
    "Trace",
    "TraceRecord",
    "__version__",
    "asarray",
    "assemble",
    "device",
    "disassemble",
    "empty",
    "targets",
    "zeros",
]

_device: Device | None = None


def device() -> Device:
    """The process's own device, made when it is first asked for. A forked child gets a new one."""
    global _device
    if _device is None or _device.pid != _os.getpid():
        _device = Device()
    return _device


def empty(shape, dtype=None, name=None):
    """`device().empty(...)`: an array in the memory of the process's device."""
    return device().empty(shape, dtype, name)


def zeros(shape, dtype=None, name=None):
    """`device().zeros(...)`: an array of zeros in the memory of the process's device."""
    return device().zeros(shape, dtype, name)


def asarray(a, dtype=None, name=None):
    """`device().asarray(...)`: `a` as an array in the memory of the process's device."""
    return device().asarray(a, dtype, name)
