"""Cheapest ways through small graphs, by Dijkstra's rule: A*, IDA*, fewest moves."""

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
