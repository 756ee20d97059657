"""Reusable parts: each knows a plot or a widget and arrays, never state, pages or language."""
