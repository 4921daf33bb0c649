// The Hasse diagram of a partial order: rows by height, lines for "is covered by". What is known of an element
// is its shape and a word, and only then its colour.

import {h, s} from '../core/dom.js';

const GAP = 100;
const WIDE = 96;
const RADIUS = 17;
const SWEEPS = 6;

// Where elements are, in rows from below, and the points of each cover's line. A line that passes a row has a
// place of its own there, so that it meets no element; rows are ordered by the mean place of their neighbours,
// up and down in turn, which untangles most lines (Sugiyama, Tagawa and Toda 1981).
function layout(elements, covers) {
  const rows = [];
  const put = (point, height) => { (rows[height] ??= []).push(point); };
  const points = elements.map(({height = 0}) => ({height, below: [], above: []}));
  points.forEach((point) => put(point, point.height));
  const join = (low, high) => {
    low.above.push(high);
    high.below.push(low);
  };
  const lines = covers.map(([low, high]) => {
    const line = [points[low]];
    for (let height = points[low].height + 1; height < points[high].height; ++height) {
      const bend = {height, below: [], above: []};
      put(bend, height);
      line.push(bend);
    }
    line.push(points[high]);
    for (let i = 1; i < line.length; ++i) join(line[i - 1], line[i]);
    return line;
  });
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const place = (row) => row.forEach((point, j) => { point.x = j + 0.5 + (widest - row.length) / 2; });
  rows.forEach(place);
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const up = sweep % 2 === 0;
    for (const row of up ? rows : [...rows].reverse()) {
      const wanted = new Map(row.map((point) => {
        const beside = up ? point.below : point.above;
        return [point, beside.length ? beside.reduce((sum, {x}) => sum + x, 0) / beside.length : point.x];
      }));
      row.sort((a, b) => wanted.get(a) - wanted.get(b) || a.x - b.x);
      place(row);
    }
  }
  const at = ({x, height}) => [x * WIDE, (rows.length - height - 0.5) * GAP];
  return {places: points.map(at), lines: lines.map((line) => line.map(at)), width: widest * WIDE, height: Math.max(1, rows.length) * GAP};
}

// {elements: [{label, height, win}], covers: [[lower, upper]], frontier: [index]}
export function hasse({elements, covers, frontier = []}) {
  const {places, lines, width, height} = layout(elements, covers);
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
  // Where the name of an element stands, below it; lines from below end under it.
  const under = (i) => places[i][1] + RADIUS + (onFrontier.has(i) ? 24 : 17);
  const drawn = lines.map((line, i) => [...line.slice(0, -1), [line.at(-1)[0], under(covers[i][1]) + 5]]);
  const short = (label) => (label.length > 9 ? `${label.slice(0, 8)}…` : label);
  return h('div', {class: 'hasse-scroll', tabindex: '0', role: 'group', 'aria-label': 'Hasse diagram'},
    s('svg', {class: 'hasse', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': `Hasse diagram of ${elements.length} elements`},
      s('desc', {}, elements.map((_, i) => name(i)).join('; ')),
      drawn.map((line) => s('polyline', {class: 'cover', points: line.map((point) => point.join(',')).join(' ')})),
      elements.map((element, i) => s('g', {class: `element ${word(i)}${onFrontier.has(i) ? ' frontier' : ''}`}, s('title', {}, name(i)),
        onFrontier.has(i) && s('circle', {class: 'ring', cx: places[i][0], cy: places[i][1], r: RADIUS + 7}),
        shape(i), s('text', {x: places[i][0], y: under(i)}, short(element.label))))));
}
