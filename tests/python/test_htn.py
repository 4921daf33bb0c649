"""Plans of domains in Python: all of them by plain recursion, too; HDDL by its verifier."""

import copy
import os
import pathlib
from dataclasses import dataclass, replace

import pytest

import cgt
from cgt import htn
from cgt.htn import Attribute, Do, Effect, hddl

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))
ROADS = {"a": "bc", "b": "acd", "c": "abd", "d": "bc"}


@dataclass(frozen=True)
class Trip:
    at: str = "a"
    fuel: int = 3
    seen: frozenset = frozenset("a")


def travel():
    """From town to town, each once, on foot or by car."""
    domain = htn.Domain({"time": Attribute(), "risk": Attribute("maximum"), "luck": Attribute("product", "greater")})

    @domain.operator
    def walk(s, to):
        time = 5 + abs(ord(s.at) - ord(to))
        return Effect(replace(s, at=to, seen=s.seen | {to}), time=time, luck=0.5 if to == "b" else 1)

    @domain.operator
    def drive(s, to):
        if s.fuel == 0:
            return None
        return Effect(replace(s, at=to, fuel=s.fuel - 1, seen=s.seen | {to}), time=2, risk=ord(to) - 97)

    @domain.method("travel")
    def arrive(s, to):
        return [] if s.at == to else None

    @domain.method("travel")
    def go_on(s, to):
        for town in ROADS[s.at]:
            if town not in s.seen and s.at != to:
                yield Do([("step", town), ("travel", to)], f"{town} is near {s.at}")

    @domain.method("step")
    def on_foot(s, to):
        return [("walk", to)]

    @domain.method("step")
    def by_car(s, to):
        return [("drive", to)]

    return domain


def plain_plans(domain, state, tasks, goal=None):
    """(steps, contributions) of every plan, by definition."""
    if not tasks:
        if goal is None or goal(state):
            yield [], []
        return
    (name, *args), *rest = tasks
    if name in domain.operators:
        after = domain.operators[name](copy.deepcopy(state), *args)
        if after is None or after is False:
            return
        gains = {}
        if isinstance(after, Effect):
            after, gains = after.state, after.contributions
        for steps, more in plain_plans(domain, after, rest, goal):
            yield [(name, *args), *steps], [gains, *more]
        return
    for method in domain.methods[name]:
        said = method(state, *args)
        if said is None or said is False:
            continue
        for tasks_of_it in [said] if isinstance(said, (list, Do)) else list(said):
            if isinstance(tasks_of_it, Do):
                tasks_of_it = tasks_of_it.tasks
            yield from plain_plans(domain, state, [*tasks_of_it, *rest], goal)


def values(contributions):
    luck = 1
    for c in contributions:
        luck *= c.get("luck", 1)
    return {
        "time": sum(c.get("time", 0) for c in contributions),
        "risk": max([float("-inf"), *(c["risk"] for c in contributions if "risk" in c)]),
        "luck": luck,
    }


def dominated(v, others):
    def no_worse(a, b):
        return a["time"] <= b["time"] and a["risk"] <= b["risk"] and a["luck"] >= b["luck"]

    return any(no_worse(o, v) and o != v for o in others)


@pytest.mark.parametrize("goal", [None, lambda s: s.fuel > 1])
@pytest.mark.parametrize("tasks", [[("travel", "d")], [("travel", "b"), ("step", "a"), ("travel", "a")]])
def test_all_best_and_undominated(tasks, goal):
    domain = travel()
    expected = list(plain_plans(domain, Trip(), tasks, goal))
    assert len(expected) > 3
    found = domain.plans(Trip(), tasks, goal=goal)
    assert found.complete and [p.steps for p in found.plans] == [steps for steps, _ in expected]
    assert [p.values for p in found.plans] == [values(c) for _, c in expected]
    assert domain.first(Trip(), tasks, goal=goal).steps == expected[0][0]
    all_values = [values(c) for _, c in expected]
    for name, better in (("time", min), ("risk", min), ("luck", max)):
        assert domain.best(name, Trip(), tasks, goal=goal).values[name] == better(v[name] for v in all_values)
    front = {tuple(v.values()) for v in all_values if not dominated(v, all_values)}
    assert len(front) > 1
    for library in (False, True):
        if library and goal is not None:
            continue
        plans = domain.pareto(Trip(), tasks, goal=goal, library=library)
        assert plans.complete and {tuple(p.values.values()) for p in plans.plans} == front
        assert len(plans) == len(front)
    (fast,) = domain.pareto(Trip(), tasks, goal=goal, attributes=["time"]).plans
    assert fast.values["time"] == min(v["time"] for v in all_values)
    assert len(domain.plans(Trip(), tasks, goal=goal, most=2)) == 2
    shuffled = domain.first(Trip(), tasks, goal=goal, seed=5)
    assert shuffled.steps in [steps for steps, _ in expected]


