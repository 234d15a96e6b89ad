"""Traces of a program whose registers are known by hand."""

import signal
import threading
import time

import numpy as np
import pytest
from conftest import ROOT

import gcn_jit as gj

# For gfx803, with the arguments 5 and 7. Behind each instruction its offset, and what it does by the manual.
SOURCE = """
s_load_dwordx2 s[4:5], s[0:1], 0x0  // 0x00: 5 and 7
s_waitcnt lgkmcnt(0)                // 0x08
s_add_u32 s6, s4, s5                // 0x0c: 12, no carry
v_add_u32 v1, vcc, s6, v0           // 0x10: 12 + lane, no carry
s_mov_b32 m0, -1                    // 0x14
s_mov_b64 exec, 15                  // 0x18: lanes 0 to 3
v_lshlrev_b32 v2, 2, v0             // 0x1c: 4 * lane
ds_write_b32 v2, v1 offset:16       // 0x20: at 16 + 4 * lane
v_readfirstlane_b32 s7, v1          // 0x28: 12
s_endpgm                            // 0x2c
"""
PCS = [0, 8, 0xC, 0x10, 0x14, 0x18, 0x1C, 0x20, 0x28, 0x2C]
ARGS = (np.uint32(5), np.uint32(7))

# Two work-groups of two waves.
SIZES = dict(global_size=256, local_size=128, lds=64)

LANES = np.arange(64)
ALL = 2**64 - 1


@pytest.fixture
def kernel(raw):
    return raw(SOURCE, isa="gfx803")


def plain(registers):
    return {name: dwords.tolist() for name, dwords in registers.items()}


def test_registers_and_memory(kernel):
    trace = kernel.trace(ARGS, group=0, wave=1, **SIZES)
    assert isinstance(trace.ended, gj.Stats) and trace.ended.waves == 4
    assert [r.pc for r in trace] == PCS
    assert [r.number for r in trace] == list(range(10))
    assert {(r.workgroup, r.wave) for r in trace} == {((0, 0, 0), 1)}
    assert [r.exec for r in trace] == [ALL] * 6 + [15] * 4
    assert [r.lanes for r in trace] == [64] * 6 + [4] * 4
    assert [len(r.accesses) for r in trace][1:] == [0] * 6 + [4, 0, 0]
    assert not any(r.fault or r.source for r in trace)
    load, wait, add, vadd, m0, exec_, shift, write, first, end = trace
    assert plain(load.writes) == {"s[4:5]": [5, 7]} and list(load.reads) == ["s[0:1]"]
    assert {(a.space, a.kind, a.lane) for a in load.accesses} == {("global", "read", None)}
    assert sum(a.nbytes for a in load.accesses) == 8
    low, high = load.reads["s[0:1]"].tolist()
    assert load.accesses[0].address == high << 32 | low
    assert plain(wait.reads) == plain(wait.writes) == {}
    assert plain(add.reads) == {"s4": [5], "s5": [7]}
    assert plain(add.writes) == {"s6": [12], "scc": [0]}
    # The second wave of a work-group has the local ids from 64 on.
    assert plain(vadd.reads) == {"s6": [12], "v0": (64 + LANES).tolist()}
    assert plain(vadd.writes) == {"vcc": [0, 0], "v1": (12 + 64 + LANES).tolist()}
    assert plain(m0.writes) == {"m0": [0xFFFFFFFF]}
    assert plain(exec_.writes) == {"exec": [15, 0]}
    assert (shift.writes["v2"][:4] == 4 * (64 + LANES[:4])).all()
    assert [(a.space, a.kind, a.address, a.nbytes, a.lane) for a in write.accesses] == [
        ("lds", "write", 16 + 4 * (64 + lane), 4, lane) for lane in range(4)
    ]
    assert plain(first.writes) == {"s7": [12 + 64]}
    assert (end.place, end.instruction) == ("kernel+0x2c", "s_endpgm")


def test_text(kernel):
    trace = kernel.trace(ARGS, group=(1, 0, 0), wave=0, at=[0xC, "kernel+0x28"], **SIZES)
    assert str(trace) == (
        "1,0,0 wave 0 kernel+0xc: s_add_u32 s6, s4, s5 | lanes 64 | in s4=0x5 s5=0x7 | out s6=0xc scc=0x0\n"
        "1,0,0 wave 0 kernel+0x28: v_readfirstlane_b32 s7, v1 | lanes 4 | in v1=[0xc,0xd,0xe,0xf] | out s7=0xc\n"
    )
    assert str(trace[1]) == str(trace).splitlines()[1]
    assert trace[:1] == trace.records[:1] and len(trace) == 2


