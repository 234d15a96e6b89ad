"""Profiles of a kernel whose every number is counted by hand."""

import json
import signal
import threading
import time

import numpy as np
import pytest
from conftest import ROOT

import gcn_jit as gj

# For gfx900. Two work-groups of 96 work-items make 4 waves, two with 64 lanes and two with 32: each instruction is
# executed 4 times, vector instructions with 192 of 256 lanes. Each lane has a dword of the buffer, and one of the LDS,
# every 32 bytes: of 32 lanes 8 in each of banks 0, 8, 16, 24.
KERNEL = """
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v1, 2, v0
    global_load_dword v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_mad_f32 v2, v2, v2, v2
    v_lshlrev_b32_e32 v3, 5, v0
    ds_write_b32 v3, v2
    global_store_dword v1, v2, s[4:5]
    s_endpgm
"""
SIZES = dict(global_size=192, local_size=96, lds=96 * 32)

# Compiled with line numbers: one wave, of which 16 lanes go on behind a branch and call a function.
COLUMNS = ROOT / "jit-tests" / "kernels" / "profile" / "columns.hsaco"
COLUMNS_CL = "./jit-tests/kernels/profile/columns.cl"


@pytest.fixture
def by_hand(raw, device):
    """The kernel, and its argument: a buffer of 96 floats that begins with a line of the cache."""
    array = device.zeros(96 + 16, np.float32)
    at = -array.ctypes.data % 64 // 4
    return raw(KERNEL, isa="gfx900"), array[at : at + 96]


def columns(**options):
    out = np.zeros(64, np.float32)
    kernel = gj.Module(COLUMNS)["columns"]
    profile = kernel.profile((np.arange(64, dtype=np.float32), out), global_size=64, local_size=64, **options)
    return profile, out


def test_instructions(by_hand, backend):
    kernel, buffer = by_hand
    profile = kernel.profile([buffer], backend=backend, **SIZES)
    assert isinstance(profile.ended, gj.Stats) and profile.ended.backend == backend
    of = profile.instructions
    assert [i.pc for i in of] == [0, 8, 0xC, 0x10, 0x18, 0x1C, 0x24, 0x28, 0x30, 0x38]
    assert [i.executions for i in of] == [4] * 10
    assert [i.lanes for i in of] == [4, 4, 192, 192, 4, 192, 192, 192, 192, 4]
    assert [i.utilisation for i in of] == [None, None, 0.75, 0.75, None, 0.75, 0.75, 0.75, 0.75, None]
    assert [i.operations for i in of] == [0, 0, 192, 0, 0, 384, 192, 0, 0, 0]
    assert [i.kind for i in of] == [
        "scalarmemory", "control", "vector", "memory", "control", "vector", "vector", "lds", "memory", "control",
    ]  # fmt: skip
    # Per wave 8 bytes of arguments in a line; a full wave has 256 bytes in 4 lines, the other 128 in 2.
    assert [i.nbytes for i in of] == [32, 0, 0, 768, 0, 0, 0, 768, 768, 0]
    assert [i.cache_lines for i in of] == [4, 0, 0, 12, 0, 0, 0, 0, 12, 0]
    assert [i.lines_per_access for i in of] == [1, None, None, 3, None, None, None, None, 3, None]
    load, store, write = of[3], of[8], of[7]
    assert (load.global_read, load.global_written) == (768, 0)
    assert (store.global_read, store.global_written) == (0, 768)
    assert (store.instruction, store.mnemonic) == ("global_store_dword v1, v2, s[4:5]", "global_store_dword")
    assert store.source == ()
    # 6 halves of waves, each with 8 dwords in a bank and 32 in all.
    assert (write.lds_written, write.lds_cycles, write.lds_least_cycles) == (768, 48, 6)
    assert (write.lds_conflict_cycles, write.lds_worst, write.lds_estimated) == (42, 8, False)
    assert abs(sum(i.share for i in of) - 1) < 1e-9


