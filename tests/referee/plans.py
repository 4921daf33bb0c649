"""Hierarchical plans of small random domains in HDDL, by brute force.

Total order: all plans, with all values of all variables; the plans that no other beats; whether
there is none. Partial order: whether there is a plan, and whether the one that is printed is one.
Where there is a plan, none is ruled out, and where it is said that one fact more would be enough,
it is. What is said of a budget that was too small is no claim.

Tasks may be inside of themselves. `decompositions` goes by the rule of docs/htn.md, so that plans
are finitely many; `fronts` and `interleaved` know no limit. """

import itertools
import json
import os
import re
import tempfile
from collections import Counter

from program import Engine, shrink_sequence

PARENTS = {'t': 'object', 's': 't', 'r': 't', 'u': 'object'}
PREDICATES = {'p': (), 'q': (), 'f': ('object',), 'g': ('t',), 'h': ('object', 't')}
COSTS = ('total-cost', 'time')
MANY = 30_000
ALL = 'these are all plans'
BEST = 'proved: no plan is better'
NEVER = ('never comes true', 'no action makes it', 'no action undoes it')
NESTED = 'no others without a task inside of itself in the same state; --nested N looks further'


class TooMany(Exception):
    """Enumeration would take too long."""


def below(type_, other):
    return type_ == other or type_ in PARENTS and below(PARENTS[type_], other)


def written(c):
    if c[0] in ('forall', 'exists'):
        return f'({c[0]} ({c[1]} - {c[2]}) {written(c[3])})'
    return '(' + ' '.join(x if isinstance(x, str) else written(x) for x in c) + ')'


def typed(names):
    text = ' '.join(f'{name} - {type_}' for name, type_ in names.items())
    return text.removesuffix(' - object')


def undominated(vectors):
    return frozenset(v for v in vectors
                     if not any(w != v and all(x <= y for x, y in zip(w, v)) for w in vectors))


def subtasks(method, values):
    return [(s[0], *(values.get(v, v) for v in s[1:])) for s in method['subtasks']]


def put(nodes, i, new):
    """A network with others in place of node i; what came behind it comes behind all of them. Nodes
    are pairs (what, the places of nodes before it)."""
    more = len(new) - 1

    def moved(before):
        return frozenset(j for b in before for j in
                         (range(i, i + len(new)) if b == i else [b + more * (b > i)]))

    made = [(what, moved(before)) for what, before in nodes]
    return *made[:i], *((what, frozenset(i + b for b in before)) for what, before in new), \
        *made[i + 1:]


