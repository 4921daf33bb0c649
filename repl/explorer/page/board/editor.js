// The tools of the edit mode. Every edit is a request: the ruleset says what the board is then, or why not.

import {choice, h, replace} from '../core/dom.js';

// editor({edit, focused}): edit(op) sends one; focused() is the cell that has the focus.
export function editor({edit, focused}) {
  const element = h('div', {class: 'editor', role: 'group', 'aria-label': 'Edit the board', hidden: true});
  let picture = null;
  let brush = 'cycle';
  let label = '.';
  let edgeFrom = null;

  const button = (text, run, title) => h('button', {type: 'button', class: 'quiet', onclick: run, title}, text);

  // One of the numbers of a heap changes.
  function resize(heap, side, n) {
    const numbers = picture.heaps[heap];
    if (!numbers || !(n >= 0)) return;
    const next = numbers.map((old, at) => (at === side ? n : old));
    edit({heap: [heap, next.length > 1 ? next : next[0]]});
  }

  function numberField(name, value, run) {
    const input = h('input', {type: 'number', min: 0, max: 1000000, value, 'aria-label': name});
    input.addEventListener('change', () => { if (input.value !== '') run(Number(input.value)); });
    return input;
  }

  // What a click on a cell means while the mode is on; keys are the same by name.
  function click(cell) {
    if (!picture) return;
    if (picture.kind === 'graph') return clickGraph(cell);
    if (picture.kind === 'heap') return;  // sizes have fields of their own
    edit(brush === 'cycle' ? {cycle: cell} : {set: [cell, brush]});
  }

  function clickGraph(cell) {
    const count = picture.vertices.length;
    const vertex = cell < count;
    if (brush === 'label') return edit({label: [cell, label]});
    if (brush === 'remove') return edit(vertex ? {remove_vertex: cell} : {remove_edge: cell - count});
    if (brush === 'grow' && vertex) return edit({add_edge: [cell, null, label]});
    if (brush === 'edge' && vertex) {
      if (edgeFrom === null) edgeFrom = cell;
      else {
        edit({add_edge: [edgeFrom, cell, label]});
        edgeFrom = null;
      }
      return undefined;
    }
    return undefined;
  }

  // A character typed on a cell sets it; Delete removes what has the focus.
  function key(event, cell) {
    if (element.hidden || !picture) return false;
    if (picture.kind === 'graph') {
      if (event.key !== 'Delete') return false;
      const count = picture.vertices.length;
      edit(cell < count ? {remove_vertex: cell} : {remove_edge: cell - count});
      return true;
    }
    if (picture.kind === 'heap') {
      if (event.key === 'Delete') edit({remove_heap: cell});
      else if (event.key === '+' || event.key === '-') {
        const by = event.key === '+' ? 1 : -1;
        if (picture.heaps.length === 1 && cell === 1) resize(0, 1, picture.heaps[0][1] + by);
        else resize(cell, 0, picture.heaps[cell]?.[0] + by);
      } else return false;
      return true;
    }
    if (event.key.length !== 1 || !/[!-~]/.test(event.key)) return false;
    if (picture.alphabet && !picture.alphabet.includes(event.key)) return false;
    edit({set: [cell, event.key]});
    return true;
  }

  function tools(ruleset) {
    const clear = button('Clear', () => edit({clear: true}), 'Empty the whole board');
    if (picture.kind === 'heap') {
      const {heaps, shape} = picture;
      const names = {
        heap: (i) => [`Size of heap ${i + 1}`], cake: (i) => [`Rows of cake ${i + 1}`, `Columns of cake ${i + 1}`],
        pair: () => ['First number', 'Second number'], memory: () => ['Size of the heap', 'Taken last'],
      }[shape] ?? ((i) => [`Size of heap ${i + 1}`]);
      const single = shape === 'pair' || shape === 'memory';
      const what = shape === 'cake' ? 'cake' : 'heap';
      return [
        heaps.map((numbers, i) => h('span', {class: 'pair'},
          numbers.map((n, side) => numberField(names(i)[side], n, (next) => resize(i, side, next))),
          !single && button('×', () => edit({remove_heap: i}), `Remove ${what} ${i + 1}`))),
        !single && button(`Add a ${what}`, () => edit({add_heap: what === 'cake' ? [2, 3] : 3})),
      ];
    }
    if (picture.kind === 'graph') {
      const input = h('input', {type: 'text', size: 4, value: label, 'aria-label': 'Label of new vertices and edges', oninput: () => { label = input.value; }});
      return [
        choice([['label', 'Click writes the label'], ['grow', 'Click a vertex: edge to a new one'], ['edge', 'Click two vertices: edge'], ['remove', 'Click removes']], brush,
          {'aria-label': 'What a click does', onchange: (event) => { brush = event.target.value; edgeFrom = null; }}),
        h('span', {class: 'pair'}, h('span', {'aria-hidden': 'true'}, 'label'), input),
        // On the ground a vertex stands by its edges.
        typeof picture.ground !== 'number' && button('Add a vertex', () => edit({add_vertex: label})),
        clear,
      ];
    }
    const characters = picture.alphabet ?? [...(ruleset?.char_map ?? '')];
    const place = () => focused();
    const row = () => Math.floor(place() / picture.columns);
    const column = () => place() % picture.columns;
    const brushes = [['cycle', 'Click cycles'], ...characters.map((c) => [c, `Click writes ${c}`])];
    return [
      choice(brushes, brush, {'aria-label': 'What a click does', onchange: (event) => { brush = event.target.value; }}),
      picture.kind === 'grid' && h('span', {class: 'pair', role: 'group', 'aria-label': 'Rows'}, h('span', {'aria-hidden': 'true'}, 'rows'),
        button('+', () => edit({add_row: row()}), 'Add a row at the focused cell'), button('−', () => edit({delete_row: row()}), 'Delete the row of the focused cell')),
      picture.kind !== 'text' && h('span', {class: 'pair', role: 'group', 'aria-label': 'Columns'}, h('span', {'aria-hidden': 'true'}, 'columns'),
        button('+', () => edit({add_column: column()}), 'Add a column at the focused cell'), button('−', () => edit({delete_column: column()}), 'Delete the column of the focused cell')),
      picture.reserve !== undefined && h('span', {class: 'pair'}, h('span', {'aria-hidden': 'true'}, 'to place'), reserveField()),
      clear,
    ];
  }

  function reserveField() {
    const input = h('input', {type: 'text', size: 8, value: picture.reserve, 'aria-label': 'Stones to be placed'});
    input.addEventListener('change', () => edit({reserve: input.value}));
    return input;
  }

  let shown = '';
  function show(next, ruleset) {
    picture = next;
    // Rebuilt only when there is something else to choose, so that focus and brush stay.
    const now = `${picture.kind} ${ruleset?.name} ${picture.kind === 'heap' ? JSON.stringify(picture.heaps) : `${picture.reserve} ${picture.alphabet}`}`;
    if (now === shown) return;
    if (!shown.startsWith(`${picture.kind} ${ruleset?.name} `)) {
      brush = picture.kind === 'graph' ? 'label' : 'cycle';
      label = picture.clicks === 'edges' ? picture.edges[0]?.label ?? '' : '';
    }
    shown = now;
    const active = element.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    replace(element, tools(ruleset));
    for (const button of element.querySelectorAll('button[title]')) button.setAttribute('aria-label', button.title);
    if (active) element.querySelector(`[aria-label="${CSS.escape(active)}"]`)?.focus();
  }

  return {element, show, click, key, selected: () => (edgeFrom === null ? [] : [edgeFrom])};
}
