"""Hypothesis strategies made from the games' declarations: any answers that a file could hold."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.domain.questions import Kind, Question


def answers(questions: tuple[Question, ...], names: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Give a JSON object with every required answer and some of the others."""
    each = {question.name: answer(question, names) for question in questions}
    required = {question.name for question in questions if question.required}
    return st.fixed_dictionaries(
        {name: each[name] for name in required},
        optional={name: strategy for name, strategy in each.items() if name not in required},
    )


def answer(question: Question, names: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Give any answer that the question takes."""
    found: st.SearchStrategy[Any] = {
        Kind.PLAYER: st.sampled_from(names or ("",)),
        Kind.CHOICE: st.sampled_from(question.choices or ("",)),
        Kind.FLAG: st.booleans(),
        Kind.COUNT: st.integers(question.low, question.high),
        Kind.TEXT: st.text(max_size=question.high),
        Kind.AMOUNTS: st.dictionaries(st.sampled_from(names or ("",)), st.integers(question.low, question.high)),
    }[question.kind]
    return st.none() | found if question.optional else found
