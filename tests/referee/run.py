"""Referees of the program: small programs that know its rules and nothing of its code.

    run.py [NAME...] [--cases N] [--seed S] [--cgt PATH] [--but NAME] [--first] [--pin FOLDER] [--list]

Each engine makes N random cases (more where they take little, less where they take long), asks the
program and compares. A case in which they differ is made as small as it goes, and printed as a
command that can be typed. Exit code 1 if there is one. `--seed today` is the date, so that each
night has cases of its own. """

import argparse
import datetime
import functools
import gc
import os
import random
import subprocess
import sys
import time
from fractions import Fraction

sys.dont_write_bytecode = True
sys.setrecursionlimit(20000)

import check_go  # noqa: E402
from program import Engine, Program, bracketed  # noqa: E402

LONGEST_PINNED = 450  # characters


def engines():
    """All engines of this folder, by name."""
    from boxes import BoxCertificates, Boxes
    from bridge import Bridge
    from heaps import Codes, Misere
    from hidden import Hidden
    from loopy import Backsliding, Loopy
    from plans import PartialPlans, Plans
    from rulesets import Rulesets
    from sokoban import Sokoban
    from sums import Certificates, MisereSums, Sums
    from trees import Bounding, MaxN, Minimax, Playouts
    from universes import Universes
    from values import Values
    from ways import SeveralCosts, Ways
    made = (Values(), Rulesets(), Sums(), MisereSums(), Certificates(), Minimax(), MaxN(),
            Playouts(), Ways(), SeveralCosts(), Bounding(), Hidden(), Codes(),
            Misere(), Universes(), Loopy(), Backsliding(), Boxes(), BoxCertificates(), Sokoban(), Bridge(),
            Plans(), PartialPlans())
    return {engine.name: engine for engine in made}


def wrong(engine, case, answer):
    try:
        return engine.judge(case, answer)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return f'cannot read the answer ({type(error).__name__}: {error}): {str(answer)[:200]}'


def shrink(engine, program, case, verdict):
    """The smallest case near this one that is judged wrong, too; at most 400 questions."""
    left = 400
    while left > 0:
        for other in engine.smaller(case):
            left -= 1
            if left == 0:
                break
            answer = engine.ask(program, [other])[0]
            # A case that makes no sense has no answer; that is not what we look for.
            if answer is None:
                continue
            found = wrong(engine, other, answer)
            if found:
                case, verdict = other, found
                break
        else:
            break
    return case, verdict


