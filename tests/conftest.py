"""Settings for all tests."""

from hypothesis import settings

# A busy machine is no failure: speed is measured in benchmarks/, never in a timed test.
settings.register_profile("dambord", deadline=None)
settings.load_profile("dambord")
