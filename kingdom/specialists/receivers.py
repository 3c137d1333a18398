"""Receivers of the signals of the rooms below."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from kingdom.core.background.jobs import job_put_aside, job_waits
from kingdom.core.errors import InfrastructureFault
from kingdom.providers.sandboxes import SHIPPED_WARM_UPS
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session
from kingdom.specialists.audits.services import dangerous_job_report, waiting_job_report
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.registry.builtins import builtin_warm_ups
from kingdom.specialists.sending.cassettes import cassette_close
from kingdom.specialists.sending.supervised_uses import supervised_use_record

SHIPPED_WARM_UPS.append(builtin_warm_ups)


@receiver(session_finished, dispatch_uid="specialists.execution_record")
def execution_record_on_finish(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Record the execution, and a supervised use, in the transaction that finishes the session; no trials."""
    if session.purpose == Session.Purpose.TASK:
        execution = execution_record(session=session)
        use = supervised_use_record(session=session, execution=execution)
        cassette_close(session=session, use=use)


@receiver(job_put_aside, dispatch_uid="specialists.dangerous_job_report")
def dangerous_job_report_on_put_aside(table: str, job_id: str, kills: int, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Show staff a job that took down several workers, in the transaction that puts it aside."""
    dangerous_job_report(table=table, job_id=job_id, kills=kills)


@receiver(job_waits, dispatch_uid="specialists.waiting_job_report")
def waiting_job_report_on_wait(table: str, since: datetime, fault: InfrastructureFault, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Show staff that jobs wait for a part of the installation, in the transaction that gives one back."""
    waiting_job_report(table=table, since=since, fault=fault)
