"""The games, one file each; the order is the order on the screen."""

from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import jaggln

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in (jaggln.GAME,)})
