"""Follows the stored events, and stores the shipped patterns after the migrations."""

from django.apps import apps
from django.db.models.signals import post_migrate

from kingdom.events.event_store import EVENT_FOLLOWERS
from kingdom.policies.evaluation.event_policies import events_evaluate
from kingdom.policies.services import shipped_patterns_store

EVENT_FOLLOWERS.append(events_evaluate)  # this module is imported once, when the apps are ready
post_migrate.connect(
    shipped_patterns_store, sender=apps.get_app_config("policies"), dispatch_uid="policies.shipped_patterns"
)
