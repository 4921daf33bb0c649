"""Minimax, expectiminimax, max^n and partial order bounding by enumeration of small trees."""

import itertools
from fractions import Fraction

from program import Engine, shrink_sequence

# Trees are ["end", outcome], ["Left" or "Right", tree, ...], [number of a player, tree, ...], or
# ["Chance", [probability, tree], ...].
BOTH = 'def ToMove := if d[1] == "end" then Nothing else d[1] end; def Moves := [k for k from 2 to d.Length]; '
TREE = f'''class RTree(d) {BOTH} def Play(k) := RTree(d[k]); def Utility := d[2]; \
def Outcome := if d[1] == "end" then d[2] else Nothing end; end;
'''
CHANCE = f'''class RChance(d) {BOTH} def Probability(k) := d[k][1]; \
def Play(k) := RChance(if d[1] == "Chance" then d[k][2] else d[k] end); def Utility := d[2]; end;
'''
PLAYERS = f'''class RPlayers(d, n) {BOTH} def Players := n; def Play(k) := RPlayers(d[k], n); def Utility := d[2]; end;
'''


def written(x):
    if isinstance(x, (list, tuple)):
        return '[' + ','.join(map(written, x)) + ']'
    if isinstance(x, str):
        return x if x in ('Left', 'Right') else f'"{x}"'
    return str(x)


def smaller_tree(t):
    if t[0] == 'end':
        return
    for child in t[1:]:
        yield child[1] if t[0] == 'Chance' else child
    if t[0] != 'Chance':
        yield from shrink_sequence(t, 2)
    for i, child in enumerate(t[1:], 1):
        if t[0] == 'Chance':
            yield from (t[:i] + [[child[0], x]] + t[i + 1:] for x in smaller_tree(child[1]))
        else:
            yield from (t[:i] + [x] + t[i + 1:] for x in smaller_tree(child))


class Trees(Engine):
    def smaller(self, case):
        yield from ((case[0], t) for t in smaller_tree(case[1]))


def random_tree(source, depth, who, end):
    if depth == 0 or source.random() < .12:
        return ['end', end(source)]
    mover = who(source)
    children = [random_tree(source, depth - 1, who, end) for _ in range(source.randint(1, 3))]
    if mover == 'Chance':
        weights = [source.randint(0 if i else 1, 4) for i in range(len(children))]
        return [mover, *([Fraction(w, sum(weights)), child] for w, child in zip(weights, children))]
    return [mover, *children]


def value(t):
    if t[0] == 'end':
        return Fraction(t[1])
    if t[0] == 'Chance':
        return sum(p * value(child) for p, child in t[1:])
    return (max if t[0] == 'Left' else min)(map(value, t[1:]))


class Minimax(Trees):
    name = 'minimax'
    about = 'minimax, alpha-beta, MTD(f), df-pn, proof numbers, expectiminimax; best first moves'
    share = 4
    prelude = TREE + CHANCE

    def case(self, source):
        chance = source.random() < .4
        movers = ('Left', 'Right', 'Chance') if chance else ('Left', 'Right')
        kind = source.choice(('integers', 'few'))
        return chance, random_tree(source, source.randint(1, 5), lambda s: s.choice(movers),
                                   lambda s: (
            s.randint(-9, 9) if kind == 'integers' else s.randint(0, 1)))

    def question(self, case):
        chance, t = case
        if chance:
            return f'game.search.Expectiminimax(RChance({written(t)})).Value'
        least = value(t)
        results = [f'game.search.{name}(t)' for name in ('Minimax', 'AlphaBeta', 'Mtd')]
        bounds = [f'game.search.{name}(t,{n}).Value' for name in ('DfPn', 'ProofNumber')
                  for n in (least, least + 1)]
        return f't:=RTree({written(t)});\t' + ','.join(
            [f'{r}.Value' for r in results] + [f'{r}.Line' for r in results[:2]] + bounds)

    def judge(self, case, answer):
        chance, t = case
        if answer is None:
            return 'there is no answer'
        mine = value(t)
        if chance:
            return None if Fraction(answer) == mine else f'the value is {mine}, the program says {answer}'
        if [Fraction(a) for a in answer[:3]] != [mine] * 3:
            return f'the value is {mine}, the program says {answer[:3]}'
        for line in answer[3:5]:
            at = t
            for n in line:
                at = at[int(n) - 1]
            if value(at) != mine:
                return f'the line {line} leads to {value(at)}, not to {mine}'
        if answer[5:] != [True, False, True, False]:
            return f'can player 1 get {mine}, {mine + 1}? df-pn and proof numbers say {answer[5:]}'
        return None


