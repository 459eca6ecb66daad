"""Wiring and entry wrappers: the only home of Powertools."""
