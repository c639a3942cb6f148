"""What a worker of the server does before it serves."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from scorekeeper.cli.serving.taking_in import TakingIn
from scorekeeper.mode import Mode, mode, proxies

_ENDING: Final = (signal.SIGINT, signal.SIGTERM)
NOBODY_FORKS: Final = threading.Lock()
"""Held by any other thread of the parent while it does something, and while a worker is forked.

A lock that is held then, like that of a module being imported, stays held in the worker for ever: the first request
that needs it never ends.
"""


def load_app(target: str) -> Callable[..., Any]:
    """Load the app `module:name` in a worker that also ends when the process that started it is gone."""
    _end_with_the_parent()
    module, _, name = target.partition(":")
    app = TakingIn(getattr(import_module(module), name), proxies=proxies() if mode() is Mode.HOSTED else 0)
    gc.collect()
    gc.freeze()  # what is loaded stays: no collection needs to look through it again
    return app


def fork_safely() -> None:
    """Let workers be forked while nothing goes on in the parent, and be ended while they load.

    A forked one has the parent's handlers, which only take note; what is sent between the fork and the change of
    handlers waits until they are changed.
    """
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_listen_to_the_parent)


def _before() -> None:
    NOBODY_FORKS.acquire()
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)


def _after() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    NOBODY_FORKS.release()


def _listen_to_the_parent() -> None:
    """Ctrl-C reaches the whole group; the parent, which gets it too, ends its workers. Once loaded, granian listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _after()


def _end_with_the_parent() -> None:
    """End the worker when its parent was killed: nobody would end it, and it would keep the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive_nobody, args=(parent.join,), daemon=True).start()


def _outlive_nobody(wait: Callable[[], None]) -> None:
    wait()
    os.kill(os.getpid(), signal.SIGTERM)