def test_filters(kernel):
    def where(**options):
        return [(r.workgroup[0], r.wave, r.pc) for r in kernel.trace(ARGS, **options, **SIZES)]

    waves = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert sorted(where()) == [(*w, pc) for w in waves for pc in PCS]
    assert sorted(where(wave=1, from_=0x20)) == [(g, 1, pc) for g in (0, 1) for pc in (0x20, 0x28, 0x2C)]
    assert sorted(where(group=[1], at=0x10)) == [(1, 0, 0x10), (1, 1, 0x10)]
    assert where(at=[]) == []
    assert where(group=1, wave=0, count=3) == [(1, 0, pc) for pc in PCS[:3]]
    assert where(group=2) == []


def test_a_count_ends_the_run(raw):
    kernel = raw("top: s_add_u32 s4, s4, 1\ns_branch top\ns_endpgm")
    trace = kernel.trace(count=5, global_size=64, local_size=64, timeout=60)
    assert isinstance(trace.ended, gj.Stats)
    assert [r.pc for r in trace] == [0, 4, 0, 4, 0]
    (begin,) = trace[0].reads["s4"].tolist()
    assert [r.writes["s4"].tolist() for r in trace[::2]] == [[begin + 1], [begin + 2], [begin + 3]]


def test_results_come_back(kernels):
    saxpy = kernels("saxpy")["saxpy"]
    x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    trace = saxpy.trace((2.5, x, y, 64), grid=1, block=64)
    assert (y == 2.5 * x).all()
    stores = [r for r in trace if any(a.kind == "write" for a in r.accesses)]
    (store,) = stores
    assert [a.lane for a in store.accesses] == LANES.tolist()
    assert {b.address - a.address for a, b in zip(store.accesses, store.accesses[1:])} == {4}
    assert any((values.view(np.float32) == 2.5 * x).all() for values in store.reads.values() if values.size == 64)


def test_lines_of_the_source():
    columns = gj.Module(ROOT / "jit-tests" / "kernels" / "profile" / "columns.hsaco")["columns"]
    args = (np.arange(64, dtype=np.float32), np.zeros(64, np.float32))

    def at(place):
        return columns.trace(args, at=place, global_size=64, local_size=64)

    (fma,) = at("columns.cl:5")[-1:]
    assert fma.instruction == "v_fma_f32 v1, v1, s6, 1.0"
    assert [line.function for line in fma.source] == ["scaled", "put", "columns"]
    assert (fma.writes["v1"].view(np.float32) == 3 * LANES + 1).all()
    # It is called by lanes 0 to 15, and lies behind the kernel.
    assert {(r.place.split("+")[0], r.lanes) for r in at("columns.cl:17")} == {("sum", 16)}


def test_a_fault_is_the_last_record(raw):
    kernel = raw("v_mov_b32 v0, 0\nv_mov_b32 v1, 0\nflat_load_dword v2, v[0:1]\ns_endpgm")
    trace = kernel.trace(global_size=64, local_size=64)
    assert [r.pc for r in trace] == [0, 4, 8]
    assert [bool(r.fault) for r in trace] == [False, False, True]
    assert isinstance(trace.ended, gj.KernelFault) and trace.ended.kind == "read"
    assert trace[2].writes == {}


def test_what_does_not_fit_is_refused(kernel):
    for wrong, why in [
        (dict(from_="nowhere"), "from_ nowhere: there is no function 'nowhere'"),
        (dict(at=["kernel", "a.cl:5"]), "at a.cl:5: the file has no line numbers"),
        (dict(at=0x24), "inside the instruction at kernel\\+0x20"),
        (dict(group=(0, 0, 0, 0)), "group must be one to three numbers"),
    ]:
        with pytest.raises(gj.LaunchError, match=why):
            kernel.trace(ARGS, **wrong, **SIZES)


def test_an_interrupt_ends_a_trace(raw):
    kernel = raw("top: s_branch top\ns_endpgm")
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kernel.trace(at=4, grid=1, block=64, timeout=60)
    assert time.monotonic() - begin < 30
    timer.join()
