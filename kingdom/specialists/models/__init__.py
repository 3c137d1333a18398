"""Models of the registry."""

from kingdom.specialists.models.audit import AuditFinding as AuditFinding
from kingdom.specialists.models.audit import AuditReport as AuditReport
from kingdom.specialists.models.execution import Execution as Execution
from kingdom.specialists.models.execution import HourlyMetrics as HourlyMetrics
from kingdom.specialists.models.specialist import Specialist as Specialist
from kingdom.specialists.models.specialist import SpecialistVersion as SpecialistVersion
from kingdom.specialists.models.status import Canary as Canary
from kingdom.specialists.models.status import StatusChange as StatusChange
from kingdom.specialists.models.supervised_use import SupervisedUse as SupervisedUse
from kingdom.specialists.models.test_run import TestRun as TestRun
from kingdom.specialists.models.test_run import TrainingResult as TrainingResult
