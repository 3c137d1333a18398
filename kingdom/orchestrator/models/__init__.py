"""Models of conversations, messages, routes and replays."""

from kingdom.orchestrator.models.conversation import MESSAGE_WORDS as MESSAGE_WORDS
from kingdom.orchestrator.models.conversation import ROUTING_TEXT as ROUTING_TEXT
from kingdom.orchestrator.models.conversation import WORD_BREAKS as WORD_BREAKS
from kingdom.orchestrator.models.conversation import Conversation as Conversation
from kingdom.orchestrator.models.conversation import Message as Message
from kingdom.orchestrator.models.replay import ReplayDifference as ReplayDifference
from kingdom.orchestrator.models.replay import ReplayRun as ReplayRun
from kingdom.orchestrator.models.route import SPLIT as SPLIT
from kingdom.orchestrator.models.route import MessagePart as MessagePart
from kingdom.orchestrator.models.route import RouteRecord as RouteRecord
from kingdom.orchestrator.models.share import ConversationShare as ConversationShare
