"""Settings for all tests."""

from hypothesis import settings

# The same examples on every machine, and no time limit on one: these machines are noisy.
settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")
