"""Heap games by their codes: nim values, periods, misère outcomes, genus."""

import re
from functools import lru_cache

from program import Engine

# Digit d_k of a code, in binary: a heap may be taken as far as k tokens and left as 0, 1, 2 or 3
# heaps.
SIGNS = '0123456789ABCDEF'


def options(code, n):
    """The heaps, in order, that are left after each move from a heap of n."""
    before, _, behind = code.partition('.')
    for k, sign in enumerate(before + behind):
        digit = SIGNS.index(sign)
        if k > n:
            return
        for many in range(4):
            if digit >> many & 1:
                yield from parts(n - k, many)


def parts(n, many, least=1):
    """n as a sum of so many heaps, smaller ones first."""
    if many == 0:
        if n == 0:
            yield ()
        return
    if many == 1:
        if n >= least:
            yield (n,)
        return
    for first in range(least, n // many + 1):
        yield from ((first, *rest) for rest in parts(n - first, many - 1, first))


def mex(values):
    values = set(values)
    n = 0
    while n in values:
        n += 1
    return n


def nim_values(code, last):
    found = [0]
    for n in range(1, last + 1):
        reached = set()
        for rest in options(code, n):
            total = 0
            for h in rest:
                total ^= found[h]
            reached.add(total)
        found.append(mex(reached))
    return found[1:]


def random_code(source, hexadecimal=False):
    while True:
        digits = ''.join(source.choices(SIGNS[:16 if hexadecimal else 8], k=source.randint(1, 3)))
        code = ('4' if source.random() < .15 else '0') + '.' + digits
        if digits.strip('0'):
            return code


class Codes(Engine):
    name = 'octal'
    about = 'nim values of octal and hexadecimal codes, their periods'
    share = 2

    def case(self, source):
        hexadecimal = source.random() < .3
        return random_code(source, hexadecimal), source.randint(1, 30 if hexadecimal else 90)

    def question(self, case):
        code, last = case
        return f'g:=game.heap.TakeAndBreak("{code}");\tg.NimValueSequence({last}),g.CheckPeriodicity({last})'

    def judge(self, case, answer):
        code, last = case
        if answer is None:
            return 'there is no answer'
        mine = nim_values(code, last)
        said = [int(a) for a in answer[0]]
        if said != mine:
            n = next(i for i, (a, b) in enumerate(zip(mine, said)) if a != b)
            return f'heap {n + 1} of {code} has the value {mine[n]}, the program says {said[n]}'
        if answer[1] is not None:
            # What is proved for ever must hold as far as we look.
            p, n0, s = map(int, re.findall(r'=> (-?\d+)', answer[1]))
            far = min(max(2 * last, n0 + 3 * p), 60 if set(code) & set('89ABCDEF') else 240)
            values = [0, *nim_values(code, far)]
            for n in range(max(1, n0), far + 1 - p):
                if values[n + p] != values[n] + s:
                    return f'G({n + p}) is {values[n + p]}, not G({n}) + {s}, so {answer[1]} is wrong'
        return None

    def smaller(self, case):
        code, last = case
        if last > 1:
            yield code, last // 2
            yield code, last - 1
        if len(code) > 3:
            yield code[:-1], last


@lru_cache(None)
def outcome(code, heaps, stars=()):
    """Does the next player win, if who cannot move wins? Beside the heaps there are nim heaps."""
    after = list(moves(code, heaps, stars))
    return not after or any(not outcome(code, *x) for x in after)


def moves(code, heaps, stars):
    for i, n in enumerate(heaps):
        for rest in options(code, n):
            yield tuple(sorted(heaps[:i] + heaps[i + 1:] + rest)), stars
    for i, n in enumerate(stars):
        for k in range(n):
            yield heaps, tuple(sorted(stars[:i] + stars[i + 1:] + ((k,) if k else ())))


def misere_nim_value(code, heaps, twos):
    """The n for which heaps, so many nim heaps of 2, and one of n are won by the previous
    player."""
    n = 0
    while True:
        if not outcome(code, heaps, tuple(sorted((2,) * twos + ((n,) if n else ())))):
            return n
        n += 1


def genus_of(text):
    """The nim value and the misère values that the program writes: of many games the first alone,
    of nim heaps none (Conway 1976, chapter 12); else four, as the last two alternate from there
    on."""
    plus, _, minus = text.partition('^')
    digits = minus.strip('()').split(',') if '(' in minus else list(minus)
    digits = [int(d) for d in digits]
    while 2 <= len(digits) < 4:
        digits.append(digits[-1] ^ 2)
    return int(plus), digits[:4]


class Misere(Engine):
    name = 'misere'
    about = 'misère play of sums of heaps: outcomes, winning moves, nim values, genus'
    share = 0.4
    refusal = 'no finite misere quotient'

    def case(self, source):
        code = random_code(source)
        return code, tuple(sorted(source.randint(1, 8) for _ in range(source.choice((1, 1, 2)))))

    def question(self, case):
        code, heaps = case
        text = '+'.join(map(str, heaps))
        return (f'p:=game.heap.TakeAndBreak("{code}")("{text}");m:=p.MisereCanonicalForm;\t'
                'p.MisereOutcomeClass,p.MisereWinningOptions,p.Genus,' + ','.join(
                    f'(m{"+*[2]" * k}).MisereNimValue' for k in range(4)))

    def judge(self, case, answer):
        code, heaps = case
        if answer is None:
            return 'there is no answer'
        mine = 'N' if outcome(code, heaps) else 'P'
        if answer[0] != mine:
            return f'the outcome is {mine}, the program says {answer[0]}'
        to = {x for x, _ in moves(code, heaps, ()) if not outcome(code, x)}
        said = {tuple(sorted(int(h) for h in re.findall(r'\d+', text.rpartition('(')[2])
                             if h != '0'))
                for text in answer[1]}
        if said != to:
            return f'the winning moves are to {sorted(to)}, the program says {sorted(said)}'
        total = 0
        for h in heaps:
            total ^= nim_values(code, h)[-1]
        terms = [misere_nim_value(code, heaps, k) for k in range(4)]
        if [int(a) for a in answer[3:]] != terms:
            return f'the misère nim values beside 0, 1, 2, 3 heaps of 2 are {terms}, the program says {answer[3:]}'
        plus, said = genus_of(answer[2])
        if plus != total or said != terms[:len(said)]:
            return f'the genus is {total}^{terms}, the program says {answer[2]}'
        return None

    def smaller(self, case):
        code, heaps = case
        for i, h in enumerate(heaps):
            if len(heaps) > 1:
                yield code, heaps[:i] + heaps[i + 1:]
            if h > 1:
                yield code, tuple(sorted(heaps[:i] + heaps[i + 1:] + (h - 1,)))
        if len(code) > 3:
            yield code[:-1], heaps
