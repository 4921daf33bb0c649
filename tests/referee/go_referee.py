"""Scores of small Go boards by plain search of the whole board. It shares no code with the program.

A board is a list of rows: X black, O white, . empty; B and W are stones that cannot be taken. Scores
are Black's minus White's.

Territory (docs/go.md, "What territory score means"). Players move in turn; a move is a stone that is
no suicide, or a pass. Taken stones are prisoners, a point each. No stone goes to a point where a single
stone was just taken by a ko. What is settled leaves the game: nobody plays there.
First passes are free, until two come in a row. Then the same goes on, but a pass costs a point, and two in
a row of which the second is by the player who did not begin this second part end play; what is settled
then is counted, and nothing else. Play that goes on for ever has no score, so that there are two
answers: what Black is sure of, and what White is sure to keep him down to.

Area. Two passes end play; stones count, and empty points that touch one colour only. Positional superko.
"""

import sys

BLACK, WHITE = 0, 1
SIGN = (1, -1)


class Endless(Exception):
    """Play can come back to a position."""


class Board:
    """The points of a rectangle as bits of an integer."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.size = width * height
        self.all = (1 << self.size) - 1
        self.near = []
        for y in range(height):
            for x in range(width):
                near = 0
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    if 0 <= x + dx < width and 0 <= y + dy < height:
                        near |= 1 << ((y + dy) * width + x + dx)
                self.near.append(near)
        columns = sum(1 << (y * width) for y in range(height))
        self.not_first = self.all & ~columns
        self.not_last = self.all & ~(columns << (width - 1))

    def around(self, points):
        """All neighbours of the points, the points not taken out."""
        return ((points & self.not_last) << 1 | (points & self.not_first) >> 1 |
                points << self.width | points >> self.width) & self.all

    def component(self, point, within):
        out = point
        while True:
            grown = (out | self.around(out)) & within
            if grown == out:
                return out
            out = grown

    def components(self, points):
        out = []
        while points:
            part = self.component(points & -points, points)
            out.append(part)
            points &= ~part
        return out

    def read(self, rows):
        """Black stones, white stones, and those of both that cannot be taken."""
        stones = [0, 0]
        eternal = 0
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                point = 1 << (y * self.width + x)
                if letter in 'XB':
                    stones[BLACK] |= point
                if letter in 'OW':
                    stones[WHITE] |= point
                if letter in 'BW':
                    eternal |= point
        for colour in (BLACK, WHITE):
            for block in self.components(stones[colour]):
                if block & eternal:
                    eternal |= block
        return stones[BLACK], stones[WHITE], eternal


class Go:
    """Moves on one board, with some stones that cannot be taken."""

    def __init__(self, width, height, eternal=0):
        self.board = Board(width, height)
        self.eternal = eternal
        self.settled_at = {}
        self.moves_at = {}

    def play(self, stones, mover, point):
        """Stones after the move, the stones taken, and whether it is a ko; None: suicide."""
        board = self.board
        mine = stones[mover] | point
        theirs = stones[1 - mover]
        free = board.all & ~mine & ~theirs
        taken = 0
        for block in board.components(theirs):
            if block & self.eternal or not board.around(point) & block:
                continue
            if not board.around(block) & free:
                taken |= block
        theirs &= ~taken
        block = board.component(point, mine)
        liberties = board.around(block) & board.all & ~mine & ~theirs
        if not liberties and not block & self.eternal:
            return None
        ko = 0
        if block == point and liberties == taken and taken & (taken - 1) == 0:
            ko = taken
        after = (mine, theirs) if mover == BLACK else (theirs, mine)
        return after, taken, ko

    def settled(self, stones):
        """Points that left the game, and what they count for Black."""
        known = self.settled_at.get(stones)
        if known is None:
            known = self.find_settled(stones)
            self.settled_at[stones] = known
        return known

    def find_settled(self, stones):
        board = self.board
        empty = board.all & ~stones[BLACK] & ~stones[WHITE]
        gone = 0
        score = 0
        for colour in (BLACK, WHITE):
            enemy_eternal = stones[1 - colour] & self.eternal
            blocks = board.components(stones[colour])
            regions = [r for r in board.components(board.all & ~stones[colour])
                       if not r & enemy_eternal]
            while True:
                alive = []
                for block in blocks:
                    liberties = board.around(block)
                    eyes = sum(1 for r in regions
                               if board.around(r) & block and not r & empty & ~liberties)
                    if eyes >= 2 or block & self.eternal:
                        alive.append(block)
                stones_alive = sum(alive)
                kept = [r for r in regions
                        if not board.around(r) & stones[colour] & ~stones_alive]
                if alive == blocks and kept == regions:
                    break
                blocks, regions = alive, kept
            near = board.around(sum(blocks))
            gone |= sum(blocks)
            for region in regions:
                if region & empty & ~near:
                    continue
                # A region of nobody is no territory.
                if not blocks:
                    continue
                gone |= region
                score += SIGN[colour] * (region.bit_count() +
                                         (region & stones[1 - colour]).bit_count())
        return gone, score

    def moves(self, stones, mover):
        """Of all moves where something is in play: point, stones after it, prisoners for Black, ko."""
        known = self.moves_at.get((stones, mover))
        if known is None:
            known = []
            free = self.board.all & ~stones[BLACK] & ~stones[WHITE] & ~self.settled(stones)[0]
            while free:
                point = free & -free
                free &= ~point
                played = self.play(stones, mover, point)
                if played is not None:
                    after, taken, ko = played
                    known.append((point, after, SIGN[mover] * taken.bit_count(), ko))
            self.moves_at[stones, mover] = known
        return known


class Territory(Go):
    """Scores by the definition above: pairs [Black is sure of, White keeps him down to]."""

    def __init__(self, width, height, eternal=0, most_states=200_000):
        super().__init__(width, height, eternal)
        self.most_states = most_states
        self.plain = {}

    def score(self, stones, mover, ban=0):
        """None: more states than allowed."""
        try:
            score = self.without_cycles((stones, mover, ban, None, False), set())
            return score, score
        except Endless:
            pass
        try:
            return self.with_cycles([(stones, mover, ban)])[0]
        except Endless:
            return None

    # A state is (stones, mover, ban, part, passed): part is None at first, then the player who began the
    # second part.

    def after_pass(self, state):
        """What a pass counts, and the state after it; None: play has ended."""
        stones, mover, _, part, passed = state
        if part is None:
            return 0, (stones, 1 - mover, 0, 1 - mover if passed else None, not passed)
        cost = -SIGN[mover]
        if passed and mover != part:
            return cost + self.settled(stones)[1], None
        return cost, (stones, 1 - mover, 0, part, True)

    def after_stones(self, state):
        stones, mover, ban, part, _ = state
        return [(gain, (after, 1 - mover, ko, part, False))
                for point, after, gain, ko in self.moves(stones, mover) if point != ban]

    def without_cycles(self, state, path):
        known = self.plain.get(state)
        if known is not None:
            return known
        if state in path or len(self.plain) + len(path) > self.most_states:
            raise Endless
        path.add(state)
        values = []
        for value, then in self.after_stones(state) + [self.after_pass(state)]:
            values.append(value if then is None else value + self.without_cycles(then, path))
        best = max(values) if state[1] == BLACK else min(values)
        path.discard(state)
        self.plain[state] = best
        return best

    def with_cycles(self, starts):
        """All that can arise, each with two bounds that are raised and lowered until they stay."""
        order = list(dict.fromkeys(start + (None, False) for start in starts))
        number = {start: i for i, start in enumerate(order)}
        moves = []
        for state in order:
            out = self.after_stones(state) + [self.after_pass(state)]
            row = []
            for value, then in out:
                if then is not None and then not in number:
                    number[then] = len(order)
                    order.append(then)
                    if len(order) > self.most_states:
                        raise Endless
                row.append((value, None if then is None else number[then]))
            moves.append(row)
        bounds = []
        for prover in (BLACK, WHITE):
            # Nothing is sure at first; what does not end stays so.
            worst = -SIGN[prover] * 10_000
            limit = 2 * self.board.size + 2
            sure = [worst] * len(order)
            before = [[] for _ in order]
            for at, row in enumerate(moves):
                for _, then in row:
                    if then is not None:
                        before[then].append(at)
            work = list(range(len(order) - 1, -1, -1))
            waiting = [True] * len(order)
            while work:
                at = work.pop()
                waiting[at] = False
                choose = max if order[at][1] == BLACK else min
                found = choose(v + (0 if then is None else sure[then]) for v, then in moves[at])
                if abs(found) > 5_000:
                    found = worst
                elif abs(found) > limit:
                    found = limit if found > 0 else -limit
                if found != sure[at]:
                    sure[at] = found
                    for other in before[at]:
                        if not waiting[other]:
                            waiting[other] = True
                            work.append(other)
            bounds.append(sure)
        at = [number[start + (None, False)] for start in starts]
        return [(bounds[BLACK][i], bounds[WHITE][i]) for i in at]


class Area(Go):
    """Two passes end play; no position of the board may come back."""

    def score(self, stones, mover, most_nodes=200_000):
        self.nodes = 0
        self.most_nodes = most_nodes
        return self.search(stones, mover, False, {stones}, -10_000, 10_000)

    def count(self, stones):
        board = self.board
        out = stones[BLACK].bit_count() - stones[WHITE].bit_count()
        for part in board.components(board.all & ~stones[BLACK] & ~stones[WHITE]):
            near = board.around(part)
            touches = (near & stones[BLACK], near & stones[WHITE])
            if touches[BLACK] and not touches[WHITE]:
                out += part.bit_count()
            if touches[WHITE] and not touches[BLACK]:
                out -= part.bit_count()
        return out

    def search(self, stones, mover, passed, path, low, high):
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise Endless
        best = None
        moves = []
        free = self.board.all & ~stones[BLACK] & ~stones[WHITE]
        while free:
            point = free & -free
            free &= ~point
            played = self.play(stones, mover, point)
            if played is not None and played[0] not in path:
                moves.append((-played[1].bit_count(), played[0]))
        moves.sort(key=lambda m: m[0])
        moves.append((0, None))
        for _, after in moves:
            if after is None:
                value = (self.count(stones) if passed
                         else self.search(stones, 1 - mover, True, path, low, high))
            else:
                path.add(after)
                value = self.search(after, 1 - mover, False, path, low, high)
                path.discard(after)
            if best is None or SIGN[mover] * value > SIGN[mover] * best:
                best = value
            if mover == BLACK:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best


def territory(rows, mover):
    board = Board(len(rows[0]), len(rows))
    black, white, eternal = board.read(rows)
    return Territory(board.width, board.height, eternal).score((black, white), mover)


def area(rows, mover):
    board = Board(len(rows[0]), len(rows))
    black, white, eternal = board.read(rows)
    return Area(board.width, board.height, eternal).score((black, white), mover)


if __name__ == '__main__':
    for line in sys.stdin:
        grid = line.strip().split('/')
        print(line.strip(), territory(grid, BLACK), territory(grid, WHITE))
