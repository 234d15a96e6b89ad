"""Assembler, disassembler, what files say."""

from html.parser import HTMLParser

import numpy as np
import pytest

import gcn_jit as gj


def test_assemble_and_disassemble():
    code = gj.assemble("s_mov_b32 s0, 1\ns_endpgm", isa="gfx900")
    assert code == bytes.fromhex("810080be000081bf")
    text = gj.disassemble(code, isa="gfx900")
    assert [t for _, t in text.instructions] == ["s_mov_b32 s0, 1", "s_endpgm"]
    assert [a for a, _ in text.instructions] == [0, 4]
    with pytest.raises(ValueError, match="2:1: "):
        gj.assemble("s_endpgm\nv_nothing v0", isa="gfx900")
    with pytest.raises(gj.LoadError, match="unsupported target"):
        gj.assemble("s_endpgm", isa="gfx1100")
    with pytest.raises(ValueError, match="use Module"):
        gj.disassemble(b"\x7fELF", isa="gfx900")


def test_targets():
    targets = gj.targets()
    assert {"gfx600", "gfx700", "gfx803", "gfx900", "gfx906"} <= set(targets)
    assert "gfx1100" not in targets


def test_modules(kernels):
    module = kernels("reduction")
    assert (module.target, len(module)) == ("gfx900", 2) and module.version >= 3
    assert list(module) == ["reduce_tree", "reduce_wave"] and "reduce_tree" in module
    assert [k.name for k in module.kernels.values()] == list(module)
    kernel = module["reduce_wave"]
    assert kernel.required_workgroup == (64, 1, 1) and kernel.lds == 256
    assert kernel.vgprs > 0 and kernel.sgprs > 0 and kernel.private == 0
    first, total, n = [a for a in kernel.args if not a.hidden]
    assert (first.name, first.kind, first.size, first.type_name) == ("values", "global_buffer", 8, "int*")
    assert (n.kind, n.value_type, n.offset) == ("by_value", "u32", 16)
    assert "hidden_global_offset_x" in {a.kind for a in kernel.args} or kernel.args[-1].hidden
    assert repr(kernel) == "<gcn_jit.Kernel reduce_wave(values, total, n) for gfx900>"


def test_listings(saxpy):
    text = saxpy.disassemble()
    assert "s_endpgm" in str(text) and str(text).startswith("0000")
    assert str(text) == str(saxpy.module.disassemble("saxpy"))
    assert len(text) == len(text.lines) == len(list(text))
    for stage in ("region", "clif", "asm"):
        assert "global_store_dword" in saxpy.ir(stage)
    with pytest.raises(ValueError, match="stage must be"):
        saxpy.ir("all")


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_html(saxpy, x):
    stats = saxpy(2.0, x, np.zeros(1024, np.float32), 1024, grid=16, block=64)
    for shown, word in ((stats, "instructions"), (saxpy.disassemble(), "s_endpgm")):
        page = Balanced()
        page.feed(shown._repr_html_())
        assert not page.open and any(word in t for t in page.text)


def test_reprs(device, saxpy):
    assert repr(device.alloc(4, name="b")).startswith("<gcn_jit.Buffer 'b': 4 bytes at 0x")
    assert "saxpy.hsaco': 1 kernel for gfx900>" in repr(saxpy.module)
    assert "host thread" in repr(device)
    assert repr(gj.Local(4)) == "Local(4)" and repr(gj.In([1])) == "In([1])"
