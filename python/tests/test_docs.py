"""The documentation runs."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

TOUR = ROOT / "python" / "examples" / "tour.ipynb"


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_pages(page, monkeypatch):
    """The Python parts of a page are one program, run where the repository is."""
    monkeypatch.chdir(ROOT)
    parts = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
    assert len(parts) > 5
    names = {}
    for part in parts:
        exec(compile(part, page, "exec"), names)


def test_triton_program(tmp_path):
    """The one of docs/python.md, which has to be in a file."""
    pytest.importorskip("triton")
    (program,) = re.findall(r"^```py\n(.*?)^```$", (ROOT / "docs" / "python.md").read_text(), re.M | re.S)
    file = tmp_path / "program.py"
    file.write_text(program)
    subprocess.run([sys.executable, str(file)], check=True)


def test_readme(monkeypatch, tmp_path):
    """The README's program, and the second of its two lines."""
    text = (ROOT / "python" / "README.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    monkeypatch.chdir(ROOT / "examples" / "gfx900")
    exec(compile(program, "README.md", "exec"), {})
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    line = commands.splitlines()[1]
    assert line == "python -m gcn_jit.example"
    subprocess.run([sys.executable, *line.split()[1:]], check=True, cwd=tmp_path)


def test_notebook():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(TOUR, as_version=4)
    where = {"metadata": {"path": os.fspath(TOUR.parent)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where).execute()
    outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    assert any("text/html" in o.get("data", {}) for o in outputs)
