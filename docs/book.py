#!/usr/bin/env python3
"""Makes a site of the pages that docs/SUMMARY.md lists, with mdbook, and checks its links.

    docs/book.py            # target/book/index.html

The pages lie in several folders and have links between them, so that they can be read in the repository; mdbook wants
one folder, and no links out of it. So they are copied to target/book-source, and their links changed to what is there.
Links to files that are no pages of the site, such as sources, become plain text.
"""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
SOURCE, SITE = ROOT / "target" / "book-source", ROOT / "target" / "book"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def name(page):
    """What a page of the repository is called in the site."""
    path = page.relative_to(ROOT)
    if path == Path("README.md"):
        return "index.md"
    if path.parts[0] == "docs":
        return path.name
    return "-".join(p for p in path.with_suffix("").parts if p != "README").lower() + ".md"


def outside_code(text, change):
    """`text` with `change` applied to each line that is in no block of code."""
    out, fence = [], False
    for line in text.splitlines(keepends=True):
        is_fence = line.lstrip().startswith("```")
        fence ^= is_fence
        out.append(line if fence or is_fence else change(line))
    return "".join(out)


def build():
    summary = ROOT / "docs" / "SUMMARY.md"
    listed = [target for _, _, target in LINK.findall(summary.read_text())]
    pages = {(summary.parent / target).resolve() for target in listed}
    missing = set((ROOT / "docs").glob("*.md")) - pages - {summary}
    if len(pages) != len(listed) or missing:
        sys.exit(f"SUMMARY.md has a page twice, or lacks {sorted(p.name for p in missing)}")
    shutil.rmtree(SOURCE, ignore_errors=True)
    (SOURCE / "src").mkdir(parents=True)

    def rewritten(page):
        def link(match):
            image, label, target = match.groups()
            file, _, anchor = target.partition("#")
            if "://" in target or not file:
                return match.group()
            path = (page.parent / file).resolve()
            if path in pages:
                return f"{image}[{label}]({name(path)}{'#' + anchor if anchor else ''})"
            if image:
                shutil.copy(path, SOURCE / "src")
                return f"![{label}]({path.name})"
            return label

        return outside_code(page.read_text(), lambda line: LINK.sub(link, line))

    for page in [summary, *pages]:
        (SOURCE / "src" / name(page)).write_text(rewritten(page))
    for file in ("book.toml", "book.css"):
        shutil.copy(ROOT / "docs" / file, SOURCE)
    subprocess.run([os.environ.get("MDBOOK", "mdbook"), "build", SOURCE, "--dest-dir", SITE], check=True)


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key == "id":
                self.anchors.add(value)
            if key in ("href", "src") and value:
                self.links.append(value)


def check():
    """Ends with the links that lead nowhere."""
    pages = {file: Page(file) for file in SITE.rglob("*.html")}
    dead = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = file if not parts.path else (file.parent / unquote(parts.path)).resolve()
            if not target.is_file():
                dead.append(f"{file.name}: {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                dead.append(f"{file.name}: {link}")
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    print(f"{len(pages)} pages, {sum(len(p.links) for p in pages.values())} links")


if __name__ == "__main__":
    build()
    check()
