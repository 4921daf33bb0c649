"""Sokoban by breadth first: fewest pushes, and solutions replayed."""

import re
from collections import deque

from program import Engine

STEPS = {'u': (-1, 0), 'd': (1, 0), 'l': (0, -1), 'r': (0, 1)}


def parse(rows):
    walls, boxes, goals, player = set(), set(), set(), None
    for r, row in enumerate(rows):
        for c, s in enumerate(row):
            if s == '#':
                walls.add((r, c))
            if s in '$*':
                boxes.add((r, c))
            if s in '.*+':
                goals.add((r, c))
            if s in '@+':
                player = r, c
    return walls, frozenset(boxes), goals, player


def reach(walls, boxes, player):
    seen, todo = {player}, [player]
    while todo:
        r, c = todo.pop()
        for a, b in STEPS.values():
            q = (r + a, c + b)
            if q not in seen and q not in walls and q not in boxes:
                seen.add(q)
                todo.append(q)
    return seen


def fewest_pushes(rows, limit=40_000):
    """The number; None if there is no solution, -1 if that takes too long."""
    walls, boxes, goals, player = parse(rows)
    start = boxes, min(reach(walls, boxes, player))
    depth = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        boxes, at = state
        if boxes <= goals:
            return depth[state]
        if len(depth) > limit:
            return -1
        free = reach(walls, boxes, at)
        for box in boxes:
            for a, b in STEPS.values():
                behind, to = (box[0] - a, box[1] - b), (box[0] + a, box[1] + b)
                if behind in free and to not in walls and to not in boxes:
                    moved = boxes - {box} | {to}
                    after = moved, min(reach(walls, moved, box))
                    if after not in depth:
                        depth[after] = depth[state] + 1
                        queue.append(after)
    return None


def replay(rows, moves):
    """Pushes of a solution; None if it is none."""
    walls, boxes, goals, player = parse(rows)
    pushes = 0
    for m in moves:
        a, b = STEPS[m.lower()]
        to, beyond = (player[0] + a, player[1] + b), (player[0] + 2 * a, player[1] + 2 * b)
        if to in walls or (to in boxes) != m.isupper():
            return None
        if to in boxes:
            if beyond in walls or beyond in boxes:
                return None
            boxes = boxes - {to} | {beyond}
            pushes += 1
        player = to
    return pushes if boxes <= goals else None


def pull(source, inner, goals):
    """The player and boxes after random pulls from their goals: a level that has a solution."""
    walls = {(r + a, c + b) for r, c in inner for a, b in STEPS.values()} - inner
    boxes, free = set(goals), sorted(inner - goals)
    player = source.choice(free)
    for _ in range(source.randint(4, 30)):
        pulls = [(box, (a, b)) for box in sorted(boxes) for a, b in STEPS.values()
                 if (box[0] + a, box[1] + b) in reach(walls, boxes, player)
                 and (box[0] + 2 * a, box[1] + 2 * b) in inner - boxes]
        if not pulls:
            break
        box, (a, b) = source.choice(pulls)
        boxes = boxes - {box} | {(box[0] + a, box[1] + b)}
        player = box[0] + 2 * a, box[1] + 2 * b
    return [player, *sorted(boxes)] if boxes != goals else None


class Sokoban(Engine):
    name = 'sokoban'
    about = 'fewest pushes of small levels, solutions replayed'
    share = 0.4
    batch = 100

    def case(self, source):
        height, width = source.randint(3, 6), source.randint(3, 7)
        inner = {(r, c) for r in range(height) for c in range(width) if source.random() < .78}
        if len(inner) < 5:
            return None
        inner = reach(set(), {(r, c) for r in range(-1, height + 1) for c in range(-1, width + 1)}
                      - inner,
                      source.choice(sorted(inner)))
        n = source.choice((1, 2, 2, 3, 3))
        if len(inner) < 2 * n + 2:
            return None
        places = source.sample(sorted(inner), n + 1)
        goals = set(source.sample(sorted(inner), n))
        if source.random() < .75:
            pulled = pull(source, inner, goals)
            if pulled is None:
                return None
            places = pulled
        board = [['#'] * (width + 2) for _ in range(height + 2)]
        for p in inner:
            mark = '@' if p == places[0] else '$' if p in places[1:] else ' '
            board[p[0] + 1][p[1] + 1] = {'@': '+', '$': '*', ' ': '.'}[mark] if p in goals else mark
        rows = tuple(''.join(row) for row in board)
        # Boxes that stand on all goals are not a level.
        return rows if any('$' in row for row in rows) else None

    def ask(self, program, cases):
        text = ''.join('\n'.join(rows) + f'\n; level {i}\n\n' for i, rows in enumerate(cases, 1))
        _, best, program.errors = program.run('sokoban', 'solve', '-', '--all', '--best', text=text)
        _, some, _ = program.run('sokoban', 'solve', '-', '--all', text=text)
        found = [{} for _ in cases]
        for key, out in (('best', best), ('some', some)):
            for line in out.splitlines():
                number = re.match(r'(\d+)\b', line)
                if number:
                    found[int(number[1]) - 1][key] = line
        return found

    def command(self, case):
        return "printf '" + '\\n'.join(case) + "\\n' | cgt sokoban solve - --best"

    def judge(self, case, answer):
        mine = fewest_pushes(case)
        if mine == -1:
            return None
        for key in ('best', 'some'):
            line = answer.get(key, '')
            match = re.fullmatch(r'\d+ ([udlrUDLR]*)', line)
            if mine is None:
                if match:
                    return f'there is no solution, the program says {line}'
                continue
            if not match:
                return f'{mine} pushes solve it, the program says "{line}"'
            pushes = replay(case, match[1])
            if pushes is None:
                return f'{line} is not a solution'
            if key == 'best' and pushes != mine or pushes < mine:
                return f'{mine} pushes are needed, {line} has {pushes}'
        return None
