// Thermographs, drawn from the exact corners that the server gives: Left's wall on the left, the mast in a
// neutral ink. One has a line at a temperature of the user's, dragged by mouse or touch, moved by arrow keys, or
// typed; both walls are read out exactly there, and, in passing, wherever the pointer is.

import {drawing, freshId, h, replace, s} from '../core/dom.js';
import {Rational, readWall, wallAt} from '../core/rational.js';

const ONE = new Rational(1n);
const TWO = new Rational(2n);
const BOTTOM = new Rational(-1n);
const WIDTH = 420;
const HEIGHT = 320;
const MARGIN = {left: 40, right: 46, top: 20, bottom: 40};
const MOST_TICKS = 8;

// Multiples of a round step from low to high, at most `most`.
function ticks(low, high, most) {
  const range = high.minus(low);
  const factors = [TWO, new Rational(5n, 2n), TWO];
  let step = new Rational(1n, 4n);
  for (let i = 0; range.over(step).compare(new Rational(BigInt(most))) > 0; ++i) step = step.times(step.compare(ONE) < 0 ? TWO : factors[i % 3]);
  const out = [];
  for (let at = low.floor(step); at.compare(high) <= 0; at = at.plus(step)) if (at.compare(low) >= 0) out.push(at);
  return out;
}

// The walls of an answer of the server with mean, temperature and top; null if it has none.
export function wallsOf({thermograph: found} = {}) {
  const walls = found && {left: readWall(found.left), right: readWall(found.right)};
  if (!walls?.left?.length || !walls?.right?.length) return null;
  const [mean, temperature, top] = [found.mean, found.temperature, found.top].map((text) => Rational.parse(text));
  return {...walls, mean, temperature, top};
}

// The picture of walls: {svg, toX, toY, toT}. Others may be drawn beneath them, for comparison.
export function plot(walls, {beneath = walls} = {}) {
  const {mean, temperature} = walls;
  const [left, right] = ['left', 'right'].map((player) => [...walls[player], ...beneath[player]].map(([, x]) => x));
  const top = walls.top.compare(beneath.top) < 0 ? beneath.top : walls.top;
  const wide = (value) => value.minus(mean).toNumber();
  const largest = left.reduce((a, b) => (b.compare(a) > 0 ? b : a));
  const least = right.reduce((a, b) => (b.compare(a) < 0 ? b : a));
  const room = Math.max(.5, (wide(largest) - wide(least)) / 12);
  const across = (WIDTH - MARGIN.left - MARGIN.right) / (wide(largest) - wide(least) + 2 * room);
  const toX = (value) => MARGIN.left + (wide(largest) + room - wide(value)) * across;
  const unit = (HEIGHT - MARGIN.top - MARGIN.bottom) / (top.toNumber() + 1);
  const toY = (t) => HEIGHT - MARGIN.bottom - (t + 1) * unit;
  const points = (pairs) => pairs.map(([t, x]) => `${toX(x)},${toY(t.toNumber())}`).join(' ');
  // Above the temperature both walls are the mast.
  const below = (one, player) => [...one[player].filter(([t]) => t.compare(one.temperature) < 0), ...(one.temperature.compare(BOTTOM) >= 0 ? [[one.temperature, one.mean]] : [])];
  const drawn = (one, name) => {
    const [x, y] = [toX(one.mean), MARGIN.top];
    return s('g', {class: name}, s('polygon', {class: 'between', points: points([...below(one, 'left'), ...below(one, 'right').reverse()])}),
      ['left', 'right'].map((player) => s('polyline', {class: `wall ${player}`, points: points(below(one, player))})),
      s('line', {class: 'mast', x1: x, x2: x, y1: toY(Math.max(-1, one.temperature.toNumber())), y2: y}),
      s('polygon', {class: 'mast-head', points: `${x},${y - 9} ${x - 5},${y + 1} ${x + 5},${y + 1}`}));
  };
  const beside = new Rational(BigInt(Math.round(room * 64)), 64n);
  const bottom = toY(-1);
  const end = WIDTH - MARGIN.right;
  const svg = s('svg', {class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `Thermograph: mean ${mean}, temperature ${temperature}`},
    ticks(least.minus(beside), largest.plus(beside), MOST_TICKS).map((v) => [s('line', {class: 'rules', x1: toX(v), x2: toX(v), y1: MARGIN.top, y2: bottom}),
      s('text', {class: 'tick', x: toX(v), y: bottom + 16, 'text-anchor': 'middle'}, `${v}`)]),
    [BOTTOM, ...ticks(new Rational(0n), top, MOST_TICKS - 2)].map((t) => [
      s('line', {class: t.n === 0n ? 'rules zero' : 'rules', x1: MARGIN.left, x2: end, y1: toY(t.toNumber()), y2: toY(t.toNumber())}),
      s('text', {class: 'tick', x: MARGIN.left - 7, y: toY(t.toNumber()) + 4, 'text-anchor': 'end'}, `${t}`)]),
    s('text', {class: 'tick', x: WIDTH / 2, y: HEIGHT - 6, 'text-anchor': 'middle'}, 'value, Left’s side to the left'),
    s('text', {class: 'tick', x: 0, y: 0, 'text-anchor': 'middle', transform: `translate(11 ${(MARGIN.top + bottom) / 2}) rotate(-90)`}, 'temperature'),
    beneath !== walls && drawn(beneath, 'beneath'), drawn(walls, 'walls'));
  return {svg, toX, toY, toT: (at) => (HEIGHT - MARGIN.bottom - at) / unit - 1, left: MARGIN.left, right: end};
}