class Domain:
    """Random actions and methods, as dictionaries; conditions and effects are as in the texts."""

    def __init__(self, source, partial):
        self.partial, self.size = partial, 0
        self.option = [] if partial else source.choice(([], ['--all'], ['--all'], ['--best'],
                                                        ['--pareto']))
        self.nested = 0 if partial else source.choice((0, 0, 1))
        self.objects = {o: source.choice(('t', 's', 'r', 's', 'r', 'u'))
                        for o in 'abc'[:source.choice((2, 2, 3))]}
        self.constants = [o for o in self.objects if source.random() < .7]
        self.worth = {o: source.randint(0, 3) for o in self.objects}
        self.metric = source.choice((None, *COSTS, '+'))
        recursive = source.random() < .5
        self.actions, self.tasks = ([{'name': f'{kind}{i}',
                                      'parameters': self.parameters(source, '?x', '?y')}
                                     for i in range(3)] for kind in ('act', 't'))
        for a in self.actions:
            a['pre'] = [self.condition(source, a['parameters'])
                        for _ in range(source.choice((0, 0, 1, 2)))]
            a['eff'] = [self.effect(source, a['parameters'])
                        for _ in range(source.choice((1, 2, 3, 4)))]
        self.methods = [self.method(source, t, [*self.actions, *2 * self.tasks[
            0 if recursive and source.random() < .5 else i + 1:]])
            for i, t in enumerate(self.tasks) for _ in range(source.choice((1, 2, 2, 3)))]
        for i, m in enumerate(self.methods):
            m['name'] = f'm{i}'
        root = {'name': 'root', 'parameters': {}}
        self.methods.append(self.method(source, root, [*self.tasks[:2], *self.tasks[:2],
                                                       self.actions[0]]))
        self.methods[-1].update(name='', pre=[c for c in self.methods[-1]['pre'] if '=' in c or
                                              c[0] == 'not' and '=' in c[1]])
        self.tasks.append(root)
        self.init = [fact for fact in self.facts() if source.random() < .5]
        self.goal = [self.condition(source, {}) for _ in range(source.choice((0, 0, 1)))]

    def facts(self):
        return [(n, *o) for n, types in PREDICATES.items()
                for o in itertools.product(*map(self.of_type, types))]

    def of_type(self, type_):
        return [o for o, own in self.objects.items() if below(own, type_)]

    def parameters(self, source, *names):
        return {n: source.choice(('object', 't', 's', 't')) for n in names if source.random() < .6}

    def term(self, source, scope, wanted='object', wide=False):
        """A variable or an object of this type; `wide`: or a variable of one above."""
        terms = [v for v, own in scope.items() if below(own, wanted) or wide and below(wanted, own)]
        return source.choice([*terms, *terms, *self.of_type(wanted), None]
                             if source.random() < .9 or not terms else terms)

    def terms(self, source, name, types, scope, wide=False):
        """(name TERM...), or None if there is nothing to put in."""
        made = (name, *(self.term(source, scope, type_, wide) for type_ in types))
        return None if None in made else made

    def atom(self, source, scope):
        name = source.choice(list(PREDICATES))
        return self.terms(source, name, PREDICATES[name], scope) or ('p',)

    def condition(self, source, scope, depth=2):
        kind = source.random()
        if depth == 0 or kind < .5:
            a = self.atom(source, scope)
            return a if source.random() < .6 else ('not', a)
        if kind < .65:
            return (source.choice(('and', 'or', 'imply')),
                    *(self.condition(source, scope, depth - 1) for _ in range(2)))
        if kind < .8:
            return ('not', self.condition(source, scope, depth - 1))
        if kind < .92:
            name, type_ = f'?z{depth}', source.choice(('object', 't', 's'))
            return (source.choice(('forall', 'exists')), name, type_,
                    self.condition(source, {**scope, name: type_}, depth - 1))
        return self.terms(source, '=', ('object', 'object'), scope) or ('not', ('q',))

    def effect(self, source, scope, depth=2):
        kind = source.random() if depth else 0
        if kind > .85:
            type_ = source.choice(('object', 't', 's'))
            return ('forall', '?z', type_, self.effect(source, {**scope, '?z': type_}, 1))
        if kind > .7:
            return ('when', self.condition(source, scope, 1), self.effect(source, scope, 0))
        if kind > .65:
            return ('and', *(self.effect(source, scope, 0) for _ in range(2)))
        if self.metric and source.random() < .4:
            worth = self.terms(source, 'worth', ('object',), scope)
            return ('increase', (source.choice(COSTS),), worth or str(source.randint(0, 4)))
        literal = self.atom(source, scope)
        return literal if source.random() < .6 else ('not', literal)

    def method(self, source, task, others):
        """A method for a task. A variable of its head may come twice there, or be narrower than the
        parameter, and objects stand there, too."""
        scope, head = {}, []
        for i, type_ in enumerate(task['parameters'].values()):
            term = self.term(source, scope, type_, True) if source.random() < .3 else None
            if term is None:
                term = f'?{"vw"[i]}'
                scope[term] = source.choice(('s', 't', type_, type_, type_)) \
                    if below('t', type_) else type_
            head.append(term)
        scope.update(self.parameters(source, '?y') if source.random() < .5 else {})
        calls = [(what['name'], what['parameters'].values())
                 for what in (source.choice(others) for _ in range(source.choice((0, 1, 2, 2, 3))))]
        made = [c for name, types in calls if (c := self.terms(source, name, types, scope, True))]
        pairs = [(i, j) for j in range(len(made)) for i in range(j)]
        return {'task': task['name'], 'parameters': scope, 'head': head,
                'pre': [self.condition(source, scope) for _ in range(source.choice((0, 0, 0, 1)))],
                'subtasks': made,
                # Pairs of places, of which the first comes first.
                'order': [p for p in pairs if not self.partial or source.random() < .4]}

    def texts(self):
        constants = {o: self.objects[o] for o in self.constants}
        lines = ['(define (domain d)', f'  (:types {typed(PARENTS)})',
                 f'  (:constants {typed(constants)})',
                 '  (:predicates ' + ' '.join(
                     f'({n} {typed({f"?{i}": x for i, x in enumerate(types)})})'
                     for n, types in PREDICATES.items()) + ')',
                 '  (:functions (total-cost) (time) (worth ?x))']
        lines += [f'  (:task {t["name"]} :parameters ({typed(t["parameters"])}))'
                  for t in self.tasks if t['name'] != 'root']
        for m in self.methods[:-1]:
            lines.append(f'  (:method {m["name"]} :parameters ({typed(m["parameters"])})\n'
                         f'    :task {written((m["task"], *m["head"]))}')
            if m['pre']:
                lines.append(f'    :precondition {written(("and", *m["pre"]))}')
            lines.append('    ' + self.network(m) + ')')
        lines += [f'  (:action {a["name"]} :parameters ({typed(a["parameters"])})\n'
                  f'    :precondition {written(("and", *a["pre"]))}\n'
                  f'    :effect {written(("and", *a["eff"]))})' for a in self.actions]
        root = self.methods[-1]
        zeros = ''.join(f' (= ({c}) 0)' for c in COSTS) + ''.join(
            f' (= (worth {o}) {n})' for o, n in self.worth.items())
        objects = {o: type_ for o, type_ in self.objects.items() if o not in constants}
        problem = [f'(define (problem r) (:domain d) (:objects {typed(objects)})',
                   f'  (:htn :parameters ({typed(root["parameters"])}) {self.network(root)}',
                   f'    :constraints {written(("and", *root["pre"]))})',
                   f'  (:init {" ".join(map(written, self.init))}{zeros})']
        if self.goal:
            problem.append(f'  (:goal {written(("and", *self.goal))})')
        if self.metric:
            sum_ = '(+ (total-cost) (time))' if self.metric == '+' else f'({self.metric})'
            problem.append(f'  (:metric minimize {sum_})')
        return '\n'.join(lines) + ')\n', '\n'.join(problem) + ')\n'

    def network(self, method):
        if not self.partial:
            return f':ordered-subtasks {written(("and", *method["subtasks"]))}'
        text = ':subtasks (and ' + ' '.join(f'(s{i} {written(s)})' for i, s in
                                            enumerate(method['subtasks'])) + ')'
        if method['order']:
            text += ' :ordering (and ' + ' '.join(f'(< s{i} s{j})'
                                                  for i, j in method['order']) + ')'
        return text

    def holds(self, c, state, values):
        if c[0] == 'and':
            return all(self.holds(x, state, values) for x in c[1:])
        if c[0] == 'or':
            return any(self.holds(x, state, values) for x in c[1:])
        if c[0] == 'not':
            return not self.holds(c[1], state, values)
        if c[0] == 'imply':
            return not self.holds(c[1], state, values) or self.holds(c[2], state, values)
        if c[0] in ('forall', 'exists'):
            return (all if c[0] == 'forall' else any)(self.holds(c[3], state, {**values, c[1]: o})
                                                      for o in self.of_type(c[2]))
        terms = [values.get(t, t) for t in c[1:]]
        return terms[0] == terms[1] if c[0] == '=' else (c[0], *terms) in state

    def changes(self, e, state, values):
        """(True, fact) that is added, (False, fact) that goes, (function, number) of a cost."""
        if e[0] == 'and':
            for x in e[1:]:
                yield from self.changes(x, state, values)
        elif e[0] == 'forall':
            for o in self.of_type(e[2]):
                yield from self.changes(e[3], state, {**values, e[1]: o})
        elif e[0] == 'when':
            if self.holds(e[1], state, values):
                yield from self.changes(e[2], state, values)
        elif e[0] == 'increase':
            number = e[2]
            yield e[1][0], int(number) if isinstance(number, str) else \
                self.worth[values.get(number[1], number[1])]
        else:
            fact = e[1] if e[0] == 'not' else e
            yield e[0] != 'not', (fact[0], *(values.get(t, t) for t in fact[1:]))

    def apply(self, call, state):
        """The state after an action and its costs, with one step; None if it cannot be done."""
        action = next(a for a in self.actions if a['name'] == call[0])
        values = dict(zip(action['parameters'], call[1:]))
        if not self.fits(values, action['parameters']) or \
                not all(self.holds(c, state, values) for c in action['pre']):
            return None
        done = [x for e in action['eff'] for x in self.changes(e, state, values)]
        return (state - {x for add, x in done if add is False}) | \
            {x for add, x in done if add is True}, \
            (*(sum(n for f, n in done if f == cost) for cost in COSTS), 1)

    def fits(self, values, types):
        return all(below(self.objects[values[v]], type_) for v, type_ in types.items())

    def ways(self, call):
        """(method, values of its variables) for a task."""
        task = next(t for t in self.tasks if t['name'] == call[0])
        if not self.fits(dict(zip(task['parameters'], call[1:])), task['parameters']):
            return
        for m in self.methods:
            if m['task'] == call[0]:
                for chosen in itertools.product(*map(self.of_type, m['parameters'].values())):
                    values = dict(zip(m['parameters'], chosen))
                    if [values.get(t, t) for t in m['head']] == list(call[1:]):
                        yield m, values

    def is_action(self, call):
        return call[0].startswith('act')

    def decompositions(self, agenda, state, nested, work):
        """Total order: (actions and tasks with their methods, costs, state) for each way to do the
        tasks of a tuple, each with those that it is inside of. A task that is inside of itself in
        the same state more than `nested` times is left out, and work['cut'] says so."""
        work['left'] -= 1
        if work['left'] < 0:
            raise TooMany
        if not agenda:
            yield (), (0, 0, 0), state
            return
        (first, above), rest = agenda[0], agenda[1:]
        if self.is_action(first):
            after = self.apply(first, state)
            if after:
                for made, costs, end in self.decompositions(rest, after[0], nested, work):
                    yield (first, *made), tuple(map(sum, zip(costs, after[1]))), end
            return
        if above.count((first, state)) > nested:
            work['cut'] = True
            return
        for m, values in self.ways(first):
            if all(self.holds(c, state, values) for c in m['pre']):
                inside = *above, (first, state)
                new = tuple((s, inside) for s in subtasks(m, values))
                for made, costs, end in self.decompositions(new + rest, state, nested, work):
                    yield ((*first, m['name']), *made), costs, end

    def plans(self, nested):
        """(ways to do all tasks, each with its costs; was something left out?)"""
        work = {'left': MANY, 'cut': False}
        made = self.decompositions(((('root',), ()),), frozenset(self.init), nested, work)
        plans = [(steps[1:], costs) for steps, costs, end in made if self.accepts(end)]
        self.size = MANY - work['left']
        return plans, work['cut']

    def accepts(self, state):
        return all(self.holds(c, state, {}) for c in self.goal)

    def fronts(self):
        """Total order: costs of plans that no other plan beats, at any depth: those of each task in
        each state, by the state after it, until they are all that there are."""
        start = ('root',), frozenset(self.init)
        table, grown = {start: {}}, True
        while grown:
            grown = False
            for call, state in list(table):
                found = {}
                if self.is_action(call):
                    after = self.apply(call, state)
                    if after:
                        found[after[0]] = {after[1]}
                for m, values in () if self.is_action(call) else self.ways(call):
                    if not all(self.holds(c, state, values) for c in m['pre']):
                        continue
                    reached = {state: {(0, 0, 0)}}
                    for s in subtasks(m, values):
                        new = {}
                        for middle, costs in reached.items():
                            grown |= (s, middle) not in table
                            for end, more in table.setdefault((s, middle), {}).items():
                                new.setdefault(end, set()).update(
                                    tuple(map(sum, zip(a, b))) for a in costs for b in more)
                        reached = new
                    for end, costs in reached.items():
                        found.setdefault(end, set()).update(costs)
                if len(table) > 500:
                    raise TooMany
                found = {end: undominated(costs) for end, costs in found.items()}
                grown |= found != table[call, state]
                table[call, state] = found
        self.met = set(table[start])
        return undominated({c for end, costs in table[start].items() if self.accepts(end)
                            for c in costs})

    def interleaved(self, steps=None):
        """Partial order: is there a plan, or are these steps one? A node is an action, a task or
        the condition of a method, which holds after what comes before the task and before what is
        below it. TooMany if that stays open."""
        todo = [(((('root',), frozenset()),), frozenset(self.init), 0)]
        seen, whole = set(), True
        while todo:
            nodes, state, done = node = todo.pop()
            if node in seen or len(nodes) > 9:
                whole = whole and node in seen
                continue
            seen.add(node)
            self.size = max(self.size, len(seen))
            if len(seen) > 600:
                raise TooMany
            if not nodes and self.accepts(state) and steps in (None, steps and steps[:done]):
                return True
            for i, (what, before) in enumerate(nodes):
                if before:
                    continue
                if what[0] == 'check':
                    if all(self.holds(c, state, dict(what[2])) for c in what[1]):
                        todo.append((put(nodes, i, ()), state, done))
                elif self.is_action(what):
                    after = self.apply(what, state)
                    if after and (steps is None or steps[done:done + 1] == (what,)):
                        todo.append((put(nodes, i, ()), after[0], done + (steps is not None)))
                else:
                    for m, values in self.ways(what):
                        check = ('check', tuple(m['pre']), tuple(values.items()))
                        new = [(s, frozenset([0, *(a + 1 for a, b in m['order'] if b == j)]))
                               for j, s in enumerate(subtasks(m, values))]
                        todo.append((put(nodes, i, [(check, frozenset()), *new]), state, done))
        if not whole:
            raise TooMany
        self.met = {state for nodes, state, _ in seen if not nodes}
        return False

    def allows(self, *plans):
        """Are all of these lists of steps plans, as far as that can be told?"""
        try:
            return all(self.interleaved(steps) for steps in plans)
        except TooMany:
            return True


