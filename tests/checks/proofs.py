#!/usr/bin/env python3
"""Values that Coq accepts: random games born by day 3 and boards, and false files, which it refuses.

    tests/checks/proofs.py build/release/bin/cgt [--cases N] [--seed S]

The development in examples/coq is compiled in a folder of its own. Ends with 1 if coqc accepts what it
should refuse, the other way round, or finds an axiom."""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DAY_2 = ('0 1 -1 2 -2 1/2 -1/2 * ^ v ^* v* *2 {1|*} {*|-1} {1|0} {0|-1} +-1 {1|0,*} {0,*|-1} 1+* '
         '-1+*').split()
BOARDS = (
    'game.grid.Domineering("..|..")',
    'game.grid.Domineering("...|...")',
    'game.grid.Domineering("....|....|...#")',
    'game.grid.Clobber("xoxo|oxox")',
    'game.strip.ToadsAndFrogs("tt..ff")',
    'game.heap.Nim(9) == *9',
    'game.heap.Kayles(7) == *2',
    'game.grid.Clobber("xoxo") + {2|-1} <> 0',
    'game.grid.Domineering("...|...") - {1|0} + * |> -1',
    '-1 - ^ < * + v',
    '{3||2|1} - 3/2 >= 1/2',
)


def coqc(folder, name):
    """Whether coqc accepts a file, what it says, and its seconds."""
    start = time.monotonic()
    done = subprocess.run(['coqc', '-Q', '.', 'CGT', name], cwd=folder, capture_output=True, text=True,
                          check=False)
    return done.returncode == 0, done.stdout + done.stderr, time.monotonic() - start


def without_comments(text):
    """Blanks in their place."""
    return re.sub(r'\(\*.*?\*\)', lambda comment: ' ' * len(comment.group()), text, flags=re.S)


def is_true(text):
    """Whether the equation of a file holds."""
    text = without_comments(text)
    rows = [[[int(n) for n in re.findall(r'\d+', side)] for side in row]
            for row in re.findall(r'moves \[([\d; ]*)\] \[([\d; ]*)\]', text)]
    sides = [int(n) for n in re.findall(r':= game_in games (\d+)', text)]
    if any(n > i for i, row in enumerate(rows) for side in row for n in side):
        return False

    def leq(g, h):
        return not (any(leq(h, x) for x in rows[g - 1][0]) or any(leq(x, g) for x in rows[h - 1][1]))

    return max(sides) <= len(rows) and leq(*sides) and leq(*reversed(sides))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cgt')
    parser.add_argument('--cases', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=3)
    options = parser.parse_args()
    if shutil.which('coqc') is None:
        sys.exit('there is no coqc: apt-get install coq')
    source = random.Random(options.seed)
    cases = []
    for _ in range(options.cases):
        left, right = (','.join(source.sample(DAY_2, source.randint(0, 4))) for _ in range(2))
        cases.append(f"'{{{left}|{right}}}'")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in ('Games.v', 'Checker.v'):
            shutil.copy(ROOT / 'examples/coq' / part, folder)
            accepted, said, seconds = coqc(folder, part)
            print(f'{seconds:6.1f} s  {part}')
            if not accepted:
                sys.exit(said)
        wrong = []

        def write(file, statements):
            subprocess.run([options.cgt, '-q', 'prove', '-', '--coq', folder / file],
                           input='\n'.join(statements) + '\n', text=True, stdout=subprocess.DEVNULL,
                           check=True)

        def expect(file, title):
            accepted, said, seconds = coqc(folder, file)
            print(f'{seconds:6.1f} s  {title}')
            if not accepted or said.strip() != 'Closed under the global context':
                wrong.append(f'{file}: {said[:2000]}')

        write('boards.v', BOARDS)
        expect('boards.v', f'{len(BOARDS)} boards and sums')
        write('day3.v', cases)
        expect('day3.v', f'{len(cases)} random games born by day 3')
        # Each number of a table and of the games stated is changed: what is true by then is known from
        # Conway's definition alone.
        write('good.v', ["'{1,*|-1,{0|-2}}' == {1|-1,{0|-2}}"])
        expect('good.v', 'an equation')
        text = (folder / 'good.v').read_text()
        if not is_true(text):
            wrong.append('good.v is not true')
        numbers = list(re.finditer(r'(?<=[\[ ])\d+(?=[\];.])', without_comments(text)))
        refused = 0
        for number in numbers:
            other = str(int(number.group()) % 4 + 1)
            changed = text[:number.start()] + other + text[number.end():]
            (folder / 'changed.v').write_text(changed)
            accepted, _, _ = coqc(folder, 'changed.v')
            refused += not accepted
            if accepted and not is_true(changed):
                wrong.append(f'accepted, and false: {changed}')
        print(f'{refused} of {len(numbers)} files with a changed number are refused')
        if refused < len(numbers) / 2:
            wrong.append('too few files are refused')
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
