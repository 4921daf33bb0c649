"""Games in which play can go on for ever, which is a draw: who wins, by retrograde analysis."""

from program import Engine, shrink_sequence
from rulesets import put, random_strip, toads

# A graph is a list of pairs: the vertices to which Left and Right may move, from 1; play begins at
# 1.
PRELUDE = '''class RGraph(g, k) extends Game \
override def Options(player as Player) := [RGraph(g, j) for j in g[k][if player == Left then 1 else 2 end]]; end;
'''
CLASS = {
    ('L', 'L'): 'L', ('R', 'R'): 'R', ('N', 'N'): 'N', ('P', 'P'): 'P', ('L', 'R'): 'D',
    ('L', 'P'): 'PHat', ('P', 'R'): 'PCheck', ('L', 'N'): 'NHat', ('N', 'R'): 'NCheck'}
# By whether Left wins moving first, and moving second.
SIDE = {(True, True): 'L', (True, False): 'N', (False, True): 'P', (False, False): 'R'}
SHORT = {'0': [([], [])], '1': [([2], []), ([], [])], '*': [([2], [2]), ([], [])],
         '^': [([3], [2]), ([3], [3]), ([], [])], '-1': [([], [2]), ([], [])], 'on': [([1], [])],
         'over': [([2], [1]), ([], [])], '1/2': [([3], [2]), ([3], []), ([], [])],
         '{1|-1}': [([2], [3]), ([4], []), ([], [4]), ([], [])]}


def results(start, options):
    """Of who moves first (Left 0, Right 1): wins, loses or draws. Positions are decided backwards,
    from those in which a player has no move."""
    after, todo = {}, [start]
    while todo:
        p = todo.pop()
        if p not in after:
            after[p] = [set(options(p, side)) for side in (0, 1)]
            todo += [q for side in after[p] for q in side]
    before = {}
    left = {}
    for p, sides in after.items():
        for side in (0, 1):
            left[p, side] = len(sides[side])
            for q in sides[side]:
                before.setdefault((q, 1 - side), []).append((p, side))
    decided = {state: 'loses' for state, n in left.items() if n == 0}
    queue = list(decided)
    while queue:
        state = queue.pop()
        for other in before.get(state, []):
            if other in decided:
                continue
            if decided[state] == 'loses':
                decided[other] = 'wins'
                queue.append(other)
            else:
                left[other] -= 1
                if left[other] == 0:
                    decided[other] = 'loses'
                    queue.append(other)
    return [decided.get((start, side), 'draws') for side in (0, 1)]


def outcome(verdicts):
    """The class, where infinite play is won by Left (onside) and by Right (offside)."""
    sides = []
    for winner in (0, 1):
        draw = winner == 0
        first = verdicts[0] == 'wins' or (verdicts[0] == 'draws' and draw)
        second = verdicts[1] == 'loses' or (verdicts[1] == 'draws' and draw)
        sides.append(SIDE[first, second])
    return CLASS[tuple(sides)]


def sum_moves(graphs):
    def options(position, side):
        for i, at in enumerate(position):
            for q in graphs[i][at - 1][side]:
                yield position[:i] + (q,) + position[i + 1:]
    return options


def written(graph):
    """A class of a script; some as a graph, those that are the same for both players without bars."""
    impartial = all(left == right for left, right in graph)
    if impartial or len(graph) % 2 == 0:
        moves = [[' '.join(f'v{q}' for q in side) for side in sides] for sides in graph]
        return 'game.graph.Explicit("' + ';'.join(
            f'v{v}:{left}' + ('' if impartial else f'|{right}')
            for v, (left, right) in enumerate(moves, 1)) + '")("v1")'
    return 'RGraph([' + ','.join(f'[{sides[0]},{sides[1]}]' for sides in graph).replace(' ',
                                                                                        '') + '],1)'


class Loopy(Engine):
    name = 'loopy'
    about = 'outcomes of loopy graphs and of their sums'
    share = 4
    prelude = PRELUDE

    def graph(self, source):
        n = source.randint(1, 6)
        dense = source.choice((.8, 1.3, 2))
        sides = [[sorted({source.randint(1, n) for _ in range(int(source.random() * dense * 2))})
                  for _ in range(2)] for _ in range(n)]
        impartial = source.random() < .3
        return [(left, left if impartial else right) for left, right in sides]

    def case(self, source):
        return self.graph(source), source.choice((*SHORT, None, None)) or self.graph(source)

    def question(self, case):
        g, h = written(case[0]), case[1] if isinstance(case[1], str) else written(case[1])
        return (f'g:={g};h:={h};\tg.OutcomeClass,[game.sums.Verdict([g],p) for p in [Left,Right]],'
                f'[game.sums.Verdict([g,h],p) for p in [Left,Right]],(g+h).OutcomeClass')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        graphs = [SHORT[g] if isinstance(g, str) else g for g in case]
        one = results((1,), sum_moves(graphs[:1]))
        both = results((1, 1), sum_moves(graphs))
        mine = [outcome(one), one, both, outcome(both)]
        return None if answer == mine else f'outcome and verdicts are {mine}, the program says {answer}'

    def smaller(self, case):
        g, h = case
        if h != '0':
            yield g, '0'
        for x in smaller_graphs(g):
            yield x, h
        if not isinstance(h, str):
            for x in smaller_graphs(h):
                yield g, x


def smaller_graphs(g):
    if len(g) > 1:
        last = len(g)
        yield [tuple([q for q in side if q != last] for side in sides) for sides in g[:-1]]
    for v, sides in enumerate(g):
        for i in (0, 1):
            for fewer in shrink_sequence(list(sides[i])):
                yield [*g[:v], (fewer, sides[1]) if i == 0 else (sides[0], fewer), *g[v + 1:]]


def backsliding(text, player):
    """As Toads and Frogs; a piece may also step back."""
    yield from toads(True)(text, player)
    d, own = ((-1, 't'), (1, 'f'))[player]
    for i, s in enumerate(text):
        if s == own and 0 <= i + d < len(text) and text[i + d] == '.':
            yield put(text, {(0, i): '.', (0, i + d): own})


class Backsliding(Engine):
    name = 'backsliding'
    about = 'Backsliding Toads and Frogs'
    share = 2
    strip = staticmethod(random_strip('tf.#', 8, (2, 2, 3, .2)))

    def case(self, source):
        return self.strip(source)

    def question(self, case):
        return (f'g:=game.strip.BackslidingToadsAndFrogs("{case}");\tg.OutcomeClass,'
                '[game.sums.Verdict([g],p) for p in [Left,Right]]')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        verdicts = results(case, backsliding)
        mine = [outcome(verdicts), verdicts]
        return None if answer == mine else f'outcome and verdicts are {mine}, the program says {answer}'

    def smaller(self, case):
        yield from shrink_sequence(case, 1)
