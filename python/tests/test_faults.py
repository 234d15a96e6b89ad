"""What a kernel does wrong, as exceptions."""

import pickle

import numpy as np
import pytest

import gcn_jit as gj


def test_overrun(saxpy, backend):
    x, y = gj.zeros(64, np.float32, name="input"), gj.zeros(60, np.float32)
    with pytest.raises(gj.KernelFault) as caught:
        saxpy(2.0, x, y, 64, grid=1, block=64, backend=backend)
    fault = caught.value
    assert (fault.kind, fault.kernel, fault.size) == ("read", "saxpy", 4)
    assert fault.address == y.ctypes.data + 240
    assert fault.lane == 60 and fault.workgroup == (0, 0, 0) and fault.wave == 0
    assert fault.place == "0 bytes past the end of 'float32[60]' (240 bytes)"
    assert "global_load_dword" in fault.instruction
    [note] = fault.__notes__
    marked = [line for line in note.splitlines() if line.startswith("=>")]
    assert len(marked) == 1 and "global_load_dword" in marked[0]


def test_what_was_written_before_a_fault_stays(raw, backend):
    kernel = raw(
        """
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_lshlrev_b32_e32 v1, 2, v0
        v_mov_b32_e32 v2, 7
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v2, s[4:5]
        s_waitcnt vmcnt(0)
        s_trap 2
        s_endpgm
        """
    )
    out = np.zeros(64, np.uint32)
    with pytest.raises(gj.KernelFault) as caught:
        kernel(out, grid=1, block=64, backend=backend)
    assert caught.value.kind == "trap"
    assert (out == 7).all()


@pytest.mark.parametrize("limit, kind", [({"max_instructions": 1000}, "instruction-limit"), ({"timeout": 0.05}, "timeout")])
def test_limits(raw, backend, limit, kind):
    kernel = raw("top: s_branch top\ns_endpgm")
    with pytest.raises(gj.KernelFault) as caught:
        kernel(grid=1, block=64, backend=backend, **limit)
    assert caught.value.kind == kind
    assert caught.value.waves[0]["count"] == 1


def test_faults_keep_their_fields_when_pickled(saxpy):
    with pytest.raises(gj.KernelFault) as caught:
        saxpy(2.0, None, None, 64, grid=1, block=64)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.pc == caught.value.pc and again.kind == "read" and again.__notes__ == caught.value.__notes__


def test_errors_are_errors():
    for error in (gj.LoadError, gj.LaunchError, gj.CompileError, gj.KernelFault):
        assert issubclass(error, gj.Error)
    assert issubclass(gj.LoadError, ValueError)


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError):
        gj.Module(tmp_path / "none")
    junk = tmp_path / "junk"
    junk.write_bytes(b"junk\0")
    with pytest.raises(gj.LoadError, match=f"{junk}: not an ELF file"):
        gj.Module(junk)
    with pytest.raises(gj.LoadError, match="unsupported target gfx1100"):
        gj.Module(b"\0\0\0\0", isa="gfx1100")


def test_kernels_that_are_none(kernels):
    module = kernels("reduction")
    with pytest.raises(KeyError, match="there is no kernel 'reduce'; the module has: reduce_"):
        module["reduce"]


def test_tensors_elsewhere_are_refused(saxpy):
    class Cuda:
        __cuda_array_interface__ = {}

    with pytest.raises(TypeError, match="in the memory of a real GPU"):
        saxpy(2.0, Cuda(), None, 1, grid=1, block=64)
