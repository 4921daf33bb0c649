"""What a referee knows of the program: its command line, and JSON.

An engine makes random cases, asks the program about them, and judges the answers by rules of its
own. """

import json
import shlex
import subprocess


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, text='', folder=None):
        """Exit code and both outputs of a command."""
        done = subprocess.run([self.path, *arguments], input=text, capture_output=True, text=True,
                              cwd=folder, check=False)
        return done.returncode, done.stdout, done.stderr

    def printed(self, expressions, prelude='', form='text'):
        """What is printed for each expression, as numbered lists: one conversation for all."""
        lines = [bracketed(text, f'{i},') for i, text in enumerate(expressions)]
        text = prelude + '\n'.join(lines) + '\n'
        _, out, self.errors = self.run('-q', '--no-init', '--no-history', '--keep-going',
                                       '--format', form, '--max', '0', '-i', text=text)
        return [line for line in out.splitlines() if line.startswith('[')]

    def values(self, expressions, prelude=''):
        """The JSON of each expression, or None if it has no value."""
        found = [None] * len(expressions)
        for line in self.printed(expressions, prelude, 'json'):
            number, *rest = json.loads(line)
            found[int(number)] = rest[0] if len(rest) == 1 else rest
        return found


def bracketed(text, first=''):
    """A list of values, with the statements before the last tab in front."""
    before, tab, last = text.rpartition('\t')
    return f'{before}{tab}[{first}{last}]'


class Engine:
    """Cases are anything; what is below suits questions that are expressions of the language."""

    name = ''
    about = ''
    prelude = ''
    share = 1.0  # of the cases that are asked for: engines whose cases take long have less
    batch = 250
    refusal = ''  # an error that is no wrong answer

    def case(self, source):
        """A random case; None if this one came to nothing."""
        raise NotImplementedError

    def question(self, case):
        raise NotImplementedError

    def judge(self, case, answer):
        """What is wrong with the answer, in words; None if nothing is."""
        raise NotImplementedError

    def smaller(self, case):
        """Cases that are a little smaller."""
        return iter(())

    def ask(self, program, cases):
        return program.values([self.question(case) for case in cases], self.prelude)

    def command(self, case):
        """What can be typed to see the answer."""
        text = ''.join(f" -e {shlex.quote(part)}" for part in self.parts(case))
        return f'cgt --format json{text}'

    def parts(self, case):
        prelude = [self.prelude.strip().rstrip(';')] if self.prelude else []
        return [*prelude, bracketed(self.question(case))]


def shrink_sequence(items, least=0):
    """All ways to leave one item out."""
    for i in range(len(items)):
        if len(items) > least:
            yield items[:i] + items[i + 1:]
