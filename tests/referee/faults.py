"""Would the referees see a fault of the program? Builds it with all faults of faults.tsv, each behind
a switch, and runs each engine with one fault at a time.

    faults.py [NAME...] [--cases N] [--folder DIR] [--check]

A row of faults.tsv is an engine, a file, an expression that stands once in it, and what a programmer
might have written instead; both have one type, and the faulty one changes answers and not only time.
A fault is caught if the engine then finds a case in which program and referee differ, or if the
program breaks or hangs. Prints each fault that was not caught, and the share that was. `--check`
only reads the list: each expression still stands in its file once. """

import argparse
import os
import signal
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
SWITCH = '''#pragma once
#include <cstdlib>
inline const int planted_fault = std::getenv("CGT_FAULT") ? std::atoi(std::getenv("CGT_FAULT")) : 0;
'''
LONGEST = 300  # seconds for one fault


class Fault:
    def __init__(self, number, line):
        self.number = number
        self.engine, self.file, self.right, self.wrong = line.split('\t')

    def __str__(self):
        return f'{self.file}: {self.right}  ->  {self.wrong}'


def read():
    with open(os.path.join(FOLDER, 'faults.tsv'), encoding='utf-8') as file:
        rows = [line.rstrip('\n') for line in file if line.strip() and line[0] != '#']
    return [Fault(i + 1, row) for i, row in enumerate(rows)]


def text_of(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return file.read()


def stale(faults):
    """Rows whose expression does not stand once in its file."""
    return [fault for fault in faults if text_of(ROOT, fault.file).count(fault.right) != 1]


def plant(faults, folder):
    """Copies the sources and makes each fault an alternative in them."""
    listing = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
    kept = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True,
                          check=True).stdout.split('\0')
    sources = {fault.file: text_of(ROOT, fault.file) for fault in faults}
    texts = dict(sources)
    # From the end of a file on, so that no place moves.
    for fault in sorted(faults, key=lambda f: sources[f.file].index(f.right), reverse=True):
        at = sources[fault.file].index(fault.right)
        text = texts[fault.file]
        texts[fault.file] = (f'{text[:at]}(planted_fault == {fault.number} ? ({fault.wrong}) : '
                             f'({fault.right})){text[at + len(fault.right):]}')
    for name in filter(None, kept):
        if name in texts:
            put(os.path.join(folder, name), texts[name].encode())
        elif os.path.isfile(os.path.join(ROOT, name)):
            with open(os.path.join(ROOT, name), 'rb') as file:
                put(os.path.join(folder, name), file.read())
    switch = os.path.join(folder, 'planted_fault.hpp')
    put(switch, SWITCH.encode())
    return switch


def put(path, contents):
    """What is as it was keeps its time, so that a second run compiles little."""
    if os.path.exists(path):
        with open(path, 'rb') as file:
            if file.read() == contents:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(contents)


def build(folder, switch):
    make = os.path.join(folder, 'build')
    subprocess.run(['cmake', '--preset', 'release', '-B', make,
                    f'-DCMAKE_CXX_FLAGS=-include {switch}'], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(['ninja', '-C', make, 'cgt', 'go_answers', 'go_referee'], check=True)
    return os.path.join(make, 'bin', 'cgt')


def differs(engine, path, cases, number):
    """Does the engine see a difference where the fault of this number is switched on?"""
    environment = {**os.environ, 'CGT_FAULT': str(number)}
    command = [sys.executable, os.path.join(FOLDER, 'run.py'), engine, '--cgt', path,
               '--cases', str(cases), '--seed', 'faults', '--first']
    # In a session of its own: what hangs is a child of the child.
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(LONGEST) != 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return True


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('names', nargs='*', metavar='NAME')
    options.add_argument('--cases', type=int, default=2000, metavar='N')
    options.add_argument('--folder', default=os.path.join(ROOT, 'build', 'faults'), metavar='DIR')
    options.add_argument('--check', action='store_true')
    asked = options.parse_args()
    faults = read()
    for fault in stale(faults):
        print(f'not once in its file: {fault}')
    if stale(faults):
        return 1
    if asked.check:
        print(f'{len(faults)} faults, each stands once in its file')
        return 0
    path = build(asked.folder, plant(faults, asked.folder))
    counts = {}
    for fault in faults:
        if asked.names and fault.engine not in asked.names:
            continue
        if fault.engine not in counts and differs(fault.engine, path, asked.cases, 0):
            print(f'{fault.engine} differs without a fault')
            return 1
        found = counts.setdefault(fault.engine, [0, 0])
        found[1] += 1
        if differs(fault.engine, path, asked.cases, fault.number):
            found[0] += 1
        else:
            print(f'{fault.engine}: not caught: {fault}', flush=True)
    for engine, (seen, planted) in counts.items():
        print(f'{engine:13} {seen} of {planted} caught')
    seen, planted = (sum(found[i] for found in counts.values()) for i in (0, 1))
    print(f'{seen} of {planted} caught ({100 * seen / max(1, planted):.1f} %)')
    return 0 if seen >= 0.95 * planted else 1


if __name__ == '__main__':
    sys.exit(main())
