// Go endgames: a record by drop, paste or file; its areas with values, the scores, the best moves, the
// optimal line as a player that can be left for what-if moves; the game as a curve; the record saved with what was
// found.

import {ask, cancelAll, compute} from '../core/api.js';
import {choice, chooseFile, download, drawing, failed, field, formula, h, replace, s, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {goban} from '../board/goban.js';

// Classes of temperature, as `cgt go --svg` tints them.
function tintOf(temperature) {
  const t = number(temperature);
  if (t === null) return 'unknown';
  if (t < 0) return 'settled';
  if (t < 1) return 'cold';
  if (t < 2) return 'warm';
  return t < 4 ? 'hot' : 'hottest';
}

function number(text) {
  if (text === null || text === undefined) return null;
  const [n, d = 1] = `${text}`.split('/').map(Number);
  return Number.isFinite(n / d) ? n / d : null;
}

const FIRST = 'comb9.sgf';  // what is shown before anything was chosen
const SIGNS = [['safe', 'proved safe'], ['assumed', 'assumed safe'], ['bounded', 'bounds only'], ['ko', 'depends on ko'], ['seki', 'seki']];
const SAFETY = new Set(['safe', 'assumed']);
const plain = (value) => (value === null || value === undefined ? '–' : typeof value === 'object' ? value.text ?? JSON.stringify(value) : `${value}`);

const WIDTH = 560;  // of the curve, and its height
const HEIGHT = 150;
const EDGE = 42;     // where the numbers stand

// Moves by what they lose, the least first.
function byLoss(moves) {
  const groups = new Map();
  for (const {point, loss} of moves) groups.set(plain(loss), [...(groups.get(plain(loss)) ?? []), point ?? 'pass']);
  return [...groups].sort(([a], [b]) => number(a) - number(b));
}

// Scores are Black minus White.
function scoreText(value) {
  const text = plain(value);
  if (/^[+-]?\d/.test(text)) return text.startsWith('-') ? `W+${text.slice(1)}` : text === '0' ? 'jigo' : `B+${text.replace(/^\+/, '')}`;
  return text;
}

// Bounds as scores, one if they are equal.
const told = (pair) => (!pair || pair.includes(null) ? 'not known' : `${pair[0]}` === `${pair[1]}` ? scoreText(pair[0]) : `${scoreText(pair[0])} to ${scoreText(pair[1])}`);

export function goView(root, info) {
  const board = goban((point) => (marking && over() ? toggleDead(point) : tryMove(point)).catch(failed));
  let marking = false;   // clicks say which stones are dead
  let safety = false;    // what is proved or assumed safe is shown
  let game = null;       // answer of go/review, and what was asked for it
  let loaded = null;     // answer of go/load for the record and move shown
  let solved = null;     // answer of go/solve, or of go/try with what-if moves
  let at = 0;            // moves of the line that are shown
  let asked = 0;

  const go = () => get().go ?? {};
  const set = (patch) => {
    const next = {...go(), ...patch};
    for (const key of Object.keys(next)) if (next[key] === undefined) delete next[key];
    change({go: next});
  };
  const button = (text, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: () => Promise.resolve(run()).catch(failed), ...attributes}, text);

  const paste = h('textarea', {rows: 4, id: 'sgf', spellcheck: 'false', class: 'mono', placeholder: '(;GM[1]SZ[9] … )  or a diagram of X, O and .'});
  const examples = choice([['', 'choose …'], ...(info.examples?.go ?? []).map((one) => [one.name ?? one, one.name ?? one])], '', {id: 'go-example', onchange: async () => {
    if (!examples.value) return;
    try {
      const {sgf, name} = await ask('go/example', {name: examples.value});
      change({go: {sgf, name: name ?? examples.value}});
    } catch (error) {
      failed(error);
    }
  }});
  const slider = h('input', {type: 'range', min: 0, max: 0, value: 0, id: 'go-move', oninput: () => set({move: Number(slider.value), line: undefined})});
  const moveText = h('output', {for: 'go-move'});
  const komi = h('input', {type: 'text', size: 5, id: 'komi', onchange: () => set({komi: komi.value.trim() || undefined, line: undefined})});
  const rules = choice([['territory', 'territory'], ['area', 'area']], 'territory', {id: 'rules', onchange: () => set({rules: rules.value === 'area' ? 'area' : undefined, line: undefined})});
  const toPlay = choice([['', 'as recorded'], ['B', 'Black'], ['W', 'White']], '', {id: 'to-play', onchange: () => set({to_play: toPlay.value || undefined, line: undefined})});
  const assume = h('input', {type: 'text', size: 12, id: 'assume', placeholder: 'auto or D4,E5', onchange: () => set({assume: assume.value.trim() || undefined, line: undefined})});
  const source = h('section', {class: 'panel source', 'aria-label': 'Record'},
    h('details', {open: true}, h('summary', {}, 'Record'),
      h('div', {class: 'bar'}, field('Example', examples), button('Choose a file', async () => {
        const {name, text} = await chooseFile('.sgf,.txt');
        change({go: {sgf: text, name}});
      })),
      h('p', {class: 'note'}, 'An SGF file may also be dropped anywhere on the page.'),
      h('div', {class: 'field'}, h('label', {for: 'sgf'}, 'SGF or diagram'), paste),
      button('Show', () => { if (paste.value.trim()) change({go: {sgf: paste.value, name: 'pasted'}}); })),
    h('div', {class: 'bar', id: 'go-settings'},
      h('div', {class: 'field grow'}, h('label', {for: 'go-move'}, 'Move ', moveText), slider),
      field('To play', toPlay), field('Komi', komi), field('Rules', rules), field('Assume alive', assume)));

  const line = h('div', {class: 'bar player', role: 'group', 'aria-label': 'Optimal line'});
  const variation = h('div', {class: 'history', role: 'group', 'aria-label': 'Moves that are tried', hidden: true});
  const lineText = h('p', {class: 'note', 'aria-live': 'polite'});
  const boardPanel = h('section', {class: 'panel goban-panel', 'aria-label': 'Board'}, board.element, variation, line, lineText, h('p', {class: 'note legend'},
    ['settled', 'cold', 'warm', 'hot', 'hottest'].map((tint, i) => h('span', {}, h('span', {class: `key tint tint-${tint}`, 'aria-hidden': 'true'}), ` ${['settled', 'below 1', '1 to 2', '2 to 4', '4 and more'][i]}`)),
    SIGNS.map(([name, word]) => h('span', {class: SAFETY.has(name) ? 'safety' : ''}, h('span', {class: `key ${name}`, 'aria-hidden': 'true'}), ` ${word}`))));
  const result = h('section', {class: 'panel', 'aria-label': 'Solution'});
  const areas = h('section', {class: 'panel areas-panel', 'aria-label': 'Areas'});
  const curve = h('section', {class: 'panel curve-panel', 'aria-label': 'Game', hidden: true});
  replace(root, source, boardPanel, result, curve, areas);
  // A record that is pasted anywhere but into a field is shown.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (root.hidden || event.target.closest('input, textarea') || !/^\s*\(\s*;|[XO.]{3}/i.test(text)) return;
    event.preventDefault();
    change({go: {sgf: text, name: 'pasted'}});
  });

  function marks() {
    const about = new Map();
    const facts = (point) => {
      if (!about.has(point)) about.set(point, {signs: []});
      return about.get(point);
    };
    const found = solved?.marks ?? {};
    for (const [name, word] of SIGNS) if (safety || !SAFETY.has(name)) for (const point of found[name] ?? []) facts(point).signs.push([name, word]);
    for (const point of deadStones()) facts(point).signs.push(['dead', 'dead']);
    (solved?.regions ?? []).forEach((region, i) => {
      region.points.forEach((point, j) => {
        facts(point).tint = tintOf(region.temperature);
        facts(point).region = i + 1;
        if (j === 0) facts(point).label = `${i + 1}`;
        if (j === 0 && number(region.temperature) > 0) facts(point).miai = plain(region.temperature);
      });
    });
    for (const {point, loss} of solved?.best ?? []) if (point && plain(loss) === '0') facts(point).mark = 'best';
    // Moves of the line bear their numbers.
    const moves = solved?.line ?? [];
    for (let i = 0; i < at; ++i) {
      if (!moves[i]?.point) continue;
      facts(moves[i].point).label = `${i + 1}`;
      facts(moves[i].point).mark = 'played';
    }
    return about;
  }

  function pictureNow() {
    const base = solved?.picture ?? loaded?.picture;
    if (!base) return null;
    const rows = at ? solved?.line?.[at - 1]?.rows : null;
    return rows ? {...base, cells: [...rows.join('')]} : base;
  }

  function drawBoard() {
    const picture = pictureNow();
    if (picture) board.show(picture, marks());
  }

  function stepTo(next) {
    const total = solved?.line?.length ?? 0;
    at = Math.max(0, Math.min(total, next));
    drawBoard();
    drawLine();
    const move = solved?.line?.[at - 1];
    lineText.textContent = at ? `Move ${at} of ${total}: ${move.colour === 'B' ? 'Black' : 'White'} ${move.point ?? 'passes'}` : `${total} moves to the end`;
  }

  function drawLine() {
    const total = solved?.line?.length ?? 0;
    const {line: tried = []} = go();
    const active = line.contains(document.activeElement) ? document.activeElement.dataset.step : null;
    const step = (name, sign, to, on) => button(sign, () => stepTo(to), {'aria-label': name, 'data-step': name, disabled: !on});
    replace(line,
      step('First position', '|◀', 0, at > 0), step('One move back', '◀', at - 1, at > 0), step('One move on', '▶', at + 1, at < total), step('Last position', '▶|', total, at < total),
      button('Pass', () => tryMove(null), {'aria-label': 'Pass: what if the player passes'}),
      button('Safety', () => { safety = !safety; boardPanel.classList.toggle('with-safety', safety); drawBoard(); drawLine(); }, {'aria-pressed': String(safety), 'data-step': 'safety', title: 'Squares on what is proved or assumed to be safe'}),
      button('Mark dead', () => { marking = !marking; drawLine(); say(marking ? 'Click the dead stones: all others live.' : ''); }, {'aria-pressed': String(marking), 'data-step': 'dead', disabled: !over(), title: 'Where play is over: a click on stones calls them dead, or alive again'}),
      solved && button('Save annotated SGF', save));
    replace(variation, tried.length > 0 && [h('span', {class: 'note'}, 'What if'), button('record', () => set({line: undefined}), {'aria-label': 'Back to the record'}),
      tried.map((move, i) => button(move.replace('pass', 'passes'), () => set({line: tried.slice(0, i + 1)}), i + 1 === tried.length ? {'aria-current': 'step'} : {})),
      button('Take one back', () => set({line: tried.length > 1 ? tried.slice(0, -1) : undefined}))]);
    variation.hidden = !tried.length;
    if (active) {
      const again = line.querySelector(`[data-step="${active}"]:not(:disabled)`) ?? line.querySelector('[data-step]:not(:disabled)');
      again?.focus();
    }
  }
  line.addEventListener('keydown', (event) => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    stepTo(at + by);
  });

  const body = () => {
    const {sgf, name, move, to_play: first, komi: points, rules: scoring, assume: alive, dead} = go();
    return {sgf, ...(name ? {name} : {}), ...(move === undefined ? {} : {move}), ...(first ? {to_play: first} : {}), ...(points ? {komi: points} : {}), ...(scoring ? {rules: scoring} : {}), ...(alive ? {assume: alive} : {}), ...(dead && over() ? {dead} : {})};
  };

  // The move on a point of the position that is shown, whether that is of the record, of the line or tried.
  async function tryMove(point) {
    if (!loaded) return;
    const {line: tried = []} = go();
    const shown = (solved?.line ?? []).slice(0, at).map((move) => `${move.colour} ${move.point ?? 'pass'}`);
    const last = [...tried, ...shown].at(-1);
    const toPlay = last ? (last.startsWith('B') ? 'W' : 'B') : solved?.to_play ?? solved?.answer?.to_play ?? loaded.to_play;
    set({line: [...tried, ...shown, `${toPlay} ${point ?? 'pass'}`]});
  }

  // The stones that hang together with the one on a point.
  function blockOf(name) {
    const {cells, names, columns} = loaded.picture;
    const first = names.indexOf(name);
    const block = [first];
    for (const at of block) {
      const beside = [at - columns, at + columns, ...(at % columns ? [at - 1] : []), ...((at + 1) % columns ? [at + 1] : [])];
      for (const next of beside) if (cells[next] === cells[first] && !block.includes(next)) block.push(next);
    }
    return block.map((index) => names[index]);
  }
  // Stones are dead where play is over: at the end of a record.
  const over = () => slider.value === slider.max && !go().line;
  const stoneAt = (name) => /[XO]/.test(loaded?.picture.cells[loaded.picture.names.indexOf(name)] ?? '');
  const deadNames = () => (over() ? (go().dead ?? '').split(',').filter(stoneAt) : []);
  const deadStones = () => deadNames().flatMap(blockOf);
  async function toggleDead(name) {
    if (!stoneAt(name)) {
      say('There is no stone.', 'error');
      return;
    }
    const block = blockOf(name);
    const before = deadNames();
    const rest = before.filter((one) => !block.includes(one));
    const dead = rest.length < before.length ? rest : [...before, name];
    set({dead: dead.join(',') || undefined, assume: undefined});
  }

  // What each move lost, of the whole record.
  async function askGame() {
    const {sgf, name, komi: points, rules: scoring, assume: alive, dead} = go();
    if (!loaded.moves_total || !/^\s*\(/.test(sgf)) {
      curve.hidden = true;
      return;
    }
    const exact = solved.answer?.status === 'exact';
    const asked = {sgf, name, komi: points, rules: scoring, dead, assume: alive ?? (dead || exact ? undefined : 'auto'), budget_ms: 6000};
    const key = JSON.stringify(asked);
    if (game?.key !== key) {
      game = null;
      replace(curve, h('h2', {}, 'Game'), h('p', {class: 'note'}, 'Reviewing …'));
      curve.hidden = false;
      game = {key, found: await compute('review', 'go/review', JSON.parse(key))};
    }
    drawCurve();
  }

  // The score with best play after each move: a band where it has bounds only; moves that lose are dots.
  function drawCurve() {
    const {positions, decided, status, if: conditions} = game.found;
    const pairs = positions.map(({bounds, to_play: first}) => bounds[`${first}_first`].map(number));
    const known = pairs.filter(([low, high]) => low !== null && high !== null);
    const narrow = known.filter(([low, high]) => high - low <= 30);
    const all = (narrow.length ? narrow : known).flat();
    const [least, most] = [Math.min(0, ...all) - 1, Math.max(0, ...all) + 1];
    const x = (i) => EDGE + (i / Math.max(1, positions.length - 1)) * (WIDTH - EDGE - 10);
    const y = (score) => 8 + ((most - Math.max(least, Math.min(most, score))) / (most - least)) * (HEIGHT - 26);
    const shown = pairs.map(([low, high], i) => [i, low ?? least, high ?? most]);
    const losses = positions.map((one, i) => ({i, loss: number(one.loss), text: one.loss, black: positions[i - 1]?.to_play === 'black', played: `${positions[i - 1]?.to_play === 'black' ? 'B' : 'W'} ${one.played}`, best: positions[i - 1]?.best}))
      .filter(({loss}) => loss > 0);
    const jump = (i) => set({move: i, line: undefined});
    const here = go().line ? null : Number(slider.value);
    const names = ({i, played, text}) => `Move ${i}, ${played}, loses ${text}`;
    const svg = s('svg', {class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', onclick: (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      jump(Math.max(0, Math.min(positions.length - 1, Math.round(((point.x - EDGE) / (WIDTH - EDGE - 10)) * (positions.length - 1)))));
    }},
    s('path', {class: 'zero', d: `M ${EDGE} ${y(0)} H ${WIDTH - 10}`}),
    [most - 1, 0, least + 1].filter((score, i, list) => list.indexOf(score) === i).map((score) => s('text', {class: 'tick', x: EDGE - 4, y: y(score) + 4, 'text-anchor': 'end'}, score > 0 ? `B+${Math.round(score)}` : score < 0 ? `W+${Math.round(-score)}` : '0')),
    s('polygon', {class: 'band', points: [...shown.map(([i, , high]) => `${x(i)},${y(high)}`), ...shown.toReversed().map(([i, low]) => `${x(i)},${y(low)}`)].join(' ')}),
    shown.map(([i, low, high]) => low === high && i > 0 && shown[i - 1][1] === shown[i - 1][2] && s('path', {class: 'score', d: `M ${x(i - 1)} ${y(shown[i - 1][1])} L ${x(i)} ${y(low)}`})),
    here !== null && s('path', {class: 'here', d: `M ${x(here)} 4 V ${HEIGHT - 18}`}),
    losses.map((one) => s('circle', {class: one.black ? 'by-black' : 'by-white', cx: x(one.i), cy: y((shown[one.i][1] + shown[one.i][2]) / 2), r: 3.5 + Math.min(5, one.loss)}, s('title', {}, names(one)))),
    s('text', {class: 'tick', x: WIDTH - 10, y: HEIGHT - 4, 'text-anchor': 'end'}, `move ${positions.length - 1}`));
    replace(curve, h('h2', {}, 'Game'), svg,
      h('p', {class: 'note'}, `Black minus White with best play after each move. ${decided === null ? 'No position has an exact score to the end.' : `Exact from move ${decided} on.`}${status === 'estimated' ? ' Estimated: if what seems to live at the end does.' : conditions ? ` It holds ${conditions.join(', and ').replaceAll(' at the end', '')}.` : ''}`),
      losses.length > 0 && h('div', {class: 'moves-in-line', 'data-fact': 'game-losses'}, losses.map((one) => button(`${one.i} ${one.played} −${one.text}`, () => jump(one.i - 1), {title: `${names(one)}${one.best?.length ? `; better: ${one.best.join(' ')}` : ''}`}))));
    curve.hidden = false;
  }

  async function save() {
    const reply = await compute('go', 'go/save', {...body(), ...(go().line ? {line: go().line} : {})});
    download(reply.name, reply.text, 'application/x-go-sgf');
    say(`Saved: ${reply.name}${reply.unknown ? `; ${reply.unknown}` : ''}`);
  }

  // What is proved, what holds if some blocks live or areas are territory, and what is only estimated.
  function tiers() {
    const {bounds, if_these_live: living, conditional, estimated} = solved.answer;
    const row = (name, pairs) => h('tr', {}, h('th', {scope: 'row'}, name), ['black_first', 'white_first'].map((who) => h('td', {'data-tier': `${name} ${who}`}, told(pairs[who]))));
    const score = estimated && Object.fromEntries(Object.entries(estimated.score).map(([who, value]) => [who, [value, value]]));
    const why = (name, lines) => lines?.length > 0 && h('details', {}, h('summary', {}, name), h('ul', {}, [lines].flat().map((one) => h('li', {}, plain(one)))));
    return [h('table', {class: 'tiers'},
      h('thead', {}, h('tr', {}, h('td'), ['Black first', 'White first'].map((who) => h('th', {scope: 'col'}, who)))),
      h('tbody', {}, row('Proved', bounds), living && row('If these live', living.bounds), conditional && row('If these areas are territory', conditional.bounds), score && row('Estimate', score))),
    why('Which live', living?.if), why('Which areas', conditional?.if), why('Why this estimate', estimated?.reasons)];
  }

  function drawResult() {
    const answer = solved?.answer ?? {};
    const scores = solved?.scores ?? answer.score ?? {};
    const exact = ['black_first', 'white_first'].every((who) => scores[who] !== null && scores[who] !== undefined);
    const best = solved?.best ?? (answer.best_moves ?? []).map((point) => ({point, loss: '0'}));
    const good = best.filter(({loss}) => plain(loss) === '0');
    const rest = best.filter(({loss}) => plain(loss) !== '0');
    replace(result, h('h2', {}, 'Solution'), answer.bounds && !exact && tiers(),
      h('dl', {class: 'facts'},
        exact && [['Black first', 'black_first'], ['White first', 'white_first']].map(([name, who]) => [h('dt', {}, name), h('dd', {'data-fact': who}, scoreText(scores[who]))]),
        answer.fixed_score !== undefined && [h('dt', {}, 'Fixed score'), h('dd', {'data-fact': 'fixed_score'}, `${answer.fixed_score}` === '0' ? '0' : scoreText(answer.fixed_score))],
        answer.to_play && [h('dt', {}, 'To play'), h('dd', {}, answer.to_play === 'B' ? 'Black' : 'White')],
        good.length > 0 && [h('dt', {}, 'Best moves'), h('dd', {class: 'moves-in-line', 'data-fact': 'best'}, good.map(({point}) => button(point ?? 'pass', () => tryMove(point))))],
        rest.length > 0 && [h('dt', {}, 'Others lose'), h('dd', {class: 'moves-in-line', 'data-fact': 'losses'}, byLoss(rest).map(([loss, points]) => h('span', {}, `${loss}: ${points.join(' ')}`)))],
        answer.proved_best?.length > 0 && [h('dt', {}, 'Proved best'), h('dd', {}, answer.proved_best.join(' '))],
        answer.stopped && [h('dt', {}, 'Stopped by'), h('dd', {}, plain(answer.stopped))]),
      answer.assumptions?.length > 0 && h('details', {}, h('summary', {}, 'What it rests on'), h('ul', {}, answer.assumptions.map((one) => h('li', {}, plain(one))))),
      solved?.svg && h('details', {}, h('summary', {}, 'The whole drawing'), drawing(solved.svg)));
    const regions = solved?.regions ?? [];
    replace(areas, h('h2', {}, `Areas (${regions.length})`), regions.length > 0 && h('p', {class: 'note'}, 'Miai: what a move there is worth; deiri: how much it matters who moves first.'), regions.length > 0 && h('div', {class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Areas'}, h('table', {class: 'areas'},
      h('thead', {}, h('tr', {}, ['', 'Points', 'Value', 'Mean', 'Miai', 'Deiri', 'Kind'].map((name) => h('th', {scope: 'col'}, name || h('span', {class: 'hidden'}, 'Number'))))),
      h('tbody', {}, regions.map((region, i) => h('tr', {'data-region': i},
        h('th', {scope: 'row', class: `tint tint-${tintOf(region.temperature)}`}, `${i + 1}`),
        h('td', {class: 'points'}, region.points.slice(0, 12).join(' '), region.points.length > 12 && ` +${region.points.length - 12}`),
        h('td', {class: 'the-value'}, region.value !== null && region.value !== undefined ? formula(region.latex, region.value) : region.lower !== undefined ? `${plain(region.lower)} … ${plain(region.upper)}` : 'not searched'),
        h('td', {}, plain(region.mean)), h('td', {}, plain(region.temperature)), h('td', {}, region.deiri === undefined ? '' : plain(region.deiri)),
        h('td', {}, [region.deiri === undefined ? region.kind === 'exact' ? '' : region.kind : region.sente ? `${region.sente} sente` : 'gote', region.note].filter(Boolean).join(': '))))))));
    areas.hidden = !regions.length;
  }

  async function update(changed) {
    if (!changed.has('go') && loaded) return;
    if (get().initial && !get().go && info.initial) {
      change({initial: undefined, go: {sgf: info.initial.sgf, name: info.initial.name}});
      return;
    }
    const state = go();
    const mine = ++asked;
    if (!state.sgf) {
      const {sgf} = await ask('go/example', {name: FIRST});
      if (mine === asked) change({go: {sgf, name: FIRST}});
      return;
    }
    paste.value = state.sgf;
    source.querySelector('details').open = false;
    source.querySelector('summary').textContent = `Record: ${state.name ?? 'SGF'}`;
    let next;
    try {
      next = await ask('go/load', {sgf: state.sgf, ...(state.name ? {name: state.name} : {}), ...(state.move === undefined ? {} : {move: state.move})});
    } catch (error) {
      if (mine === asked) {
        boardPanel.hidden = result.hidden = areas.hidden = curve.hidden = true;
        source.querySelector('details').open = true;
      }
      throw error;
    }
    if (mine !== asked) return;
    loaded = next;
    solved = null;
    at = 0;
    root.querySelector('#go-settings').hidden = false;
    slider.max = next.moves_total ?? 0;
    slider.value = state.move ?? next.move ?? 0;
    slider.disabled = !next.moves_total;
    moveText.textContent = `${slider.value} of ${slider.max}`;
    if (document.activeElement !== komi) komi.value = state.komi ?? next.info?.komi ?? '';
    toPlay.value = state.to_play ?? '';
    rules.value = state.rules ?? 'territory';
    if (document.activeElement !== assume) assume.value = state.assume ?? '';
    boardPanel.hidden = result.hidden = false;
    areas.hidden = true;
    drawBoard();
    drawLine();
    replace(result, h('h2', {}, 'Solution'), h('p', {class: 'note'}, 'Searching …'));
    root.dataset.state = 'busy';
    await cancelAll('sum', 'go');
    if (mine !== asked) return;
    if (game) drawCurve();
    try {
      const answer = state.line?.length
        ? await compute('go', 'go/try', {...body(), line: state.line}) : await compute('go', 'go/solve', body());
      if (mine !== asked) return;
      solved = answer;
      drawResult();
      stepTo(0);
      root.dataset.state = 'ready';
      askGame().catch((error) => {
        if (error.obsolete || mine !== asked) return;
        replace(curve, h('h2', {}, 'Game'), h('p', {class: 'note'}, `Not reviewed: ${error.message}.`));
      });
    } catch (error) {
      if (mine !== asked || error.obsolete) return;
      root.dataset.state = 'error';
      replace(result, h('h2', {}, 'Solution'), h('p', {class: 'trouble'}, error.message), error.hint && h('p', {class: 'note'}, error.hint));
      if (state.line?.length) {
        // A what-if move that is not legal is taken back.
        set({line: state.line.length > 1 ? state.line.slice(0, -1) : undefined});
        say(error.message, 'error');
      }
    }
  }

  return {update: (changed) => update(changed).catch(failed), stepTo, solved: () => solved, at: () => at};
}
