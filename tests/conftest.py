"""Settings for all tests."""

import os

from hypothesis import settings

# A busy machine is no failure: speed is measured in benchmarks/, never in a timed test. On a
# build server the examples are the same every time, so that a red run is about the change;
# everywhere else they are new ones.
settings.register_profile("dambord", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("dambord")