class Playouts(Trees):
    name = 'monte-carlo'
    about = 'Monte Carlo tree search of games that it can solve, utilities of any scale'
    share = 3
    prelude = TREE + CHANCE
    PLAYOUTS = 3000

    def case(self, source):
        movers = ('Left', 'Right') + ('Chance',) * (source.random() < .4)
        scale = source.choice((1, 10, 1000, 10 ** 9))
        return source.randint(1, 99), random_tree(
            source, source.randint(1, 4), lambda s: s.choice(movers),
            lambda s: s.randint(-scale, scale) + s.choice((0, scale // 2)))

    def question(self, case):
        seed, t = case
        kind = 'RChance' if '"Chance"' in written(t) else 'RTree'
        return (f'r:=game.search.MonteCarlo({kind}({written(t)}),{self.PLAYOUTS},{seed});'
                '\tr.Value,r.Best,r.IsExact')

    def judge(self, case, answer):
        t = case[1]
        if answer is None:
            return 'there is no answer'
        mine = value(t)
        chance = '"Chance"' in written(t)
        means = [Fraction(a) for a in answer[0]]
        # Values of games with chance are printed as fractions with the number of playouts below.
        off = Fraction(1, 2 * self.PLAYOUTS) + abs(mine) / 10 ** 12 if chance else 0
        if abs(means[0] - mine) > off or means[1] != -means[0] or answer[2] == chance:
            return f'the value is {mine}, the program says {answer}'
        if t[0] in ('Left', 'Right') and value(t[int(answer[1][0]) - 1]) != mine:
            return f'the value is {mine}, the move {answer[1]} leads to something else'
        return None


def max_n(t):
    """All vectors that may come of it: ties go either way."""
    if t[0] == 'end':
        return {tuple(t[1])}
    found = set()
    for choice in itertools.product(*(sorted(max_n(child)) for child in t[1:])):
        best = max(v[t[0] - 1] for v in choice)
        found |= {v for v in choice if v[t[0] - 1] == best}
    return found


class MaxN(Trees):
    name = 'max-n'
    about = 'max^n of two to four players'
    share = 4
    prelude = PLAYERS

    def case(self, source):
        n = source.randint(2, 4)
        return n, random_tree(source, source.randint(1, 4), lambda s: s.randint(1, n), lambda s: [
            s.randint(0, 30) for _ in range(n)])

    def question(self, case):
        return f'game.search.MaxN(RPlayers({written(case[1])},{case[0]})).Value'

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        mine = max_n(case[1])
        if tuple(int(a) for a in answer) not in mine:
            return f'the utilities are {sorted(mine)}, the program says {answer}'
        return None


def below(a, b):
    return all(x <= y for x, y in zip(a, b))


def minimal(points):
    return frozenset(p for p in points if not any(q != p and below(q, p) for q in points))


def forced(t):
    """Sets of outcomes such that player 1 can force the end into each: least ones suffice."""
    if t[0] == 'end':
        return {frozenset([tuple(t[1])])}
    parts = [forced(child) for child in t[1:]]
    if t[0] == 'Left':
        return set().union(*parts)
    return {minimal(frozenset().union(*choice)) for choice in itertools.product(*parts)}


def frontier(t):
    """Bounds of player 1's strategies, those that no other is stronger than. A bound accepts what
    is at least as good as one of its elements; b is stronger than c if c accepts all elements of
    b."""
    bounds = {minimal(s) for s in forced(t)}

    def stronger(b, c):
        return all(any(below(y, x) for y in c) for x in b)

    return {c for c in bounds if not any(b != c and stronger(b, c) for b in bounds)}


class Bounding(Trees):
    name = 'pob'
    about = 'partial order bounding: queries and frontiers of vectors'
    share = 2
    prelude = TREE

    def case(self, source):
        n = source.choice((2, 2, 3))
        most = source.choice((2, 4, 9))
        t = random_tree(source, source.randint(1, 4), lambda s: s.choice(('Left', 'Right')),
                        lambda s: [
            s.randint(0, most) for _ in range(n)])
        bound = minimal({tuple(source.randint(0, most) for _ in range(n))
                         for _ in range(source.randint(1, 3))})
        return sorted(bound), t

    def question(self, case):
        bound, t = case
        order = f'game.pob.Vectors({len(bound[0])})'
        return (f't:=RTree({written(t)});o:={order};\tgame.pob.Query(o,t,{written(bound)}).Value,'
                f'game.pob.LinearExtension(o,t,{written(bound)}).Value,'
                'game.pob.Frontier(o,t),game.pob.FrontierByQueries(o,t)')

    def judge(self, case, answer):
        bound, t = case
        if answer is None:
            return 'there is no answer'
        mine = frontier(t)
        wins = any(all(any(below(y, x) for y in bound) for x in b) for b in mine)
        for said in answer[:2]:
            if said != ('win' if wins else 'loss'):
                return f'the bound {bound} can{"" if wins else "not"} be forced, the program says {answer[:2]}'
        for said in answer[2:]:
            found = [frozenset(tuple(int(x) for x in v) for v in b) for b in said]
            if len(found) != len(set(found)) or set(found) != mine:
                return f'the frontier is {sorted(map(sorted, mine))}, the program says {sorted(map(sorted, found))}'
        return None
