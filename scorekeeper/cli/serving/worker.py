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


def load_app(target: str) -> Callable[..., Any]:
    """Load the app `module:name` in a worker that also ends when the process that started it is gone."""
    _end_with_the_parent()
    module, _, name = target.partition(":")
    app = TakingIn(getattr(import_module(module), name), proxies=proxies() if mode() is Mode.HOSTED else 0)
    gc.collect()
    gc.freeze()  # what is loaded stays: no collection needs to look through it again
    return app


def be_ended_while_loading() -> None:
    """Let workers be ended while they load: a forked one has the parent's handlers, which only take note.

    What is sent between the fork and the change of handlers waits until they are changed.
    """
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=_hold_signals, after_in_parent=_release_signals, after_in_child=_listen_to_the_parent
        )


def _hold_signals() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)


def _release_signals() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def _listen_to_the_parent() -> None:
    """Ctrl-C reaches the whole group; the parent, which gets it too, ends its workers. Once loaded, granian listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _release_signals()


def _end_with_the_parent() -> None:
    """End the worker when its parent was killed: nobody would end it, and it would keep the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive_nobody, args=(parent.join,), daemon=True).start()


def _outlive_nobody(wait: Callable[[], None]) -> None:
    wait()
    os.kill(os.getpid(), signal.SIGTERM)
