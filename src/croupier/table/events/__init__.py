"""The events: one class for everything that can happen at a table. The state is the fold of its events.

Every event names its clauses, the readings it relied on, and the audience that may see it. Each
class also declares its sentence, the pages that list it, and its mark in the round search. Tags are permanent
and versioned. If an event's shape changes it gets a new version, and `upcasts` converts the
old one.
"""

from croupier.table.events.commitments import *  # noqa: F403
from croupier.table.events.corrections import *  # noqa: F403
from croupier.table.events.decks import *  # noqa: F403
from croupier.table.events.event import *  # noqa: F403
from croupier.table.events.irregularities import *  # noqa: F403
from croupier.table.events.rounds import *  # noqa: F403
from croupier.table.events.supervision import *  # noqa: F403
from croupier.table.events.wagers import *  # noqa: F403
