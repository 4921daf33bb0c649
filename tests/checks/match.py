#!/usr/bin/env python3
"""Plays endgames against another Go engine and compares the results with what is proved.

  tests/checks/match.py [--cgt "build/release/bin/cgt"] [--engine COMMAND] [--boards N] [--first SEED]
                        [--size N] [--out FILE.tsv] [--seconds S] [--budget-ms N] [FILE.sgf ...]

Boards are the records given, or else those of `cgt go generate`, one a seed. Each is played twice, `cgt
gtp` with either colour, as the board says who moves first. What is proved is what `cgt go --json` says:

  - the score, where it is exact: `cgt gtp` is short if it ends with less;
  - the stones and points that are safe: a claim is lost if a claimed stone of the colour of `cgt gtp` is
    taken, or if the opponent has a living stone on a claimed point when the game ends.

Two passes end a game. Generated boards are scored by a third `cgt gtp`, which answers only if every
part is settled; records by the other engine. What `cgt gtp` gains at a position is half of what it has
more as Black than the other engine has as Black. With --out each game is written as soon as it ends, and
games that are in the file are not played again. Needs the engine (Debian: gnugo), so it is not a part of
`./dev test`. Exit code 1 if a game was short or a claim lost."""
import argparse
import csv
import json
import math
import os
import shlex
import subprocess
import sys
import tempfile
import time

COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
FIELDS = ['board', 'cgt', 'proved', 'score', 'gain', 'moves', 'claimed', 'lost', 'seconds']
# Two-sided 95 % quantiles of Student's t by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26, 10: 2.23,
           12: 2.18, 15: 2.13, 20: 2.09, 30: 2.04, 60: 2.00, 120: 1.98}


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, bufsize=1)

    def __call__(self, command):
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line == '':
                raise EOFError(command)
            if line.strip():
                lines.append(line.rstrip())
            elif lines:
                break
        if not lines[0].startswith('='):
            raise RuntimeError(f'{command}: {lines}')
        return '\n'.join(lines)[1:].strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


class Stones:
    """The stones of a game, with captures; moves are known to be legal."""

    def __init__(self, shown):
        """From an answer to `showboard` of `cgt gtp`."""
        rows = [line.split() for line in shown.splitlines()]
        rows = [row for row in rows if len(row) > 2 and row[0].isdigit() and row[0] == row[-1]]
        self.size = len(rows)
        self.at = {}
        for row in rows:
            for column, stone in zip(COLUMNS, row[1:-1]):
                if stone in 'XO':
                    self.at[column, int(row[0])] = 'b' if stone == 'X' else 'w'

    def near(self, point):
        column, row = COLUMNS.index(point[0]), point[1]
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < self.size and 1 <= y <= self.size:
                yield COLUMNS[x], y

    def play(self, player, vertex):
        """The points of the stones that are taken."""
        if vertex.lower() == 'pass':
            return set()
        point = vertex[0].upper(), int(vertex[1:])
        self.at[point] = player
        taken = set()
        for start in self.near(point):
            if self.at.get(start, player) == player or start in taken:
                continue
            block, todo = {start}, [start]
            free = False
            while todo:
                for other in self.near(todo.pop()):
                    free = free or other not in self.at
                    if self.at.get(other, player) != player and other not in block:
                        block.add(other)
                        todo.append(other)
            if not free:
                taken |= block
        for stone in taken:
            del self.at[stone]
        return taken


def points(text):
    """"B+3" and "W+5/2" as numbers, Black minus White."""
    if text.upper() in ('0', 'B+0', 'W+0'):
        return 0
    number, _, divisor = text[2:].partition('/')
    return (1 if text[0].upper() == 'B' else -1) * float(number) / float(divisor or 1)


def vertices(names):
    return {(name[0].upper(), int(name[1:])) for name in names}


def play(record, player, black, white, referee, ours, claimed):
    """The score, the number of moves, and how many of the claimed points are lost."""
    for engine in {black, white, referee, ours}:
        engine('loadsgf ' + record)
        engine('komi 0')
    colour = 'b' if ours is black else 'w'
    stones = Stones(ours('showboard'))
    held = {point for point in claimed if stones.at.get(point) == colour}
    lost = set()
    passes = moves = 0
    while passes < 2 and moves < 400:
        mover = black if player == 'b' else white
        vertex = mover('genmove ' + player)
        if vertex.lower() == 'resign':
            raise RuntimeError('the engine resigns')
        for engine in {black, white, referee, ours} - {mover}:
            engine(f'play {player} {vertex}')
        lost |= stones.play(player, vertex) & held
        passes = passes + 1 if vertex.lower() == 'pass' else 0
        moves += 1
        player = 'w' if player == 'b' else 'b'
    alive = vertices(referee('final_status_list alive').split())
    lost |= {point for point in claimed & alive if stones.at.get(point, colour) != colour}
    return points(referee('final_score')), moves, len(lost)


def wilson(k, n):
    """The 95 % interval of a rate."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, k / n
    middle = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def student(values):
    """Mean and its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, -math.inf, math.inf
    deviation = math.sqrt(sum((x - mean) ** 2 for x in values) / (count - 1))
    half = STUDENT[max(k for k in STUDENT if k < count)] * deviation / math.sqrt(count)
    return mean, mean - half, mean + half


