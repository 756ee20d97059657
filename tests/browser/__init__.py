"""Tests of the running app in a real browser."""
