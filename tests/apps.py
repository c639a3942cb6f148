"""What makes an application of every test's own cheap: what is the same in all of them is made once per worker."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, ClassVar

import pytest
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine, create_engine
from werkzeug.routing import Map, Rule, RuleFactory
from werkzeug.routing.matcher import StateMachineMatcher


class KeptRule(Rule):
    """A rule of addresses whose code is compiled once; nine tenths of making one go there."""

    _kept: ClassVar[dict[object, Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """Give a function that finds everything of an app's own in the rule it is called on."""
        key = (tuple(self._trace), repr(self.defaults), append_unknown)
        if key not in self._kept:
            self._kept[key] = super()._compile_builder(append_unknown)
        return self._kept[key]

    @property
    def likeness(self) -> tuple[object, ...]:
        """What two rules that find the same have in common."""
        methods = frozenset(self.methods or ())
        return self.rule, self.endpoint, methods, repr(self.defaults), getattr(self, "provide_automatic_options", None)


class KeptMap(Map):
    """All rules of an app, read and sorted when the first address is looked for; another app with the same has them."""

    _kept: ClassVar[dict[tuple[object, ...], Map]] = {}

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 Werkzeug's own
        self._added: list[KeptRule] = []
        self._sorted = 0
        super().__init__(*arguments, **options)

    def add(self, rulefactory: RuleFactory) -> None:
        self._added += [rule for rule in rulefactory.get_rules(self) if isinstance(rule, KeptRule)]

    def update(self) -> None:
        with self._remap_lock:
            if self._sorted == len(self._added):
                return
            key = tuple(rule.likeness for rule in self._added)
            same = self._kept.setdefault(key, self)
            if same is self:
                self._sort()
            else:
                self._matcher, self._rules_by_endpoint = same._matcher, same._rules_by_endpoint
            self._sorted = len(self._added)

    def _sort(self) -> None:
        self._matcher, self._rules_by_endpoint = StateMachineMatcher(self.merge_slashes), {}
        for rule in self._added:
            rule.bind(self, rebind=True)
            self._matcher.add(rule)
            self._rules_by_endpoint.setdefault(rule.endpoint, []).append(rule)
        self._matcher.update()
        for rules in self._rules_by_endpoint.values():
            rules.sort(key=lambda rule: rule.build_compare_key())


class KeptTemplates(BytecodeCache):
    """Compiled templates, kept as they are run."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


@contextmanager
def statements_compiled_once() -> Iterator[None]:
    """Let all databases of a kind know each other's compiled statements: they have the same tables."""
    kept: dict[type, Any] = {}

    def keeping(*arguments: Any, **options: Any) -> Engine:  # noqa: ANN401 SQLAlchemy's own
        engine = create_engine(*arguments, **options)
        kind: Any = type(engine.dialect)
        if kind not in kept:
            kept[kind] = engine._compiled_cache
            kind.__eq__ = lambda one, other: type(one) is type(other)
            kind.__hash__ = lambda one: hash(type(one))
        engine._compiled_cache = kept[kind]
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.storage.store.create_engine", keeping)
        yield
