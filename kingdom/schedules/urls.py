"""URLs of schedules, below /api/v1/."""

from django.urls import path

from kingdom.schedules.apis import ScheduleApi, SchedulePauseApi, ScheduleResumeApi, ScheduleRunsApi, SchedulesApi

urlpatterns = [
    path("schedules/", SchedulesApi.as_view(), name="schedules"),
    path("schedules/<uuid:schedule_id>/", ScheduleApi.as_view(), name="schedule"),
    path("schedules/<uuid:schedule_id>/pause/", SchedulePauseApi.as_view(), name="schedule-pause"),
    path("schedules/<uuid:schedule_id>/resume/", ScheduleResumeApi.as_view(), name="schedule-resume"),
    path("schedules/<uuid:schedule_id>/runs/", ScheduleRunsApi.as_view(), name="schedule-runs"),
]
