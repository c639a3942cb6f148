"""The games, one file each; the order is the order on the screen."""

from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import bauerntarock, dobbm, free, jaggln, matzlfangen

_IN_ORDER: tuple[AnyGame, ...] = (jaggln.GAME, matzlfangen.GAME, bauerntarock.GAME, dobbm.GAME, free.GAME)

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in _IN_ORDER})
