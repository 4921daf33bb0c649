"""Cheapest ways through small graphs: one cost by Dijkstra's rule, several costs by all ways."""

from program import Engine, shrink_sequence


def distance(ways, start, goals, cost):
    """The least sum of cost(way) to a goal; None if no way leads there."""
    known = {start: 0}
    done = set()
    while set(known) - done:
        at = min(set(known) - done, key=known.get)
        if at in goals:
            return known[at]
        done.add(at)
        for way in ways:
            if way[0] == at:
                far = known[at] + cost(way)
                known[way[1]] = min(known.get(way[1], far), far)
    return None


class Ways(Engine):
    name = 'ways'
    about = 'cheapest ways: A*, IDA*, fewest moves'
    share = 4

    def case(self, source):
        n = source.randint(2, 8)
        least = source.choice((0, 1, 1))
        ways = [(source.randint(1, n), source.randint(1, n), source.randint(least, 9))
                for _ in range(source.randint(1, 3 * n))]
        # The best of several ways between two places is not worth asking for.
        ways = list({way[:2]: way for way in ways if way[0] != way[1]}.values())
        return ways, 1, sorted({source.randint(1, n) for _ in range(source.choice((1, 1, 2)))})

    def question(self, case):
        ways, start, goals = case
        text = '[' + ','.join(f'[{a},{b},{c}]' for a, b, c in ways) + ']'
        results = [f'game.search.{name}(w)' for name in ('AStar', 'IdaStar', 'BreadthFirst')]
        return (f'w:=game.search.Ways({text},{start},{goals});\t'
                + ','.join(f'{r}.Value' for r in results)
                + ',' + ','.join(f'{r}.Line' for r in results))

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        ways, start, goals = case
        cheapest = distance(ways, start, goals, lambda way: way[2])
        fewest = distance(ways, start, goals, lambda way: 1)
        said = [None if a is None else int(a) for a in answer[:3]]
        if said != [cheapest, cheapest, fewest]:
            return f'costs and moves are {cheapest}, {fewest}, the program says {said}'
        costs = {(a, b): c for a, b, c in ways}
        for line, least, dear in zip(answer[3:], (cheapest, cheapest, fewest), (True, True, False)):
            if least is None:
                continue
            places = [start, *map(int, line)]
            steps = list(zip(places, places[1:]))
            if places[-1] not in goals or not all(step in costs for step in steps):
                return f'{line} is not a way'
            if sum(costs[step] if dear else 1 for step in steps) != least:
                return f'{line} costs more than {least}'
        return None

    def smaller(self, case):
        ways, start, goals = case
        for fewer in shrink_sequence(ways, 1):
            yield fewer, start, goals
        for fewer in shrink_sequence(goals, 1):
            yield ways, start, fewer


def at_most(a, b):
    return all(x <= y for x, y in zip(a, b))


def all_costs(ways, at, goals, paid, been):
    """The costs of all ways that come to no place twice: costs are not negative, so others gain nothing."""
    if at in goals:
        yield paid
        return
    for a, b, costs in ways:
        if a == at and b not in been:
            yield from all_costs(ways, b, goals, tuple(x + y for x, y in zip(paid, costs)), been | {b})


class SeveralCosts(Engine):
    name = 'costs'
    about = 'ways where moves have several costs: all that are undominated, by entries and by other orders'
    share = 2
    # The order, and whether a is at least as good as b in it.
    ORDERS = (('', at_most), (',game.pob.Vectors(N)', at_most),
              (',game.pob.Lexicographic(N)', lambda a, b: a <= b))

    def case(self, source):
        n, many = source.randint(2, 6), source.randint(1, 3)
        ways = [(source.randint(1, n), source.randint(1, n),
                 tuple(source.randint(0, 4) for _ in range(many)))
                for _ in range(source.randint(1, 2 * n))]
        ways = [way for way in ways if way[0] != way[1]]
        if not ways:
            return None
        return ways, sorted({source.randint(1, n) for _ in range(source.choice((1, 1, 2)))}), \
            source.randrange(len(self.ORDERS))

    def question(self, case):
        ways, goals, order = case
        text = '[' + ','.join(f'[{a},{b},{list(costs)}]' for a, b, costs in ways) + ']'
        beside = self.ORDERS[order][0].replace('N', str(len(ways[0][2])))
        return f'w:=game.search.Ways({text},1,{goals});\t' + ','.join(
            f'game.search.{name}(w{beside}).Value' for name in ('NamoaStar', 'IdmoaStar'))

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        ways, goals, order = case
        better = self.ORDERS[order][1]
        found = set(all_costs(ways, 1, goals, (0,) * len(ways[0][2]), {1}))
        best = {a for a in found if not any(b != a and better(b, a) for b in found)}
        for said in answer:
            costs = [tuple(map(int, one)) for one, line in said]
            if sorted(costs) != sorted(best):
                return f'undominated are {sorted(best)}, the program says {costs}'
            for one, (_, line) in zip(costs, said):
                places = [1, *map(int, line)]
                sums = {(0,) * len(one)}
                for step in zip(places, places[1:]):
                    sums = {tuple(x + y for x, y in zip(paid, c)) for paid in sums
                            for a, b, c in ways if (a, b) == step}
                if places[-1] not in goals or one not in sums:
                    return f'{line} is not a way that costs {one}'
        return None

    def smaller(self, case):
        ways, goals, order = case
        for fewer in shrink_sequence(ways, 1):
            yield fewer, goals, order
        for fewer in shrink_sequence(goals, 1):
            yield ways, fewer, order
