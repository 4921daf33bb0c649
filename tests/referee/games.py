"""Short games by their definitions (Conway 1976; Siegel 2013, chapters I and II).

A game is a number of a table; `left(g)` and `right(g)` are its options. Games in simplest form are
equal iff their numbers are. """

import re
from fractions import Fraction
from functools import lru_cache

_options = []
_numbers = {}
_order = {}


def _node(left, right):
    key = (frozenset(left), frozenset(right))
    if key not in _numbers:
        _numbers[key] = len(_options)
        _options.append(key)
    return _numbers[key]


def left(g):
    return _options[g][0]


def right(g):
    return _options[g][1]


def at_most(g, h):
    """G <= H: no option G^L is >= H, no H^R is <= G."""
    key = (g, h)
    if key not in _order:
        _order[key] = g == h or not (any(at_most(h, x) for x in left(g)) or
                                     any(at_most(y, g) for y in right(h)))
    return _order[key]


def game(lefts, rights):
    """The simplest form of {lefts|rights}, whose options are in simplest form: what is reversible
    is passed over, what is dominated left out."""
    lefts, rights = set(lefts), set(rights)
    g = _node(lefts, rights)
    while True:
        for x in lefts:
            answer = next((y for y in right(x) if at_most(y, g)), None)
            if answer is not None:
                lefts = (lefts - {x}) | left(answer)
                break
        else:
            for x in rights:
                answer = next((y for y in left(x) if at_most(g, y)), None)
                if answer is not None:
                    rights = (rights - {x}) | right(answer)
                    break
            else:
                break
    best = [x for x in lefts if not any(x != y and at_most(x, y) for y in lefts)]
    least = [x for x in rights if not any(x != y and at_most(y, x) for y in rights)]
    return _node(best, least)


ZERO = game((), ())


@lru_cache(None)
def negative(g):
    return game([negative(x) for x in right(g)], [negative(x) for x in left(g)])


@lru_cache(None)
def add(g, h):
    if h < g:
        g, h = h, g
    return game([add(x, h) for x in left(g)] + [add(g, x) for x in left(h)],
                [add(x, h) for x in right(g)] + [add(g, x) for x in right(h)])


def minus(g, h):
    return add(g, negative(h))


@lru_cache(None)
def number(x):
    """A dyadic fraction as a game."""
    x = Fraction(x)
    if x.denominator == 1:
        if x == 0:
            return ZERO
        return game([number(x - 1)], []) if x > 0 else game([], [number(x + 1)])
    step = Fraction(1, x.denominator)
    return game([number(x - step)], [number(x + step)])


@lru_cache(None)
def nimber(n):
    options = [nimber(k) for k in range(n)]
    return game(options, options)


@lru_cache(None)
def value(g):
    """The number that g, in simplest form, is; None if it is none."""
    bounds = [[value(x) for x in side] for side in _options[g]]
    if None in bounds[0] or None in bounds[1]:
        return None
    low, high = max(bounds[0], default=None), min(bounds[1], default=None)
    if low is not None and high is not None and low >= high:
        return None
    return simplest(low, high)


