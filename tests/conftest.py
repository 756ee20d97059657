"""The order of the tests."""


def pytest_collection_modifyitems(items):
    """Those in a browser come last: they are slow, and their driver keeps an event loop running."""
    items.sort(key=lambda item: "browser" in item.path.parts[-2:])