def test_totals(by_hand):
    kernel, buffer = by_hand
    profile = kernel.profile([buffer], threads=2, **SIZES)
    totals = profile.totals
    assert (totals.executions, totals.lanes) == (40, 4 * 4 + 6 * 192)
    assert (totals.vector_executions, totals.vector_lanes, totals.utilisation) == (24, 6 * 192, 0.75)
    assert (totals.operations, totals.f64_operations) == (768, 0)
    assert (totals.global_read, totals.global_written, totals.lds_written) == (800, 768, 768)
    assert totals.nbytes == 800 + 768 + 768
    # The buffer has 6 lines, the arguments one.
    assert profile.footprint == 7 * 64
    assert profile.intensity == 768 / 1568
    assert profile.lines == ()
    assert (profile.kernel, profile.target) == ("kernel", "gfx900")
    assert repr(profile) == "<gcn_jit.Profile of kernel: 40 wave instructions>"


def test_texts(by_hand):
    kernel, buffer = by_hand
    profile = kernel.profile([buffer], **SIZES)
    lines = str(profile).splitlines()
    assert lines[0].split() == ["kernel", "kernel,", "gfx900"]
    assert lines[1].split(maxsplit=1)[1] == "2 work-groups, 4 waves, 40 wave instructions"
    # Three columns are empty for an instruction without memory: the share, the executions, the lanes.
    (mad,) = [line.split(maxsplit=3) for line in lines if "v_mad_f32" in line]
    assert mad[1:] == ["4", "75.0%", "+0x1c   v_mad_f32 v2, v2, v2, v2"]
    assert profile.table(3).splitlines()[-1] == "and 7 more"
    # Stacks in the order of the alphabet: of a kernel without line numbers the offset.
    offsets = sorted(f"kernel;{pc:+#x} 4" for pc in (0, 8, 0xC, 0x10, 0x18, 0x1C, 0x24, 0x28, 0x30, 0x38))
    assert profile.folded().splitlines() == offsets
    data = profile.to_dict()
    assert data == json.loads(profile.json()) and "\n" not in profile.json()
    assert data["totals"]["executions"] == 40 and data["fault"] is None
    assert len(data["timeline"]["workgroups"]) == 2
    page = profile.html()
    assert page.startswith("<!DOCTYPE html>") and "v_mad_f32 v2, v2, v2, v2" in page
    part = profile._repr_html_()
    assert part.count("<table>") == part.count("</table>") == 2
    assert "<code>+0x1c v_mad_f32 v2, v2, v2, v2</code>" in part and "<html" not in part and "<script" not in part


def test_lines_of_the_source(monkeypatch):
    monkeypatch.chdir(ROOT)
    profile, out = columns()
    # 0 + 1 + 2 + ..., as the source has it: of 16 lanes each the sum of 4 values, scaled.
    assert (out[:16] == [sum(3 * (row + 16 * i) + 1 for i in range(4)) for row in range(16)]).all()
    assert not out[16:].any()
    lines = {line.line: line for line in profile.lines}
    assert {line.file for line in profile.lines} == {COLUMNS_CL}
    # The write of the LDS, and the address of it: every lane has another dword of bank 0.
    put = lines[10]
    assert (put.executions, put.lanes, put.lds_cycles, put.lds_least_cycles) == (2, 128, 64, 2)
    # Two reads of two dwords each by 16 lanes, all in bank 0; two waits and four sums beside them.
    total = lines[17]
    assert (total.executions, total.vector_executions, total.vector_lanes) == (8, 6, 96)
    assert (total.utilisation, total.lds_read, total.lds_estimated) == (0.25, 256, True)
    # A multiply-add on 64 lanes, inlined twice.
    assert lines[5].operations == 128
    (fma,) = [i for i in profile.instructions if i.mnemonic == "v_fma_f32"]
    assert [str(line) for line in fma.source] == [
        f"{COLUMNS_CL}:5 in scaled",
        f"{COLUMNS_CL}:10 in put",
        f"{COLUMNS_CL}:25 in columns",
    ]
    assert "columns;put;scaled;columns.cl:5 2" in profile.folded().splitlines()
    assert f"; {COLUMNS_CL}:5 in scaled  return __builtin_fmaf(x, 3.0f, 1.0f);" in profile.annotated().splitlines()
    assert profile._repr_html_().count("<table>") == 3


