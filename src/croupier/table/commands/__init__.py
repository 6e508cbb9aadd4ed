"""The commands: one class for every act of a dealer, floorperson or player at a table.

A command carries the time, the cards and the actor, because the machine has no clock and no randomness.
Each class also declares its title, the roles that may send it and its menu. Dispatch, permissions, offers,
transcripts and pages derive from these declarations.

Tags are permanent and versioned. If a command's shape changes it gets a new version, and `upcasts` converts
the old one. The field `legacy` marks a command stored under version 1 of its tag. The machine decides it by
that version's rules, so that old journals still verify. Only `upcasts` sets the field.
"""

from croupier.table.commands.command import *  # noqa: F403
from croupier.table.commands.commitments import *  # noqa: F403
from croupier.table.commands.corrections import *  # noqa: F403
from croupier.table.commands.decks import *  # noqa: F403
from croupier.table.commands.irregularities import *  # noqa: F403
from croupier.table.commands.rounds import *  # noqa: F403
from croupier.table.commands.supervision import *  # noqa: F403
from croupier.table.commands.wagers import *  # noqa: F403
from croupier.table.roles import DEALER as DEALER
from croupier.table.roles import FLOOR as FLOOR
from croupier.table.roles import PLAYER as PLAYER
