#!/usr/bin/env python3
"""Rates single moves of `cgt gtp` by the estimates of GNU Go: where whole games differ by twenty points or none,
a hundred moves tell more than a dozen games.

  tests/checks/rate_moves.py [--cgt "build/release/bin/cgt"] [--engine COMMAND] [--after 0,8,16]
                             [--budget-ms N] [--out FILE.tsv] FILE.sgf ...

GNU Go plays every record on for so many moves (--after). There both are asked for a move, and each move is worth what
`estimate_score` says after the best reply of GNU Go. The difference is told for each position, for the player to
move: below 0, the move of `cgt gtp` is worse. It is biased against `cgt gtp`, as GNU Go plays what it estimates to
be best. The mean of all differences is that of a few large fights; so they are cut off at six points, too. Needs
GNU Go (Debian: gnugo), so it is not a part of `./dev test`."""
import argparse
import csv
import os
import sys

from match import Engine, facts_of, points, student

FIELDS = ['record', 'after', 'player', 'cgt', 'engine', 'difference']
MOST = 6


def numbers(text):
    return [int(number) for number in text.split(',')]


def other(player):
    return 'w' if player == 'b' else 'b'


def worth(engine, player, vertex):
    """Of a move for its player: the estimate after the reply."""
    engine(f'play {player} {vertex}')
    engine('genmove ' + other(player))
    estimate = points(engine('estimate_score').split()[0])
    engine('undo')
    engine('undo')
    return estimate if player == 'b' else -estimate


def rate(record, player, after, cgt, engine):
    """The row of a position. The player moves first in the record."""
    for program in (cgt, engine):
        program('loadsgf ' + record)
        program('komi 0')
    for _ in range(after):
        vertex = engine('genmove ' + player)
        cgt(f'play {player} {vertex}')
        player = other(player)
    ours = cgt('genmove ' + player).upper()
    theirs = engine('reg_genmove ' + player).upper()
    difference = 0 if ours == theirs else worth(engine, player, ours) - worth(engine, player, theirs)
    return {'record': os.path.basename(record), 'after': after, 'player': player, 'cgt': ours,
            'engine': theirs, 'difference': difference}


def cut(difference):
    return max(-MOST, min(MOST, difference))


def report(rows):
    differences = [row['difference'] for row in rows]
    print(f'{len(rows)} moves of {len({row["record"] for row in rows})} records: '
          f'{sum(d < -0.5 for d in differences)} worse than those of the engine, '
          f'{sum(d > 0.5 for d in differences)} better')
    print('difference a move: {:+.2f} points (95 %: {:+.2f} to {:+.2f})'.format(*student(differences)))
    print('cut off at {} points: {:+.2f} (95 %: {:+.2f} to {:+.2f})'.format(
        MOST, *student([cut(d) for d in differences])))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cgt', default='build/release/bin/cgt')
    parser.add_argument('--engine', default='gnugo --mode gtp --level 10 --japanese-rules --never-resign --seed 1')
    parser.add_argument('--after', default='0,8,16', type=numbers, help='moves that GNU Go plays first')
    parser.add_argument('--budget-ms', type=int, default=2500, help='for a move of cgt')
    parser.add_argument('--out', help='the rows, as tab-separated values')
    parser.add_argument('files', nargs='+')
    options = parser.parse_args()
    cgt = Engine(f'{options.cgt} gtp --budget-ms {options.budget_ms}')
    engine = Engine(options.engine)
    rows = []
    players = {record: facts_of(options.cgt, record)['to_play'].lower() for record in options.files}
    for after in options.after:
        for record, player in players.items():
            rows.append(rate(record, player, after, cgt, engine))
            print('\t'.join(str(rows[-1][field]) for field in FIELDS), file=sys.stderr, flush=True)
    cgt.close()
    engine.close()
    if options.out:
        with open(options.out, 'w', encoding='utf-8', newline='') as file:
            writer = csv.DictWriter(file, FIELDS, delimiter='\t')
            writer.writeheader()
            writer.writerows(rows)
    report(rows)


if __name__ == '__main__':
    main()
