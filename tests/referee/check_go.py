"""Compares the program's scores of small Go boards with the referee's, and with one another.

    check_go.py ANSWERS [--boards N] [--seed N] [--areas N]

ANSWERS is the program go_answers. N random boards of up to 5x5 with few empty points must satisfy:
  referee    The referee is sure of what the program says: its interval, of the board and of each first
             move, holds what the referee finds; one that is exact is what the referee finds.
  levels     All levels of safety, all images of the board and the exchange of colours: no interval
             excludes another one.
  children   The score is the best of the scores of the boards after each move, or after a pass.
Of every tenth board also the area score. Prints what differs; exit code 1 if anything does.
"""

import argparse
import json
import random
import subprocess
import sys
from fractions import Fraction

import go_referee as referee
from go_referee import BLACK, SIGN, WHITE

LEVELS = ('static', 'benson', 'search')
NODES = 60_000


class Program:
    """Answers in bulk; what was asked before is not asked again."""

    def __init__(self, path):
        self.path = path
        self.known = {}

    def ask(self, questions):
        new = list(dict.fromkeys(q for q in questions if q not in self.known))
        text = ''.join(f'{rows} {safety} {rules} {NODES}\n' for rows, safety, rules in new)
        out = subprocess.run([self.path], input=text, capture_output=True, text=True, check=True)
        for question, line in zip(new, out.stdout.splitlines(), strict=True):
            self.known[question] = json.loads(line)

    def answer(self, rows, safety='static', rules='territory'):
        """Intervals by who moves first, and moves: {(x, y): interval} by who moves first."""
        found = self.known[rows, safety, rules]
        if isinstance(found, str):
            print('ERROR', rows, safety, rules, found)
            return [(Fraction(-99), Fraction(99))] * 2, [{}, {}]
        scores = [interval(found[first]) for first in (BLACK, WHITE)]
        moves = [{(x, y): interval(i) for x, y, i in found[2 + first]} for first in (BLACK, WHITE)]
        return scores, moves


def interval(ends):
    return tuple(Fraction(end) for end in ends)


def random_board(source):
    """A few points among groups that live by eyes of their own, or (one in eight) a small board."""
    while True:
        rows = (small_board if source.random() < .125 else walled_board)(source)
        if rows is not None and is_legal(rows):
            return rows


def small_board(source):
    width, height = source.choice(((3, 2), (4, 2), (3, 3), (4, 3), (5, 3), (4, 4)))
    weights = (source.choice((1, 2, 3)), 3, 3)
    return [''.join(source.choices('.XO', weights, k=width)) for _ in range(height)]


def walled_board(source):
    inner = source.choice(((2, 2), (3, 2), (3, 2), (4, 2), (5, 1), (6, 1), (3, 3), (2, 5)))
    inner = inner if source.random() < .5 else inner[::-1]
    # Some areas lie at the edge of the board.
    left, top = source.choice(((2, 2), (0, 2), (2, 0), (0, 0)))
    width, height = inner[0] + left + 2, inner[1] + top + 2
    slope = [source.uniform(-1, 1) for _ in range(2)]
    middle = slope[0] * width / 2 + slope[1] * height / 2 + source.uniform(-1, 1) * source.choice((1, 3))
    weights = (source.choice((2, 3, 5)), 2, 2)

    def inside(x, y):
        return left <= x < left + inner[0] and top <= y < top + inner[1]

    cells = {(x, y): source.choices('.XO', weights)[0] if inside(x, y) else
             'X' if slope[0] * x + slope[1] * y < middle else 'O'
             for y in range(height) for x in range(width)}
    for colour in 'XO':
        eyes = []
        for x, y in cells:
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            near = [p for p in near if p in cells]
            if not inside(x, y) and not any(map(lambda p: inside(*p), near)) and not any(
                    p in eyes for p in near) and all(cells[p] == colour for p in near + [(x, y)]):
                eyes.append((x, y))
        if len(eyes) < 2 and any(c == colour and not inside(*p) for p, c in cells.items()):
            return None
        for eye in source.sample(eyes, min(2, len(eyes))):
            cells[eye] = '.'
    return [''.join(cells[x, y] for x in range(width)) for y in range(height)]


def is_legal(rows):
    board = referee.Board(len(rows[0]), len(rows))
    black, white, _ = board.read(rows)
    free = board.all & ~black & ~white
    return all(board.around(block) & free
               for stones in (black, white) for block in board.components(stones))


def all_boards(width, height):
    for number in range(3 ** (width * height)):
        cells = []
        for _ in range(width * height):
            number, cell = divmod(number, 3)
            cells.append('.XO'[cell])
        rows = [''.join(cells[y * width:(y + 1) * width]) for y in range(height)]
        if is_legal(rows):
            yield rows


def text(board, stones):
    rows = []
    for y in range(board.height):
        row = ''
        for x in range(board.width):
            point = 1 << (y * board.width + x)
            row += 'X' if point & stones[BLACK] else 'O' if point & stones[WHITE] else '.'
        rows.append(row)
    return '/'.join(rows)


def exchanged(rows):
    return '/'.join(rows).translate(str.maketrans('XO', 'OX'))


def images(rows):
    turned = [''.join(column) for column in zip(*rows[::-1])]
    return ['/'.join(turned), '/'.join(row[::-1] for row in rows)]


