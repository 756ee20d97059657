"""The order of the tests, and settings for all of them."""

from hypothesis import settings

# The same examples on every machine, and no time limit on one: these machines are noisy.
settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")


def pytest_collection_modifyitems(items):
    """Those in a browser come last: they are slow, and their driver keeps an event loop running."""
    items.sort(key=lambda item: "browser" in item.path.parts[-2:])
