"""Celery's door to the registry: texts into vectors, gates kept fresh. Each task is safe to run twice and to kill."""

from celery import shared_task

from kingdom.specialists.embedding_services import process_embedder, space_rebuild, specialist_embed
from kingdom.specialists.gate_services import gate_refresh
from kingdom.specialists.space_services import space_index_ensure


@shared_task(ignore_result=True)
def specialist_embed_texts(specialist_id: str) -> None:
    """Bring one specialist's vectors in step with its spec, and the gate with them when that is due."""
    specialist_embed(specialist_id=specialist_id)
    gate_refresh(space=process_embedder().space)


@shared_task(ignore_result=True)
def routing_refresh() -> None:
    """Embed what is not embedded yet, refit the gate when that is due, and make the vector index once it pays."""
    embedder = process_embedder()
    space_rebuild(embedder=embedder)
    gate_refresh(space=embedder.space)
    space_index_ensure(space=embedder.space)
