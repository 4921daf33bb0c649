"""Dots and Boxes and Nimstring by all moves, on drawings and on graphs."""

import json
import os
import tempfile
from functools import lru_cache

from program import Engine, shrink_sequence

GROUND = '.'


def strings_of(rows):
    """Of a drawing: its open lines by name, each between two boxes or the ground."""
    height, width = len(rows) // 2, len(rows[0]) // 2

    def box(r, c):
        return (r, c) if 0 <= r < height and 0 <= c < width else GROUND
    found = {}
    for y, row in enumerate(rows):
        for x, s in enumerate(row):
            r, c = y // 2, x // 2
            here = f'{chr(65 + c)}{r + 1}'
            if s == ' ' and y % 2 == 0 and x % 2 == 1:
                found[f'{here}-{chr(66 + c)}{r + 1}'] = (box(r - 1, c), box(r, c))
            elif s == ' ' and y % 2 == 1 and x % 2 == 0:
                found[f'{here}-{chr(65 + c)}{r + 2}'] = (box(r, c - 1), box(r, c))
    return found


def taken(strings, cut):
    """How many coins lose their last string."""
    return sum(end != GROUND and not any(end in ends for name, ends in strings if name != cut[0])
               for end in cut[1])


def rest(strings, cut):
    return tuple(s for s in strings if s != cut)


@lru_cache(None)
def score(strings):
    values = []
    for cut in strings:
        closes, after = taken(strings, cut), score(rest(strings, cut))
        values.append(closes + after if closes else -after)
    return max(values, default=0)


@lru_cache(None)
def wins(strings, heap):
    """Nimstring beside a heap of Nim, for the player to move."""
    if any(not wins(strings, less) for less in range(heap)):
        return True
    return any(wins(rest(strings, cut), heap) == (taken(strings, cut) > 0) for cut in strings)


class Boxes(Engine):
    name = 'boxes'
    about = 'scores and moves of Dots and Boxes, Nimstring beside heaps of Nim'
    share = 1

    def case(self, source):
        if source.random() < .5:
            height, width = source.choice(((1, 2), (1, 3), (2, 2), (2, 2), (2, 3), (1, 4)))
            blank = source.choice((.3, .5, .8))
            rows = []
            for y in range(2 * height + 1):
                row = ''
                for x in range(2 * width + 1):
                    line = '-' if y % 2 == 0 else '|'
                    row += '+' if x % 2 == 0 and y % 2 == 0 else ' ' if x % 2 and y % 2 else \
                        ' ' if source.random() < blank else line
                rows.append(row)
            return tuple(rows) if 1 <= len(strings_of(rows)) <= 10 else None
        coins = 'abcdef'[:source.randint(1, 6)]
        made = []
        for _ in range(source.randint(1, 10)):
            a = source.choice(coins)
            made.append(f'{a}-{source.choice([x for x in coins + "..." if x != a])}')
        return ' '.join(made)

    def strings(self, case):
        if isinstance(case, tuple):
            return tuple(strings_of(case).items())
        counts, found = {}, []
        for word in case.split():
            counts[word] = counts.get(word, 0) + 1
            found.append((word if counts[word] == 1 else f'{word}#{counts[word]}', tuple(word.split('-'))))
        return tuple(found)

    def question(self, case):
        text = '/'.join(case) if isinstance(case, tuple) else case
        return f'b:=game.boxes.Board("{text}");\tb.Score,b.NimValue,b.IsLoony,b.Moves,b.WinningMoves,b.BestLine'

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        strings = self.strings(case)
        said, nim, loony, moves, winning, line = answer
        if int(said) != score(strings):
            return f'the score is {score(strings)}, the program says {said}'
        if not loony and int(nim) > len(strings):
            return f'no nim value is above the number of strings, the program says {nim}'
        for heap in range(4):
            if wins(strings, heap) != (loony or int(nim) != heap):
                return f'beside a heap of {heap} the player to move {"wins" if wins(strings, heap) else "loses"}, ' \
                    f'the program says {nim}'
        mine = {}
        for cut in strings:
            closes, after = taken(strings, cut), score(rest(strings, cut))
            mine[cut[0]] = [closes, closes + after if closes else -after]
        if {m[0]: [int(m[1]), int(m[2])] for m in moves} != mine:
            return f'the moves are {mine}, the program says {moves}'
        right = {cut[0] for cut in strings if wins(rest(strings, cut), 0) == (taken(strings, cut) > 0)}
        if set(winning) != right:
            return f'{sorted(right)} win Nimstring, the program says {winning}'
        got, sign, left = 0, 1, strings
        for name in line:
            cut = next(s for s in left if s[0] == name)
            closes, left = taken(left, cut), rest(left, cut)
            got += sign * closes
            sign = sign if closes else -sign
        if left or got != score(strings):
            return f'the line {line} comes to {got} with {len(left)} lines left'
        return None

    def smaller(self, case):
        if isinstance(case, str):
            for fewer in shrink_sequence(case.split(), 1):
                yield ' '.join(fewer)
            return
        for y, row in enumerate(case):
            for x, s in enumerate(row):
                if s == ' ' and x % 2 != y % 2:
                    made = (*case[:y], row[:x] + ('-' if y % 2 == 0 else '|') + row[x + 1:], *case[y + 1:])
                    if strings_of(made):
                        yield made


class BoxCertificates(Boxes):
    name = 'boxcertificates'
    about = 'certificates of scores of Dots and Boxes: each step by the rules'
    share = .2
    batch = 20

    def text(self, case):
        return '/'.join(case) if isinstance(case, tuple) else case

    def ask(self, program, cases):
        return [self.one(program, self.text(case)) for case in cases]

    def one(self, program, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'score.json')
            _, _, program.errors = program.run('boxes', text, '--certificate', path)
            if not os.path.exists(path):
                return None
            with open(path, encoding='utf-8') as file:
                answer = json.load(file)
            answer['verified'] = program.run('verify', path)[0] == 0
        return answer

    def command(self, case):
        return f"cgt boxes '{self.text(case)}' --certificate c.json && cgt verify c.json"

    def judge(self, case, answer):
        if answer is None:
            return 'there is no certificate'
        if not answer['verified']:
            return 'cgt verify refuses it'
        strings = self.strings(case)
        ends = dict(strings)
        if set(answer['lines']) != set(ends) or answer['score'] != score(strings):
            return f'the score of {sorted(ends)} is {score(strings)}, the certificate says {answer["score"]}'
        proved = {}

        def known(left):
            boxes = len({end for name in left for end in ends[name]} - {GROUND})
            return proved.get(left, (-boxes, boxes))

        for number, step in enumerate(answer['steps'], 1):
            mask = int(step['open'], 16)
            left = frozenset(name for i, name in enumerate(answer['lines']) if mask >> i & 1)
            if mask >> len(answer['lines']):
                return f'step {number} is about no position of this board'
            for name in [step['line']] if 'least' in step else left:
                after = left - {name}
                closes = sum(end != GROUND and not any(end in ends[other] for other in after)
                             for end in ends[name])
                low, high = known(after)
                low, high = (closes + low, closes + high) if closes else (-high, -low)
                if name not in left or ('least' in step and low < step['least']) \
                        or ('most' in step and high > step['most']):
                    return f'step {number} does not follow: {step} after {name}'
            low, high = known(left)
            proved[left] = (max(low, step.get('least', low)), min(high, step.get('most', high)))
        if known(frozenset(ends)) != (answer['score'],) * 2:
            return f'the steps show {known(frozenset(ends))}'
        return None
