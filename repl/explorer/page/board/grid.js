// Boards and strips as an ARIA grid: one tab stop, arrow keys move within, Enter or Space clicks. Pieces
// differ in shape as well as in colour.

import {h, replace, roving} from '../core/dom.js';

const NAME = {'.': 'empty', '#': 'closed'};
const GO = {X: 'piece left', B: 'piece left firm', O: 'piece right', W: 'piece right firm'};
const CLASS = {'.': 'free', '#': 'wall'};
const OWNER = {left: 'Left’s', right: 'Right’s', both: 'for both'};
const WALLS = {below: 'a wall below', right: 'a wall to the right', 'below right': 'walls below and to the right'};

// What stands beside the rows and above the columns, from names such as "a1"; null if cells are not named so.
function margins({names, rows, columns}) {
  const pattern = /^([A-Za-z]+)(\d+)$/;
  if (rows < 2 || !names?.length || !names.every((name) => pattern.test(name))) return null;
  return {
    letters: names.slice(0, columns).map((name) => pattern.exec(name)[1]),
    numbers: Array.from({length: rows}, (_, row) => pattern.exec(names[row * columns])[2]),
  };
}

// The rows of a board, with letters above and numbers beside them if its cells are named so; cell(index, row,
// column) makes the cells.
export function rowsOf(picture, cell) {
  const margin = margins(picture);
  const number = (text) => h('span', {class: 'number', 'aria-hidden': 'true'}, text);
  const rows = margin ? [h('div', {class: 'row letters', 'aria-hidden': 'true'}, number(''), margin.letters.map((letter) => h('span', {class: 'letter'}, letter)))] : [];
  for (let row = 0; row < picture.rows; ++row) {
    const cells = Array.from({length: picture.columns}, (_, column) => cell(row * picture.columns + column, row, column));
    rows.push(h('div', {role: 'row', class: 'row'}, margin && number(margin.numbers[row]), cells));
  }
  return {rows, framed: Boolean(margin)};
}

// view = grid({onCell, onEditKey}); view.show(picture, marks); view.element. onCell(index) is called for
// each click; onEditKey(event, index) for other keys, and says whether it took them.
export function grid({onCell, onEditKey}) {
  const element = h('div', {class: 'grid', role: 'grid', 'aria-label': 'Board'});
  let cells = [];
  let columns = 1;
  let shape = '';
  const cursor = roving(element, {cells: () => cells, columns: () => columns, onCell, onKey: onEditKey});

  function build(picture) {
    columns = picture.columns;
    const style = element.style;
    style.setProperty('--columns', columns);
    style.setProperty('--rows', picture.rows);
    element.setAttribute('aria-rowcount', picture.rows);
    element.setAttribute('aria-colcount', columns);
    element.classList.toggle('dense', columns > 12);
    cells = [];
    const {rows, framed} = rowsOf(picture, (index) => {
      cells[index] = h('div', {role: 'gridcell', tabindex: index === 0 ? '0' : '-1', 'data-cell': index}, h('span', {'aria-hidden': 'true'}));
      return cells[index];
    });
    element.classList.toggle('framed', framed);
    cursor.set(0);
    replace(element, rows);
  }

  // marks: {selected: [..], candidates: Set, last: [..], hint: Set, laid: a Map from cells that moves have closed to
  // [player, number of the move], labels: a Map from cells to {best, temperature} of the best move there}
  function show(picture, marks = {}) {
    const next = `${picture.rows}x${picture.columns} ${picture.names?.[0]}`;
    if (next !== shape) {
      build(picture);
      shape = next;
    }
    picture.cells.forEach((text, index) => {
      const cell = cells[index];
      if (!cell) return;
      const owner = picture.owners?.[index];
      const walls = picture.walls?.[index];
      const words = [picture.names?.[index] ?? `${index + 1}`];
      if (picture.walls) words.push(owner ? 'token' : NAME[text] ?? 'empty', WALLS[walls]);
      else words.push(NAME[text] ?? text, OWNER[owner]);
      const classes = ['cell', (picture.go && GO[text]) || (owner && `piece ${owner}`) || CLASS[text] || (picture.walls ? 'free' : 'other')];
      const laid = text === '#' && marks.laid?.get(index);
      if (laid) {
        // A domino is one piece.
        const [player, step] = laid;
        const row = Math.floor(index / columns);
        const joined = (other) => marks.laid.get(other)?.[1] === step;
        classes.push('laid', player, joined(index + 1) && Math.floor((index + 1) / columns) === row && 'on-right', joined(index - 1) && Math.floor((index - 1) / columns) === row && 'on-left',
          joined(index + columns) && 'on-below', joined(index - columns) && 'on-above');
        words.push(OWNER[player]);
      }
      for (const side of walls ? walls.split(' ') : []) classes.push(`wall-${side}`);
      const mark = (name, on) => {
        if (on) {
          classes.push(name);
          words.push(name);
        }
      };
      mark('selected', marks.selected?.includes(index));
      mark('candidate', marks.candidates?.has(index));
      mark('hint', marks.hint?.has(index));
      if (marks.last?.includes(index)) classes.push('last');
      const told = marks.labels?.get(index);
      if (told) words.push(told.best ? 'best' : '', told.temperature !== undefined && `temperature ${told.temperature} after the best move here`);
      if (told) cell.dataset.told = `${told.best ? '★' : ''}${told.temperature !== undefined ? `${told.temperature}°` : ''}`;
      else delete cell.dataset.told;
      cell.className = classes.filter(Boolean).join(' ');
      cell.setAttribute('aria-label', words.filter(Boolean).join(', '));
      if (marks.selected) cell.setAttribute('aria-selected', String(marks.selected.includes(index)));
      const shown = text === '.' || text === '#' ? '' : picture.walls ? (owner ? '●' : '') : text;
      if (cell.firstChild.textContent !== shown) cell.firstChild.textContent = shown;
    });
  }

  return {element, show, focus: () => cursor.focus(cursor.index())};
}

// Positions that are neither cells nor heaps nor graphs: their text, each character a cell.
export function text(handlers) {
  const view = grid(handlers);
  view.element.classList.add('text');
  view.element.setAttribute('aria-label', 'Position as text');
  return {
    ...view,
    show(picture, marks) {
      const cells = [...(picture.text ?? '')];
      view.show({rows: 1, columns: Math.max(1, cells.length), cells: cells.length ? cells : [' '],
        names: cells.map((_, i) => `character ${i + 1}`)}, marks);
    },
  };
}
