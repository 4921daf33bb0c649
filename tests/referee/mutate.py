"""Would a referee see a wrong rule? One place of its rules after the other is made wrong.

    mutate.py [NAME...] [--places N] [--cases N] [--cgt PATH]

The program and a referee differ in the same cases whichever of the two has the fault. So what is
made wrong here is the referee: a comparison, a sign, a number, a condition. A fault is caught if
some case then differs (or the referee breaks). Prints what was not caught, and the share that was;
what makes cases, asks and prints is left alone. Some changes change nothing, as in a loop that ends
one step later. """

import argparse
import ast
import copy
import os
import random
import subprocess
import sys
import types

sys.dont_write_bytecode = True
FOLDER = os.path.dirname(os.path.abspath(__file__))
# By engine: where its rules are.
RULES = {'values': ['games'], 'rulesets': ['rulesets'], 'sums': ['sums'], 'misere-sums': ['sums'],
         'certificates': ['sums'], 'ways': ['ways'], 'minimax': ['trees'], 'max-n': ['trees'],
         'pob': ['trees'],
         'octal': ['heaps'],
         'misere': ['heaps'], 'universes': ['universes'], 'loopy': ['loopy'],
         'backsliding': ['loopy'],
         'sokoban': ['sokoban'], 'bridge': ['bridge'], 'plans': ['plans'],
         'partial-plans': ['plans']}
# What an engine does not use of a module that it shares, and what is not a rule.
OTHERS = {'case', 'ask', 'one', 'command', 'parts', 'question', 'smaller', 'smaller_tree',
          'smaller_forms', 'make',
          'text', 'written', 'changed', 'random_board', 'random_strip', 'random_tree',
          'random_code', 'nogo_board',
          'chomp_board', 'maze_board', 'pull', 'graph', 'form', 'condition', 'effect', 'atom',
          'call', 'order', 'texts',
          'network', 'smaller_graphs', 'expression', 'judge', 'read', 'named', 'genus_of',
          '__init__', 'pairs'}
ONLY = {'minimax': {'value'}, 'max-n': {'max_n'}, 'pob': {'below', 'minimal', 'forced', 'frontier'},
        'octal': {'options', 'parts', 'mex', 'nim_values'},
        'misere': {'outcome', 'moves', 'misere_nim_value'},
        'loopy': {'results', 'outcome', 'sum_moves'},
        'backsliding': {'backsliding', 'results', 'outcome'},
        'ways': {'distance'}, 'sums': {'options', 'total', 'winning'},
        'misere-sums': {'misere_wins'},
        'certificates': {'total', 'judge', 'value', 'add_up'},
        'plans': {'below', 'undominated', 'holds', 'changes', 'apply', 'fits', 'ways', 'plans',
                  'decompositions', 'fronts', 'is_action'},
        'partial-plans': {'below', 'put', 'holds', 'changes', 'apply', 'fits', 'ways',
                          'interleaved', 'is_action'},
        'bridge': {'beats', 'winner', 'legal', 'solver', 'tricks', 'after', 'score'},
        'sokoban': {'reach', 'fewest_pushes', 'pareto', 'replay'}}
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
           ast.NotEq: ast.Eq,
           ast.In: ast.NotIn, ast.NotIn: ast.In}
NAMES = {'max': 'min', 'min': 'max', 'any': 'all', 'all': 'any'}


def places(tree, engine):
    """(function that changes the tree at one place, its line, what it does)."""
    found = []
    only = ONLY.get(engine)

    def visit(node, inside):
        if isinstance(node, ast.FunctionDef):
            inside = inside and node.name not in OTHERS if inside is not None else \
                node.name in (only or {node.name} - OTHERS)
        elif isinstance(node, ast.Lambda) and inside is None:
            inside = not only
        if inside:
            found.extend(changes(node))
        for below in ast.iter_child_nodes(node):
            visit(below, inside)

    # Outside of functions `inside` is None: rules may stand there as lambdas.
    visit(tree, None)
    return found


def changes(node):
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        yield node, 'comparison'
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield node, 'sign'
    elif isinstance(node, ast.BoolOp):
        yield node, 'and/or'
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield node, 'name'
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, 'not'


def change(node):
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARE[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Name):
        node.id = NAMES[node.id]
    else:
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name('bool', ast.Load()), [node.operand], [])


def load(module, engine):
    with open(os.path.join(FOLDER, module + '.py'), encoding='utf-8') as file:
        tree = ast.parse(file.read())
    return tree, places(tree, engine)


def child(engine, module, place, cases, path):
    """Runs one engine with one fault; exit code 1 if it is caught."""
    sys.path.insert(0, FOLDER)
    sys.setrecursionlimit(20000)
    if place >= 0:
        tree, found = load(module, engine)
        change(found[place][0])
        ast.fix_missing_locations(tree)
        made = types.ModuleType(module)
        made.__file__ = os.path.join(FOLDER, module + '.py')
        sys.modules[module] = made
        exec(compile(tree, made.__file__, 'exec'), made.__dict__)  # pylint: disable=exec-used
    import run
    from program import Program
    engines = run.engines()
    run.shrink = lambda engine, program, case, verdict: (case, verdict)
    # A wrong rule of one game shows in cases of that game alone.
    engines[engine].share = 8 if engine == 'rulesets' else 1
    return 1 if run.run(engines[engine], Program(path), cases, 'mutants', most_faults=1) else 0


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('names', nargs='*', metavar='NAME')
    options.add_argument('--places', type=int, default=10)
    options.add_argument('--cases', type=int, default=120)
    options.add_argument('--cgt', default='build/release/bin/cgt')
    options.add_argument('--child', nargs=3, help=argparse.SUPPRESS)
    asked = options.parse_args()
    path = os.path.abspath(asked.cgt)
    if asked.child:
        return child(*asked.child[:2], int(asked.child[2]), asked.cases, path)
    caught = total = 0
    for engine in asked.names or RULES:
        here = 0
        for module in RULES[engine]:
            _, found = load(module, engine)
            chosen = random.Random(engine).sample(range(len(found)), min(asked.places, len(found)))
            for place in sorted(chosen):
                node, kind = found[place]
                try:
                    code = subprocess.run([sys.executable, __file__, '--cgt', path, '--cases',
                                           str(asked.cases),
                                           '--child', engine, module, str(place)],
                                          capture_output=True, check=False,
                                          timeout=240).returncode
                except subprocess.TimeoutExpired:
                    code = 1
                here += code != 0
                if code == 0:
                    print(f'{engine}: not caught: {module}.py:{node.lineno}: {kind}: '
                          f'{ast.unparse(copy.deepcopy(node))[:70]}', flush=True)
            total += len(chosen)
        caught += here
        print(f'{engine:13} {here} of {len(chosen)} caught', flush=True)
    print(f'{caught} of {total} caught')
    return 0


if __name__ == '__main__':
    sys.exit(main())
