// The Hasse diagram of a partial order: rows by height, lines for "is covered by". What is known of an element
// is its shape and a word, and only then its colour.

import {h, s} from '../core/dom.js';

const GAP = 84;
const WIDE = 96;
const RADIUS = 17;

// {elements: [{label, height, win}], covers: [[lower, upper]], frontier: [index]}
export function hasse({elements, covers, frontier = []}) {
  const rows = [];
  elements.forEach((element, i) => {
    (rows[element.height ?? 0] ??= []).push(i);
  });
  const levels = [...rows.keys()].filter((height) => rows[height]);
  const widest = Math.max(1, ...levels.map((height) => rows[height].length));
  const places = [];
  // Each row is ordered by the mean place of what it covers, which untangles most lines.
  levels.forEach((height, level) => {
    const below = (i) => {
      const under = covers.filter(([, upper]) => upper === i).map(([lower]) => places[lower]?.[0] ?? 0);
      return under.length ? under.reduce((a, b) => a + b, 0) / under.length : 0;
    };
    const order = level ? [...rows[height]].sort((a, b) => below(a) - below(b) || a - b) : rows[height];
    order.forEach((i, j) => {
      places[i] = [(j + 0.5 + (widest - order.length) / 2) * WIDE, (levels.length - level - 0.5) * GAP];
    });
  });
  const onFrontier = new Set(frontier);
  const word = (i) => ({true: 'win', false: 'loss'})[String(elements[i].win)] ?? 'unknown';
  const name = (i) => `${elements[i].label}: ${word(i)}${onFrontier.has(i) ? ', on the frontier' : ''}`;
  const shape = (i) => {
    const [x, y] = places[i];
    const r = RADIUS;
    if (word(i) === 'win') return s('circle', {cx: x, cy: y, r});
    if (word(i) === 'loss') return s('rect', {x: x - r, y: y - r, width: 2 * r, height: 2 * r});
    return s('polygon', {points: `${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}`});
  };
  const short = (label) => (label.length > 9 ? `${label.slice(0, 8)}…` : label);
  const width = widest * WIDE;
  const height = Math.max(1, levels.length) * GAP;
  return h('div', {class: 'hasse-scroll', tabindex: '0', role: 'group', 'aria-label': 'Hasse diagram'},
    s('svg', {class: 'hasse', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': `Hasse diagram of ${elements.length} elements`},
      s('desc', {}, elements.map((_, i) => name(i)).join('; ')),
      covers.map(([a, b]) => s('line', {x1: places[a][0], y1: places[a][1], x2: places[b][0], y2: places[b][1]})),
      elements.map((element, i) => s('g', {class: `element ${word(i)}${onFrontier.has(i) ? ' frontier' : ''}`}, s('title', {}, name(i)),
        onFrontier.has(i) && s('circle', {class: 'ring', cx: places[i][0], cy: places[i][1], r: RADIUS + 7}),
        shape(i), s('text', {x: places[i][0], y: places[i][1] + RADIUS + (onFrontier.has(i) ? 24 : 17)}, short(element.label))))));
}