def simplest(low, high):
    """The simplest number between two (None: no bound)."""
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if high is not None and high <= 0:
        return -simplest(-high, None if low is None else -low)
    step = Fraction(1)
    while True:
        x = (low // step + 1) * step
        if high is None or x < high:
            return x
        step /= 2


def outcome(g):
    wins = at_most(ZERO, g), at_most(g, ZERO)
    return {(True, True): 'P', (True, False): 'L', (False, True): 'R', (False, False): 'N'}[wins]


@lru_cache(None)
def stop(g, side):
    """The number that play comes to if Left (0) or Right (1) begins."""
    x = value(g)
    if x is not None:
        return x
    return (max, min)[side](stop(h, 1 - side) for h in _options[g][side])


def incentives(g, side):
    """G^L - G or G - G^R, those that no other one is above."""
    found = {minus(x, g) if side == 0 else minus(g, x) for x in _options[g][side]}
    return {x for x in found if not any(x != y and at_most(x, y) for y in found)}


# A wall is a list of points (temperature, value) from -1 up, straight between them, constant above.
def at(wall, t):
    for (t0, v0), (t1, v1) in zip(wall, wall[1:]):
        if t0 <= t <= t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return wall[-1][1]


def _merge(first, second, choose):
    times = sorted({t for wall in (first, second) for t, _ in wall})
    times.append(times[-1] + 1)
    points = []
    for t0, t1 in zip(times, times[1:]):
        points.append(t0)
        before, after = at(first, t0) - at(second, t0), at(first, t1) - at(second, t1)
        if before * after < 0:
            points.append(t0 + (t1 - t0) * before / (before - after))
    return [(t, choose(at(first, t), at(second, t))) for t in points]


def _tax(wall, slope):
    """The wall with slope * t added, which no longer ends in a mast: it goes on to its last point
    and 1000 on."""
    end = (wall[-1][0] + 1000, wall[-1][1])
    return [(t, v + slope * t) for t, v in [*wall, end]]


@lru_cache(None)
def thermograph(g):
    """Left and right wall, mean, temperature."""
    x = value(g)
    if x is not None and x.denominator == 1:
        return [(Fraction(-1), x)], [(Fraction(-1), x)], x, Fraction(-1)
    walls = []
    for side in (0, 1):
        wall = None
        for h in _options[g][side]:
            other = _tax(thermograph(h)[1 - side], (-1, 1)[side])
            wall = other if wall is None else _merge(wall, other, (max, min)[side])
        walls.append(wall)
    times = sorted({t for wall in walls for t, _ in wall})
    gap = [at(walls[0], t) - at(walls[1], t) for t in times]
    k = next(i for i, d in enumerate(gap) if d <= 0)
    t = times[k] if k == 0 or gap[k] == 0 else \
        times[k - 1] + (times[k] - times[k - 1]) * gap[k - 1] / (gap[k - 1] - gap[k])
    mean = at(walls[0], t)
    cut = [[p for p in wall if p[0] < t] + [(t, mean)] for wall in walls]
    return cut[0], cut[1], mean, t


def sente(g):
    """Whose wall stays upright just below the mast; nobody's in gote and of numbers."""
    left, right, mean, t = thermograph(g)
    keep = [name for name, wall in (('Left', left), ('Right', right))
            if t >= 0 and at(wall, t - Fraction(1, 1 << 20)) == mean]
    return keep[0] if keep else None


_NAME = re.compile(r'(?P<number>-?\d+(?:/\d+)?)?(?P<ups>[+-]?(?:\^+|v+)(?:\d+)?)?(?P<star>\+?\*\d*)?')


@lru_cache(None)
def named(name):
    """A sum of a number, ups and a star, as the program writes it: 1/2+^3+*2, vv*."""
    match = _NAME.fullmatch(name)
    if not name or not match:
        raise ValueError(f'no name of a game: {name}')
    g = number(Fraction(match['number'] or 0))
    if match['ups']:
        ups = match['ups'].lstrip('+-')
        many = int(ups[1:]) if ups[1:].isdigit() else len(ups)
        up = game([ZERO], [nimber(1)]) if ups[0] == '^' else game([nimber(1)], [ZERO])
        for _ in range(many):
            g = add(g, up)
    if match['star']:
        g = add(g, nimber(int(match['star'].lstrip('+*') or 1)))
    return g


def read(answer):
    """A game from the JSON of the program. The options that it lists must be a simplest form."""
    if isinstance(answer, str):
        return named(answer)
    if answer['format'] != 'cgt-value':
        raise ValueError('not a short game: ' + answer['format'])
    known = {}
    for entry in answer['games']:
        known[entry['id']] = entry
    order, seen = [], {}

    def visit(i):
        if i in seen:
            return seen[i]
        entry = known[i]
        if 'left' in entry:
            lefts, rights = [[visit(k) for k in entry[side]] for side in ('left', 'right')]
            seen[i] = game(lefts, rights)
            if _options[seen[i]] != (frozenset(lefts), frozenset(rights)):
                raise ValueError(f'{entry["name"]} is not in simplest form')
        else:
            seen[i] = named(entry['name'])
        order.append(i)
        return seen[i]

    return visit(answer['root'])


def text(g):
    x = value(g)
    if x is not None:
        return str(x)
    return '{' + ','.join(map(text, left(g))) + '|' + ','.join(map(text, right(g))) + '}'
