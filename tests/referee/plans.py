"""Hierarchical plans of small random domains in HDDL, by brute force.

Total order: all plans, with all values of all variables, and the cheapest one. Partial order:
whether there is a plan, and whether the one that is printed is one. Where there is a plan, none is
ruled out, and where it is said that one fact more would be enough, it is. Tasks do not occur inside
of themselves, so all is finite. """

import itertools
import json
import os
import tempfile
from collections import Counter

from program import Engine, shrink_sequence

OBJECTS = ('a', 'b')
PREDICATES = (('p', 0), ('q', 0), ('f', 1), ('g', 1))
MANY = 3000


def atom(source, variables):
    name, arity = source.choice(PREDICATES)
    return (name, *(source.choice([*variables, *OBJECTS]) if variables else source.choice(OBJECTS)
                    for _ in range(arity)))


def condition(source, variables, depth=1):
    kind = source.random()
    if depth == 0 or kind < .7:
        a = atom(source, variables)
        return a if source.random() < .6 else ('not', a)
    if kind < .8:
        return (source.choice(('and', 'or')), *(condition(source, variables, 0) for _ in range(2)))
    if kind < .86:
        return ('imply', condition(source, variables, 0), condition(source, variables, 0))
    if kind < .95:
        return (source.choice(('forall', 'exists')), condition(source, [*variables, '?z'], 0))
    return ('=', *(source.choice([*variables, *OBJECTS]) for _ in range(2)))


def effect(source, variables):
    kind = source.random()
    literal = atom(source, [*variables, '?z'] if kind > .9 else variables)
    literal = literal if source.random() < .6 else ('not', literal)
    if kind > .9:
        return ('forall', literal)
    return ('when', condition(source, variables, 0), literal) if kind > .8 else literal


def written(c):
    if c[0] in ('forall', 'exists'):
        return f'({c[0]} (?z) {written(c[1])})'
    if c[0] in ('and', 'or', 'not', 'imply', 'when'):
        return f'({c[0]} ' + ' '.join(map(written, c[1:])) + ')'
    return '(' + ' '.join(c) + ')'


def holds(c, state, values):
    if c[0] == 'and':
        return all(holds(x, state, values) for x in c[1:])
    if c[0] == 'or':
        return any(holds(x, state, values) for x in c[1:])
    if c[0] == 'not':
        return not holds(c[1], state, values)
    if c[0] == 'imply':
        return not holds(c[1], state, values) or holds(c[2], state, values)
    if c[0] in ('forall', 'exists'):
        return (all if c[0] == 'forall' else any)(holds(c[1], state, {**values, '?z': o})
                                                  for o in OBJECTS)
    terms = [values.get(t, t) for t in c[1:]]
    return terms[0] == terms[1] if c[0] == '=' else (c[0], *terms) in state


def changes(e, state, values):
    if e[0] == 'forall':
        for o in OBJECTS:
            yield from changes(e[1], state, {**values, '?z': o})
    elif e[0] == 'when':
        if holds(e[1], state, values):
            yield from changes(e[2], state, values)
    elif e[0] == 'not':
        yield False, (e[1][0], *(values.get(t, t) for t in e[1][1:]))
    else:
        yield True, (e[0], *(values.get(t, t) for t in e[1:]))


