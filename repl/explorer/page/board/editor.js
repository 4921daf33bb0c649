// The tools below a board: to play, or a piece to put on cells, and the size. Every edit is a request: the
// ruleset says what the board is then, or why not.

import {choice, h, replace} from '../core/dom.js';
import {GO, sprite} from './grid.js';

const PLAY = 'play';
const FEW = 12;  // pieces that are buttons; more of them are a list
const EDGES = [['l', 'left', 'Left’s edges'], ['r', 'right', 'Right’s edges'], ['e', 'both', 'edges of both players']];

// editor({edit, onTool}): edit(op) sends one; onTool(on) is told whether clicks edit from now on.
export function editor({edit, onTool}) {
  const element = h('div', {class: 'editor', role: 'group', 'aria-label': 'Tools'});
  let picture = null;
  let tool = PLAY;
  let label = '.';
  let edgeFrom = null;

  const button = (text, run, name) => h('button', {type: 'button', class: 'quiet', onclick: run, 'aria-label': name, title: name}, text);

  function take(next) {
    const before = tool;
    tool = next;
    edgeFrom = null;
    if (tool.startsWith('edge-')) label = tool.slice('edge-'.length);
    for (const one of element.querySelectorAll('[data-tool]')) one.setAttribute('aria-pressed', String(one.dataset.tool === tool));
    if ((before === PLAY) !== (tool === PLAY)) onTool(tool !== PLAY);
  }
  const toolButton = (key, name, ...content) => h('button', {type: 'button', class: 'quiet tool', 'data-tool': key, 'aria-pressed': String(key === tool),
    'aria-label': name, title: name, onclick: () => take(key)}, content);

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

  // What a click on a cell means while something else than Play is chosen. The piece that is there already goes.
  function click(cell) {
    if (picture?.kind === 'graph') clickGraph(cell);
    else if (picture) edit({set: [cell, picture.cells?.[cell] === tool ? picture.empty : tool]});
  }

  // Two ends are an edge; the same one twice, an edge to a new vertex. On an edge: it gets this colour.
  function clickGraph(cell) {
    const count = picture.vertices.length;
    const vertex = cell < count;
    if (tool === 'label') edit({label: [cell, label]});
    else if (tool === 'remove') edit(vertex ? {remove_vertex: cell} : {remove_edge: cell - count});
    else if (!vertex) {
      if (tool.startsWith('edge-')) edit({label: [cell, label]});
    } else if (edgeFrom === null) edgeFrom = cell;
    else join(edgeFrom, cell === edgeFrom ? null : cell);
  }

  const draws = () => tool.startsWith('edge');
  // An edge was drawn, from what was clicked before if it begins nowhere.
  function join(from, to) {
    const begin = from ?? edgeFrom;
    edgeFrom = null;
    if (begin !== null) edit({add_edge: [begin, to, label]});
  }

  // A character typed on a cell sets it; Delete removes what has the focus.
  function key(event, cell) {
    if (!picture) return false;
    if (picture.kind === 'heap') {
      if (event.key === 'Delete') edit({remove_heap: cell});
      else if (event.key === '+' || event.key === '-') {
        const by = event.key === '+' ? 1 : -1;
        if (picture.heaps.length === 1 && cell === 1) resize(0, 1, picture.heaps[0][1] + by);
        else resize(cell, 0, picture.heaps[cell]?.[0] + by);
      } else return false;
      return true;
    }
    if (tool === PLAY) return false;
    if (picture.kind === 'graph') {
      if (event.key !== 'Delete') return false;
      const count = picture.vertices.length;
      edit(cell < count ? {remove_vertex: cell} : {remove_edge: cell - count});
      return true;
    }
    if (event.key.length !== 1 || !/[!-~]/.test(event.key)) return false;
    if (picture.alphabet && !picture.alphabet.includes(event.key)) return false;
    edit({set: [cell, event.key]});
    return true;
  }

  function heapTools({heaps, shape}) {
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

  function graphTools() {
    const edges = picture.clicks === 'edges' && picture.ground !== null;
    const how = 'drag from end to end, or into the open; or click both ends';
    const input = h('input', {type: 'text', size: 4, value: label, 'aria-label': 'Label of new vertices and edges', oninput: () => { label = input.value; }});
    return [
      toolButton(PLAY, 'Play', 'Play'),
      edges ? EDGES.map(([key, owner, name]) => toolButton(`edge-${key}`, `Draw ${name}: ${how}`, h('span', {class: `cell piece ${owner}`}, h('span', {}, sprite('edge')))))
        : [toolButton('edge', `Draw edges: ${how}`, 'Draw'), toolButton('label', 'Label: a click writes it', 'Label')],
      toolButton('remove', 'Remove: by a click', 'Remove'), !edges && input,
      // On the ground a vertex stands by its edges.
      typeof picture.ground !== 'number' && button('Add a vertex', () => edit({add_vertex: label})),
    ];
  }

  // Pieces as they look on the board.
  function pieces(ruleset) {
    const characters = picture.alphabet ?? [...(ruleset?.char_map ?? '')];
    if (characters.length > FEW) {
      return choice([[PLAY, 'Play'], ...characters.map((c) => [c, `Put ${c}`])], tool, {'aria-label': 'What a click does', onchange: (event) => take(event.target.value)});
    }
    const shown = (c, i) => {
      const owner = picture.alphabet_owners?.[i] || (picture.go && GO[c]);
      const look = picture.alphabet_looks?.[i] || (owner && picture.go && 'stone');
      return h('span', {class: `cell ${owner ? `piece ${owner}` : c === '#' ? 'wall' : c === picture.empty ? 'free' : 'other'}`, 'aria-hidden': 'true'},
        h('span', {}, look ? sprite(look) : c === picture.empty || c === '#' ? '' : c));
    };
    return [toolButton(PLAY, 'Play', 'Play'), characters.map((c, i) => toolButton(c, c === picture.empty ? 'Empty cells' : `Put ${c}`, shown(c, i)))];
  }

  function stepper(name, value, less, more) {
    return h('span', {class: 'pair stepper', role: 'group', 'aria-label': name}, button('−', less, `One of the ${name} less`),
      h('span', {title: name}, `${value}`), button('+', more, `One of the ${name} more`));
  }

  function gridTools(ruleset) {
    const {rows, columns} = picture;
    return [
      h('span', {class: 'palette'}, pieces(ruleset)),
      picture.kind === 'grid' && stepper('rows', rows, () => edit({delete_row: rows - 1}), () => edit({add_row: rows})), picture.kind === 'grid' && h('span', {class: 'times', 'aria-hidden': 'true'}, '×'),
      picture.kind !== 'text' && stepper('columns', columns, () => edit({delete_column: columns - 1}), () => edit({add_column: columns})),
      picture.reserve !== undefined && h('span', {class: 'pair'}, h('span', {'aria-hidden': 'true'}, 'to place'), reserveField()),
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
    // Rebuilt only when there is something else to choose, so that focus and tool stay.
    const about = {heap: picture.heaps, graph: null}[picture.kind] ?? [picture.rows, picture.columns, picture.reserve, picture.alphabet, picture.alphabet_looks];
    const kind = `${picture.kind} ${ruleset?.name} `;
    const now = kind + JSON.stringify(about);
    if (now === shown) return;
    if (!shown.startsWith(kind)) {
      take(PLAY);
      label = picture.clicks === 'edges' ? picture.edges[0]?.label ?? '' : '';
    }
    shown = now;
    const active = element.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    replace(element, {heap: () => heapTools(picture), graph: graphTools}[picture.kind]?.() ?? gridTools(ruleset),
      picture.kind !== 'heap' && button('Clear', () => edit({clear: true}), 'Clear: empty the whole board'));
    if (active) element.querySelector(`[aria-label="${CSS.escape(active)}"]`)?.focus();
  }

  return {element, show, click, key, draws, join, selected: () => (edgeFrom === null ? [] : [edgeFrom])};
}
