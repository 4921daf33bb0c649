"""Simplest forms, sums, order, thermographs, stops and incentives of games written in braces."""

from fractions import Fraction

import games
from program import Engine

LEAVES = ['0', '0', '0', '1', '-1', '2', '-2', '3', '1/2', '-1/2', '3/4', '-5/8', '*', '*2', '^',
          'v', '*3']


def tree(source, depth):
    """A game as text (a name) or as a pair of lists."""
    if depth == 0 or source.random() < .25:
        return source.choice(LEAVES)
    most = source.choice((1, 2, 2, 3))
    return tuple([tree(source, depth - 1) for _ in range(source.randint(0 if source.random() < .1
                                                                        else 1, most))]
                 for _ in range(2))


def written(form):
    if isinstance(form, str):
        return form
    return '{' + '|'.join(','.join(map(written, side)) for side in form) + '}'


def game_of(form):
    if isinstance(form, str):
        return games.named(form)
    return games.game(*([game_of(x) for x in side] for side in form))


def smaller_tree(form):
    if isinstance(form, str):
        if form != '0':
            yield '0'
        return
    yield '0'
    for side in form:
        yield from side
    for which in (0, 1):
        for i, option in enumerate(form[which]):
            rest = form[which][:i] + form[which][i + 1:]
            for change in [rest, *([*form[which][:i], x, *form[which][i + 1:]]
                                   for x in smaller_tree(option))]:
                yield (change, form[1]) if which == 0 else (form[0], change)


def wall_differs(answer, wall):
    """A trajectory: the slopes from the mast down, between the critical temperatures."""
    critical = [Fraction(t) for t in answer['critical']]
    points = [(critical[0] if critical else Fraction(-1), Fraction(answer['mast']))]
    for t, slope in zip([*critical[1:], Fraction(-1)], answer['slopes'][1:]):
        before, x = points[-1]
        points.append((t, x - slope * (before - t)))
    mine = sorted(points)
    times = {t for t, _ in mine} | {t for t, _ in wall}
    return any(games.at(mine, t) != games.at(wall, t) for t in times if t >= -1)


class Values(Engine):
    name = 'values'
    about = 'simplest forms, sums, order, thermographs, stops, incentives'
    share = 3

    def case(self, source):
        return tree(source, source.choice((1, 2, 2, 3))), tree(source, source.choice((0, 1, 2)))

    def question(self, case):
        g, h = map(written, case)
        return (f'g:=({g});h:=({h});\tg,h,g+h,g-h,[g<=h,g>=h,g==h],g.Thermograph,g.LeftIncentives,g.RightIncentives,'
                '[g.LeftStop,g.RightStop,g.Mean,g.Temperature],g.OutcomeClass,h.Thermograph,'
                'g.Thermograph.Sente')

    def judge(self, case, answer):
        if answer is None:
            return 'there is no answer'
        g, h = map(game_of, case)
        said = [games.read(a) for a in answer[:4]]
        for what, mine, theirs in zip(('G', 'H', 'G + H', 'G - H'), (g, h, games.add(g, h),
                                                                     games.minus(g, h)), said):
            if mine != theirs:
                return f'{what} is {games.text(mine)}, the program says {games.text(theirs)}'
        order = [games.at_most(g, h), games.at_most(h, g), g == h]
        if order != answer[4]:
            return f'G <= H, G >= H, G == H are {order}, the program says {answer[4]}'
        for what, x, thermograph in (('G', g, answer[5]), ('H', h, answer[10])):
            walls = games.thermograph(x)
            for side, wall in zip(('left', 'right'), walls):
                if wall_differs(thermograph[side], wall):
                    return f'the {side} wall of {what} is {[(str(t), str(v)) for t, v in wall]}'
            if [Fraction(thermograph['mean']),
                Fraction(thermograph['temperature'])] != list(walls[2:]):
                return f'mean and temperature of {what} are {walls[2]}, {walls[3]}'
        for side in (0, 1):
            mine = games.incentives(g, side)
            if mine != {games.read(a) for a in answer[6 + side]}:
                return f'the incentives of {("Left", "Right")[side]} are {[games.text(x) for x in mine]}'
        numbers = [games.stop(g, 0), games.stop(g, 1), *games.thermograph(g)[2:]]
        if numbers != [Fraction(x) for x in answer[8]]:
            return f'stops, mean, temperature are {list(map(str, numbers))}, the program says {answer[8]}'
        if answer[9] != games.outcome(g):
            return f'the outcome is {games.outcome(g)}, the program says {answer[9]}'
        if answer[11] != games.sente(g):
            return f'sente is of {games.sente(g)}, the program says {answer[11]}'
        return None

    def smaller(self, case):
        yield from ((g, case[1]) for g in smaller_tree(case[0]))
        yield from ((case[0], h) for h in smaller_tree(case[1]))
