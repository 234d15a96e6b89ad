"""pytest -p every --every N: of the cases of each file, in pytest's own order, the first and each Nth after it.

It takes cases from all of a file and depends on nothing but the tests themselves, and -m if that is given."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--every", type=int, default=1, help="run the first case of each file and each Nth after it")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    step, seen, kept, left = config.getoption("every"), {}, [], []
    for item in items:
        place = seen.get(item.fspath, 0)
        seen[item.fspath] = place + 1
        (left if place % step else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept
