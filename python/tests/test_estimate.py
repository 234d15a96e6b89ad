"""Estimates of kernels whose times on a card with round numbers follow from its description by hand."""

import json

import numpy as np
import pytest

import gcn_jit as gj

# A clock of 1 GHz: a cycle takes a nanosecond.
CARD = """
name = "Test"
generations = ["gfx900"]
compute = { units = 4, dies = 1, clock_mhz = 1000, waves = 8, registers = 256, granule = 4, co_issue = true, lds_bytes = 65536 }
cycles = { vector = 4, special = 16, double = 32, scalar = 4, branch = 10, lds_latency = 50 }
l1 = { bytes = 16384, line = 64, bytes_per_cycle = 64, fill_bytes_per_cycle = 64, latency = 100 }
l2 = { bytes = 1048576, keeps = true, bytes_per_cycle = 256, latency = 200 }
memory = { bytes_per_second = 100e9, latency_ns = 500 }
launch = { alone_us = 1, queued_us = 0.5 }
"""


DOUBLE = """
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_lshl_b32 s8, s2, 6
    v_add_u32_e32 v0, s8, v0
    v_lshlrev_b32_e32 v0, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_dword v1, v0, s[4:5]
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v1, v1, v1
    global_store_dword v0, v1, s[6:7]
    s_endpgm
"""


@pytest.fixture
def doubling(raw):
    """A kernel that doubles, and its arguments."""
    return raw(DOUBLE, isa="gfx900"), np.arange(192, dtype=np.float32), np.zeros(192, np.float32)


def adds(n):
    return "v_add_f32 v1, v1, v2\n" * n + "s_endpgm"


def test_additions_take_four_cycles_each(raw, tmp_path, backend):
    card = tmp_path / "card.toml"
    card.write_text(CARD)
    few, many = (
        raw(adds(n), isa="gfx900").estimate([], global_size=64, local_size=64, card=str(card), backend=backend)
        for n in (100, 300)
    )
    assert many.kernel_seconds - few.kernel_seconds == pytest.approx(200 * 4e-9)
    assert (few.card, few.launch_seconds, few.queued_seconds) == ("Test", 1e-6, 5e-7)
    assert few.parts["vector ALU"] == pytest.approx(100 * 4e-9 / 4)
    assert (few.instructions, few.recorded, few.accuracy) == (101, 101, None)
    assert isinstance(few.ended, gj.Stats) and few.ended.backend == backend


def test_the_card_follows_from_the_code(raw):
    estimate = raw(adds(1), isa="gfx900").estimate([], global_size=64, local_size=64)
    assert estimate.card == "AMD Radeon RX Vega 64"
    assert estimate.seconds == pytest.approx(estimate.launch_seconds + estimate.kernel_seconds)


def test_what_is_computed_is_that_of_a_launch(doubling):
    kernel, x, y = doubling
    estimate = kernel.estimate([x, y], global_size=192, local_size=64)
    assert estimate.kernel_seconds > 0
    np.testing.assert_array_equal(y, 2 * x)


def test_a_timeline_has_every_wave(doubling):
    kernel, x, y = doubling
    sizes = {"global_size": 192, "local_size": 64}
    assert kernel.estimate([x, y], **sizes).timeline is None
    events = json.loads(kernel.estimate([x, y], timeline=True, **sizes).timeline)["traceEvents"]
    names = {event["name"] for event in events}
    assert {"launch", "work-group 0, wave 0", "vector ALU", "waits: vector memory"} <= names


def test_what_is_measured_is_told(raw):
    estimate = raw(adds(1), isa="gfx942").estimate([], global_size=64, local_size=64, card="MI300A")
    assert 0 < estimate.accuracy.median < estimate.accuracy.mean < 1
    assert estimate.accuracy.launches > 100


def test_cards_that_cannot_be_meant(raw):
    kernel = raw(adds(1), isa="gfx900")
    with pytest.raises(ValueError, match="card rtx: no such card or file; cards are mi300a"):
        kernel.estimate([], global_size=64, local_size=64, card="rtx")
    with pytest.raises(gj.Error, match="MI300A does not run code for gfx900"):
        kernel.estimate([], global_size=64, local_size=64, card="mi300a")


def test_a_fault_ends_it(raw):
    kernel = raw("s_load_dword s4, s[8:9], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm", isa="gfx900")
    estimate = kernel.estimate([], global_size=64, local_size=64)
    assert isinstance(estimate.ended, gj.KernelFault)
    assert np.isfinite(estimate.seconds)