def forget():
    """Empties what functions remember, so that a night needs no more memory than an hour."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


def run(engine, program, cases, seed, most_faults=5, smaller=True):
    source = random.Random(f'{seed} {engine.name}')
    start, done, faults, refused = time.monotonic(), 0, 0, 0
    cases = max(1, round(cases * engine.share))
    while done < cases and faults < most_faults:
        if done // 5000 > (done - engine.batch) // 5000:
            forget()
        some, tries = [], 0
        while len(some) < min(engine.batch, cases - done) and tries < 20 * engine.batch:
            tries += 1
            made = engine.case(source)
            if made is not None:
                some.append(made)
        if not some:
            print(f'{engine.name}: {tries} random cases in a row came to nothing')
            return faults + 1
        for case, answer in zip(some, engine.ask(program, some)):
            done += 1
            verdict = wrong(engine, case, answer)
            if verdict and answer is None:
                engine.ask(program, [case])
                if engine.refusal and engine.refusal in program.errors:
                    refused += 1
                    continue
                verdict += '\n' + program.errors.rstrip()
            if verdict and faults < most_faults:
                faults += 1
                if answer is not None and smaller:
                    case, verdict = shrink(engine, program, case, verdict)
                print(f'{engine.name}: DISAGREES: {verdict}\n    {engine.command(case)}',
                      flush=True)
    note = f'{refused} refused' if refused else ''
    print(f'{engine.name:13} {done:7} cases  {faults} disagreements  {time.monotonic() - start:6.1f} s  {note}'.rstrip(),
          flush=True)
    return faults


def pin(engine, program, cases, seed, folder):
    """Writes questions with the answers that the engine judged right, for `cgt selftest`."""
    source = random.Random(f'{seed} {engine.name}')
    made = [case for case in (engine.case(source) for _ in range(cases)) if case is not None]
    write_pinned(folder, engine.name, program, engine.prelude,
                 [engine.question(case) for case, answer in zip(made, engine.ask(program, made))
                  if answer is not None and not wrong(engine, case, answer)])


def pin_go(program, cases, seed, folder):
    """The same of scores that are exact, for both players first."""
    source = random.Random(f'{seed} go')
    boards = sorted({check_go.random_board(source) for _ in range(cases)})
    referee = check_go.Program(os.path.join(os.path.dirname(program.path), 'go_referee'),
                               lambda question: 40_000)
    referee.ask([('territory', rows) for rows in boards])
    exact = {f'g:=game.go.Board("{rows}");\tg.Score(Left),g.Score(Right)':
             [Fraction(low) for low, high in judged[:2] if low == high]
             for (_, rows), judged in referee.known.items() if judged}
    answers = zip(exact, program.values(list(exact)))
    write_pinned(folder, 'go', program, '', [
        question for question, found in answers
        if found and [Fraction(score) for score in found] == exact[question]])


def write_pinned(folder, name, program, prelude, questions):
    """Classes in lines with '> ', then a row for each question: it and its answer. Long ones, of
    which people could see nothing, are left out."""
    rows = {}
    for line in program.printed(questions, prelude):
        number, answer = line[1:].split(',', 1)
        text = bracketed(questions[int(number)]).replace('\t', ' ')
        if len(text) + len(answer) < LONGEST_PINNED:
            rows[text] = '[' + answer
    with open(os.path.join(folder, name + '.tsv'), 'w', encoding='utf-8') as file:
        file.writelines(f'> {line}\n' for line in prelude.splitlines() if line)
        file.writelines(f'{question}\t{printed}\n' for question, printed in rows.items())
    print(f'{name:13} {len(rows):7} pinned')


def run_go(program, cases, seed):
    """Go has a referee of its own, in C++ for speed: two programs beside `cgt`."""
    folder = os.path.dirname(program.path)
    pair = [os.path.join(folder, name) for name in ('go_answers', 'go_referee')]
    check = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'check_go.py')
    return subprocess.run([sys.executable, check, *pair, '--boards', str(max(1, cases // 10)),
                           '--small', str(min(100, cases // 10)),
                           '--seed', str(random.Random(seed).randrange(10**6))],
                          check=False).returncode


def main():
    known = engines()
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('names', nargs='*', metavar='NAME', help=', '.join([*known, 'go']))
    options.add_argument('--cases', type=int, default=200, metavar='N')
    options.add_argument('--seed', default='1', metavar='S')
    options.add_argument('--cgt', default=os.environ.get('CGT', 'build/release/bin/cgt'),
                         metavar='PATH')
    options.add_argument('--but', action='append', default=[], metavar='NAME',
                         help='leave this engine out')
    options.add_argument('--first', action='store_true',
                         help='end an engine at its first disagreement, as it is')
    options.add_argument('--pin', metavar='FOLDER', help='write cases that agree, for cgt selftest')
    options.add_argument('--list', action='store_true', help='print the engines')
    asked = options.parse_args()
    if asked.list:
        for engine in known.values():
            print(f'{engine.name:13} {engine.about}')
        print('go            scores of small boards by search of the whole board, area and territory')
        return 0
    unknown = [name for name in asked.names if name not in known and name != 'go']
    if unknown:
        options.error(f'no engine is called {unknown[0]}; there are {", ".join([*known, "go"])}')
    seed = datetime.date.today().isoformat() if asked.seed == 'today' else asked.seed
    print(f'seed {seed}', flush=True)
    program = Program(os.path.abspath(asked.cgt))
    if not os.path.exists(program.path):
        options.error(f'there is no program {program.path}: build it, or give --cgt PATH')
    if asked.pin:
        for engine in known.values():
            if type(engine).ask is Engine.ask:
                pin(engine, program, asked.cases, seed, asked.pin)
        pin_go(program, asked.cases, seed, asked.pin)
        return 0
    faults = 0
    how = {'most_faults': 1, 'smaller': False} if asked.first else {}
    for name in asked.names or [name for name in [*known, 'go'] if name not in asked.but]:
        faults += run_go(program, asked.cases, seed) if name == 'go' else run(
            known[name], program, asked.cases, seed, **how)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
