"""Plans: ordered task networks (Smith 1997; Nau et al. 1999), with operators and methods as functions of Python.

A task is a tuple, a name and arguments. An operator does a task: it gets the state and the arguments and returns
the state after it, or None if it is not possible. A method says how: it returns a list of tasks, or None; or it
yields such lists. What they return must depend on their arguments alone.

>>> from cgt import htn
>>> trip = htn.Domain(['time', 'money'])
>>> @trip.operator
... def walk(s, to):
...     return htn.Effect({**s, 'at': to}, time=5 * abs(to - s['at']))
>>> @trip.operator
... def ride(s, to):
...     if s['cash'] >= 2:
...         return htn.Effect({**s, 'at': to, 'cash': s['cash'] - 2}, time=4, money=2)
>>> @trip.method('travel')
... def on_foot(s, to):
...     return [('walk', to)]
>>> @trip.method('travel')
... def by_bus(s, to):
...     return [('ride', to)]
>>> start = {'at': 0, 'cash': 3}
>>> trip.first(start, [('travel', 3)]).steps
[('walk', 3)]
>>> trip.best('time', start, [('travel', 3)]).values
{'time': 4, 'money': 2}
>>> [plan.values for plan in trip.pareto(start, [('travel', 3)]).plans]
[{'time': 15, 'money': 0}, {'time': 4, 'money': 2}]

States are dicts, or objects of any class. Those that can be hashed (dicts: whose values can) are compared, so that
the planner sees where it was; operators get copies of dicts, and the object itself of other classes, which must not
be changed. All others are copied deeply for each operator, which may then change them.

``cgt.htn.hddl`` plans for domains and problems in HDDL.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, TypeVar, Union

from .. import _cgt
from .._cgt import Budget
from .._errors import Error
from ._plans import Attribute, Do, Effect, Node, Plan, Plans
from . import hddl

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Goal = Callable[[Any], bool]


class Domain:
    """Operators and methods, and what plans are valued by.

    ``attributes``: names, whose contributions are costs that add up, or a dict of ``Attribute``.

    >>> risky = Domain({'risk': Attribute('maximum')})
    """

    def __init__(self, attributes: Union[Iterable[str], Mapping[str, Attribute]] = ()) -> None:
        given = attributes if isinstance(attributes, Mapping) else {name: Attribute() for name in attributes}
        self.attributes: Dict[str, Attribute] = dict(given)
        self.operators: Dict[str, Callable[..., Any]] = {}
        self.methods: Dict[Optional[str], List[Callable[..., Any]]] = {}

    def operator(self, function: _Function) -> _Function:
        """Declares an operator, a decorator: the task has the name of the function.

        >>> trip = Domain(['time'])
        >>> @trip.operator
        ... def walk(s, to):
        ...     return Effect({**s, 'at': to}, time=abs(to - s['at']))
        >>> trip.first({'at': 0}, [('walk', 3)]).values
        {'time': 3}
        """
        if function.__name__ in self.operators:
            raise Error(f"there is an operator {function.__name__} already")
        self.operators[function.__name__] = function
        return function

    def method(self, task: Optional[str]) -> Callable[[_Function], _Function]:
        """Declares a method for a task, a decorator; methods are tried in this order.

        Those for None are tried when no task is left and the goal does not hold.

        >>> count = Domain()
        >>> @count.operator
        ... def say(s, n):
        ...     return {**s, 'said': n}
        >>> @count.method('down')
        ... def down(s, n):
        ...     return [('say', n), ('down', n - 1)] if n else []
        >>> count.first({}, [('down', 3)]).steps
        [('say', 3), ('say', 2), ('say', 1)]
        """

        def declare(function: _Function) -> _Function:
            self.methods.setdefault(task, []).append(function)
            return function

        return declare

    def plans(
        self,
        state: Any,
        tasks: Iterable[Any],
        *,
        goal: Optional[_Goal] = None,
        most: Optional[int] = None,
        seed: Optional[int] = None,
        nested: Optional[int] = None,
        budget: Optional[Budget] = None,
    ) -> Plans:
        """All plans, in the order in which they are found; ``most`` of them.

        A plan ends where no task is left and ``goal(state)`` holds. ``seed``: methods are tried in a random order.
        ``nested``: how often a task may occur inside of itself in the same state. A budget that is spent leaves the
        plans found by then; ``complete`` is False.

        >>> len(trip.plans({'at': 0, 'cash': 3}, [('travel', 3)]))
        2
        """
        return self._ask("all", state, tasks, [], goal, most, seed, nested, False, budget)

    def first(
        self,
        state: Any,
        tasks: Iterable[Any],
        *,
        goal: Optional[_Goal] = None,
        seed: Optional[int] = None,
        nested: Optional[int] = None,
        budget: Optional[Budget] = None,
    ) -> Optional[Plan]:
        """The first plan; None if there is none. Raises BudgetExhausted if that is not known.

        >>> trip.first({'at': 0, 'cash': 3}, [('travel', 3)]).steps
        [('walk', 3)]
        """
        return self._ask("first", state, tasks, [], goal, None, seed, nested, False, budget).one()

    def best(
        self,
        attribute: str,
        state: Any,
        tasks: Iterable[Any],
        *,
        goal: Optional[_Goal] = None,
        nested: Optional[int] = None,
        budget: Optional[Budget] = None,
    ) -> Optional[Plan]:
        """A plan with the best value of an attribute, by branch and bound; None if there is no plan.

        Raises BudgetExhausted whose ``bounds`` are (None, the best plan found by then).

        >>> trip.best('time', {'at': 0, 'cash': 3}, [('travel', 3)]).values
        {'time': 4, 'money': 2}
        """
        return self._ask("best", state, tasks, [attribute], goal, None, None, nested, False, budget).proved()

    def pareto(
        self,
        state: Any,
        tasks: Iterable[Any],
        *,
        attributes: Iterable[str] = (),
        goal: Optional[_Goal] = None,
        library: bool = False,
        nested: Optional[int] = None,
        budget: Optional[Budget] = None,
    ) -> Plans:
        """One plan for each vector of these attributes, or of all, that no other is better than.

        With ``library`` tasks are solved one by one, and their solutions are combined (Mueller 2002).

        >>> [plan.values for plan in trip.pareto({'at': 0, 'cash': 3}, [('travel', 3)]).plans]
        [{'time': 15, 'money': 0}, {'time': 4, 'money': 2}]
        """
        return self._ask("pareto", state, tasks, list(attributes), goal, None, None, nested, library, budget)

    def _ask(
        self,
        aim: str,
        state: Any,
        tasks: Iterable[Any],
        names: List[str],
        goal: Optional[_Goal],
        most: Optional[int],
        seed: Optional[int],
        nested: Optional[int],
        library: bool,
        budget: Optional[Budget],
    ) -> Plans:
        limit = 2**64 - 1 if most is None else most
        deep = 2**32 - 1 if nested is None else nested
        return Plans._of(
            _cgt._plan(self, state, tasks, goal, aim, names, limit, seed, deep, library, budget)
        )

    def __repr__(self) -> str:
        return f"<Domain of {len(self.operators)} operators>"


__all__ = ["Attribute", "Do", "Domain", "Effect", "Node", "Plan", "Plans", "hddl"]