class Domain:
    """actions, methods: lists of dictionaries; goals and tasks as in the texts."""

    def __init__(self, source, partial):
        self.partial, self.metric = partial, source.random() < .6 and not partial
        self.actions = [{'name': f'act{i}', 'parameters': ['?x'][:source.randint(0, 1)],
                         'cost': source.randint(0, 4)}
                        for i in range(3)]
        for a in self.actions:
            a['pre'] = [condition(source, a['parameters'])
                        for _ in range(source.choice((0, 1, 1, 2)))]
            a['eff'] = [effect(source, a['parameters']) for _ in range(source.choice((1, 1, 2, 3)))]
        self.tasks = [{'name': f't{i}', 'parameters': ['?x'][:source.randint(0, 1)]}
                      for i in range(3)]
        self.methods = []
        for i, t in enumerate(self.tasks):
            for _ in range(source.choice((1, 2, 2, 3))):
                parameters = [*t['parameters'], *(['?y'] if source.random() < .4 else [])]
                below = [*self.actions, *self.actions, *self.tasks[i + 1:]]
                subtasks = [self.call(source, source.choice(below), parameters)
                            for _ in range(source.choice((0, 1, 2, 2, 3)))]
                self.methods.append({'name': f'm{len(self.methods)}', 'task': t['name'],
                                     'parameters': parameters,
                                     'pre': [condition(source, parameters)
                                             for _ in range(source.choice((0, 0, 1, 1)))],
                                     'subtasks': subtasks,
                                     'order': self.order(source, len(subtasks))})
        self.root = [self.call(source, source.choice([*self.tasks[:2], *self.tasks[:2],
                                                      self.actions[0]]), [])
                     for _ in range(source.choice((1, 1, 2, 2)))]
        self.root_order = self.order(source, len(self.root))
        ground = [(n, *o) for n, k in PREDICATES for o in itertools.product(OBJECTS, repeat=k)]
        self.init = [x for x in ground if source.random() < .5]
        self.goal = [condition(source, []) for _ in range(source.choice((0, 0, 1)))]

    def call(self, source, what, variables):
        return (what['name'], *(source.choice([*variables, *variables, *OBJECTS])
                                for _ in what['parameters']))

    def order(self, source, n):
        """Pairs of places, of which the first comes first; all of them in total order."""
        pairs = [(i, j) for j in range(n) for i in range(j)]
        return [p for p in pairs if source.random() < .4] if self.partial else pairs

    def texts(self):
        lines = ['(define (domain d)', '  (:predicates (p) (q) (f ?x) (g ?x))']
        if self.metric:
            lines.append('  (:functions (total-cost))')
        lines += [f'  (:task {t["name"]} :parameters ({" ".join(t["parameters"])}))'
                  for t in self.tasks]
        for m in self.methods:
            task = next(t for t in self.tasks if t['name'] == m['task'])
            lines.append(f'  (:method {m["name"]} :parameters ({" ".join(m["parameters"])})\n    :task '
                         f'({" ".join([m["task"], *task["parameters"]])})')
            if m['pre']:
                lines.append(f'    :precondition {written(("and", *m["pre"]))}')
            lines.append('    ' + self.network(m['subtasks'], m['order']) + ')')
        for a in self.actions:
            cost = f' (increase (total-cost) {a["cost"]})' if self.metric else ''
            lines.append(f'  (:action {a["name"]} :parameters ({" ".join(a["parameters"])})\n'
                         f'    :precondition {written(("and", *a["pre"]))}\n'
                         f'    :effect (and {" ".join(map(written, a["eff"]))}{cost}))')
        problem = ['(define (problem r) (:domain d) (:objects a b)',
                   f'  (:htn :parameters () {self.network(self.root, self.root_order)})',
                   f'  (:init {" ".join(map(written, self.init))}{" (= (total-cost) 0)" if self.metric else ""})']
        if self.goal:
            problem.append(f'  (:goal {written(("and", *self.goal))})')
        if self.metric:
            problem.append('  (:metric minimize (total-cost))')
        return '\n'.join(lines) + ')\n', '\n'.join(problem) + ')\n'

    def network(self, subtasks, order):
        if not self.partial:
            return f':ordered-subtasks (and {" ".join(map(written, subtasks))})'
        text = ':subtasks (and ' + ' '.join(f'(s{i} {written(s)})' for i,
                                            s in enumerate(subtasks)) + ')'
        if order:
            text += ' :ordering (and ' + ' '.join(f'(< s{i} s{j})' for i, j in order) + ')'
        return text

    def apply(self, call, state):
        """The state after an action and its cost; None if its condition does not hold."""
        action = next(a for a in self.actions if a['name'] == call[0])
        values = dict(zip(action['parameters'], call[1:]))
        if not all(holds(c, state, values) for c in action['pre']):
            return None
        done = [x for e in action['eff'] for x in changes(e, state, values)]
        return (state - {x for add, x in done if not add}) | {x for add, x in done
                                                              if add}, action['cost']

    def ways(self, call):
        """(method, values of its variables) for a task."""
        task = next(t for t in self.tasks if t['name'] == call[0])
        for m in self.methods:
            if m['task'] == call[0]:
                free = m['parameters'][len(task['parameters']):]
                for rest in itertools.product(OBJECTS, repeat=len(free)):
                    yield m, {**dict(zip(task['parameters'], call[1:])), **dict(zip(free, rest))}

    def is_action(self, call):
        return call[0].startswith('act')

    def decompositions(self, agenda, state):
        """Total order: (steps, cost, state) for each way to do the tasks of a tuple."""
        if not agenda:
            yield (), 0, state
            return
        first, rest = agenda[0], agenda[1:]
        if self.is_action(first):
            after = self.apply(first, state)
            if after:
                for steps, cost, end in self.decompositions(rest, after[0]):
                    yield (first, *steps), cost + after[1], end
            return
        for m, values in self.ways(first):
            if all(holds(c, state, values) for c in m['pre']):
                below = tuple((s[0], *(values.get(v, v) for v in s[1:])) for s in m['subtasks'])
                yield from self.decompositions(below + rest, state)

    def interleaved(self):
        """Partial order: the set of all lists of steps. A node is (what, nodes before it); what is
        an action, a task or the condition of a method, which holds after what comes before the task
        and before what is below it."""
        found, seen = set(), set()

        def network(subtasks, order, before, above=()):
            ids = [(above, j) for j in range(len(subtasks))]
            return {ids[j]: (s, before | {ids[i] for i, k in order if k == j}) for j,
                    s in enumerate(subtasks)}

        todo = [(network(self.root, self.root_order, frozenset()), frozenset(self.init), ())]
        while todo:
            nodes, state, steps = todo.pop()
            # A name tells the methods above; so equal names are equal nodes.
            key = frozenset(nodes), state, steps
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > 8000:
                return None
            if not nodes:
                if all(holds(c, state, {}) for c in self.goal):
                    found.add(steps)
                continue
            for k, (what, before) in nodes.items():
                if before & nodes.keys():
                    continue
                rest = {j: n for j, n in nodes.items() if j != k}
                if what[0] == 'check':
                    if all(holds(c, state, dict(what[2])) for c in what[1]):
                        todo.append((rest, state, steps))
                elif self.is_action(what):
                    after = self.apply(what, state)
                    if after:
                        todo.append((rest, after[0], (*steps, what)))
                else:
                    for m, values in self.ways(what):
                        above = (k, m['name'], tuple(values.items()))
                        check = (above, 'check')
                        below = [(s[0], *(values.get(v, v) for v in s[1:])) for s in m['subtasks']]
                        new = network(below, m['order'], frozenset([check]), above)
                        # What came behind the task comes behind all that is below it.
                        more = {j: (w, b - {k} | {check, *new} if k in b else b)
                                for j, (w, b) in rest.items()}
                        more[check] = (('check', m['pre'], tuple(values.items())), frozenset())
                        todo.append(({**more, **new}, state, steps))
        return found