// thermograph(onMove): onMove(text of the temperature, moving) is called when the line is moved; `moving` while
// it is held.
export function thermograph(onMove) {
  const picture = h('div', {class: 'picture'});
  const input = h('input', {type: 'text', size: 4, id: freshId('t'), inputmode: 'text', autocomplete: 'off', spellcheck: 'false'});
  const left = h('output', {class: 'left-text'});
  const right = h('output', {class: 'right-text'});
  const readout = h('p', {class: 'readout'},
    h('label', {for: input.id}, 'Temperature'), input,
    ['Left', 'Right'].map((name, i) => [h('span', {class: 'note'}, name, h('span', {class: 'hidden'}, '’s wall')), [left, right][i]]));
  const element = h('div', {class: 'thermograph'}, picture, readout);
  let walls = null;
  let t = null;
  let top = ONE;
  let step = ONE;
  let scale = null;
  let line = null;
  let ghost = null;

  // A level with the values of both walls on it, which stand outside of them.
  function level(attributes, ...more) {
    return s('g', attributes,
      s('line', {class: 'hit', x1: scale.left, x2: scale.right}), s('line', {class: 'rule', x1: scale.left, x2: scale.right}),
      ['left', 'right'].map((player) => [s('circle', {class: player, r: 5}), s('text', {class: `at ${player}`, y: -7, 'text-anchor': player === 'left' ? 'end' : 'start'})]),
      s('text', {class: 't', x: scale.right + 5, y: 4}), more);
  }

  function put(one, at, y) {
    one.setAttribute('transform', `translate(0 ${y})`);
    one.querySelector('.t').textContent = `${at}`;
    for (const [player, by] of [['left', -6], ['right', 6]]) {
      const value = wallAt(walls[player], at);
      const x = scale.toX(value ?? walls.mean);
      one.querySelector(`circle.${player}`).setAttribute('cx', x);
      one.querySelector(`text.${player}`).setAttribute('x', x + by);
      one.querySelector(`text.${player}`).textContent = `${value ?? ''}`;
    }
  }

  function place() {
    const values = {left: wallAt(walls.left, t), right: wallAt(walls.right, t)};
    left.textContent = `${values.left ?? '–'}`;
    right.textContent = `${values.right ?? '–'}`;
    if (document.activeElement !== input) input.value = `${t}`;
    input.removeAttribute('aria-invalid');
    if (!line) return;
    put(line, t, scale.toY(Math.min(t.toNumber(), top.toNumber())));
    line.setAttribute('aria-valuenow', t.toNumber());
    line.setAttribute('aria-valuetext', `temperature ${t}: Left’s wall ${left.textContent}, Right’s wall ${right.textContent}`);
  }

  function move(next, moving = false) {
    if (!walls || !next) return;
    t = next.compare(BOTTOM) < 0 ? BOTTOM : next;
    place();
    onMove(`${t}`, moving);
  }

  const corners = () => [...walls.left, ...walls.right].map(([at]) => at).sort((a, b) => a.compare(b));

  function key(event) {
    const jump = event.shiftKey ? step.times(new Rational(8n)) : step;
    // Off the grid of steps, a step leads back to it.
    const below = t.floor(step);
    const onGrid = below.compare(t) === 0;
    const next = {
      ArrowUp: () => below.plus(jump), ArrowRight: () => below.plus(jump),
      ArrowDown: () => (onGrid || event.shiftKey ? below.minus(jump) : below),
      ArrowLeft: () => (onGrid || event.shiftKey ? below.minus(jump) : below),
      PageUp: () => corners().find((at) => at.compare(t) > 0) ?? t,
      PageDown: () => corners().reverse().find((at) => at.compare(t) < 0) ?? t,
      Home: () => BOTTOM, End: () => walls.left[walls.left.length - 1][0],
    }[event.key];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(next());
  }

  // The temperature at the pointer, in steps.
  function pointed(event) {
    const svg = line.ownerSVGElement;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const raw = Math.round(scale.toT(point.y) * Number(step.d) / Number(step.n));
    const next = step.times(new Rational(BigInt(Number.isFinite(raw) ? raw : 0)));
    return next.compare(top) > 0 ? top.floor(step) : next.compare(BOTTOM) < 0 ? BOTTOM : next;
  }

  input.addEventListener('change', () => {
    const typed = Rational.parse(input.value);
    if (!typed || typed.compare(BOTTOM) < 0) {
      input.setAttribute('aria-invalid', 'true');
      return;
    }
    move(typed);
    input.value = `${t}`;
  });

  // value: the server's answer; at: the text of the temperature that the state remembers.
  function show(value, at) {
    walls = wallsOf(value);
    line = null;
    readout.hidden = !walls;
    element.hidden = !value.svg && !walls;
    if (!walls) {
      // Of a list, or of a ko: what the server draws.
      replace(picture, value.svg && drawing(value.svg));
      return;
    }
    ({top} = walls);
    // A step is at most a fortieth of the height.
    step = new Rational(1n, 4n);
    const half = new Rational(1n, 2n);
    const fine = top.plus(ONE).over(new Rational(32n));
    for (let i = 0; i < 40 && step.compare(fine) > 0; ++i) step = step.times(half);
    for (let i = 0; i < 40 && step.compare(fine.times(new Rational(1n, 4n))) < 0; ++i) step = step.plus(step);
    scale = plot(walls);
    const {svg} = scale;
    ghost = level({class: 'ghost', 'aria-hidden': 'true', hidden: true});
    line = level({class: 'temperature', role: 'slider', tabindex: '0', 'aria-label': 'Temperature', 'aria-orientation': 'vertical',
      'aria-valuemin': '-1', 'aria-valuemax': top.toNumber(), onkeydown: key});
    svg.append(ghost, line);
    svg.setAttribute('role', 'group');
    svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      line.focus();
      move(pointed(event), true);
    });
    svg.addEventListener('pointermove', (event) => {
      const at = pointed(event);
      ghost.toggleAttribute('hidden', svg.hasPointerCapture(event.pointerId) || event.pointerType === 'touch' || at.compare(t) === 0);
      put(ghost, at, scale.toY(at.toNumber()));
      if (svg.hasPointerCapture(event.pointerId)) move(at, true);
    });
    svg.addEventListener('pointerleave', () => ghost.toggleAttribute('hidden', true));
    svg.addEventListener('lostpointercapture', () => move(t));
    replace(picture, svg);
    const stored = at === undefined ? null : Rational.parse(at);
    t = stored && stored.compare(BOTTOM) >= 0 ? stored : new Rational(0n);
    place();
  }

  return {element, show, move: (text) => move(Rational.parse(text)), read: () => walls && {t: `${t}`, left: left.textContent, right: right.textContent}};
}
