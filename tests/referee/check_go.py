"""Compares the program's scores of small Go boards with the referee's, and with one another.

    check_go.py ANSWERS REFEREE [--boards N] [--seed N] [--small N] [--states N] [--nodes N]

ANSWERS and REFEREE are the programs go_answers and go_referee. N random boards with few open points, some
with stones that cannot be taken, and N of all boards of 2x3 and 3x3 (--small 0: all) must satisfy:
  referee    The interval of the board, and of each first move, holds what the referee finds; what is exact is
             what he finds. By turns with each level of safety, an image of the board, or the colours exchanged.
  area       Of every fifth board the same under area scoring, and
  groups     no status of a block is another one than the referee's, nor its status by confirmed hunts.
  levels     Of every twentieth board: for all levels, images and the exchange no interval excludes another one,
  children   and the score is the best of those of the boards after each move, or after a pass.
Prints what differs; exit code 1 if anything does.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

LEVELS = ('static', 'benson', 'search')
FIRST = 'BW'
KINDS = ('status', 'confirmed status')
EXCHANGE = str.maketrans('XOBW', 'OXWB')


class Program:
    """Answers in bulk, in as many processes as there are cores; what was asked before is not asked again.

    `tail` makes the end of a question.
    """

    def __init__(self, path, tail):
        self.path = path
        self.tail = tail
        self.known = {}

    def ask(self, questions):
        new = sorted(set(questions) - self.known.keys(), key=str)
        cores = os.cpu_count() or 1
        # Boards of a size together: the referee remembers.
        new.sort(key=lambda q: (len(q[1]), q[1].count('/')))
        parts = [new[i::cores] for i in range(cores)]
        running = []
        for part in parts:
            text = ''.join('{} {}\n'.format(' '.join(question), self.tail(question)) for question in part)
            source = tempfile.TemporaryFile('w+')
            source.write(text)
            source.seek(0)
            out = tempfile.TemporaryFile('w+')
            running.append((part, out, subprocess.Popen([self.path], stdin=source, stdout=out)))
        for part, out, process in running:
            if process.wait() != 0:
                raise SystemExit(f'{self.path} failed')
            out.seek(0)
            for question, line in zip(part, out, strict=True):
                self.known[question] = json.loads(line)


def interval(ends):
    return tuple(Fraction(end) for end in ends)


def show(ends):
    lower, upper = ends
    return str(lower) if lower == upper else f'{lower}..{upper}'


def random_board(source):
    """A few points among groups that live, or (one in eight) a small board."""
    while True:
        rows = (small_board if source.random() < .125 else walled_board)(source)
        if rows is not None and is_legal(rows):
            return '/'.join(rows)


def small_board(source):
    width, height = source.choice(((4, 2), (4, 3), (5, 3), (4, 4)))
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
    # What is assumed to live has one eye outside, what lives two.
    outside = 'BW' if source.random() < .4 else 'XO'
    wanted = 1 if outside == 'BW' else 2

    def inside(x, y):
        return left <= x < left + inner[0] and top <= y < top + inner[1]

    cells = {(x, y): source.choices('.XO', weights)[0] if inside(x, y) else
             outside[slope[0] * x + slope[1] * y >= middle]
             for y in range(height) for x in range(width)}
    for colour in outside:
        eyes = []
        for x, y in cells:
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            near = [p for p in near if p in cells]
            if not inside(x, y) and not any(map(lambda p: inside(*p), near)) and not any(
                    p in eyes for p in near) and all(cells[p] == colour for p in near + [(x, y)]):
                eyes.append((x, y))
        if len(eyes) < wanted and any(c == colour and not inside(*p) for p, c in cells.items()):
            return None
        for eye in source.sample(eyes, min(wanted, len(eyes))):
            cells[eye] = '.'
    return [''.join(cells[x, y] for x in range(width)) for y in range(height)]


def near(rows, x, y):
    for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= b < len(rows) and 0 <= a < len(rows[b]):
            yield a, b


def block(rows, x, y):
    """The points of a block, its liberties, and whether it cannot be taken."""
    colour = rows[y][x].translate(str.maketrans('BW', 'XO'))
    found, liberties = [(x, y)], set()
    for point in found:
        for a, b in near(rows, *point):
            if rows[b][a] == '.':
                liberties.add((a, b))
            elif rows[b][a].translate(str.maketrans('BW', 'XO')) == colour and (a, b) not in found:
                found.append((a, b))
    return found, liberties, any(rows[b][a] in 'BW' for a, b in found)


def points(rows):
    return [(x, y) for y, row in enumerate(rows) for x in range(len(row))]


def is_legal(rows):
    for x, y in points(rows):
        if rows[y][x] != '.':
            if not block(rows, x, y)[1]:
                return False
    return any('.' in row for row in rows)


def after(rows, mover, x, y):
    """The board after a move, the stones taken, and whether it is a ko; None: not legal."""
    cells = [list(row) for row in rows]
    cells[y][x] = 'XO'[mover]
    taken = set()
    for a, b in near(rows, x, y):
        if cells[b][a] in ('O', 'X')[mover] and not block(cells, a, b)[1] and not block(cells, a, b)[2]:
            taken.update(block(cells, a, b)[0])
    for a, b in taken:
        cells[b][a] = '.'
    stones, liberties, eternal = block(cells, x, y)
    if not liberties and not eternal:
        return None
    ko = len(taken) == 1 and len(stones) == 1 and liberties == taken
    return '/'.join(''.join(row) for row in cells), len(taken), ko


def all_boards(width, height):
    for number in range(3 ** (width * height)):
        cells = ''
        for _ in range(width * height):
            number, cell = divmod(number, 3)
            cells += '.XO'[cell]
        rows = [cells[y * width:(y + 1) * width] for y in range(height)]
        if is_legal(rows):
            yield '/'.join(rows)


def images(rows):
    """Of the board, which is the first."""
    lines = rows.split('/')
    out = []
    for _ in range(4):
        out += ['/'.join(lines), '/'.join(line[::-1] for line in lines)]
        lines = [''.join(column) for column in zip(*lines[::-1])]
    return list(dict.fromkeys(out))


def up_to_symmetry(boards):
    return [b for b in boards if b == min(i for c in (b, b.translate(EXCHANGE)) for i in images(c))]


class Checker:
    def __init__(self, answers, referee):
        self.answers = answers
        self.referee = referee
        self.wrong = self.compared = self.exact = self.left_out = 0

    def report(self, *what):
        self.wrong += 1
        print(*what, flush=True)

    def found(self, question):
        """Intervals by who moves first, moves by who moves first: {(x, y): interval}; None: no answer."""
        found = self.answers.known.get(question)
        if isinstance(found, str):
            self.report('ERROR', *question, found)
        if not found or isinstance(found, str):
            return None
        return [interval(i) for i in found[:2]], [
            {(x, y): interval(i) for x, y, i in moves} for moves in found[2:4]]

    def against_referee(self, question):
        found = self.found(question)
        judged = self.referee.known[question[:2]]
        if not found or not judged:
            self.left_out += 1
            return
        for first in (0, 1):
            lower, upper = found[0][first]
            sure = judged[first]
            self.compared += 1
            self.exact += lower == upper
            if lower > sure[0] or upper < sure[1]:
                self.report('REFEREE', *question, FIRST[first], 'first:', show((lower, upper)),
                            'referee', show(sure))
            after_move = {(x, y): sure for x, y, sure in judged[2 + first]}
            for point, claimed in found[1][first].items():
                sure = after_move.get(point)
                if sure and (claimed[0] > sure[0] or claimed[1] < sure[1]):
                    self.report('MOVE', *question, FIRST[first], point, show(claimed), 'referee',
                                show(sure))

    def area(self, question):
        found = self.found(question)
        for first, score in enumerate(self.referee.known[question[:2]]):
            if found and score is not None:
                self.compared += 1
                lower, upper = found[0][first]
                self.exact += lower == upper
                if not lower <= score <= upper:
                    self.report('AREA', *question, FIRST[first], 'first:', show((lower, upper)),
                                'referee', score)

    def groups(self, question):
        judged = {(x, y): statuses for x, y, *statuses in self.referee.known[question[:2]]}
        found = self.answers.known[question]
        if isinstance(found, str):
            self.report('ERROR', *question, found)
            return
        for x, y, *statuses in found:
            for kind, right, status in zip(
                    KINDS, judged.get((x, y), ('alive', 'alive')), statuses, strict=True):
                if status != 'unknown' and right is not None:
                    self.compared += 1
                    if right != status:
                        self.report('GROUP', *question, (x, y), kind, status, 'referee', right)

    def relations(self, rows):
        scores = self.found(('territory', rows, 'static'))
        if scores is None:
            return
        scores = scores[0]
        others = [(level, self.found(('territory', rows, level))) for level in LEVELS[1:]]
        others += [(image, self.found(('territory', image, 'static'))) for image in images(rows)[1:]]
        mirrored = self.found(('territory', rows.translate(EXCHANGE), 'static'))
        if mirrored:
            others.append(('colours exchanged',
                           [[(-mirrored[0][1 - f][1], -mirrored[0][1 - f][0]) for f in (0, 1)]]))
        for first in (0, 1):
            for name, other in others:
                if other is None:
                    continue
                lower, upper = other[0][first]
                if scores[first][0] > upper or lower > scores[first][1]:
                    self.report('LEVELS', rows, FIRST[first], 'first: static', show(scores[first]),
                                name, show((lower, upper)))
        for first in (0, 1):
            ends = [scores[1 - first]]
            for child, taken, ko in children(rows, first):
                found = self.found(('territory', child, 'static'))
                lower, upper = found[0][1 - first] if found else (-99, 99)
                gain = taken if first == 0 else -taken
                ends.append((lower + gain, upper + gain))
                # The other one may not take back, which a board does not say.
                if ko:
                    ends.append((lower + gain, 99) if first == 0 else (-99, upper + gain))
            choose = max if first == 0 else min
            best = tuple(choose(end[i] for end in ends) for i in (0, 1))
            if best[0] > scores[first][1] or best[1] < scores[first][0]:
                self.report('CHILDREN', rows, FIRST[first], 'first:', show(scores[first]),
                            'children', show(best))


def children(rows, mover):
    lines = rows.split('/')
    for x, y in points(lines):
        if lines[y][x] == '.':
            played = after(lines, mover, x, y)
            if played:
                yield played


def check(checker, boards, offset):
    """`offset`: the number of the first board."""
    scores, areas, groups, related = [], [], [], []
    questions = []
    for number, rows in enumerate(boards, offset):
        turn = number % 5
        turned = images(rows)
        image = turned[number % len(turned)]
        level = LEVELS[turn] if turn < 3 else 'static'
        scores.append(('territory', (rows, rows, rows, image, image.translate(EXCHANGE))[turn], level))
        if turn == 0:
            areas.append(('area', rows, LEVELS[number // 5 % 3]))
            groups.append(('groups', rows, LEVELS[number // 5 % 3]))
        if number % 20 == 0:
            related.append(rows)
            questions += [('territory', rows, level) for level in LEVELS]
            questions += [('territory', image, 'static') for image in turned]
            questions.append(('territory', rows.translate(EXCHANGE), 'static'))
            questions += [('territory', child, 'static')
                          for mover in (0, 1) for child, _, _ in children(rows, mover)
                          if is_legal(child.split('/'))]
    checker.answers.ask(questions + scores + areas + groups)
    checker.referee.ask([q[:2] for q in scores + areas + groups])
    for question in scores:
        checker.against_referee(question)
    for question in areas:
        checker.area(question)
    for question in groups:
        checker.groups(question)
    for rows in related:
        checker.relations(rows)


def main():
    options = argparse.ArgumentParser()
    options.add_argument('answers')
    options.add_argument('referee')
    options.add_argument('--boards', type=int, default=300)
    options.add_argument('--small', type=int, default=100)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--states', type=int, default=40_000)
    options.add_argument('--nodes', type=int, default=2_000)
    wanted = options.parse_args()
    source = random.Random(wanted.seed)
    small = up_to_symmetry([*all_boards(3, 2), *all_boards(3, 3)])
    boards = source.sample(small, wanted.small) if wanted.small else small
    boards += [random_board(source) for _ in range(wanted.boards)]

    def states(question):
        # Those of territory are for many boards, all positions of 3x3 about 200,000; others for one.
        if question[0] != 'territory':
            return wanted.states // 4
        return 300_000 if len(question[1]) < 12 else wanted.states

    def nodes(question):
        return wanted.nodes * (10 if question[0] == 'groups' else 1)

    checker = Checker(Program(wanted.answers, nodes), Program(wanted.referee, states))
    check(checker, boards, wanted.seed)
    print(f'{len(boards)} boards, {checker.compared} answers compared, {checker.exact} of them exact scores,'
          f' {checker.left_out} boards too large, {checker.wrong} differences')
    sys.exit(1 if checker.wrong else 0)


if __name__ == '__main__':
    main()