def report(rows):
    """Prints what the games say; true if nothing was short and nothing lost."""
    proved = [row for row in rows if row['proved'] != '']
    short = sum(1 for row in proved if row['gain'] < 0)
    gained = [max(row['gain'], 0) for row in proved]
    print(f'{len({row["board"] for row in rows})} boards, {len(rows)} games, '
          f'{sum(row["seconds"] for row in rows):.0f} s')
    if proved:
        low, high = wilson(short, len(proved))
        print(f'against the proved score: cgt short in {short} of {len(proved)} games '
              f'(rate 95 %: {low:.4f} to {high:.4f})')
        count = sum(1 for gain in gained if gain > 0)
        low, high = wilson(count, len(proved))
        print(f'the other engine short in {count} (rate 95 %: {low:.3f} to {high:.3f})')
        print('points that it loses a game: {:.3f} (95 %: {:.3f} to {:.3f})'.format(*student(gained)))
    lost = sum(row['lost'] for row in rows)
    claimed = sum(row['claimed'] for row in rows)
    print(f'claimed points of the colour of cgt: {claimed:.0f}, lost: {lost:.0f}')
    by_board = {}
    for row in rows:
        by_board.setdefault(row['board'], {})[row['cgt']] = row['score']
    gains = [(x['b'] - x['w']) / 2 for x in by_board.values() if len(x) == 2]
    if gains:
        won, beaten = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
        print('gain of cgt a position: {:+.3f} points (95 %: {:+.3f} to {:+.3f})'
              .format(*student(gains)) + f'; {won} won, {beaten} lost, {len(gains) - won - beaten} equal')
    return short == 0 and lost == 0


def boards(options, folder):
    """Names and files."""
    if options.files:
        for file in options.files:
            yield os.path.basename(file), file
        return
    for seed in range(options.first, options.first + options.boards):
        record = f'{folder}/board.sgf'
        subprocess.run([options.cgt, 'go', 'generate', '--size', str(options.size), '--seed',
                        str(seed), '--out', record], check=True, stdout=subprocess.DEVNULL)
        yield f'{options.size}x{options.size} #{seed}', record


def old_rows(file):
    if not file or not os.path.exists(file):
        return []
    with open(file, encoding='utf-8') as old:
        rows = list(csv.DictReader(old, delimiter='\t'))
    for row in rows:
        for field in FIELDS[2:]:
            row[field] = float(row[field]) if row[field] != '' else ''
    return rows


def facts_of(cgt, record):
    """What `cgt go` knows of a board."""
    told = subprocess.run([cgt, 'go', record, '--json', '--komi', '0'], capture_output=True, text=True)
    return json.loads(told.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cgt', default='build/release/bin/cgt')
    parser.add_argument('--engine', default='gnugo --mode gtp --level 10 --japanese-rules '
                                            '--never-resign --seed 1')
    parser.add_argument('--boards', type=int, default=200)
    parser.add_argument('--first', type=int, default=1)
    parser.add_argument('--size', type=int, default=9)
    parser.add_argument('--seconds', type=float, default=math.inf)
    parser.add_argument('--budget-ms', type=int, default=5000)
    parser.add_argument('--out')
    parser.add_argument('files', nargs='*')
    options = parser.parse_args()
    start = time.time()
    rows = old_rows(options.out)
    known = {(row['board'], row['cgt']) for row in rows}
    command = f'{options.cgt} gtp --budget-ms {options.budget_ms}'
    ours, theirs = Engine(command), Engine(options.engine)
    referee = theirs if options.files else Engine(command)
    with tempfile.TemporaryDirectory() as folder:
        for board, record in boards(options, folder):
            if time.time() - start > options.seconds:
                break
            if {(board, 'b'), (board, 'w')} <= known:
                continue
            facts = facts_of(options.cgt, record)
            player = facts['to_play'].lower()
            score = facts['score'][{'b': 'black_first', 'w': 'white_first'}[player]]
            for colour in 'bw':
                if (board, colour) in known:
                    continue
                began = time.time()
                claimed = vertices(facts['safe'][{'b': 'black', 'w': 'white'}[colour]])
                black, white = (ours, theirs) if colour == 'b' else (theirs, ours)
                end, moves, lost = play(record, player, black, white, referee, ours, claimed)
                gain = ''
                if score is not None:
                    gain = (end - float(score)) * (1 if colour == 'b' else -1) + 0.0
                row = dict(zip(FIELDS, (board, colour, '' if score is None else float(score), end, gain,
                                        moves, len(claimed), lost, time.time() - began)))
                rows.append(row)
                if options.out:
                    fresh = not os.path.exists(options.out)
                    with open(options.out, 'a', encoding='utf-8') as out:
                        if fresh:
                            out.write('\t'.join(FIELDS) + '\n')
                        out.write('\t'.join(str(row[field]) for field in FIELDS) + '\n')
    for engine in {ours, theirs, referee}:
        engine.close()
    return 0 if report(rows) else 1


if __name__ == '__main__':
    sys.exit(main())
