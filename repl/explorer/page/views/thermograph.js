// The thermograph that the server draws, with a line at a temperature of the user's: dragged by mouse or
// touch, moved by arrow keys, or typed. Both walls are read out exactly, from the corners that come with
// the drawing; nothing is measured in it.

import {drawing, freshId, h, replace, s} from '../core/dom.js';
import {Rational, readWall, wallAt} from '../core/rational.js';

const ONE = new Rational(1n);
const BOTTOM = new Rational(-1n);

// Where temperatures are in the drawing: the horizontal lines labelled 0 and -1 tell.
function scaleOf(svg) {
  const levels = {};
  let left = Infinity;
  let right = -Infinity;
  for (const line of svg.querySelectorAll('line')) {
    const y = line.getAttribute('y1');
    if (y !== line.getAttribute('y2')) continue;
    const label = line.nextElementSibling;
    if (label?.localName !== 'text') continue;
    levels[label.textContent] = Number(y);
    left = Math.min(left, Number(line.getAttribute('x1')));
    right = Math.max(right, Number(line.getAttribute('x2')));
  }
  if (!('0' in levels) || !('-1' in levels)) return null;
  const unit = levels['-1'] - levels['0'];
  return {
    left, right,
    toY: (t) => levels['0'] - t * unit,
    toT: (y) => (levels['0'] - y) / unit,
  };
}

// Where a wall is in the drawing at height y.
function onWall(line, y) {
  const points = line.getAttribute('points').trim().split(/\s+/).map((pair) => pair.split(',').map(Number));
  for (let i = 1; i < points.length; ++i) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    if ((y - y0) * (y - y1) > 0 || y0 === y1) continue;
    return x0 + (x1 - x0) * (y - y0) / (y1 - y0);
  }
  const top = points.reduce((a, b) => (a[1] < b[1] ? a : b));
  return top[0];
}

// thermograph(onMove): onMove(text of the temperature, moving) is called when the line is moved; `moving` while
// it is held.
export function thermograph(onMove) {
  const picture = h('div', {class: 'picture'});
  const input = h('input', {type: 'text', size: 8, id: freshId('t'), inputmode: 'text', autocomplete: 'off', spellcheck: 'false'});
  const left = h('output', {class: 'left-text'});
  const right = h('output', {class: 'right-text'});
  const readout = h('p', {class: 'readout'},
    h('label', {for: input.id}, 'At temperature '), input,
    h('span', {}, ' Left’s wall ', left), h('span', {}, ' Right’s wall ', right));
  const element = h('div', {class: 'thermograph'}, picture, readout);
  let walls = null;
  let t = null;
  let top = ONE;
  let step = ONE;
  let scale = null;
  let line = null;
  let lines = {};

  function place() {
    const values = {left: wallAt(walls.left, t), right: wallAt(walls.right, t)};
    left.textContent = `${values.left ?? '–'}`;
    right.textContent = `${values.right ?? '–'}`;
    if (document.activeElement !== input) input.value = `${t}`;
    input.removeAttribute('aria-invalid');
    if (!line) return;
    const y = scale.toY(Math.min(t.toNumber(), top.toNumber()));
    line.setAttribute('transform', `translate(0 ${y})`);
    line.setAttribute('aria-valuenow', t.toNumber());
    line.setAttribute('aria-valuetext', `temperature ${t}: Left’s wall ${left.textContent}, Right’s wall ${right.textContent}`);
    line.querySelector('.t').textContent = `${t}`;
    for (const player of ['left', 'right']) {
      line.querySelector(`.${player}`).setAttribute('cx', onWall(lines[player], y));
    }
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

  function drag(event) {
    const svg = line.ownerSVGElement;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const denominator = Number(step.d);
    const raw = Math.round(scale.toT(point.y) * denominator / Number(step.n));
    const next = step.times(new Rational(BigInt(Number.isFinite(raw) ? raw : 0)));
    move(next.compare(top) > 0 ? top.floor(step) : next, true);
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
    const next = value.thermograph
      && {left: readWall(value.thermograph.left), right: readWall(value.thermograph.right)};
    const svg = value.svg ? drawing(value.svg) : null;
    walls = next?.left?.length && next?.right?.length ? next : null;
    line = null;
    scale = null;
    readout.hidden = !walls;
    replace(picture, svg);
    element.hidden = !svg && !walls;
    if (!walls) return;
    const hottest = walls.left.concat(walls.right).reduce((a, [b]) => (b.compare(a) > 0 ? b : a), new Rational(0n));
    // The drawing goes a little above the temperature; a step is at most a fortieth of it.
    step = new Rational(1n, 4n);
    const half = new Rational(1n, 2n);
    const fine = hottest.plus(ONE).over(new Rational(32n));
    for (let i = 0; i < 40 && step.compare(fine) > 0; ++i) step = step.times(half);
    for (let i = 0; i < 40 && step.compare(fine.times(new Rational(1n, 4n))) < 0; ++i) step = step.plus(step);
    if (svg) {
      scale = scaleOf(svg);
      const polylines = svg.querySelectorAll('polyline');
      if (scale && polylines.length >= 2) {
        lines = {left: polylines[0], right: polylines[1]};
        const highest = Math.min(...[...polylines].flatMap((p) => p.getAttribute('points').trim().split(/\s+/).map((pair) => Number(pair.split(',')[1]))));
        top = new Rational(BigInt(Math.floor(scale.toT(highest) * 64 + 1e-6)), 64n);
        if (top.compare(hottest) < 0) top = hottest;
        line = s('g', {class: 'temperature', role: 'slider', tabindex: '0', 'aria-label': 'Temperature', 'aria-orientation': 'vertical',
          'aria-valuemin': '-1', 'aria-valuemax': top.toNumber(), onkeydown: key},
          s('line', {class: 'hit', x1: scale.left, x2: scale.right}),
          s('line', {class: 'rule', x1: scale.left, x2: scale.right}),
          s('circle', {class: 'left', r: 5, cx: 0}), s('circle', {class: 'right', r: 5, cx: 0}),
          s('text', {class: 't', x: scale.right + 4, y: 4}));
        svg.append(line);
        svg.setAttribute('role', 'group');
        svg.addEventListener('pointerdown', (event) => {
          if (event.button !== 0) return;
          svg.setPointerCapture(event.pointerId);
          event.preventDefault();
          line.focus();
          drag(event);
        });
        svg.addEventListener('pointermove', (event) => { if (svg.hasPointerCapture(event.pointerId)) drag(event); });
        svg.addEventListener('lostpointercapture', () => move(t));
      }
    }
    const stored = at === undefined ? null : Rational.parse(at);
    t = stored && stored.compare(BOTTOM) >= 0 ? stored : new Rational(0n);
    place();
  }

  return {element, show, move: (text) => move(Rational.parse(text)), read: () => walls && {t: `${t}`, left: left.textContent, right: right.textContent}};
}
