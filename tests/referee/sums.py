"""Sums of positions and values: who wins under normal and misère play, all winning moves,
certificates."""

import json
import os
import tempfile
from functools import lru_cache

import games
import rulesets
import values
from program import Engine, shrink_sequence

BOARDS = [r for r in rulesets.ALL if r.text is not rulesets.pair_text
          and not r.path.startswith(('game.graph.', 'rulesets.'))
          and not r.scored]
BY_PATH = {r.path: r for r in BOARDS}


class Term:
    """A value (rules None: `what` is a form in braces) or a position; `sign` exchanges the
    players."""

    def __init__(self, rules, what, sign):
        self.rules, self.what, self.sign = rules, what, sign
        self.text = values.written(what) if rules is None else f'{rules.path}:{rules.text(what)}'
        g = values.game_of(what) if rules is None else rules.value(what)
        self.value = g if sign == '+' else games.negative(g)

    def options(self, side):
        """What may come of it: its value, and the texts of boards."""
        which = side if self.sign == '+' else 1 - side
        if self.rules is None:
            g = values.game_of(self.what)
            after = [(x, games.text(x)) for x in (games.left(g), games.right(g))[which]]
        else:
            after = [(self.rules.value(x), self.rules.text(x) if not isinstance(x, rulesets.Sum)
                      else None)
                     for x in self.rules.options(self.what, which)]
        return [(x if self.sign == '+' else games.negative(x), text) for x, text in after]


def written(case):
    text = ''
    for i, (path, what, sign) in enumerate(case):
        piece = values.written(what) if path is None else f'{path}:{BY_PATH[path].text(what)}'
        text += (('-' if sign == '-' else '') if i == 0 else f' {sign} ') + piece
    return text


def total(terms):
    g = games.ZERO
    for t in terms:
        g = games.add(g, t.value)
    return g


def winning(terms, side):
    """(term, text of the board) for each winning move."""
    found = []
    for i, t in enumerate(terms):
        rest = total(terms[:i] + terms[i + 1:])
        for x, text in t.options(side):
            after = games.add(rest, x)
            if games.at_most(games.ZERO, after) if side == 0 else games.at_most(after, games.ZERO):
                found.append((i + 1, text))
    return found


class Sums(Engine):
    name = 'sums'
    about = 'who wins a sum, by which moves'
    share = 0.6
    batch = 200
    options = ['--moves']

    def case(self, source):
        terms = []
        for _ in range(source.choice((2, 2, 3, 4))):
            sign = source.choice('++-')
            if source.random() < .35:
                terms.append((None, values.tree(source, source.choice((1, 2))), sign))
            else:
                rules = source.choice(BOARDS)
                terms.append((rules.path, rules.make(source), sign))
        return terms

    def ask(self, program, cases):
        _, out, self.errors = program.run('sum', '--json', '-q', '--file', '-', *self.options,
                                          text=''.join(written(case) + '\n' for case in cases))
        found = {}
        for line in out.splitlines():
            answer = json.loads(line)
            found[answer['sum']] = answer
        program.errors = self.errors
        return [found.get(written(case)) for case in cases]

    def command(self, case):
        options = ' '.join(self.options)
        return f"cgt sum {options} --json -- '{written(case)}'"

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        terms = [Term(BY_PATH.get(path), what, sign) for path, what, sign in case]
        mine = games.outcome(total(terms))
        if answer['outcome'] != mine:
            return f'the outcome is {mine}, the program says {answer["outcome"]}'
        for side, key in enumerate(('left_first', 'right_first')):
            verdict = 'wins' if mine in ('NL', 'NR')[side] else 'loses'
            if answer[key]['verdict'] != verdict:
                return f'{key}: {verdict}, the program says {answer[key]["verdict"]}'
            moves = winning(terms, side)
            said = answer[key]['moves']
            if {i for i, _ in moves} != {m['term'] for m in said}:
                return f'{key}: the winning moves are {moves}, the program says {said}'
            for i, t in enumerate(terms, 1):
                # Boards can be compared as texts; of values and sums of heaps, count.
                here = {text for k, text in moves if k == i}
                theirs = {m['to'].partition(':')[2] for m in said if m['term'] == i}
                if t.rules and t.rules.path.startswith('game.grid.') and None not in here and \
                        not any(' ' in text for text in theirs) and here != theirs:
                    return f'{key}: the winning moves in term {i} are to {sorted(here)}, not {sorted(theirs)}'
        return None

    def smaller(self, case):
        yield from shrink_sequence(case, 1)
        for i, (path, what, sign) in enumerate(case):
            if path is None:
                smaller = values.smaller_tree(what)
            else:
                smaller = [x for side in (0, 1) for x in BY_PATH[path].options(what, side)
                           if not isinstance(x, rulesets.Sum)]
            for x in smaller:
                yield [*case[:i], (path, x, sign), *case[i + 1:]]


@lru_cache(None)
def misere_wins(terms, side):
    """Does the player win who is to move, if who cannot move wins? Values have the options of their
    simplest forms."""
    any_move = False
    for i, (path, what, sign) in enumerate(terms):
        which = side if sign == '+' else 1 - side
        after = (games.left(what),
                 games.right(what))[which] if path is None else BY_PATH[path].options(what, which)
        for x in after:
            any_move = True
            if not misere_wins(terms[:i] + ((path, x, sign),) + terms[i + 1:], 1 - side):
                return True
    return not any_move


