#!/usr/bin/env python3
"""Plays generated endgames against another Go engine and compares the results with the proved scores.

  tests/checks/match.py [--cgt build/release/bin/cgt] [--engine COMMAND] [--boards N] [--first SEED]
                        [--size N] [--out FILE.tsv] [--seconds S]

Boards are those of `cgt go generate`, one a seed; each is played twice, `cgt gtp` with either colour,
Black first as the board says. The proved score is what `cgt go --json` says of the board; `cgt gtp` is
short if it ends with less. Two passes end a game, and the board is scored by a third `cgt gtp`, which
answers only if every part is settled. Needs the engine (Debian: gnugo), so it is no part of `./dev test`.
Exit code 1 if a game was short."""
import argparse
import json
import math
import shlex
import subprocess
import sys
import tempfile
import time


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


def points(text):
    """"B+3" and "W+5/2" as numbers, Black minus White."""
    if text.upper() in ('0', 'B+0', 'W+0'):
        return 0
    return (1 if text[0].upper() == 'B' else -1) * float(text[2:])


def play(record, black, white, referee):
    for engine in (black, white, referee):
        engine('loadsgf ' + record)
        engine('komi 0')
    passes = moves = 0
    player = 'b'
    while passes < 2 and moves < 400:
        mover, other = (black, white) if player == 'b' else (white, black)
        vertex = mover('genmove ' + player)
        if vertex.lower() == 'resign':
            raise RuntimeError('the engine resigns')
        for engine in (other, referee):
            engine(f'play {player} {vertex}')
        passes = passes + 1 if vertex.lower() == 'pass' else 0
        moves += 1
        player = 'w' if player == 'b' else 'b'
    return points(referee('final_score')), moves


def wilson(k, n):
    """The 95 % interval of a rate."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, k / n
    middle = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


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
    parser.add_argument('--out')
    options = parser.parse_args()
    start = time.time()
    rows = []
    ours, referee = Engine(options.cgt + ' gtp'), Engine(options.cgt + ' gtp')
    theirs = Engine(options.engine)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.boards):
            if time.time() - start > options.seconds:
                break
            record = f'{folder}/board.sgf'
            subprocess.run([options.cgt, 'go', 'generate', '--size', str(options.size), '--seed',
                            str(seed), '--out', record], check=True, stdout=subprocess.DEVNULL)
            known = subprocess.run([options.cgt, 'go', record, '--json', '--to-play', 'B'],
                                   check=True, capture_output=True, text=True)
            proved = float(json.loads(known.stdout)['score']['black_first'])
            for colour in 'bw':
                black, white = (ours, theirs) if colour == 'b' else (theirs, ours)
                score, moves = play(record, black, white, referee)
                gain = score - proved if colour == 'b' else proved - score
                rows.append((seed, colour, proved, score, gain, moves))
    for engine in (ours, theirs, referee):
        engine.close()
    if options.out:
        with open(options.out, 'w', encoding='utf-8') as out:
            out.write('seed\tcgt\tproved\tscore\tgain\tmoves\n')
            for row in rows:
                out.write('\t'.join(map(str, row)) + '\n')
    games = len(rows)
    short = sum(1 for row in rows if row[4] < 0)
    gained = sum(1 for row in rows if row[4] > 0)
    low, high = wilson(short, games)
    print(f'{games // 2} boards, {games} games: cgt short in {short} '
          f'(rate 95 %: {low:.4f} to {high:.4f})')
    low, high = wilson(gained, games)
    total = sum(row[4] for row in rows if row[4] > 0)
    print(f'the other engine short in {gained} (rate 95 %: {low:.3f} to {high:.3f}), '
          f'{total:g} points, {time.time() - start:.0f} s')
    return 1 if short else 0


if __name__ == '__main__':
    sys.exit(main())
