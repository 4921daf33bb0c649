"""Sokoban by breadth first: fewest pushes, pushes and moves, and solutions replayed."""

import heapq
import re
from collections import deque

from program import Engine

FEWEST = ('--best', '--method astar', '--method ida')
OTHERS = ('', '--method weighted', '--method abstract', '--method scalar')
BUDGET = '--best --budget-nodes 200'
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


def pareto(rows, limit=40_000):
    """Pushes and moves of solutions that no other beats; None if that takes too long."""
    walls, boxes, goals, player = parse(rows)
    queue, moves_to, best = [(0, 0, player, boxes)], {}, []
    while queue:
        pushes, moves, player, boxes = heapq.heappop(queue)
        # What came before has as few pushes.
        if moves >= moves_to.get((player, boxes), moves + 1) or best and moves >= best[-1][1]:
            continue
        moves_to[player, boxes] = moves
        limit -= 1
        if limit < 0:
            return None
        if boxes <= goals:
            best.append((pushes, moves))
            continue
        for a, b in STEPS.values():
            to, beyond = (player[0] + a, player[1] + b), (player[0] + 2 * a, player[1] + 2 * b)
            if to in boxes and beyond not in walls and beyond not in boxes:
                heapq.heappush(queue, (pushes + 1, moves + 1, to, boxes - {to} | {beyond}))
            elif to not in boxes and to not in walls:
                heapq.heappush(queue, (pushes, moves + 1, to, boxes))
    return best


def written(rows, floor, packed):
    """The rows in a file: blanks written so, what repeats as a number, perhaps in one line."""
    rows = [row.rstrip().replace(' ', floor) for row in rows]
    if packed:
        rows = [re.sub(r'(.+?)\1+', lambda m: f'{len(m[0]) // len(m[1])}' + (
            m[1] if len(m[1]) == 1 else f'({m[1]})'), row) for row in rows]
    return '|'.join(rows) if packed == 2 else '\n'.join(rows)


def pull(source, inner, goals):
    """The player and boxes after random pulls from goals: a level that has a solution."""
    walls = {(r + a, c + b) for r, c in inner for a, b in STEPS.values()} - inner
    boxes, free = set(goals), sorted(inner - set(goals))
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
    return [player, *sorted(boxes)]


class Sokoban(Engine):
    name = 'sokoban'
    about = 'fewest pushes and moves of small levels, solutions of all methods replayed'
    share = 0.4
    batch = 50

    def case(self, source):
        height, width = source.randint(3, 6), source.randint(3, 7)
        whole = {(r, c) for r in range(-1, height + 1) for c in range(-1, width + 1)}
        inside = {(r, c) for r in range(height) for c in range(width) if source.random() < .78}
        if not inside:
            return None
        inner = reach(set(), whole - inside, source.choice(sorted(inside)))
        # What the player never gets to is left in one level of three.
        others = inside - inner if source.random() < .3 else set()
        n, more = source.choice((1, 2, 2, 3, 3)), source.choice((0, 0, 0, 1, 2))
        if len(inner) < 2 * n + more + 2:
            return None
        goals = source.sample(sorted(inner), n + more)
        places = source.sample(sorted(inner), n + 1) if source.random() < .25 else \
            pull(source, inner, goals[:n])
        if set(places[1:]) <= set(goals) and source.random() < .9:
            return None
        for p in sorted(others):
            goals += [p] if source.random() < .5 else []
            places += [p] if source.random() < (.5 if p in goals else .05) else []
        board = [[' '] * (width + 2) for _ in range(height + 2)]
        for r, c in inner | others:
            for a, b in ((a, b) for a in range(3) for b in range(3)):
                board[r + a][c + b] = '#'
        for p in inner | others:
            mark = '@' if p == places[0] else '$' if p in places[1:] else ' '
            board[p[0] + 1][p[1] + 1] = {'@': '+', '$': '*', ' ': '.'}[mark] if p in goals else mark
        rows = tuple(''.join(row) for row in board if '#' in row)
        return rows, source.choice(' -_'), source.choice((0, 0, 1, 2)), source.random() < .4

    def ask(self, program, cases):
        found = [{} for _ in cases]
        text = '\n\n'.join(written(*case[:3]) for case in cases) + '\n'
        for option in (*FEWEST, *OTHERS, BUDGET):
            _, out, program.errors = program.run('sokoban', 'solve', '-', '--all', *option.split(),
                                                 text=text)
            for number, said in re.findall(r'(?m)^(\d+) (\w*)$', out) + \
                    re.findall(r'(?m)^level (\d+): (.*)$', program.errors):
                found[int(number) - 1][option] = said
        for i, case in enumerate(cases):
            if case[3]:
                found[i]['--pareto'] = program.run('sokoban', 'solve', '-', '--pareto', '--level',
                                                   str(i + 1), text=text)[1:]
        return found

    def command(self, case):
        return "printf '" + written(*case[:3]).replace('\n', '\\n') + \
            "\\n' | cgt sokoban solve - --best"

    def judge(self, case, answer):
        rows = case[0]
        mine = fewest_pushes(rows)
        if mine == -1:
            return None
        for option in (*FEWEST, *OTHERS, BUDGET):
            said = answer.get(option, '')
            least = re.fullmatch(r'unknown: node budget spent; at least (\d+) push(es)?', said)
            if least and option == BUDGET:
                if mine is not None and int(least[1]) > mine:
                    return f'{option}: {mine} pushes solve it, the program says {said}'
            elif 'no solution' in said or 'cannot be played' in said:
                if mine is not None:
                    return f'{option}: {mine} pushes solve it, the program says {said}'
            elif not re.fullmatch(r'[udlrUDLR]*', said) or option not in answer:
                return f'{option}: {mine} pushes solve it, the program says "{said}"'
            else:
                pushes = replay(rows, said)
                if pushes is None or mine is None:
                    return f'{option}: {said} is not a solution'
                if pushes < mine or pushes > mine and option in FEWEST:
                    return f'{option}: {mine} pushes are needed, {said} has {pushes}'
        return self.pareto(rows, mine, *answer['--pareto']) if case[3] else None

    def pareto(self, rows, mine, said, errors):
        """What is wrong with the best in pushes and moves."""
        pairs = [(int(p), int(m), moves) for p, m, moves in re.findall(
            r'(\d+) push(?:es)?, (\d+) moves?\n(\w*)\n', said)]
        for pushes, moves, lurd in pairs:
            if (replay(rows, lurd), len(lurd)) != (pushes, moves):
                return f'{lurd} is no solution of {pushes} pushes, {moves} moves'
        if 'no solution' in said or 'error' in errors:
            return None if mine is None else f'{mine} pushes solve it, the program says {said}'
        best = pareto(rows)
        if 'proved' in said and best is not None and [p[:2] for p in sorted(pairs)] != best:
            return f'the best in pushes and moves are {best}, the program says {said}'
        return None if pairs else f'{mine} pushes solve it, the program says "{said}"'

    def smaller(self, case):
        """One cell becomes wall, or is empty."""
        rows = case[0]
        for r, row in enumerate(rows):
            for c, s in enumerate(row):
                for other in '# ' if s in '$.*' else '#' if s == ' ' else '':
                    made = row[:c] + other + row[c + 1:]
                    yield (*rows[:r], made, *rows[r + 1:]), *case[1:]
