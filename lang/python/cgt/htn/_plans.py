"""What functions of a domain return, and plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from .._errors import BudgetExhausted


@dataclass(frozen=True)
class Attribute:
    """How contributions of steps combine along a plan, and whether less or more is better.

    ``combine``: "sum", "maximum", "minimum" or "product"; ``better``: "less" or "greater". ``monotone``: a step never
    makes it better (costs are not negative), so that a search for the best plan may cut.

    >>> Attribute('maximum')
    Attribute(combine='maximum', better='less', monotone=True)
    """

    combine: str = "sum"
    better: str = "less"
    monotone: bool = True


class Effect:
    """What an operator does: the state after it, and what the step contributes to attributes.

    >>> Effect({'at': 3}, time=4)
    Effect({'at': 3}, time=4)
    """

    def __init__(self, state: Any, /, **contributions: Any) -> None:
        self.state = state
        self.contributions = contributions

    def __repr__(self) -> str:
        return f"Effect({self.state!r}{''.join(f', {k}={v!r}' for k, v in self.contributions.items())})"


@dataclass(frozen=True)
class Do:
    """What a method does, with the reason why it can.

    >>> Do([('walk', 3)], because='it is near').tasks
    [('walk', 3)]
    """

    tasks: List[Any]
    because: str = ""


@dataclass(frozen=True)
class Node:
    """A task of a plan: the method that was taken for it, None of a step, and the place of its parent.

    The task is None where the methods for the empty list were used.

    >>> [(node.task, node.method) for node in trip.first({'at': 0, 'cash': 3}, [('travel', 3)]).nodes]
    [(('travel', 3), 'on_foot'), (('walk', 3), None)]
    """

    task: Any
    method: Optional[str]
    parent: Optional[int]
    reason: str


@dataclass(frozen=True)
class Plan:
    """Steps, what they are worth, and why they are there: ``nodes`` are the tree in preorder.

    ``str(plan)`` shows the tree.

    >>> plan = trip.best('time', {'at': 0, 'cash': 3}, [('travel', 3)])
    >>> plan.steps, plan.values
    ([('ride', 3)], {'time': 4, 'money': 2})
    """

    steps: List[Any]
    values: Dict[str, Any]
    nodes: List[Node]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Plans:
    """Plans that were found. ``complete``: there are no others that were asked for.

    ``nodes`` were searched; ``stop`` says what ended the search.

    >>> found = trip.plans({'at': 0, 'cash': 3}, [('travel', 3)])
    >>> found, found.complete
    (<2 plans: everything was looked at>, True)
    """

    plans: List[Plan]
    complete: bool
    nodes: int
    stop: str

    @classmethod
    def _of(cls, fields: Dict[str, Any], kind: Any = Plan) -> Plans:
        plans = []
        for plan in fields["plans"]:
            nodes = [Node(*node) for node in plan["nodes"]]
            plans.append(kind(**{**plan, "nodes": nodes}))
        return cls(plans, fields["complete"], fields["nodes"], fields["stop"])

    def one(self) -> Any:
        """The first plan; None if there is none. Raises BudgetExhausted if that is not known.

        >>> trip.plans({'at': 0, 'cash': 3}, [('travel', 3)], most=1).one().steps
        [('walk', 3)]
        """
        if self.plans:
            return self.plans[0]
        return self._unless_spent()

    def proved(self) -> Any:
        """The same, and BudgetExhausted if there may be better ones: its ``bounds`` are (None, the plan).

        >>> trip.plans({'at': 0, 'cash': 3}, [('travel', 3)]).proved().steps
        [('walk', 3)]
        """
        if self.plans and self.complete:
            return self.plans[0]
        return self._unless_spent()

    def _unless_spent(self) -> None:
        if self.complete:
            return
        spent = BudgetExhausted(self.stop)
        spent.bounds = (None, self.plans[0]) if self.plans else None
        raise spent

    def __len__(self) -> int:
        return len(self.plans)

    def __repr__(self) -> str:
        return f"<{len(self.plans)} plans: {self.stop}>"


__all__ = ["Attribute", "Do", "Effect", "Node", "Plan", "Plans"]