def test_trees_of_plans():
    plan = travel().first(Trip(), [("travel", "b")])
    assert [(n.task, n.method, n.parent) for n in plan.nodes] == [
        (("travel", "b"), "go_on", None), (("step", "b"), "on_foot", 0), (("walk", "b"), None, 1),
        (("travel", "b"), "arrive", 0),
    ]
    assert plan.nodes[0].reason == "b is near a"
    assert "by go_on" in str(plan) and "b is near a" in str(plan) and "(walk b)" in str(plan)


class Loose:
    """GTPyhop's kind of state: attributes that operators change."""

    def __init__(self):
        self.on = {"a": "b", "b": "table", "c": "table"}
        self.log = []


def towers(domain, put):
    """Unstack and stack, for any kind of state."""
    domain.operator(put)

    def clear_first(s, block, to):
        on = s.on if isinstance(s, Loose) else {k: v for k, v in s.items()}
        above = [b for b, under in on.items() if under in (block, to) and under != "table" and b != block]
        if above:
            return [("put", above[0], "table"), ("move", block, to)]
        return [("put", block, to)]

    domain.method("move")(clear_first)
    return domain


def put_loose(s, block, to):
    s.on[block] = to
    s.log.append(block)
    return s


def put_dict(s, block, to):
    s[block] = to
    return s


@pytest.mark.parametrize("kind", ["dict", "loose"])
def test_states_that_operators_change(kind):
    put = {"dict": put_dict, "loose": put_loose}[kind]
    put.__name__ = "put"
    domain = towers(htn.Domain(), put)
    start = {"a": "b", "b": "table", "c": "table"} if kind == "dict" else Loose()
    before = copy.deepcopy(start if kind == "dict" else start.on)
    ends = []

    def goal(s):
        ends.append(s["b"] if kind == "dict" else s.on["b"])
        return True

    plan = domain.first(start, [("move", "b", "c")], goal=goal)
    assert plan.steps == [("put", "a", "table"), ("put", "b", "c")] and ends == ["c"]
    assert (start if kind == "dict" else start.on) == before


def test_methods_cannot_change_dicts():
    domain = htn.Domain()

    @domain.method("go")
    def go(s):
        s["x"] = 1
        return []

    with pytest.raises(TypeError):
        domain.first({"x": 0}, ["go"])


def test_equal_states_are_seen():
    """Play between two places: a search that did not know where it was would not end."""
    domain = htn.Domain()

    @domain.operator
    def hop(s):
        return type(s)((s + 1) % 4)

    @domain.method("wander")
    def on(s):
        return [("hop",), ("wander",)]

    @domain.method("wander")
    def home(s):
        return [] if s == 7 else None

    assert domain.first(0, ["wander"]) is None
    assert domain.plans(0, ["wander"]).complete
    without_hash = type("WithoutHash", (int,), {"__hash__": None})
    with pytest.raises(cgt.BudgetExhausted):
        domain.first(without_hash(0), ["wander"], budget=cgt.budget(nodes=2000))


def test_the_empty_list():
    """Methods for None are tried when no task is left: Smith's NIL."""
    domain = htn.Domain(["cost"])

    @domain.operator
    def add(s, n):
        return Effect(s + n, cost=n * n)

    @domain.method(None)
    def more(s):
        for n in (1, 2, 3):
            if s + n <= 5:
                yield [("add", n)]

    plan = domain.best("cost", 0, [], goal=lambda s: s == 5)
    assert plan.values == {"cost": 5} and plan.nodes[0].task is None
    assert {tuple(p.steps) for p in domain.plans(0, [], goal=lambda s: s == 2).plans} == {
        (("add", 1), ("add", 1)), (("add", 2),)}