class Checker:
    def __init__(self, program):
        self.program = program
        self.wrong = 0
        self.skipped = 0
        self.exact = 0

    def report(self, *what):
        self.wrong += 1
        print(*what, flush=True)

    def children(self, rows):
        board = referee.Board(len(rows[0]), len(rows))
        black, white, _ = board.read(rows)
        go = referee.Go(board.width, board.height)
        for mover in (BLACK, WHITE):
            free = board.all & ~black & ~white
            while free:
                point = free & -free
                free &= ~point
                played = go.play((black, white), mover, point)
                if played is not None:
                    at = point.bit_length() - 1
                    yield mover, (at % board.width, at // board.width), played

    def ask(self, boards):
        questions = []
        for number, rows in enumerate(boards):
            board = referee.Board(len(rows[0]), len(rows))
            whole = '/'.join(rows)
            questions += [(whole, level, 'territory') for level in LEVELS]
            if number % 10 == 0:
                questions += [(whole, 'static', 'area')]
            questions += [(other, 'static', 'territory') for other in images(rows)]
            questions.append((exchanged(rows), 'static', 'territory'))
            questions += [(text(board, played[0]), 'static', 'territory')
                          for _, _, played in self.children(rows)]
        self.program.ask(questions)

    def relations(self, rows):
        whole = '/'.join(rows)
        scores, _ = self.program.answer(whole)
        others = [(level, self.program.answer(whole, level)[0]) for level in LEVELS[1:]]
        others += [(image, self.program.answer(image)[0]) for image in images(rows)]
        mirrored = self.program.answer(exchanged(rows))[0]
        others.append(('colours exchanged', [(-mirrored[1 - f][1], -mirrored[1 - f][0])
                                             for f in (BLACK, WHITE)]))
        for first in (BLACK, WHITE):
            for name, other in others:
                if scores[first][0] > other[first][1] or other[first][0] > scores[first][1]:
                    self.report('LEVELS', whole, 'BW'[first], 'first: static', show(scores[first]),
                                name, show(other[first]))
        best = [[], []]
        banned = [False, False]
        board = referee.Board(len(rows[0]), len(rows))
        for mover, _, (after, taken, ko) in self.children(rows):
            child = self.program.answer(text(board, after))[0][1 - mover]
            gain = SIGN[mover] * taken.bit_count()
            best[mover].append((child[0] + gain, child[1] + gain))
            banned[mover] = banned[mover] or ko
        for first in (BLACK, WHITE):
            lower, upper = scores[first]
            passed = scores[1 - first]
            choose = max if first == BLACK else min
            low = choose([b[0] for b in best[first]] + [passed[0]])
            high = choose([b[1] for b in best[first]] + [passed[1]])
            # After a ko the other one may not take back, which a board does not say.
            if banned[first]:
                low, high = (low, 99) if first == BLACK else (-99, high)
            if low > upper or high < lower:
                self.report('CHILDREN', whole, 'BW'[first], 'first:', show(scores[first]),
                            'children', show((low, high)))

    def against_referee(self, rows, found, children):
        whole = '/'.join(rows)
        for level in LEVELS:
            scores, moves = self.program.answer(whole, level)
            for first in (BLACK, WHITE):
                if found[first] is None:
                    self.skipped += 1
                    continue
                lower, upper = scores[first]
                self.exact += lower == upper
                sure = found[first]
                if lower > sure[0] or upper < sure[1]:
                    self.report('REFEREE', whole, level, 'BW'[first], 'first:',
                                show(scores[first]), 'referee', show(sure))
                for point, claimed in moves[first].items():
                    sure = children.get((first, point))
                    if sure is not None and (claimed[0] > sure[0] or claimed[1] < sure[1]):
                        self.report('MOVE', whole, level, 'BW'[first], point, show(claimed),
                                    'referee', show(sure))

    def area(self, rows):
        whole = '/'.join(rows)
        scores, _ = self.program.answer(whole, 'static', 'area')
        for first in (BLACK, WHITE):
            try:
                found = referee.area(rows, first)
            except referee.Endless:
                self.skipped += 1
                continue
            if not scores[first][0] <= found <= scores[first][1]:
                self.report('AREA', whole, 'BW'[first], 'first:', show(scores[first]), 'referee', found)


def show(ends):
    lower, upper = ends
    return str(lower) if lower == upper else f'{lower}..{upper}'


def check(program, boards, most_states, moves=True):
    checker = Checker(program)
    checker.ask(boards)
    by_size = {}
    for number, rows in enumerate(boards):
        checker.relations(rows)
        board = referee.Board(len(rows[0]), len(rows))
        black, white, _ = board.read(rows)
        size = (board.width, board.height)
        if size not in by_size or len(by_size[size].moves_at) > 200_000:
            by_size[size] = referee.Territory(*size, most_states=most_states)
        judge = by_size[size]
        found = [judge.score((black, white), first) for first in (BLACK, WHITE)]
        children = {}
        for mover, point, (after, taken, ko) in checker.children(rows) if moves else ():
            sure = judge.score(after, 1 - mover, ko)
            if sure is not None:
                gain = SIGN[mover] * taken.bit_count()
                children[mover, point] = (sure[0] + gain, sure[1] + gain)
        checker.against_referee(rows, found, children)
        if number % 10 == 0:
            checker.area(rows)
    return checker


def main():
    options = argparse.ArgumentParser()
    options.add_argument('answers')
    options.add_argument('--boards', type=int, default=300)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--states', type=int, default=4_000)
    wanted = options.parse_args()
    source = random.Random(wanted.seed)
    boards = [random_board(source) for _ in range(wanted.boards)]
    done = check(Program(wanted.answers), boards, wanted.states)
    print(f'{len(boards)} boards, {done.exact} exact scores compared, {done.skipped} left out,'
          f' {done.wrong} differences')
    sys.exit(1 if done.wrong else 0)


if __name__ == '__main__':
    sys.setrecursionlimit(10_000)
    main()
