// Heaps of tokens, cakes, and pairs of numbers, side by side with their sizes below. Each is one cell; the two
// numbers of a pair are two.

import {h, replace, roving, s} from '../core/dom.js';

const DRAWN = 45;       // tokens of a heap; larger ones say how many more there are
const TOKEN = 16;       // their width
const DRAWN_CAKE = 16;  // rows and columns

// The numbers that make up each cell of a picture.
export function cellsOf(picture) {
  const heaps = picture.heaps.map((one) => (Array.isArray(one) ? one : [one?.size ?? one]).map(Number));
  return picture.shape === 'pair' || picture.shape === 'memory' ? heaps.flat().map((n) => [n]) : heaps;
}

function tokens(numbers, shape) {
  if (shape === 'cake' && numbers.length > 1) {
    const [rows, columns] = numbers;
    const cake = h('span', {class: 'cake'});
    cake.style.setProperty('--columns', Math.min(columns, DRAWN_CAKE));
    for (let i = 0; i < Math.min(rows, DRAWN_CAKE) * Math.min(columns, DRAWN_CAKE); ++i) cake.append(h('span', {class: 'crumb'}));
    return cake;
  }
  // A pile: each row lies in the gaps of the one below it.
  const count = Math.min(numbers[0] || 0, DRAWN);
  const foot = Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2);
  const drawn = [];
  for (let row = 0, left = count; left > 0; ++row) {
    for (let i = 0; i < foot - row && left > 0; ++i, --left) {
      drawn.push(s('circle', {class: 'token', cx: TOKEN * (i + (row + 1) / 2), cy: -TOKEN * (.5 + row * .87), r: TOKEN / 2 - .7}));
    }
  }
  const [width, height] = [TOKEN * Math.max(foot, 1), TOKEN * (1 + Math.max(foot - 1, 0) * .87)];
  return [numbers[0] > DRAWN && h('span', {class: 'more'}, `+${numbers[0] - DRAWN}`),
    s('svg', {class: 'pile', viewBox: `0 ${-height} ${width} ${height}`, width, height}, drawn)];
}

export function heap({onCell, onEditKey}) {
  const element = h('div', {class: 'heaps', role: 'grid', 'aria-label': 'Heaps'});
  const row = h('div', {class: 'row', role: 'row'});
  element.append(row);
  const cursor = roving(row, {cells: () => row.children, columns: () => row.children.length || 1, onCell, onKey: onEditKey});

  function show(picture, marks = {}) {
    const had = row.contains(document.activeElement);
    const cells = cellsOf(picture);
    const single = cells.length === picture.heaps.length;
    replace(row, cells.map((numbers, index) => {
      const label = (single && picture.labels?.[index]) || (numbers.length > 1 ? `${numbers.join(' × ')}` : `${numbers[0]}`);
      const words = [picture.names?.[index] ?? (picture.shape === 'memory' && index === 1 ? 'taken last' : `${picture.shape === 'cake' ? 'cake' : 'heap'} ${index + 1}`), label];
      const classes = ['heap'];
      for (const [name, on] of [['selected', marks.selected?.includes(index)], ['candidate', marks.candidates?.has(index)], ['hint', marks.hint?.has(index)]]) {
        if (!on) continue;
        classes.push(name);
        words.push(name);
      }
      return h('div', {class: classes.join(' '), role: 'gridcell', 'data-cell': index, tabindex: index === cursor.index() ? '0' : '-1', 'aria-label': words.join(', ')},
        h('span', {class: 'tokens', 'aria-hidden': 'true'}, tokens(numbers, picture.shape)), h('span', {class: 'size', 'aria-hidden': 'true'}, label),
        picture.shape === 'memory' && index === 1 && h('span', {class: 'note', 'aria-hidden': 'true'}, 'taken last'));
    }));
    if (!row.children.length) replace(row, h('div', {role: 'gridcell', class: 'empty', tabindex: '0', 'aria-label': 'no heaps'}, 'no heaps'));
    if (cursor.index() >= row.children.length) {
      cursor.set(0);
      row.children[0].setAttribute('tabindex', '0');
    }
    if (had) cursor.focus(cursor.index());
  }

  return {element, show, focus: () => cursor.focus(cursor.index())};
}
