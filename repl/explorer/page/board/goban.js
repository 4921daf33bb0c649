// A Go board as an ARIA grid: stones differ in shape of their mark as well as in colour, regions are tinted
// by temperature and numbered, what is known of a point is a sign on it.

import {h, replace, roving} from '../core/dom.js';
import {edgesOf, rowsOf} from './grid.js';

const STONE = {X: 'black stone', O: 'white stone', B: 'black stone', W: 'white stone', '.': 'empty'};

// goban(onPoint): onPoint(name of the point) is called for each click.
export function goban(onPoint) {
  const element = h('div', {class: 'goban', role: 'grid', 'aria-label': 'Go board'});
  let cells = [];
  let columns = 1;
  let names = [];
  let shape = '';
  const cursor = roving(element, {cells: () => cells, columns: () => columns, onCell: (index) => onPoint(names[index])});

  function build(picture) {
    columns = picture.columns;
    element.style.setProperty('--columns', columns);
    cells = [];
    const {rows} = rowsOf(picture, (index, row, column) => {
      cells[index] = h('div', {role: 'gridcell', tabindex: index ? '-1' : '0', 'data-cell': index, 'data-edges': edgesOf(picture, row, column)}, h('span', {class: 'stone', 'aria-hidden': 'true'}), h('span', {class: 'sign', 'aria-hidden': 'true'}), h('span', {class: 'miai', 'aria-hidden': 'true'}));
      return cells[index];
    });
    cursor.set(0);
    replace(element, rows);
  }

  // about: a Map from the names of points to {tint, region, signs: [[class, word]], label, mark, miai}
  function show(picture, about = new Map()) {
    names = picture.names;
    const next = `${picture.rows}x${picture.columns} ${names[0]}`;
    if (next !== shape) {
      build(picture);
      shape = next;
    }
    picture.cells.forEach((stone, index) => {
      const cell = cells[index];
      const facts = about.get(names[index]) ?? {};
      const kind = {X: 'black', B: 'black', O: 'white', W: 'white'}[stone] ?? 'empty';
      cell.className = ['point', kind, facts.tint && `tint tint-${facts.tint}`, ...(facts.signs ?? []).map(([name]) => name), facts.mark && `mark-${facts.mark}`, facts.miai && 'has-miai'].filter(Boolean).join(' ');
      cell.children[1].textContent = facts.label ?? '';
      // What a move in the area is worth, below its number.
      cell.children[2].dataset.value = facts.miai ?? '';
      cell.setAttribute('aria-label', [names[index], STONE[stone] ?? stone, facts.region && `area ${facts.region}`, ...(facts.signs ?? []).map(([, word]) => word), facts.label && `marked ${facts.label}`, facts.miai && `miai value ${facts.miai}`, facts.mark === 'best' && 'best move'].filter(Boolean).join(', '));
    });
  }

  return {element, show, focus: () => cursor.focus(cursor.index())};
}
