"""Hypothesis for the core's tests: no deadline for an example, since other work shares the machine."""

from hypothesis import settings

_current = settings.get_profile(settings.get_current_profile_name())
settings.register_profile("core", _current, deadline=None)
settings.load_profile("core")
