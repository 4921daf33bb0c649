"""Moves of rulesets, from their rule texts; values of positions by these moves and `games`.

A position is what the program reads: a text, or a tuple of whole numbers. `moves(position, player)`
lists the positions after each move of Left (0) or Right (1); a position that is a list of positions
is their sum. """

import math
from functools import lru_cache

import games
from program import Engine

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
OWN = 'xo'


def cells(text):
    return {(r, c): s for r, row in enumerate(text.split('|')) for c, s in enumerate(row)}


def put(text, changes):
    rows = [list(row) for row in text.split('|')]
    for (r, c), s in changes.items():
        rows[r][c] = s
    return '|'.join(map(''.join, rows))


def swap(text, pairs):
    return text.translate(str.maketrans(pairs[0] + pairs[1], pairs[1] + pairs[0]))


def random_board(symbols, most=9, weights=None):
    """A maker of small boards."""
    def make(source):
        height = source.choice((1, 2, 2, 3))
        width = source.randint(1, max(1, most // height))
        if source.random() < .5:
            height, width = width, height
        return '|'.join(''.join(source.choices(symbols, weights, k=width)) for _ in range(height))
    return make


def random_strip(symbols, most=8, weights=None):
    return lambda source: ''.join(source.choices(symbols, weights, k=source.randint(1, most)))


# Clobber and its kin: a piece goes to a cell that it sees and that holds what it may take.
def clobber(steps, taken, left_behind='.', slides=False):
    def moves(text, player):
        board, own = cells(text), OWN[player]
        for p, s in board.items():
            if s != own:
                continue
            for d in steps:
                q = (p[0] + d[0], p[1] + d[1])
                while slides and board.get(q) == '.':
                    q = (q[0] + d[0], q[1] + d[1])
                if q in board and board[q] in taken[player]:
                    yield put(text, {p: left_behind[player % len(left_behind)], q: own})
    return moves


ENEMY = ('o', 'x')
ANY = ('xo', 'xo')


def dominoes(directions):
    def moves(text, player):
        board = cells(text)
        for p in board:
            for d in directions[player]:
                q = (p[0] + d[0], p[1] + d[1])
                if board[p] == '.' and board.get(q) == '.':
                    yield put(text, {p: '#', q: '#'})
    return moves


def fission(text, player):
    board = cells(text)
    for (r, c), s in board.items():
        a, b = ((r - 1, c), (r + 1, c)) if player == 0 else ((r, c - 1), (r, c + 1))
        if s == 'x' and board.get(a) == '.' and board.get(b) == '.':
            yield put(text, {(r, c): '.', a: 'x', b: 'x'})


def queen_reach(board, p):
    for d in STEPS + DIAGONAL:
        q = (p[0] + d[0], p[1] + d[1])
        while board.get(q) == '.':
            yield q
            q = (q[0] + d[0], q[1] + d[1])


def amazons(text, player):
    board = cells(text)
    for p, s in board.items():
        if s == OWN[player]:
            for q in queen_reach(board, p):
                moved = {**board, p: '.', q: s}
                for arrow in queen_reach(moved, q):
                    yield put(text, {p: '.', q: s, arrow: '#'})


def konane(text, player):
    for p, s in cells(text).items():
        if s != OWN[player]:
            continue
        for d in STEPS:
            now, at = text, p
            while True:
                board = cells(now)
                over, to = (at[0] + d[0], at[1] + d[1]), (at[0] + 2 * d[0], at[1] + 2 * d[1])
                if board.get(over) != OWN[1 - player] or board.get(to) != '.':
                    break
                now, at = put(now, {at: '.', over: '.', to: s}), to
                yield now


def patterns(*moves_of_players):
    """From pairs (cells before, cells after) of texts, as they stand: no turns."""
    def moves(text, player):
        board = cells(text)
        for before, after in moves_of_players[player]:
            for r, c in board:
                at = {(r + i, c + k): (s, cells(after)[i, k]) for (i, k), s in cells(before).items()}
                if all(board.get(p) == s for p, (s, _) in at.items()):
                    yield put(text, {p: s for p, (_, s) in at.items()})
    return moves


def all_breathe(board):
    for p, s in board.items():
        if s not in OWN:
            continue
        block, frontier = {p}, [p]
        while frontier:
            r, c = frontier.pop()
            for d in STEPS:
                q = (r + d[0], c + d[1])
                if board.get(q) == s and q not in block:
                    block.add(q)
                    frontier.append(q)
        if not any(board.get((r + d[0], c + d[1])) == '.' for r, c in block for d in STEPS):
            return False
    return True


def nogo(text, player):
    board = cells(text)
    for p, s in board.items():
        if s == '.' and all_breathe({**board, p: OWN[player]}):
            yield put(text, {p: OWN[player]})


def nogo_board(source):
    while True:
        text = random_board('.xo', 9, (4, 1, 1))(source)
        if all_breathe(cells(text)):
            return text


def chomp(text, _):
    board = cells(text)
    for p, s in board.items():
        if s == 'x' and p != (0, 0):
            yield put(text, {q: '.' for q in board if q[0] >= p[0] and q[1] >= p[1]})


def chomp_board(source):
    width = source.randint(1, 5)
    rows, last = [], width
    for _ in range(source.randint(1, 4)):
        last = source.randint(0 if rows else 1, last)
        rows.append('x' * last + '.' * (width - last))
    return '|'.join(rows)


def sylver(named, _):
    """Numbers above 1 that are not sums of those named."""
    largest = named[0] * named[-1]
    said = {0}
    for n in range(1, largest + 1):
        if any(n - m in said for m in named):
            said.add(n)
    for n in range(2, largest + 1):
        if n not in said:
            yield tuple(sorted((*named, n)))


def named_numbers(source):
    while True:
        found = tuple(sorted(source.sample(range(2, 8), source.randint(2, 3))))
        if math.gcd(*found) == 1:
            return found


def poset_game(text):
    """Takes an element and all above it."""
    below = {}
    for chain in text.split(','):
        names = chain.split('<')
        for i, name in enumerate(names):
            below.setdefault(name, set()).update(names[:i])
    for _ in below:
        for name in below:
            below[name] = below[name].union(*(below[x] for x in below[name]))

    def moves(left, _):
        for x in left:
            yield tuple(y for y in left if y != x and x not in below[y])
    return Ruleset(f'game.graph.PosetGame("{text}")',
                   lambda source: tuple(x for x in below if source.random() < .8), moves,
                   lambda left: ' '.join(left) or 'none')


def explicit(text):
    """Moves as they are written."""
    lists = {}
    for part in text.split(';'):
        name, _, both = part.partition(':')
        lists[name.strip()] = [side.split() for side in both.split('|')]

    def moves(name, player):
        for x in lists.get(name, [[], []])[player]:
            yield x
    return Ruleset(f'game.graph.Explicit("{text}")', lambda source: source.choice(sorted(lists)), moves)


def both_players(moves):
    """The impartial variant."""
    def made(position, _):
        yield from moves(position, 0)
        yield from moves(position, 1)
    return made


TOKEN = {'.': 'o', '_': 'u', ')': 'd', 'J': 'j'}


def maze(longest):
    def moves(text, player):
        board = cells(text)
        bare = {v: k for k, v in TOKEN.items()}
        at = next((p for p, s in board.items() if s in bare), None)
        if at is None:
            return
        d, walls = (((1, 0), '_J'), ((0, 1), ')J'))[player]
        p, steps = at, 0
        while steps < longest:
            if bare.get(board[p], board[p]) in walls:
                return
            q = (p[0] + d[0], p[1] + d[1])
            if q not in board or board[q] == '#':
                return
            yield put(text, {at: bare[board[at]], q: TOKEN[board[q]]})
            p, steps = q, steps + 1
    return moves


def maze_board(source):
    text = random_board('._)J#', 16, (6, 1, 1, .5, .5))(source)
    free = [p for p, s in cells(text).items() if s in TOKEN]
    if not free:
        return 'o'
    p = source.choice(free[:3])
    return put(text, {p: TOKEN[cells(text)[p]]})


def ski_jumps(text, player):
    board = cells(text)
    d = (1, -1)[player]
    for (r, c), s in board.items():
        if s not in ('Ll', 'Rr')[player]:
            continue
        k = c + d
        while board.get((r, k), '.') == '.':
            if (r, k) not in board:
                yield put(text, {(r, c): '.'})
                break
            yield put(text, {(r, c): '.', (r, k): s})
            k += d
        over, to = board.get((r + 1, c), '.'), board.get((r + 2, c))
        if s in 'LR' and over in ('Rr', 'Ll')[player] and to == '.':
            yield put(text, {(r, c): '.', (r + 1, c): over.lower(), (r + 2, c): s})


# Strips.
def toads(jump, slide=True):
    def moves(text, player):
        d, own, other = ((1, 't', 'f'), (-1, 'f', 't'))[player]
        for i, s in enumerate(text):
            if s != own:
                continue
            if slide and text[max(i + d, 0):i + d + 1] == '.':
                yield put(text, {(0, i): '.', (0, i + d): own})
            to = i + 2 * d
            if jump and 0 <= to < len(text) and text[i + d] == other and text[to] == '.':
                yield put(text, {(0, i): '.', (0, to): own})
    return moves


def gen_toads(min_slide, max_slide, max_jump, friendly):
    """Slides over free cells, of min_slide to max_slide cells; jumps over 1 to max_jump pieces, all
    of them enemies unless friendly jumps are allowed, to the next cell."""
    def moves(text, player):
        d, own, other = ((1, 't', 'f'), (-1, 'f', 't'))[player]
        for i, s in enumerate(text):
            if s != own:
                continue
            for over, least, most in (('.', min_slide - 1, max_slide - 1),
                                      ('tf' if friendly else other, 1, max_jump)):
                for k in range(least, most + 1):
                    to = i + d * (k + 1)
                    if 0 <= to < len(text) and text[to] == '.' and all(text[i + d * j] in over
                                                                       for j in range(1, k + 1)):
                        yield put(text, {(0, i): '.', (0, to): own})
    return moves


def push(text, player):
    for i, s in enumerate(text):
        if s == 'lr'[player]:
            free = text.rfind('.', 0, i)
            # What is pushed over the edge is gone.
            yield text[:free] + text[free + 1:i + 1] + '.' + text[i + 1:] if free >= 0 else \
                text[1:i + 1] + '.' + text[i + 1:]


def shove(text, player):
    for i, s in enumerate(text):
        if s == 'lr'[player]:
            yield text[1:i + 1] + '.' + text[i + 1:]


def toppling(text, player):
    for i, s in enumerate(text):
        if s in ('le', 're')[player]:
            left = text.rfind('.', 0, i) + 1
            right = (text + '.').find('.', i)
            yield text[:left] + '.' * (i + 1 - left) + text[i + 1:]
            yield text[:i] + '.' * (right - i) + text[right:]


def string_cuts(text, player):
    for i, s in enumerate(text if text != '0' else ''):
        if s in ('le', 're')[player]:
            yield text[:i] or '0'


def turtles(text, _):
    """Mock Turtles: one, two or three coins are turned, the rightmost from heads to tails."""
    flip = {'h': 't', 't': 'h'}
    for k, s in enumerate(text):
        if s == 'h':
            some = [(), *((i,) for i in range(k)), *((i, j) for j in range(k) for i in range(j))]
            for others in some:
                yield put(text, {(0, i): flip[text[i]] for i in (*others, k)})


# Heaps: a position is a tuple of heaps, or of a heap and a limit.
def heaps_each(options):
    """Moves in a sum of heaps: options(n, player) are tuples of heaps."""
    def moves(position, player):
        for i, n in enumerate(position):
            for rest in options(n, player):
                yield tuple(sorted(position[:i] + position[i + 1:] + tuple(h for h in rest if h)))
    return moves


def splits(n, most):
    """All ways to leave n tokens as at most so many heaps."""
    if n == 0:
        return [()]
    if most == 0:
        return []
    if most == 1:
        return [(n,)]
    return [(n,)] + [(a, n - a) for a in range(1, n // 2 + 1)]


def take(allowed, most_heaps):
    """allowed(k, n, player): may k tokens be taken from a heap of n?"""
    return heaps_each(lambda n, player: [rest for k in range(1, n + 1) if allowed(k, n, player)
                                         for rest in splits(n - k, most_heaps)])


def octal(codes):
    """Digit k of a code 0.d1d2...: bit 0: take k and leave nothing, 1: one heap, 2: two heaps."""
    def options(n, player):
        code = codes[player % len(codes)]
        for k, digit in enumerate(code[2:], 1):
            d = int(digit)
            if k == n and d & 1:
                yield ()
            if k < n and d & 2:
                yield (n - k,)
            if k < n and d & 4:
                for a in range(1, (n - k) // 2 + 1):
                    yield (a, n - k - a)
    return heaps_each(options)


def grundy(n, _):
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def heap_and_last(allowed):
    """A heap and the number that was taken last."""
    def moves(position, _):
        n, last = position
        for k in range(1, n + 1):
            if allowed(k, last):
                yield (n - k, k)
    return moves


def wythoff(slack):
    def moves(position, _):
        m, n = position
        for k in range(m + 1):
            for j in range(n + 1):
                if k + j and (k == 0 or j == 0 or abs(k - j) < slack):
                    yield (m - k, n - j)
    return moves


def euclid(position, player):
    p, q = position
    r = p % q
    if r:
        yield (q, r) if player == 0 else (q, q - r)


def cutcake(position, player):
    r, c = position
    if player == 0:
        yield from ([(r, a), (r, c - a)] for a in range(1, c))
    else:
        yield from ([(a, c), (r - a, c)] for a in range(1, r))


def maundy(position, player):
    r, c = position
    n = (c, r)[player]
    for parts in range(2, n + 1):
        if n % parts == 0:
            yield [(r, c // parts) if player == 0 else (r // parts, c)] * parts


def eatcake(turned):
    def moves(position, player):
        r, c = position[::-1] if turned else position
        n = (c, r)[player]
        for a in range(n):
            pieces = [(r, k) if player == 0 else (k, c) for k in (a, n - 1 - a)]
            yield [piece for piece in pieces if 0 not in piece]
    return moves


# Graphs: a position is a frozen set of edges or of labelled vertices. Trees are written as (label,
# children).
class Graphs:
    """A graph is (vertices: {v: label}, edges: ((a, b, label), ...)), as two tuples."""

    def __init__(self, vertex_labels, edge_labels, grounded=False):
        self.vertex_labels, self.edge_labels, self.grounded = vertex_labels, edge_labels, grounded

    def make(self, source):
        n = source.randint(1, 7)
        vertices = tuple((v, source.choice(self.vertex_labels)) for v in range(n))
        edges = [(source.randrange(v), v, source.choice(self.edge_labels)) for v in range(1, n)]
        # At most two edges beside a tree: they close cycles.
        for _ in range(source.choice((0, 0, 1, 2))):
            a, b = source.randrange(n), source.randrange(n)
            if a != b and not any({a, b} == {e[0], e[1]} for e in edges):
                edges.append((min(a, b), max(a, b), source.choice(self.edge_labels)))
        return vertices, tuple(sorted(edges))

    def text(self, position):
        """Vertex 0 first: below it the edges of a tree found depth first; others lead to names."""
        labels, edges = dict(position[0]), list(position[1])
        pieces, seen = [], set()
        names = {}

        def visit(v):
            seen.add(v)
            branches = []
            children = []
            for e in edges:
                if v in e[:2] and e not in used:
                    w = e[1] if e[0] == v else e[0]
                    used.add(e)
                    sign = e[2] if e[2] in '-lre' else (e[2] if e[0] == v
                                                        else {'>': '<', '<': '>'}[e[2]])
                    if w in seen:
                        names.setdefault(w, ':' + 'ABCDEFGH'[w])
                        branches.append((sign, ':' + 'ABCDEFGH'[w], None))
                    else:
                        children.append(w)
                        branches.append((sign, None, visit(w)))
            return v, branches

        def write(node):
            v, branches = node
            mark = labels.get(v, '.')
            text = ('' if mark == '.' and (self.grounded or self.edge_labels[0] in 'lre') else mark)
            if v in names:
                text += names[v]
            if not text and not branches and not (self.grounded or self.edge_labels[0] in 'lre'):
                text = '.'
            parts = [sign + (name if name else write(node)) for sign, name, node in branches]
            if len(parts) == 1:
                return text + parts[0]
            return text + ('(' + ';'.join(parts) + ')' if parts else '')

        used = set()
        for v in labels:
            if v not in seen:
                pieces.append(visit(v))
                if self.grounded:
                    break
        text = ';'.join(write(p) for p in pieces)
        return text or ('.' if self.grounded else '0')


def without(position, gone, change=None):
    vertices, edges = position
    left = tuple((v, change(v, s) if change else s) for v, s in vertices if v not in gone)
    return left, tuple(e for e in edges if e[0] not in gone and e[1] not in gone)


def neighbours(position, v):
    return {b if a == v else a for a, b, _ in position[1] if v in (a, b)}


def node_kayles(position, _):
    for v, _s in position[0]:
        yield without(position, neighbours(position, v) | {v})


def arc_kayles(labels):
    def moves(position, player):
        for a, b, s in position[1]:
            if s in labels[player]:
                yield without(position, {a, b})
    return moves


def col(position, player):
    """A vertex marked L is beside one of Left's: Right alone may colour it."""
    own = 'LR'[player]
    for v, s in position[0]:
        if s != own:
            beside = neighbours(position, v)
            dead = {w for w, t in position[0] if w in beside and t == 'RL'[player]}
            yield without(position, dead | {v}, lambda w, t, b=beside: own if w in b else t)


def snort(position, player):
    own = 'LR'[player]
    for v, s in position[0]:
        if s in ('.', own):
            beside = neighbours(position, v)
            dead = {w for w, t in position[0] if w in beside and t == 'RL'[player]}
            yield without(position, dead | {v}, lambda w, t, b=beside: own if w in b else t)


def digraph_placement(position, player):
    for v, s in position[0]:
        if s in ('.', 'LR'[player]):
            led = {b for a, b, d in position[1] if a == v and d == '>'} | \
                {a for a, b, d in position[1] if b == v and d == '<'}
            yield without(position, led | {v})


def grounded_part(position):
    """The edges that hang together with the ground, vertex 0."""
    reached, edges = {0}, position[1]
    while True:
        more = {w for a, b, _ in edges for w in (a, b) if a in reached or b in reached} - reached
        if not more:
            break
        reached |= more
    return tuple((v, s) for v, s in position[0] if v in reached), tuple(e for e in edges
                                                                        if e[0] in reached)


def hackenbush(position, player):
    for e in position[1]:
        if e[2] in ('le', 're')[player]:
            yield grounded_part((position[0], tuple(x for x in position[1] if x != e)))


def childish(position, player):
    """Green edges may be cut even if others fall: the rule of CGSuite."""
    for e in position[1]:
        if e[2] in ('le', 're')[player]:
            rest = tuple(x for x in position[1] if x != e)
            after = grounded_part((position[0], rest))
            if e[2] == 'e' or len(after[1]) == len(rest):
                yield after


def heaps_text(position):
    return '+'.join(map(str, position)) if position else '0'


def pair_text(position):
    return f'({position[0]},{position[1]})'


class Ruleset:
    def __init__(self, path, make, moves, text=None, scored=None):
        self.path, self.make, self.moves, self.scored = path, make, moves, scored
        self.text = text or (lambda position: position)
        self.value = lru_cache(None)(self._value)
        self.misere = lru_cache(None)(self._misere)

    def expression(self, position):
        text = self.text(position)
        return f'{self.path}({text if text.startswith("(") and self.text is pair_text else chr(34) + text + chr(34)})'

    def options(self, position, player):
        return set(map(freeze, self.moves(position, player)))

    def _value(self, position):
        if isinstance(position, Sum):
            g = games.ZERO
            for part in position:
                g = games.add(g, self.value(part))
            return g
        return games.game(*([self.after(position, x) for x in self.options(position, player)]
                            for player in (0, 1)))

    def after(self, position, option):
        """An option is worth, besides, what the move scores."""
        gain = self.scored(option) - self.scored(position) if self.scored else 0
        return games.add(games.number(gain), self.value(option))

    def _misere(self, position, player):
        """Does the player, to move, win if who cannot move wins?"""
        options = self.options(position, player)
        return not options or any(not self.misere(x, 1 - player) for x in options)


class Sum(tuple):
    """Positions, side by side."""


def freeze(position):
    return Sum(position) if isinstance(position, list) else position


def blockbusting(text, player):
    for i, s in enumerate(text):
        if s == '.':
            yield put(text, {(0, i): 'lr'[player]})


def grid(name, make, moves):
    return Ruleset('game.grid.' + name, make, moves)


def strip(name, make, moves, **more):
    return Ruleset('game.strip.' + name, make, moves, **more)


def heaps(name, moves, largest, most=2):
    def make(source):
        return tuple(sorted(source.randint(1, largest) for _ in range(source.randint(1, most))))
    return Ruleset('game.heap.' + name, make, moves, heaps_text)


def pair(name, moves, largest, least=1):
    return Ruleset('game.heap.' + name, lambda source: (source.randint(least, largest),
                                                        source.randint(least, largest)),
                   moves, pair_text)


def graph(name, moves, vertex_labels='.', edge_labels='-', grounded=False):
    kind = Graphs(vertex_labels, edge_labels, grounded)
    return Ruleset('game.graph.' + name, kind.make, moves, kind.text)


PIECES = random_board('xo.', 8, (3, 3, 1))


# Rulesets in scripts: rulesets.Name of examples/rulesets.
class Script(Ruleset):
    def __init__(self, name, make, moves, text=lambda position: f'({position})'):
        super().__init__('rulesets.' + name, make, moves, text)

    def expression(self, position):
        return self.path + self.text(position)


def quoted(position):
    return f'("{position}")'


def heap(name, moves, largest):
    return Script(name, lambda source: source.randint(0, largest), moves)


def coordinates(name, moves, largest, least=0):
    return Script(name, lambda source: (source.randint(least, largest), source.randint(least, largest)), moves)


def heaps_row(most, largest, least=1, distinct=False):
    def make(source):
        n = source.randint(1, most)
        if distinct:
            return tuple(sorted(source.sample(range(least, largest + 1), n)))
        return tuple(source.randint(least, largest) for _ in range(n))
    return make


def listed(position):
    return f'([{",".join(map(str, position))}])'


def nonempty(parts):
    return [p for p in parts if p]


def lasker(n, _):
    yield from range(n)
    yield from ([a, n - a] for a in range(1, n))


def dawsons_chess(n, _):
    row = set(range(n))
    for i in row:
        left = row - {i - 1, i, i + 1}
        yield nonempty([len([k for k in left if k < i]), len([k for k in left if k > i])])


def treblecross(text, _):
    for i, s in enumerate(text):
        if s == '.' and 'x' not in text[max(0, i - 2):i + 3]:
            yield put(text, {(0, i): 'x'})


def grossmans_euclid(position, _):
    a, b = sorted(position)
    left = b - a
    while left > 0:
        yield (left, a)
        left -= a


def white_knight(position, _):
    for dr, dc in KNIGHT:
        to = (position[0] + dr, position[1] + dc)
        if dr + dc < 0 and min(to) >= 0:
            yield to


def nimhoff(h):
    def moves(position, _):
        m, n = position
        for a in range(m + 1):
            for b in range(n + 1):
                if (a or b) and (not a or not b or a + b < h):
                    yield (m - a, n - b)
    return moves


def turning_corners(position, _):
    r, c = position
    for a in range(r):
        for b in range(c):
            yield [p for p in ((a, b), (a, c), (r, b)) if all(p)]


def lowered(coins, forbidden):
    """One of these numbers gets smaller, to none that is forbidden beside the others."""
    for i, n in enumerate(coins):
        rest = coins[:i] + coins[i + 1:]
        for to in range(n):
            if not forbidden(to, rest):
                yield tuple(sorted((*rest, to)))


def welter(coins, _):
    yield from lowered(coins, lambda to, rest: to in rest)


def antonim(heap_sizes, _):
    yield from lowered(heap_sizes, lambda to, rest: to and to in rest)


def moore(k):
    def moves(heap_sizes, _):
        found = {heap_sizes}
        for _ in range(k):
            found |= {h[:i] + (left,) + h[i + 1:] for h in found for i in range(len(h))
                      for left in range(heap_sizes[i] + 1) if h[i] == heap_sizes[i]}
        yield from found - {heap_sizes}
    return moves


def with_a_pass(position, _):
    sizes, may_pass = position
    for left in lowered(sizes, lambda to, rest: False):
        yield left, may_pass
    if may_pass and any(sizes):
        yield sizes, False


def kotzig(n, steps):
    def moves(position, _):
        place, before = position
        gone = {*before, place}
        for step in steps:
            if (place + step) % n not in gone:
                yield (place + step) % n, tuple(sorted(gone))
    return moves


def end_nim(ends):
    def moves(row, player):
        if row and 0 in ends[player]:
            for left in range(row[0]):
                yield (left,) * (left > 0) + row[1:]
        if row and -1 in ends[player]:
            for left in range(row[-1]):
                yield row[:-1] + (left,) * (left > 0)
    return moves


def cherries(text, player):
    if text.startswith('lr'[player]):
        yield text[1:]
    if text.endswith('lr'[player]):
        yield text[:-1]


def timber(text, _):
    for i, s in enumerate(text):
        yield text[i + 1:] if s == 'l' else text[:i]


def sowing(text, player):
    pots = [0 if s == '.' else int(s) for s in text]
    for i, n in enumerate(pots):
        way = range(i + 1, i + n + 1) if player == 0 else range(i - n, i)
        if n and way[0] >= 0 and way[-1] < len(pots) and pots[way[-1] if player == 0 else way[0]]:
            after = [0 if k == i else p + (k in way) for k, p in enumerate(pots)]
            yield ''.join('.' if p == 0 else str(p) for p in after)


def duotaire(text, _):
    for i in range(len(text) - 2):
        for before, after in (('xx.', '..x'), ('.xx', 'x..')):
            if text[i:i + 3] == before:
                yield text[:i] + after + text[i + 3:]


def silver(text, _):
    for i, s in enumerate(text):
        k = i - 1
        while s == 'x' and k >= 0 and text[k] == '.':
            yield put(text, {(0, i): '.', (0, k): 'x'})
            k -= 1


def bowl(text, player):
    for i in range(len(text) - player):
        if text[i:i + player + 1] == 'xx'[:player + 1]:
            yield text[:i] + '.' * (player + 1) + text[i + player + 1:]


def paint(clashes):
    """Puts a colour where no neighbour clashes with it."""
    def moves(text, player):
        board = cells(text)
        for p, s in board.items():
            if s == '.' and not any(board.get((p[0] + a, p[1] + b)) == 'lr'[clashes(player)] for a, b in STEPS):
                yield put(text, {p: 'lr'[player]})
    return moves


def long_dominoes(text, player):
    board = cells(text)
    dr, dc = ((1, 0), (0, 1))[player]
    for r, c in board:
        for n in (2, 3):
            covered = [(r + k * dr, c + k * dc) for k in range(n)]
            if all(board.get(p) == '.' for p in covered):
                yield put(text, {p: '#' for p in covered})


def queens(text, _):
    board = cells(text)
    placed = [p for p, s in board.items() if s == 'x']
    for r, c in board:
        if not any(r == a or c == b or abs(r - a) == abs(c - b) for a, b in placed):
            yield put(text, {(r, c): 'x'})


def hoppers(text, player):
    own, other, d = (('x', 'o', 1), ('o', 'x', -1))[player]

    def jumps(now, r, c):
        board = cells(now)
        for s in (-1, 1):
            if board.get((r + d, c + s)) == other and board.get((r + 2 * d, c + 2 * s)) == '.':
                after = put(now, {(r, c): '.', (r + d, c + s): '.', (r + 2 * d, c + 2 * s): own})
                yield after
                yield from jumps(after, r + 2 * d, c + 2 * s)

    board = cells(text)
    for (r, c), mark in board.items():
        if mark == own:
            for s in (-1, 1):
                if board.get((r + d, c + s)) == '.':
                    yield put(text, {(r, c): '.', (r + d, c + s): own})
            yield from jumps(text, r, c)


def geography(position, _):
    for v, s in position[0]:
        if s == 'x':
            for w in neighbours(position, v):
                yield without(position, {v}, lambda u, t, w=w: 'x' if u == w else t)


def components(position):
    left = [v for v, _ in position[0]]
    while left:
        part, frontier = set(), [left[0]]
        while frontier:
            v = frontier.pop()
            if v not in part:
                part.add(v)
                frontier.extend(neighbours(position, v))
        yield part
        left = [v for v in left if v not in part]


def grim(position, _):
    for v, _s in position[0]:
        if neighbours(position, v):
            yield without(position, {v})


def cutthroat(position, player):
    labels = dict(position[0])
    mixed = [part for part in components(position) if len({labels[v] for v in part}) == 2]
    for part in mixed:
        for v in part:
            if labels[v] == 'LR'[player]:
                yield without(position, {v})


def token_graph(source):
    vertices, edges = Graphs('.', '-').make(source)
    return tuple((v, 'x' if v == 0 else s) for v, s in vertices), edges


def written(vertex_labels):
    kind = Graphs(vertex_labels, '-')
    return lambda position: quoted(kind.text(position))


SCRIPTS = [
    heap('Mark', lambda n, _: [n - 1, n // 2] if n else [], 30),
    heap('LaskersNim', lasker, 12),
    heap('SubtractASquare', lambda n, _: [n - k * k for k in range(1, n + 1) if k * k <= n], 40),
    heap('CouplesAreForever', lambda n, _: [] if n == 2 else [[a, n - a] for a in range(1, n)], 16),
    heap('DawsonsChess', dawsons_chess, 16),
    heap('Nim', lambda n, _: range(n), 9),
    heap('PartizanSubtraction([1,4],[2,3])',
         lambda n, player: [n - k for k in ((1, 4), (2, 3))[player] if k <= n], 20),
    coordinates('Euclid', grossmans_euclid, 30, 1),
    coordinates('WhiteKnight', white_knight, 8),
    coordinates('Nimhoff(3)', nimhoff(3), 6),
    coordinates('TurningCorners', turning_corners, 5),
    Script('Welter', heaps_row(3, 7, 0, True), welter, listed),
    Script('MooresNim(2)', heaps_row(3, 4, 0), moore(2), listed),
    Script('Antonim', heaps_row(3, 6, 1, True), antonim, listed),
    Script('NimWithAPass', lambda source: (tuple(sorted(heaps_row(3, 4, 0)(source))), source.random() < .7),
           with_a_pass, lambda x: f'({list(x[0])}, {str(x[1]).lower()})'),
    Script('KotzigsNim(8, [1,2,5])', lambda source: (0, ()), kotzig(8, (1, 2, 5)),
           lambda x: f'({x[0]}, {list(x[1])})'),
    Script('EndNim', heaps_row(4, 4), end_nim(((0, -1), (0, -1))), listed),
    Script('PartizanEndNim', heaps_row(4, 3), end_nim(((0,), (-1,))), listed),
    Script('Cherries', random_strip('lr', 10), cherries, quoted),
    Script('Timber', random_strip('lr', 10), timber, quoted),
    Script('Sowing', random_strip('.123', 6, (2, 3, 2, 1)), sowing, quoted),
    Script('Duotaire', random_strip('.x', 10, (1, 2)), duotaire, quoted),
    Script('SilverDollar', random_strip('.x', 8), silver, quoted),
    Script('PartizanKayles', random_strip('.x', 9, (1, 5)), bowl, quoted),
    Script('Treblecross', random_strip('.x', 12, (8, 1)), treblecross, quoted),
    Script('Blockbusting', random_strip('.xo', 7, (3, 1, 1)), lambda text, player: (
        put(text, {(0, i): OWN[player]}) for i, s in enumerate(text) if s == '.'), quoted),
    Script('Snort', random_strip('.lr', 7, (6, 1, 1)), paint(lambda player: 1 - player), quoted),
    Script('ToadsAndFrogs', random_strip('tf.', 9), toads(True), quoted),
    Script('TopplingDominoes', random_strip('lre.', 8, (4, 4, 1, 1)), toppling, quoted),
    Script('Clobber', PIECES, clobber(STEPS, ENEMY), quoted),
    Script('Konane', random_board('xo.', 12, (4, 4, 3)), konane, quoted),
    Script('Hoppers', random_board('xo.', 12, (1, 1, 2)), hoppers, quoted),
    Script('Domineering', random_board('.#', 14, (3, 1)), dominoes((((1, 0),), ((0, 1),))), quoted),
    Script('Tridomineering', random_board('.#', 12, (4, 1)), long_dominoes, quoted),
    Script('Col', random_board('.lr', 8, (6, 1, 1)), paint(lambda player: player), quoted),
    Script('Queens', random_board('.', 16), queens, quoted),
    Script('Geography', token_graph, geography, written('.x')),
    Script('Grim', Graphs('.', '-').make, grim, written('.')),
    Script('Cutthroat', Graphs('LR', '-').make, cutthroat, written('LR')),
]
SCRIPTS[[x.path for x in SCRIPTS].index('rulesets.Blockbusting')].scored = lambda text: sum(
    a == b == 'x' for a, b in zip(text, text[1:]))



ALL = [
    grid('Clobber', PIECES, clobber(STEPS, ENEMY)),
    grid('AntiClobber', random_board('xo.', 6), clobber(STEPS, ('.', '.'), 'ox')),
    grid('CannibalClobber', random_board('xo.', 6), clobber(STEPS, ANY)),
    grid('CannibalClobber.ImpartialVariant', random_board('xo.', 6),
         both_players(clobber(STEPS, ANY))),
    grid('Kings', PIECES, clobber(STEPS + DIAGONAL, ENEMY)),
    grid('Knights', random_board('xo.', 12), clobber(KNIGHT, ENEMY)),
    grid('Queens', random_board('xo.', 8), clobber(STEPS + DIAGONAL, ENEMY, slides=True)),
    grid('Rooks', random_board('xo.', 8), clobber(STEPS, ENEMY, slides=True)),
    grid('Domineering', random_board('.#', 16, (3, 1)), dominoes((((1, 0),), ((0, 1),)))),
    grid('Cram', random_board('.#', 14, (4, 1)), dominoes((((1, 0), (0, 1)),) * 2)),
    grid('Fission', random_board('.x#', 16, (5, 2, 1)), fission),
    grid('Amazons', random_board('.xo#', 7, (4, 1, 1, 2)), amazons),
    grid('Konane', random_board('xo.#', 14, (4, 4, 3, 1)), konane),
    grid('NoGo', nogo_board, nogo),
    grid('Chomp', chomp_board, chomp),
    grid('Maze', maze_board, maze(99)),
    grid('Maize', maze_board, maze(1)),
    grid('SkiJumps', random_board('.LRlr', 12, (5, 1, 1, 1, 1)), ski_jumps),
    grid('Patterns("xo > .x", "ox > .o", true)', PIECES, clobber(STEPS, ENEMY)),
    grid('Patterns("a.|.b > ba|bb, ab > bb", ".|a > a|b")', random_board('ab.#', 9, (3, 3, 3, 1)),
         patterns([('a.|.b', 'ba|bb'), ('ab', 'bb')], [('.|a', 'a|b')])),
    strip('ToadsAndFrogs', random_strip('tf.#', 10, (3, 3, 3, .3)), toads(True)),
    strip('ElephantsAndRhinos', random_strip('tf.#', 9, (3, 3, 4, .3)), toads(False)),
    strip('GenToadsAndFrogs(1,2,3,true)', random_strip('tf.', 9), gen_toads(1, 2, 3, True)),
    strip('GenToadsAndFrogs(2,3,2,false)', random_strip('tf.', 10), gen_toads(2, 3, 2, False)),
    strip('Push', random_strip('lr.', 7), push),
    strip('Shove', random_strip('lr.', 7), shove),
    strip('TopplingDominoes', random_strip('lre.', 8, (4, 4, 1, 1)), toppling),
    strip('HackenbushString', random_strip('lre', 9, (3, 3, 1)), string_cuts),
    strip('Blockbusting', random_strip('lr.', 8, (1, 1, 3)), blockbusting, scored=lambda text: sum(
        a == b == 'l' for a, b in zip(text, text[1:]))),
    strip('Turning()', random_strip('ht', 8), turtles),
    heaps('Nim', take(lambda k, n, player: True, 1), 9),
    heaps('Kayles', take(lambda k, n, player: k <= 2, 2), 12),
    heaps('DawsonsKayles', take(lambda k, n, player: k == 2, 2), 16),
    heaps('GrundysGame', heaps_each(grundy), 13),
    heaps('Subtraction([1,3,4])', take(lambda k, n, player: k in (1, 3, 4), 1), 14),
    heaps('Subtraction([2,3],true)', take(lambda k, n, player: k not in (2, 3), 1), 9),
    heaps('Splittles([1,4])', take(lambda k, n, player: k in (1, 4), 2), 12),
    heaps('PartizanSubtraction([1,4],[2,3])',
          take(lambda k, n, player: k in ((1, 4), (2, 3))[player], 1), 14),
    heaps('PartizanSplittles([1],[2])', take(lambda k, n, player: k == player + 1, 2), 9),
    heaps('TakeAndBreak("0.1734")', octal(('0.1734',)), 12),
    heaps('TakeAndBreak("0.656")', octal(('0.656',)), 12),
    heaps('PartizanTakeAndBreak("0.31","0.73")', octal(('0.31', '0.73')), 9),
    pair('FibonacciNim', heap_and_last(lambda k, last: k <= 2 * last), 12),
    pair('Mem', heap_and_last(lambda k, last: k >= last), 12),
    pair('TakeAway(3)', heap_and_last(lambda k, last: k <= 3 * last), 12),
    pair('Wythoff', wythoff(1), 6, 0),
    pair('GenWythoff(3)', wythoff(3), 6, 0),
    Ruleset('game.heap.PartizanEuclid', lambda source: tuple(sorted(source.sample(range(1, 50), 2),
                                                                    reverse=True)),
            euclid, pair_text),
    pair('Cutcake', cutcake, 7),
    pair('MaundyCake', maundy, 24),
    pair('Eatcake', eatcake(False), 6),
    pair('TurnAndEatcake', eatcake(True), 5),
    Ruleset('game.heap.SylverCoinage', named_numbers, sylver, lambda named: ','.join(map(str, named))),
    poset_game('a<b<c,a<d,e<d,f'),
    poset_game('a<c,b<c,a<d,b<d,d<e,c<e'),
    explicit('a: b c | d; b: d | a1; a1: e | ; c: d e | b; d: | e; e: f f1 | d1; f: d1 | ; f1: | f; d1: | '),
    graph('NodeKayles', node_kayles),
    graph('ArcKayles', arc_kayles(('-', '-'))),
    graph('PartizanArcKayles', arc_kayles(('le', 're')), edge_labels='lre'),
    graph('Col', col, '..LR'),
    graph('Snort', snort, '..LR'),
    graph('DigraphPlacement', digraph_placement, 'LR.', '><'),
    graph('Hackenbush', hackenbush, edge_labels='lre', grounded=True),
    graph('ChildishHackenbush', childish, edge_labels='lre', grounded=True),
    *SCRIPTS,
]


class Rulesets(Engine):
    name = 'rulesets'
    about = f'values of positions of {len(ALL)} rulesets, and of two of them side by side'
    share = 6
    next = 0

    def case(self, source):
        self.next += 1
        rules = ALL[self.next % len(ALL)]
        return rules, rules.make(source)

    def question(self, case):
        rules, position = case
        return f'{rules.expression(position)}.CanonicalForm'

    def judge(self, case, answer):
        rules, position = case
        if answer is None:
            return 'there is no answer'
        mine, theirs = rules.value(position), games.read(answer)
        if mine != theirs:
            return f'{rules.expression(position)} is {games.text(mine)}, the program says {games.text(theirs)}'
        return None

    def smaller(self, case):
        """What can follow is smaller; so is a shorter strip or heap."""
        rules, position = case
        for player in (0, 1):
            for x in rules.options(position, player):
                yield from ((rules, part) for part in (x if isinstance(x, Sum) else (x,)))
        if isinstance(position, str):
            for i in range(len(position)):
                if '|' not in position and len(position) > 1:
                    yield rules, position[:i] + position[i + 1:]
            if '|' in position:
                rows = position.split('|')
                for i in range(len(rows)):
                    yield rules, '|'.join(rows[:i] + rows[i + 1:])
                for i in range(len(rows[0]) if len(rows[0]) > 1 else 0):
                    yield rules, '|'.join(row[:i] + row[i + 1:] for row in rows)