class Plans(Engine):
    name = 'plans'
    about = 'total-order plans: all of them, the cheapest one'
    share = 0.2
    batch = 20
    partial = False

    def case(self, source):
        return Domain(source, self.partial)

    def ask(self, program, cases):
        return [self.one(program, case) for case in cases]

    def one(self, program, case):
        plans, enough = {}, []
        with tempfile.TemporaryDirectory() as folder:
            for name, text in zip(('d', 'p'), case.texts()):
                with open(os.path.join(folder, name + '.hddl'), 'w', encoding='utf-8') as file:
                    file.write(text)
            for option in ([], ['--all'], ['--best']) if not self.partial else ([],):
                code, out, errors = program.run('htn', 'plan', 'd.hddl', 'p.hddl', '--format',
                                                'json', '-q', *option,
                                                folder=folder)
                lines = [json.loads(line) for line in out.splitlines() if line.startswith('{')]
                found = [line for line in lines if 'steps' in line]
                plans['first' if not option else option[0][2:]] = code, found, errors
                enough += [row for line in lines for row in line.get('enough', [])]
            # What lint rules out it rules out without a search.
            linted = program.run('htn', 'lint', 'd.hddl', 'p.hddl', folder=folder)[1]
        return plans, enough, 'there is no plan' in linted

    def command(self, case):
        domain, problem = case.texts()
        option = '' if self.partial else ' --all'
        return (f"cat >d.hddl <<'END'\n{domain}END\ncat >p.hddl <<'END'\n{problem}END\n"
                f'cgt htn plan d.hddl p.hddl{option}')

    def steps(self, plan):
        return tuple((s['action'], *s['arguments']) for s in plan['steps'])

    def plans(self, case):
        """(steps, cost) of all plans; None if there are too many."""
        made = case.decompositions(tuple(case.root), frozenset(case.init))
        plans = [(steps, cost) for steps, cost, end in itertools.islice(made, MANY)
                 if all(holds(c, end, {}) for c in case.goal)]
        return None if next(made, None) is not None else plans

    def reasons(self, case, plans, enough, ruled_out):
        """What is wrong with the reasons why there is no plan."""
        if ruled_out and plans:
            return f'lint says that there is no plan, there are {len(plans)}'
        for row in enough:
            if row['proved'] and row['file'] == 'problem':
                fact = tuple(row['what'].strip('()').split())
                if self.plans(self.changed(case, 'init', [*case.init, fact])) == []:
                    return f'with {row["what"]} there is no plan either'
        return None

    def judge(self, case, answer):
        answers, enough, ruled_out = answer
        plans = self.plans(case)
        if plans is None:
            return None
        for key, (code, found, errors) in answers.items():
            if code != (0 if plans else 1):
                return f'{key}: there are {len(plans)} plans, the exit code is {code}: {errors}'
            if not set(map(self.steps, found)) <= {steps for steps, _ in plans}:
                return f'{key}: {list(map(self.steps, found))} is not a plan'
        said = Counter(map(self.steps, answers['all'][1]))
        mine = Counter(steps for steps, _ in plans)
        if said != mine:
            return f'there are {len(plans)} plans, {len(mine)} of them different; the program says ' \
                f'{sum(said.values())}, {len(said)}'
        if plans:
            cheapest = min(cost if case.metric else len(steps) for steps, cost in plans)
            best = answers['best'][1][-1]
            cost = best['values']['metric'] if case.metric else len(best['steps'])
            if cost != cheapest:
                return f'the best plan costs {cheapest}, the program says {cost}'
        return self.reasons(case, plans, enough, ruled_out)

    def smaller(self, case):
        for key in ('root', 'init', 'goal', 'methods'):
            for fewer in shrink_sequence(getattr(case, key), 1 if key == 'root' else 0):
                yield self.changed(case, key, fewer)
        for kind in ('actions', 'methods'):
            for i, row in enumerate(getattr(case, kind)):
                for part in ('pre', 'eff', 'subtasks'):
                    for fewer in shrink_sequence(row.get(part, [])):
                        rows = list(getattr(case, kind))
                        rows[i] = {**row, part: fewer}
                        yield self.changed(case, kind, rows)

    def changed(self, case, key, value):
        other = object.__new__(Domain)
        other.__dict__.update(case.__dict__)
        setattr(other, key, value)
        n = len(other.root)
        other.root_order = [(i, j) for i, j in other.root_order if max(i, j) < n]
        other.methods = [
            {**m, 'order': [(i, j) for i, j in m['order'] if max(i, j) < len(m['subtasks'])]}
            for m in other.methods]
        return other


class PartialPlans(Plans):
    name = 'partial-plans'
    about = 'partial-order plans: is there one, and is it one'
    share = 0.2
    partial = True

    def plans(self, case):
        found = case.interleaved()
        return None if found is None else list(found)

    def judge(self, case, answer):
        answers, enough, ruled_out = answer
        plans = self.plans(case)
        if plans is None:
            return None
        code, found, errors = answers['first']
        if code != (0 if plans else 1):
            return f'there are {len(plans)} plans, the exit code is {code}: {errors}'
        if found and self.steps(found[0]) not in plans:
            return f'{self.steps(found[0])} is not a plan'
        return self.reasons(case, plans, enough, ruled_out)