def test_a_fault_ends_a_profile(by_hand, backend):
    kernel, _ = by_hand
    # The load faults in the first wave that comes to it; before it are three instructions.
    profile = kernel.profile([None], threads=1, backend=backend, **SIZES)
    assert isinstance(profile.ended, gj.KernelFault) and profile.ended.kind == "read"
    assert [(i.pc, i.executions) for i in profile.instructions] == [(0, 1), (8, 1), (0xC, 1)]
    assert profile.to_dict()["fault"]["offset"] == 0x10
    assert "The kernel faulted" in profile.html() and "out-of-bounds read" in profile._repr_html_()


def test_what_does_not_fit_is_refused(by_hand):
    kernel, buffer = by_hand
    with pytest.raises(gj.LaunchError, match="backend"):
        kernel.profile([buffer], backend="gpu", **SIZES)
    with pytest.raises(gj.LaunchError, match="grid="):
        kernel.profile([buffer], grid=1)


def test_an_interrupt_ends_a_profile(raw):
    kernel = raw("top: s_branch top\ns_endpgm")
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kernel.profile(grid=1, block=64, timeout=60)
    assert time.monotonic() - begin < 30
    timer.join()


def test_fidelity(by_hand, backend):
    """Of 10 instructions, each executed 4 times, one is a multiply-add with two roundings; the others are exact."""
    kernel, buffer = by_hand
    fidelity = kernel.profile([buffer], backend=backend, **SIZES).fidelity
    assert isinstance(fidelity, gj.Fidelity) and fidelity.exact
    assert (fidelity.executed, fidelity.classes["exact"], fidelity.classes["model"]) == (40, 40, 0)
    assert set(fidelity.classes) == {"exact", "approximate", "model", "clock", "undefined"}
    assert [(d.name, d.of, d.executed, d.instructions) for d in fidelity.decisions] == [
        ("exact", "exact", 36, 9),
        ("mad", "exact", 4, 1),
    ]
    mad = fidelity.decisions[1]
    assert (mad.pc, mad.instruction, mad.source, mad.share) == (0x1C, "v_mad_f32 v2, v2, v2, v2", (), 0.1)
    assert mad.see == "docs/fidelity.md#mad" and mad.title == "two roundings, and denormals flushed"
    assert [(d.name, d.of, d.executed) for d in fidelity.caveats] == [("nan", "undefined", 4)]
    assert str(fidelity).startswith("fidelity of kernel, gfx900: all 40 executed instructions are exact by the manual\n")
    assert fidelity.to_dict() == json.loads(fidelity.json()) and "\n" not in fidelity.json()
    assert repr(fidelity) == "<gcn_jit.Fidelity of kernel: 40 of 40 exact>"


def test_fidelity_has_lines():
    profile, _ = columns()
    (fma,) = [d for d in profile.fidelity.decisions if d.name == "float"]
    assert fma.source[0] == gj.SourceLine(COLUMNS_CL, 5, "scaled")


def test_what_is_not_exact(raw):
    code = "v_rcp_f32_e32 v1, v0\nv_sin_f32_e32 v2, v0\ns_memtime s[2:3]\ns_endpgm"
    fidelity = raw(code, isa="gfx906").profile(global_size=64, local_size=64).fidelity
    assert not fidelity.exact
    assert dict(fidelity.classes) == {"exact": 1, "approximate": 2, "model": 0, "clock": 1, "undefined": 0}
    assert [d.name for d in fidelity.decisions] == ["exact", "recip", "sin-cos", "clock"]
    assert "hardware may differ by 1 ulp: docs/fidelity.md#recip" in str(fidelity)
