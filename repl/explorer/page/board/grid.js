// Boards and strips as an ARIA grid: one tab stop, arrow keys move within, Enter or Space clicks. Pieces are
// those of pieces.svg: Left's are full, Right's are outlines, so that colour is not all that tells them apart.

import {h, moves, replace, roving, s} from '../core/dom.js';

const NAME = {'.': 'empty', '#': 'closed'};
// Whose the stones of local Go are; firm ones are never taken.
export const GO = {X: 'left', Y: 'left', B: 'left firm', O: 'right', Q: 'right', W: 'right firm'};
const CLASS = {'.': 'free', '#': 'wall'};
const OWNER = {left: 'Left’s', right: 'Right’s', both: 'for both'};
const WALLS = {below: 'a wall below', right: 'a wall to the right', 'below right': 'walls below and to the right'};

// A piece of pieces.svg, in the colours of what is around it.
export const sprite = (look) => s('svg', {class: 'sprite', 'data-look': look, viewBox: '0 0 100 100', 'aria-hidden': 'true'}, s('use', {href: `board/pieces.svg#${look}`}));

// An arrow from one place to another, its head at the end.
function arrow([x1, y1], [x2, y2], size, name) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [tx, ty] = [x2 - dx * size * .18, y2 - dy * size * .18];
  const [bx, by] = [tx - dx * size * .3, ty - dy * size * .3];
  const wing = size * .2;
  return s('g', {class: name}, s('path', {class: 'shaft', d: `M ${x1 + dx * size * .25} ${y1 + dy * size * .25} L ${bx} ${by}`, 'stroke-width': size * .11}),
    s('polygon', {points: `${tx},${ty} ${bx - dy * wing},${by + dx * wing} ${bx + dy * wing},${by - dx * wing}`}));
}

// What stands beside the rows and above the columns, from names such as "a1"; null if cells are not named so.
function margins({names, rows, columns}) {
  const pattern = /^([A-Za-z]+)(\d+)$/;
  if (rows < 2 || !names?.length || !names.every((name) => pattern.test(name))) return null;
  return {
    letters: names.slice(0, columns).map((name) => pattern.exec(name)[1]),
    numbers: Array.from({length: rows}, (_, row) => pattern.exec(names[row * columns])[2]),
  };
}

// At which edges of the board a cell lies.
export const edgesOf = ({rows, columns}, row, column) => [row === 0 && 'top', row === rows - 1 && 'bottom', column === 0 && 'leftmost', column === columns - 1 && 'rightmost'].filter(Boolean).join(' ');

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
  const arrows = s('svg', {class: 'arrows', 'aria-hidden': 'true'});
  const cursor = roving(element, {cells: () => cells, columns: () => columns, onCell, onKey: onEditKey});

  function build(picture) {
    columns = picture.columns;
    const style = element.style;
    style.setProperty('--columns', columns);
    style.setProperty('--rows', picture.rows);
    element.setAttribute('aria-rowcount', picture.rows);
    element.setAttribute('aria-colcount', columns);
    cells = [];
    const {rows, framed} = rowsOf(picture, (index, row, column) => {
      cells[index] = h('div', {role: 'gridcell', tabindex: index === 0 ? '0' : '-1', 'data-cell': index, 'data-edges': edgesOf(picture, row, column),
        'data-odd': picture.rows > 1 && (row + column) % 2 > 0}, h('span', {'aria-hidden': 'true'}));
      return cells[index];
    });
    element.classList.toggle('framed', framed);
    cursor.set(0);
    replace(element, rows, arrows);
  }

  const box = (index) => {
    const {offsetLeft, offsetTop, offsetWidth} = cells[index];
    return [offsetLeft + offsetWidth / 2, offsetTop + offsetWidth / 2, offsetWidth];
  };

  // Where pieces go, and where they shoot from there.
  function drawArrows(list = []) {
    const whole = list.filter(({from, to}) => cells[from] && cells[to]);
    arrows.toggleAttribute('hidden', !whole.length);
    arrows.replaceChildren();
    if (!whole.length) return;
    arrows.setAttribute('viewBox', `0 0 ${element.offsetWidth} ${element.offsetHeight}`);
    arrows.append(...whole.flatMap(({from, to, shot, kind}) => {
      const size = box(from)[2];
      return [arrow(box(from), box(to), size, kind), cells[shot] ? arrow(box(to), box(shot), size, `${kind} shot`) : ''];
    }));
  }

  // A move is seen: its piece glides, what else is new appears.
  function animate({from, to, cells: changed}) {
    if (!moves()) return;
    if (cells[from] && cells[to]) {
      const [a, b] = [box(from), box(to)];
      const size = cells[to].firstChild;
      cells[to].classList.add('gliding');
      size.animate([{transform: `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px)`}, {transform: 'none'}], {duration: 220, easing: 'ease-out'}).finished
        .catch(() => {}).then(() => cells[to]?.classList.remove('gliding'));
    }
    for (const index of changed) {
      if (index !== to && index !== from) cells[index]?.firstChild.animate([{opacity: 0, transform: 'scale(.5)'}, {opacity: 1, transform: 'none'}], {duration: 220, easing: 'ease-out'});
    }
  }

  // marks: {selected: [..], candidates: Set, last: [..], hint: Set, laid: a Map from cells that moves have closed to
  // [player, number of the move], labels: a Map from cells to {best, temperature} of the best move there, arrows:
  // [{from, to, shot, kind}]}
  function show(picture, marks = {}) {
    const next = `${picture.rows}x${picture.columns} ${picture.names?.[0]}`;
    if (next !== shape) {
      build(picture);
      shape = next;
    }
    element.classList.toggle('points', Boolean(picture.points));
    picture.cells.forEach((text, index) => {
      const cell = cells[index];
      if (!cell) return;
      const owner = picture.owners?.[index] || (picture.go && GO[text]) || '';
      const look = (picture.go && GO[text] && 'stone') || picture.looks?.[index] || '';
      const walls = picture.walls?.[index];
      const words = [picture.names?.[index] ?? `${index + 1}`];
      if (picture.walls) words.push(owner ? 'token' : NAME[text] ?? 'empty', WALLS[walls]);
      else words.push(look || (NAME[text] ?? text), /^-?\d/.test(text) && text !== '0' && text, OWNER[owner.split(' ')[0]]);
      const classes = ['cell', (owner && `piece ${owner}`) || CLASS[text] || (picture.walls ? 'free' : 'other')];
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
      const shown = text === '.' || text === '#' || (look && look !== 'sheep') || (picture.walls && !owner) || (picture.looks && text === '0') ? '' : text.replace('-', '');
      const content = `${look} ${shown}`;
      if (cell.dataset.shown !== content) {
        cell.dataset.shown = content;
        replace(cell.firstChild, look && sprite(look), shown && h('b', {}, shown));
      }
    });
    drawArrows(marks.arrows);
  }

  return {element, show, animate, focus: () => cursor.focus(cursor.index())};
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
