"""What a card would have done wrong."""

import numpy as np
import pytest
from conftest import ROOT

import gcn_jit as gj

CHECKS = ROOT / "jit-tests" / "kernels" / "checks"
SIZES = dict(global_size=64, local_size=64)


def scale(name):
    return gj.Module(CHECKS / f"{name}.hsaco")["scale"]


def test_a_missing_wait():
    x = np.arange(64, dtype=np.uint32)
    checked = scale("missing").check((x,), **SIZES)
    assert not checked.clean
    assert (x == 2 * np.arange(64)).all(), "it runs"
    (finding,) = checked.findings
    assert (finding.class_, finding.rule, finding.severity) == ("waits", "V01", "error")
    assert (finding.kernel, finding.mnemonic, finding.count) == ("scale", "v_lshlrev_b32", 1)
    at = finding.at
    assert (at.pc, at.instruction) == (0x18, "v_lshlrev_b32_e32 v1, 1, v1")
    assert (at.workgroup, at.wave) == ((0, 0, 0), 0)
    assert [str(line) for line in at.source] == [
        "/src/missing.cl:5 in twice",
        "/src/missing.cl:10 in put",
        "/src/missing.cl:16 in scale",
    ]
    assert (finding.other.pc, finding.other.instruction) == (0x10, "global_load_dword v1, v0, s[0:1]")
    assert str(finding).startswith("waits V01: ") and str(finding) == str(checked)
    assert isinstance(checked.ended, gj.Stats) and checked.ended.waves == 1


def test_nothing_is_missing():
    x = np.arange(64, dtype=np.uint32)
    checked = scale("whole").check([x], pedantic=True, **SIZES)
    assert checked.clean and str(checked) == "clean"
    assert scale("missing").check([x], checks=["nops"], **SIZES).clean
    with pytest.raises(gj.LaunchError, match="no check 'race'; there are: waits"):
        scale("whole").check((x,), checks=["waits", "race"], **SIZES)


def test_lints_are_notes():
    kernel = gj.Module(ROOT / "jit-tests/kernels/profile/columns.hsaco")["columns"]
    x = np.arange(64, dtype=np.float32)
    arguments = ((x, np.zeros_like(x)),)
    checked = kernel.check(*arguments, checks=["lint"], **SIZES)
    assert [finding.rule for finding in checked.findings] == ["F05", "F02", "F01", "F02", "F02"]
    assert {(finding.class_, finding.severity) for finding in checked.findings} == {("lint", "note")}
    assert kernel.check(*arguments, **SIZES).clean


def test_a_fault_is_found_too():
    checked = scale("whole").check((None,), **SIZES)
    (finding,) = checked.findings
    assert (finding.class_, finding.rule) == ("memory", "read")
    assert isinstance(checked.ended, gj.KernelFault)
