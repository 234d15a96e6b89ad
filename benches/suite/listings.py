#!/usr/bin/env python3
"""Writes the host code of compiled kernels into a folder, a file per kernel, so that two trees can be compared:

    cargo build
    benches/suite/listings.py /tmp/before
    (change, cargo build)
    benches/suite/listings.py /tmp/after
    diff -r /tmp/before /tmp/after

Nothing is executed, and listings have no addresses of the process: they are the same in each run and on each host. The
last line of each is a digest of the bytes, since one text may stand for several encodings. The kernels are those of the
suite, the examples and the tests, as far as files have them.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["benches/suite", "examples", "jit-tests", "capi/tests"]


def run(command, *arguments):
    """What the command prints; its error as text where it fails, which is to be the same in both trees, too."""
    done = subprocess.run([command, *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout if done.returncode == 0 else done.stderr


def kernels(command, file):
    """The names of the kernels in a code object; none if it cannot be loaded."""
    code, text = run(command, "info", "--json", file)
    return [k["name"] for k in json.loads(text)["kernels"]] if code == 0 else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where to; new or empty")
    parser.add_argument("--host-level", action="append", choices=["base", "avx2", "avx512"],
                        help="a level to compile for, which the host may lack; may be repeated [default: all]")
    parser.add_argument("--stage", choices=["region", "clif", "asm"], default="asm")
    parser.add_argument("--command", default=ROOT / "target/debug/gcn-jit", type=pathlib.Path,
                        help="the command [default: target/debug/gcn-jit]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time [default: one per core]")
    given = parser.parse_args()
    if given.folder.is_dir() and any(given.folder.iterdir()):
        sys.exit(f"error: {given.folder} is not empty")
    command = given.command.resolve()
    files = sorted(str(f.relative_to(ROOT)) for d in FOLDERS for f in (ROOT / d).rglob("*.hsaco"))
    work = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for file, names in zip(files, pool.map(lambda f: kernels(command, f), files)):
            for name in names:
                for level in given.host_level or ["base", "avx2", "avx512"]:
                    work.append((file, name, level))

        def listing(item):
            file, name, level = item
            _, text = run(command, "ir", file, "--kernel", name, "--stage", given.stage, "--host-level", level)
            out = given.folder / level / file / name.replace("/", "%")
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text)

        list(pool.map(listing, work))
    if not work:
        sys.exit(f"error: {command} tells of no kernels")
    print(f"{len(work)} listings of {len(files)} files in {given.folder}")


if __name__ == "__main__":
    main()
