"""Plans for domains and problems in HDDL (Hoeller et al. 2020), as the IPC of 2020 uses it.

>>> from cgt.htn import hddl
>>> problem = hddl.load('examples/htn/hddl/towers-domain.hddl', 'examples/htn/hddl/towers-problem.hddl')
>>> plan = problem.first()
>>> len(plan.steps), plan.steps[0]
(15, ('move', 'r1', 'r2', 'middle', 'left', 'middle'))
>>> problem.verify(plan.ipc)
True
"""

from __future__ import annotations

import os
import pathlib
from dataclasses import dataclass
from typing import Any, Optional, Tuple, Union

from .. import _cgt
from .._cgt import Budget
from .._errors import Error
from ._plans import Plan, Plans


@dataclass(frozen=True)
class HddlPlan(Plan):
    """A plan, and its texts: ``ipc``, the format of the IPC of 2020, and ``json``.

    >>> problem = load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl')
    >>> problem.best().ipc.splitlines()[0]
    '==>'
    """

    ipc: str
    json: str

    def __str__(self) -> str:
        return self.text


class Problem:
    """A domain with a problem. Raises ParseError with file, line and column, for all errors of a text.

    ``warnings`` tells what the texts have that HDDL has not; with ``strict`` such texts are refused, too.

    >>> texts = [open(f'examples/htn/hddl/travel-{part}.hddl').read() for part in ('domain', 'problem')]
    >>> Problem(*texts).best().values
    {'metric': 22}
    """

    def __init__(
        self,
        domain: str,
        problem: str,
        *,
        domain_name: str = "<domain>",
        problem_name: str = "<problem>",
        strict: bool = False,
    ) -> None:
        self._hddl = _cgt._Hddl(domain, problem, domain_name, problem_name, strict)

    @property
    def warnings(self) -> Tuple[str, ...]:
        """What the files have that is left out or read leniently, each with its place.

        >>> load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl').warnings
        ()
        """
        return self._hddl.warnings

    def first(
        self, *, seed: Optional[int] = None, nested: Optional[int] = None, budget: Optional[Budget] = None
    ) -> Optional[HddlPlan]:
        """A plan, by several searches one after the other; None if there is none.

        With ``nested`` one search, in which a task may occur so often inside of itself in the same state. Raises
        BudgetExhausted if neither is known.

        >>> problem = load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl')
        >>> problem.verify(problem.first().ipc)
        True
        """
        found = self._ask("first", None, seed, nested, budget).one()
        return found if isinstance(found, HddlPlan) else None

    def plans(
        self, *, most: Optional[int] = None, nested: int = 0, budget: Optional[Budget] = None
    ) -> Plans:
        """All plans, or so many.

        >>> problem = load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl')
        >>> problem.plans(most=1)
        <1 plans: as many plans as were asked for>
        """
        return self._ask("all", most, None, nested, budget)

    def best(self, *, nested: int = 0, budget: Optional[Budget] = None) -> Optional[HddlPlan]:
        """A plan with the best value of the metric, or with the fewest steps; None if there is no plan.

        Raises BudgetExhausted whose ``bounds`` are (None, the best plan found by then).

        >>> load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl').best().values
        {'metric': 22}
        """
        found = self._ask("best", None, None, nested, budget).proved()
        return found if isinstance(found, HddlPlan) else None

    def pareto(self, *, nested: int = 0, budget: Optional[Budget] = None) -> Plans:
        """One plan for each vector of costs that no other is better than.

        >>> load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl').pareto()
        <2 plans: everything was looked at>
        """
        return self._ask("pareto", None, None, nested, budget)

    def verify(self, plan: str, *, name: str = "<plan>", budget: Optional[Budget] = None) -> bool:
        """Is this text, in the format of the IPC, a solution? Raises Error with the reason if not.

        >>> problem = load('examples/htn/hddl/towers-domain.hddl', 'examples/htn/hddl/towers-problem.hddl')
        >>> problem.verify(problem.first().ipc)
        True
        """
        valid, reason, _ = self._hddl.verify(plan, name, budget)
        if not valid:
            raise Error(reason)
        return True

    def _ask(
        self,
        aim: str,
        most: Optional[int],
        seed: Optional[int],
        nested: Optional[int],
        budget: Optional[Budget],
    ) -> Plans:
        limit = 2**64 - 1 if most is None else most
        return Plans._of(self._hddl.plan(aim, limit, seed, nested, budget), HddlPlan)


def load(
    domain: Union[str, os.PathLike[Any]], problem: Union[str, os.PathLike[Any]], *, strict: bool = False
) -> Problem:
    """The problem in two files. Raises OSError and ParseError.

    >>> load('examples/htn/hddl/travel-domain.hddl', 'examples/htn/hddl/travel-problem.hddl').best().steps[0]
    ('call-taxi', 'me', 'home')
    """
    paths = [pathlib.Path(path) for path in (domain, problem)]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return Problem(*texts, domain_name=str(paths[0]), problem_name=str(paths[1]), strict=strict)


__all__ = ["HddlPlan", "Problem", "load"]
