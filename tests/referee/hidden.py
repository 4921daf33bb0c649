"""Games in which players do not see everything, by all their pure strategies."""

import itertools
import math
from fractions import Fraction

from program import Engine
from trees import written

# ["end", utility], ["Chance", 0, [probability, tree], ...], or ["Left" or "Right", what he knows, tree, ...].
GAME = '''class RHidden(d) def ToMove := if d[1] == "end" then Nothing else d[1] end; \
def Moves := [k for k from 3 to d.Length]; def Probability(k) := d[k][1]; \
def Play(k) := RHidden(if d[1] == "Chance" then d[k][2] else d[k] end); def Utility := d[2]; \
def Information := d[2]; end;
'''


def smaller_games(t):
    """Moves may not be left out: states that look alike have the same ones."""
    for i, child in enumerate(t[2:] if t[0] != 'end' else (), 2):
        below = child[1] if t[0] == 'Chance' else child
        yield below
        for x in [['end', 0], *smaller_games(below)]:
            if x != below:
                yield t[:i] + [[child[0], x] if t[0] == 'Chance' else x] + t[i + 1:]


def sets_of(t, player, found):
    """What the player may know, with the number of his moves there."""
    if t[0] == 'end':
        return found
    if t[0] == player:
        found[t[1]] = len(t) - 2
    for child in t[2:]:
        sets_of(child[1] if t[0] == 'Chance' else child, player, found)
    return found


def pure_strategies(t, player):
    sets = sets_of(t, player, {})
    for choice in itertools.product(*(range(n) for n in sets.values())):
        yield dict(zip(sets, choice))


def mixed(t, plans):
    """What Left gets on average from {player: {what he knows: [probability of each move]}}. Sets that a plan
    does not name are not reached."""
    if t[0] == 'end':
        return Fraction(t[1])
    if t[0] == 'Chance':
        return sum(p * mixed(child, plans) for p, child in t[2:])
    return sum(p * mixed(child, plans) for p, child in zip(plans[t[0]].get(t[1], ()), t[2:]) if p)


def seen(t):
    """What Left gets if both see everything."""
    if t[0] == 'end':
        return Fraction(t[1])
    if t[0] == 'Chance':
        return sum(p * seen(child) for p, child in t[2:])
    return (max if t[0] == 'Left' else min)(map(seen, t[2:]))


def unlucky(t, plan):
    """The least that Left's plan comes to, whatever happens otherwise."""
    if t[0] == 'end':
        return Fraction(t[1])
    if t[0] == 'Left':
        return unlucky(t[2 + plan[t[1]]], plan)
    return min(unlucky(child[1] if t[0] == 'Chance' else child, plan) for child in t[2:])


class Hidden(Engine):
    name = 'hidden'
    about = 'information sets: value, best strategies, bounds, clairvoyance; what is sure'
    share = 2
    prelude = GAME
    MOST = 64  # pure strategies of a player

    def case(self, source):
        t = self.tree(source, source.randint(1, 5), {'Left': (), 'Right': ()}, {})
        most = max(math.prod(sets_of(t, player, {}).values()) for player in ('Left', 'Right'))
        return None if most > self.MOST or t[0] == 'end' else ('game', t)

    def tree(self, source, depth, own, known):
        """A player knows what he has known and done, and one of two signs beside."""
        if depth == 0 or source.random() < .1:
            return ['end', source.randint(-4, 4)]
        mover = source.choice(('Left', 'Left', 'Right', 'Right', 'Chance'))
        if mover == 'Chance':
            weights = [source.randint(1, 3) for _ in range(source.randint(1, 3))]
            return [mover, 0, *([Fraction(w, sum(weights)), self.tree(source, depth - 1, own, known)]
                                for w in weights)]
        here = (mover, own[mover], source.randint(0, 1))
        number, moves = known.setdefault(here, (len(known), source.randint(1, 3)))
        return [mover, number, *(
            self.tree(source, depth - 1, {**own, mover: (*own[mover], number, k)}, known)
            for k in range(moves))]

    def smaller(self, case):
        yield from ((case[0], t) for t in smaller_games(case[1]) if t[0] != 'end')

    def question(self, case):
        sets = [list(sets_of(case[1], player, {})) for player in ('Left', 'Right')]
        plans = ','.join(f'[if e.Strategy({player}).ContainsKey(s) then e.Strategy({player})[s] else false end for s in {named}]'
                         for player, named in zip(('Left', 'Right'), sets))
        return (f't:=RHidden({written(case[1])});e:=game.search.Equilibrium(t);'
                'c:=game.search.Cfr(t,20);w:=game.search.Clairvoyance(t);\t'
                f'e.Value,e.Bounds,c.Bounds,w.Bounds,w.Promise,w.Value,{plans},'
                'game.search.AlphaBeta(game.search.Belief(t)).Value')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        t = case[1]
        value, bounds, near, clear, promise, got, *plans, sure = answer
        value = Fraction(value)
        if [Fraction(b) for b in bounds] != [value, value]:
            return f'the value is {value}, between {bounds}'
        strategies = {}
        for player, said in zip(('Left', 'Right'), plans):
            strategies[player] = plan = {}
            for (name, moves), listed in zip(sets_of(t, player, {}).items(), said):
                if listed is False:
                    continue
                plan[name] = chances = [Fraction(0)] * moves
                for move, chance in listed:
                    chances[int(move) - 3] = Fraction(chance)
                if sum(chances) != 1 or min(chances) < 0:
                    return f'{listed} is not a strategy'
        # A value is proved by strategies that nobody can do better against.
        def against(player, plan):
            other = 'Right' if player == 'Left' else 'Left'
            pure = [{name: [Fraction(k == move) for k in range(3)] for name, move in p.items()}
                    for p in pure_strategies(t, other)]
            return [mixed(t, {player: plan, other: p}) for p in pure]
        least, most = min(against('Left', strategies['Left'])), max(against('Right', strategies['Right']))
        if not least == value == most:
            return f'{value}, but the strategies are worth {least} and {most}'
        for name, (low, high) in (('Cfr', near), ('Clairvoyance', clear)):
            if not Fraction(low) <= value <= Fraction(high):
                return f'the value is {value}, {name} says {low} to {high}'
        if not Fraction(clear[0]) <= Fraction(got) <= Fraction(clear[1]):
            return f'clairvoyance gets {got}, not {clear}'
        if Fraction(promise) != seen(t):
            return f'who sees everything gets {seen(t)}, not {promise}'
        best = max(unlucky(t, plan) for plan in pure_strategies(t, 'Left'))
        return None if Fraction(sure) == best else f'{best} is sure, not {sure}'
