// The package for npm, as somebody uses it who has node and nothing else: node --test tests/npm, with CGT_NPM the folder
// of the package.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.CGT_NPM ?? `${root}build/wasm/npm`;
const { CgtError, Session, version } = await import(pathToFileURL(`${folder}/index.mjs`));

test('values, drawings and JSON', async () => {
  const session = await Session.open();
  assert.equal(session.run('{2|1||0}.Mean').text, '3/4');
  assert.equal(session.run('game.grid.Domineering("..|..").CanonicalForm').text, '+-1');
  assert.equal(session.run('{2|1||0}', { format: 'latex' }).text.includes('\\'), true);
  assert.match(session.svg('{2|1||0}.Thermograph'), /^<svg/);
  assert.equal(typeof session.json('{2|1||0}'), 'object');
  assert.equal(session.run('Print(7); 8').output, '7\n');
  session.close();
});

test('numbers of any size', async () => {
  const session = await Session.open();
  let factorial = 1n;
  for (let n = 2n; n <= 400n; ++n) factorial *= n;
  assert.equal(session.run('f := 1; for n from 2 to 400 do f := f * n end; f').text, String(factorial));
  const power = session.run('(2^3000 - 1) % 10^60').text;
  assert.equal(power, String((2n ** 3000n - 1n) % 10n ** 60n));
  assert.equal(session.run('1/3 + 1/2^70 - 1/3').text, `1/${2n ** 70n}`);
  session.close();
});

test('sessions have variables of their own', async () => {
  const [a, b] = [await Session.open(), await Session.open()];
  a.run('G := ^*');
  assert.equal(a.run('G + G').text, '^^');
  assert.throws(() => b.run('G'), CgtError);
  a.close();
  b.close();
});

test('what is wrong has a kind, a place and a hint', async () => {
  const session = await Session.open();
  assert.throws(() => session.run('1 +\n+ )'), (error) =>
    error instanceof CgtError && error.kind === 'input' && error.line === 2 && error.report.includes('^'));
  assert.throws(() => session.run('1.AtomicWeight'), { kind: 'domain' });
  assert.throws(() => session.run('{2|1', { format: 'jpeg' }), { kind: 'input' });
  session.limit({ nodes: 1000 });
  assert.throws(() => session.run('game.grid.Domineering("......|......|......|......|......|......").CanonicalForm'), { kind: 'budget' });
  session.limit();
  assert.equal(session.run('game.grid.Domineering("...|...|...").CanonicalForm').text, '+-1');
  session.close();
});

test('a board of Go', async () => {
  const session = await Session.open();
  const found = session.go(readFileSync(`${root}examples/go/comb9.sgf`, 'utf8'));
  assert.deepEqual(found.score, { black_first: 5, white_first: 1 });
  assert.equal(found.subgames[0].value, '{4|0}');
  assert.deepEqual(found.best_moves, ['D6']);
  session.close();
});

test('the examples of the reference', async () => {
  const session = await Session.open();
  const page = readFileSync(`${root}docs/language/reference.md`, 'utf8');
  for (const file of ['go/S9.sgf', 'corridors.cgs', 'bridge/smith.pbn']) {
    session.addFile(`examples/${file}`, readFileSync(`${root}examples/${file}`, 'utf8'));
  }
  let same = 0;
  const others = [];
  for (const [, input, output] of page.matchAll(/^  `([^`]+)` gives `([^`]+)`$/gm)) {
    let found;
    try {
      const { text, output: printed } = session.run(input);
      found = (printed + text).replace(/\n$/, '');
    } catch (error) {
      found = error.message;
    }
    if (found === output) same += 1;
    else others.push(`${input}: ${found}, not ${output}`);
  }
  assert.deepEqual(others, []);
  assert.ok(same > 700, `only ${same} examples ran`);
  session.close();
});

for (const page of ['docs/javascript.md', 'lang/npm/README.md']) {
  test(`the examples of ${page}`, async () => {
    const Code = Object.getPrototypeOf(async () => {}).constructor;
    let checked = 0;
    const expect = (found, wanted) => {
      checked += 1;
      if (wanted.endsWith('...')) assert.ok(found.startsWith(wanted.slice(0, -3)), found);
      else assert.equal(found, wanted);
    };
    const file = readFileSync(`${root}examples/go/S9.sgf`, 'utf8');
    for (const [, lines] of readFileSync(root + page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)) {
      const code = lines
        .replace(/^import .*$/gm, '')
        .replace(/^(session\..*); *\/\/ ('.*')$/gm, 'expect($1, $2);');
      await new Code('Session', 'CgtError', 'text', 'expect', code)(Session, CgtError, file, expect);
    }
    assert.ok(checked >= 2, `${checked} answers checked`);
  });
}

const program = (args, options = {}) =>
  spawnSync(process.execPath, [`${folder}/cgt.mjs`, ...args], { encoding: 'utf8', cwd: root, ...options });

test('the program', async () => {
  assert.equal(program(['-q', '-e', '{2|1||0}.Temperature']).stdout, '3/4\n');
  assert.equal(program(['-q'], { input: 'G := {3|1};\nG.Mean\n' }).stdout, '2\n');
  const wrong = program(['-q', '-e', '{1|']);
  assert.equal(wrong.status, 3);
  assert.match(wrong.stderr, /\^/);
  assert.match(program(['go', 'examples/go/comb9.sgf']).stdout, /Black first/);
  assert.match(program(['--version']).stdout, new RegExp(await version()));
});
