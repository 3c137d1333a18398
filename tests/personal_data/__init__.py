"""Tests of exports of data and of deleted accounts."""
