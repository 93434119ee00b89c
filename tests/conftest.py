"""How the tests run: hypothesis judges what comes out, never how long it took."""

from hypothesis import HealthCheck, settings

settings.register_profile("svara", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("svara")