class MisereSums(Sums):
    name = 'misere-sums'
    about = 'who wins a sum of positions under misère play'
    share = 0.3
    options = ['--misere']

    def case(self, source):
        # Small ones only: nothing adds up, so that all sums are played out.
        made = [(path, values.tree(source, 1) if path is None else what, sign)
                for path, what, sign in super().case(source)[:2]]
        sizes = [sum(what) if isinstance(what, tuple) else len(what) for path, what, _ in made
                 if path]
        return made if all(n < 10 for n in sizes) else None

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        terms = tuple((path, values.game_of(what) if path is None else what, sign) for path, what,
                      sign in case)
        wins = misere_wins(terms, 0), misere_wins(terms, 1)
        mine = {(True, True): 'N', (True, False): 'L', (False, True): 'R', (False,
                                                                            False): 'P'}[wins]
        return None if answer['outcome'] == mine else f'the outcome is {mine}, the program says {answer["outcome"]}'


def hot(source):
    """{a|b}, {a||b|c} or {a|b||c}."""
    numbers = sorted(source.sample(range(-6, 7), 3))
    low, middle, high = ([str(n)] for n in numbers)
    return source.choice(((high, low), (high, [(middle, low)]), ([(high, middle)], low)))


class Certificates(Engine):
    name = 'certificates'
    about = 'certificates of won sums: each lemma, each step and each reply'
    share = 0.05
    batch = 10
    # Parts of NoGo have cells that the rule text does not name, so they are left out.
    rules = ('Clobber', 'Domineering', 'Amazons', 'Fission', 'CannibalClobber', 'Konane')

    def case(self, source):
        # Of a few hot games nobody knows the winner without looking: these certificates have steps.
        terms = [(None, hot(source), '+')
                 for _ in range(source.choice((0, 3, 4, 5)))]
        for _ in range(source.choice((2, 3, 4)) if not terms else source.choice((0, 0, 1))):
            if source.random() < .4:
                terms.append((None, values.tree(source, source.choice((1, 2))), '+'))
            else:
                rules = BY_PATH['game.grid.' + source.choice(self.rules)]
                position = rules.make(source)
                terms.append((rules.path, position, source.choice('++-')))
        return terms, source.choice('LR')

    def ask(self, program, cases):
        return [self.one(program, *case) for case in cases]

    def one(self, program, terms, first):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'certificate.json')
            _, out, program.errors = program.run('sum', '--first', first, '--method', 'alpha-beta',
                                                 '--certificate',
                                                 path, '--', written(terms))
            if not os.path.exists(path):
                return None
            with open(path, encoding='utf-8') as file:
                answer = json.load(file)
            code, said, _ = program.run('verify', path)
            answer['verified'] = code == 0
            # The program reads its own notation of values.
            texts = sorted({t for t in answer['terms'] if ':' not in t}
                           | {v for _, v in answer['values']})
            answer['read'] = dict(zip(texts, program.values(texts)))
        return answer

    def command(self, case):
        return f"cgt sum --first {case[1]} --certificate c.json -- '{written(case[0])}' && cgt verify c.json"

    def judge(self, case, answer):
        if answer is None:
            return 'there is no certificate'
        if not answer['verified']:
            return 'cgt verify refuses it'
        terms = [Term(BY_PATH.get(path), what, sign) for path, what, sign in case[0]]
        g, first = total(terms), 'LR'.index(case[1])
        wins = not games.at_most(g, games.ZERO) if first == 0 else not games.at_most(games.ZERO, g)
        winner = first if wins else 1 - first
        names = ('Left', 'Right')
        if answer['winner'] != names[winner] or answer['first'] != names[first]:
            return f'{names[winner]} wins, the certificate says {answer["winner"]}'
        known = {t: games.read(a) for t, a in answer['read'].items()}

        def value(text):
            name, colon, board = text.partition(':')
            if not colon:
                return known[text]
            sign = -1 if name.startswith('-') else 1
            last = '.' + name.lstrip('-').replace('-', '')
            rules = next(r for r in BOARDS if r.path.lower().endswith(last))
            x = rules.value(board)
            return x if sign == 1 else games.negative(x)

        for text, lemma in answer['values']:
            if value(text) != known[lemma]:
                return f'{text} is {games.text(value(text))}, the certificate says {lemma}'
        numbers = [value(t) for t in answer['terms']]

        def add_up(step):
            x = games.ZERO
            for n in step:
                x = games.add(x, numbers[n - 1] if n > 0 else games.negative(numbers[-n - 1]))
            return x

        for k, step in enumerate(answer['steps'], 1):
            x = add_up(step['sum'])
            good = games.at_most(games.ZERO, x) if winner == 0 else games.at_most(x, games.ZERO)
            if 'reply' not in step:
                if not good:
                    return f'step {k}: the winner does not win {step["sum"]}'
                continue
            y = add_up(step['reply'])
            if not (games.at_most(games.ZERO, y) if winner == 0 else games.at_most(y, games.ZERO)):
                return f'step {k}: the reply does not win'
        return None

    def smaller(self, case):
        for fewer in shrink_sequence(case[0], 1):
            yield fewer, case[1]
