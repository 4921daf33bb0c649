"""Order of games under misère play, among all games, dicots and dead-ending ones.

Two ways: G >= H iff Left does at least as well with G + X as with H + X for every X of the
universe. We try many X; and the options decide, with a proviso for ends (Siegel 2015 for all games;
Larsson, Nowakowski, Santos, "Absolute combinatorial game theory", 2021, for the others). """

import itertools
from functools import lru_cache

from program import Engine

# A form is a pair of frozen sets of forms; nothing in it is simplified.
ZERO = (frozenset(), frozenset())
STAR = (frozenset([ZERO]), frozenset([ZERO]))


def written(g):
    """With quotes, as braces alone are values of normal play."""
    if g == ZERO:
        return '0'
    return "'{" + '|'.join(','.join(sorted(map(written, side))) for side in g) + "}'"


@lru_cache(None)
def wins(terms, player):
    """Does Left (0) or Right (1), to move in a sum, win?"""
    after = [tuple(sorted(terms[:i] + terms[i + 1:] + (x,), key=hash)) for i, t in enumerate(terms)
             for x in t[player]]
    return not after or any(not wins(x, 1 - player) for x in after)


def left_does(g, x):
    """What Left gets: as first, as second player."""
    terms = tuple(sorted((g, x), key=hash))
    return wins(terms, 0), not wins(terms, 1)


@lru_cache(None)
def depth(g):
    return 1 + max((depth(x) for side in g for x in side), default=-1)


@lru_cache(None)
def murder(n):
    """Right alone can move, up to n times, and may stop before: the hardest Left end."""
    return (frozenset(), frozenset([ZERO, murder(n - 1)])) if n else ZERO


def conjugate(g):
    return tuple(frozenset(map(conjugate, side)) for side in (g[1], g[0]))


def proviso(g, h, universe):
    if universe == 'All':
        return (bool(h[0]) or not g[0]) and (bool(g[1]) or not h[1])
    if universe == 'Dicot':
        return all(a or not b for a, b in zip(left_does(g, ZERO), left_does(h, ZERO)))
    # Left first beside all ends of Left's, and Right first beside all of Right's.
    many = range(depth(g) + depth(h) + 2)

    def strong(x):
        return (all(left_does(x, murder(n))[0] for n in many),
                any(left_does(x, conjugate(murder(n)))[1] for n in many))
    return all(a or not b for a, b in zip(strong(g), strong(h)))


@lru_cache(None)
def at_least(g, h, universe):
    return (proviso(g, h, universe) and
            all(any(at_least(x, y, universe) for x in g[0])
                or any(at_least(g, z, universe) for z in y[1])
                for y in h[0]) and
            all(any(at_least(x, y, universe) for y in h[1])
                or any(at_least(z, h, universe) for z in x[0])
                for x in g[1]))


def subsets(items, least=0):
    return [frozenset(c) for n in range(least, len(items) + 1)
            for c in itertools.combinations(items, n)]


def dead(g, side):
    return not g[side] and all(dead(x, side) for x in g[1 - side])


@lru_cache(None)
def belongs(g, universe):
    if universe == 'All':
        return True
    if universe == 'Dicot':
        return bool(g[0]) == bool(g[1]) and all(belongs(x, universe) for side in g for x in side)
    return (bool(g[0]) or dead(g, 0)) and (bool(g[1]) or dead(g, 1)) and \
        all(belongs(x, universe) for side in g for x in side)


DAY1 = [(a, b) for a in subsets([ZERO]) for b in subsets([ZERO])]
DAY2 = [(a, b) for a in subsets(DAY1) for b in subsets(DAY1)]
BESIDE = {u: [x for x in DAY2 if belongs(x, u)] for u in ('All', 'Dicot', 'DeadEnding')}


def form(source, universe, days):
    while True:
        if days == 0:
            return ZERO
        sides = [frozenset(form(source, universe, source.randint(0, days - 1))
                           for _ in range(source.randint(
            0 if source.random() < .4 else 1, 2))) for _ in range(2)]
        if belongs(tuple(sides), universe):
            return tuple(sides)


class Universes(Engine):
    name = 'universes'
    about = 'misère order among all games, dicots, dead-ending games'
    share = 2

    def case(self, source):
        universe = source.choice(('All', 'Dicot', 'DeadEnding'))
        g = form(source, universe, source.randint(1, 3))
        # Every other time H is near G, so that not all pairs are incomparable.
        h = form(source, universe, source.randint(0, 3))
        if source.random() < .5:
            h = tuple(side | frozenset([h]) if source.random() < .5 and side else side
                      for side in g)
        return (universe, g, h) if belongs(h, universe) else None

    def question(self, case):
        universe, g, h = case
        return (f'u:=MisereUniverse.{universe};g:={written(g)};h:={written(h)};\t'
                'u.Compare(g,h),u.OutcomeClass(g),u.Compare(g,u.Simplest(g))')

    def judge(self, case, answer):
        universe, g, h = case
        if answer is None:
            return 'there is no answer'
        mine = at_least(g, h, universe), at_least(h, g, universe)
        sign = {(True, True): '=', (True, False): '>', (False, True): '<', (False,
                                                                            False): '||'}[mine]
        if answer[0] != sign:
            return f'{written(g)} {sign} {written(h)}, the program says {answer[0]}'
        for x in BESIDE[universe]:
            a, b = left_does(g, x), left_does(h, x)
            if answer[0] in ('=', '>') and any(q and not p for p, q in zip(a, b)):
                return f'the program says {answer[0]}, but beside {written(x)} Left does better with H'
            if answer[0] in ('=', '<') and any(p and not q for p, q in zip(a, b)):
                return f'the program says {answer[0]}, but beside {written(x)} Left does better with G'
        outcome = {(True, True): 'L', (True, False): 'N', (False, True): 'P', (False, False): 'R'}
        outcome = outcome[left_does(g, ZERO)]
        if answer[1] != outcome:
            return f'the outcome is {outcome}, the program says {answer[1]}'
        if answer[2] != '=':
            return f'the simplest form is {answer[2]}'
        return None

    def smaller(self, case):
        universe, g, h = case
        for x in smaller_forms(g):
            if belongs(x, universe):
                yield universe, x, h
        for x in smaller_forms(h):
            if belongs(x, universe):
                yield universe, g, x


def smaller_forms(g):
    for i in (0, 1):
        for x in g[i]:
            yield x
            for y in [None, *smaller_forms(x)]:
                side = (g[i] - {x}) | (frozenset([y]) if y else frozenset())
                yield (side, g[1]) if i == 0 else (g[0], side)
