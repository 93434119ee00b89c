"""How the tests run: hypothesis judges what comes out, never how long it took."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("svara", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("emulated", settings.get_profile("svara"), max_examples=10)
settings.load_profile(os.environ.get("SVARA_TESTS", "svara"))