def test_budgets():
    domain = travel()
    spent = domain.plans(Trip(), [("travel", "d")], budget=cgt.budget(nodes=12))
    assert not spent.complete and spent.stop == "node budget spent"
    with pytest.raises(cgt.BudgetExhausted) as raised:
        domain.best("time", Trip(), [("travel", "d")], budget=cgt.budget(nodes=20))
    if raised.value.bounds:
        assert raised.value.bounds[1].steps
    with pytest.raises(cgt.BudgetExhausted):
        domain.first(Trip(), [("travel", "d")], budget=cgt.budget(nodes=2))


class Odd(Exception):
    pass


def test_errors():
    domain = travel()
    for tasks, kind, text in (
        ([("travell", "d")], cgt.Error, "travell"),
        ([3], cgt.Error, "not a task"),
        ([("travel", "d", "e")], TypeError, "positional"),
    ):
        with pytest.raises(kind, match=text):
            domain.first(Trip(), tasks)
    with pytest.raises(cgt.Error, match="attribute") as refused:
        domain.best("tim", Trip(), [("travel", "d")])
    assert "time" in refused.value.hint
    with pytest.raises(cgt.Error, match="already"):
        domain.operator(domain.operators["walk"])
    with pytest.raises(cgt.Error, match="combined"):
        htn.Domain({"x": Attribute("mean")}).first(0, [])

    def one(result, **attributes):
        other = htn.Domain({"cost": Attribute(), **attributes})

        @other.operator
        def act(s):
            if isinstance(result, Exception):
                raise result
            return result

        @other.method("do")
        def do(s):
            return [("act",)]

        return other.first(0, ["do"])

    assert one(5).steps == [("act",)] and one(None) is None and one(False) is None
    for result, kind, text in (
        ("text", cgt.Error, "not a state"),
        (Effect(1, cots=3), cgt.Error, "cots"),
        (Effect(1, cost=-3), cgt.Error, "cost"),
        (Effect(1, cost="3"), TypeError, "not a number"),
        (Odd("mine"), Odd, "mine"),
    ):
        with pytest.raises(kind, match=text):
            one(result)
    bad = htn.Domain()
    bad.method("do")(lambda s: ("walk", "d"))
    with pytest.raises(cgt.Error, match="returns"):
        bad.first(0, ["do"])


@pytest.mark.parametrize("name", ["towers", "blocks", "transport", "travel", "logistics"])
def test_hddl(name):
    """What is found is accepted by the verifier, and is not any more when a step is missing."""
    problem = hddl.load(*(ROOT / "examples" / "htn" / "hddl" / f"{name}-{part}.hddl" for part in ("domain", "problem")))
    plan = problem.first()
    assert plan is not None and problem.verify(plan.ipc)
    lines = plan.ipc.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("0 "))
    with pytest.raises(cgt.Error):
        problem.verify("\n".join(lines[:first] + lines[first + 1:]))
    assert plan.steps[0][0] in lines[first]


def test_hddl_best_and_pareto():
    problem = hddl.load(*(ROOT / "examples" / "htn" / "hddl" / f"travel-{part}.hddl" for part in ("domain", "problem")))
    everything = problem.plans()
    assert everything.complete and len(everything) > 1
    best = problem.best()
    (name,) = [n for n in best.values]
    assert best.values[name] == min(p.values[name] for p in everything.plans)
    front = problem.pareto()
    assert front.complete
    for p in front.plans:
        assert problem.verify(p.ipc)
        assert not any(all(q.values[k] <= p.values[k] for k in p.values) and q.values != p.values for q in front.plans)
    assert len(problem.plans(most=1)) == 1


def test_hddl_errors(tmp_path):
    folder = ROOT / "examples" / "htn" / "hddl"
    domain = (folder / "travel-domain.hddl").read_text()
    problem = (folder / "travel-problem.hddl").read_text()
    with pytest.raises(cgt.ParseError) as wrong:
        hddl.Problem(domain.replace("(:action", "(:acton", 1), problem, domain_name="my.hddl")
    assert wrong.value.line > 1 and "my.hddl" in str(wrong.value) and "^" in str(wrong.value)
    with pytest.raises(OSError):
        hddl.load(tmp_path / "none", tmp_path / "none")
    with pytest.raises(cgt.ParseError):
        hddl.Problem(domain, problem).verify("no plan")
    towers_problem = hddl.load(folder / "towers-domain.hddl", folder / "towers-problem.hddl")
    with pytest.raises(cgt.BudgetExhausted):
        towers_problem.first(budget=cgt.budget(nodes=3))