class Plans(Engine):
    name = 'plans'
    about = 'total-order plans: all of them, those that no other beats, or that there is none'
    share = 0.2
    batch = 20
    partial = False
    nodes = '30000'

    def case(self, source):
        made = Domain(source, self.partial)
        try:
            self.find(made)
        except TooMany:
            return None
        # Those in which little happens are seldom asked about.
        return made if made.size > source.choice((0, 40, 80, 200)) else None

    def find(self, case):
        """All plans by the rule for tasks inside of themselves, whether that left something out,
        and the costs that no plan beats, at any depth."""
        return (*case.plans(case.nested), case.fronts())

    def exists(self, case):
        return bool(case.fronts())

    def ask(self, program, cases):
        return [self.one(program, case) for case in cases]

    def one(self, program, case):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in zip(('d', 'p'), case.texts()):
                with open(os.path.join(folder, name + '.hddl'), 'w', encoding='utf-8') as file:
                    file.write(text)
            code, out, errors = program.run('htn', 'plan', 'd.hddl', 'p.hddl', '--format', 'json',
                                            '-q', '--budget-nodes', self.nodes, *self.options(case),
                                            folder=folder)
            lines = [json.loads(line) for line in out.splitlines() if line.startswith('{')]
            # What lint rules out it rules out without a search.
            linted = program.run('htn', 'lint', 'd.hddl', 'p.hddl', folder=folder)[1]
        return code, lines, errors, linted

    def options(self, case):
        return [*case.option, *(['--nested', str(case.nested)] if case.nested else [])]

    def command(self, case):
        domain, problem = case.texts()
        return (f"cat >d.hddl <<'END'\n{domain}END\ncat >p.hddl <<'END'\n{problem}END\n"
                f'cgt htn plan d.hddl p.hddl {" ".join(self.options(case))}'.rstrip())

    def steps(self, plan):
        return tuple((s['action'], *s['arguments']) for s in plan['steps'])

    def tree(self, plan):
        """Actions, and tasks with their methods, in the order of the tree."""
        rows = {row['id']: row for row in (*plan['steps'], *plan['decompositions'])}
        made, todo = [], plan['root'][::-1]
        while todo:
            row = rows[todo.pop()]
            todo += row.get('subtasks', [])[::-1]
            made.append((row['action'], *row['arguments']) if 'action' in row else
                        (row['task'], *row['arguments'], row['method']))
        return tuple(made)

    def judge(self, case, answer):
        try:
            return self.compare(case, answer, *self.find(case))
        except TooMany:
            return None

    def compare(self, case, answer, plans, cut, fronts):
        code, lines, errors, linted = answer
        found = [line for line in lines if 'steps' in line]
        if code not in (0, 1, 4) or (code == 0) != bool(found):
            return f'{len(found)} plans and exit code {code}: {errors}'
        if fronts and 'there is no plan' in linted:
            return 'lint says that there is no plan'
        never = {name for name in re.findall(r'(\w+) +can never apply', linted)}
        used = {part for steps, _ in plans for row in steps for part in (row[0], row[-1])}
        if never & used:
            return f'lint says that {never & used} can never apply'
        if code == 1:
            return self.none(case, plans, cut, fronts, lines[-1])
        if found and not fronts and fronts is not None:
            return f'there is no plan, the program has {self.tree(found[0])}'
        return self.answer(case, plans, cut, fronts, found, lines, errors) if found else None

    def answer(self, case, plans, cut, fronts, found, lines, errors):
        """What is wrong with these plans, and with what is said of them."""
        mine = Counter(steps for steps, _ in plans)
        said = Counter(map(self.tree, found))
        if not said <= mine and not (cut and case.allows(*map(self.steps, found))):
            return f'{set(said - mine)} is not a plan'
        claim = next((c for c in (ALL, BEST, NESTED) if c in errors), None)
        last = lines[-1].get('proved')
        if case.option and last not in (None, claim in (ALL, BEST)):
            return f'"proved" is {last}, and it says: {errors}'
        if claim == NESTED and not cut:
            return 'no task is inside of itself, and the program says that one is'
        if case.option == ['--all'] and claim:
            if claim == ALL and cut:
                more = {steps for steps, _ in case.plans(case.nested + 1)[0]} - {*mine}
                if more:
                    return f'there are more plans, such as {min(more, key=len)}'
            if said != mine:
                return f'{len(mine)} plans, {len(plans)} with their variables; the program says ' \
                    f'{len(said)}, {sum(said.values())}'
        elif claim:
            # If tasks inside of themselves are left out, nothing is better among the others.
            return self.best(case, undominated({costs for _, costs in plans}) if claim == NESTED
                             else fronts, [line['values'] for line in found])
        return None

    def best(self, case, fronts, values):
        """What is wrong with plans that are said to be best."""
        if case.option == ['--pareto']:
            said = {tuple(v.get(name, 0) for name in (*COSTS, 'steps')) for v in values}
            mine = fronts
        else:
            def value(costs):
                return costs[2] if case.metric is None else sum(costs[:2]) \
                    if case.metric == '+' else costs[COSTS.index(case.metric)]
            said = {values[-1]['metric' if case.metric else 'steps']}
            mine = {min(map(value, fronts))}
        if said != mine:
            return f'the best have {sorted(mine)}, the program says {sorted(said)}'
        return None

    def none(self, case, plans, cut, exists, said):
        """What is wrong with the answer that there is no plan, and with its reasons."""
        if said['answer'] == 'unknown':
            return f'{said["said"]}, which is not so' if plans or not cut else None
        if exists:
            return f'there is a plan, the program says: {said["said"]}'
        for row in said['because'] if exists is not None else ():
            words = re.findall(r'[\w?]+', row['what'])
            literal = ('not', tuple(words[1:])) if words[0] == 'not' else tuple(words)
            if row['text'].endswith(NEVER) and '?' not in row['what'] and \
                    any(case.holds(literal, state, {}) for state in case.met):
                return f'not so where the tasks are done: {row["text"]}'
        for row in said['enough']:
            if row['proved'] and row['file'] == 'problem':
                fact = tuple(row['what'].strip('()').split())
                if not self.exists(self.changed(case, 'init', [*case.init, fact])):
                    return f'with {row["what"]} there is no plan either'
        return None

    def smaller(self, case):
        for key in ('init', 'goal', 'methods'):
            for fewer in shrink_sequence(getattr(case, key)):
                if key != 'methods' or fewer[-1:] == case.methods[-1:]:
                    yield self.changed(case, key, fewer)
        for kind in ('actions', 'methods'):
            for i, row in enumerate(getattr(case, kind)):
                for part in ('pre', 'eff', 'subtasks'):
                    for fewer in [*shrink_sequence(row.get(part, [])),
                                  *self.simpler(row.get(part, []))]:
                        rows = list(getattr(case, kind))
                        n = len(fewer) if part == 'subtasks' else 9
                        rows[i] = {**row, part: fewer, 'order': [
                            p for p in row.get('order', ()) if max(p) < n]}
                        yield self.changed(case, kind, rows)

    def simpler(self, conditions):
        """One condition or effect is replaced by a part of it."""
        for i, c in enumerate(conditions):
            for part in c[{'and': 1, 'or': 1, 'imply': 1, 'when': 2}.get(c[0], len(c)):]:
                yield [*conditions[:i], part, *conditions[i + 1:]]

    def changed(self, case, key, value):
        other = object.__new__(Domain)
        other.__dict__.update(case.__dict__)
        setattr(other, key, value)
        return other


class PartialPlans(Plans):
    name = 'partial-plans'
    about = 'partial-order plans: is there one, and is it one'
    share = 0.4
    partial = True
    nodes = '3000'

    def find(self, case):
        try:
            return [], True, case.interleaved()
        except TooMany:
            return [], True, None

    def exists(self, case):
        return case.interleaved()

    def answer(self, case, plans, cut, fronts, found, lines, errors):
        steps = self.steps(found[0])
        return None if case.allows(steps) else f'{steps} is not a plan'
