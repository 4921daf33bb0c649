// Graphs: vertices and edges are cells, first all vertices, then all edges. Arrow keys go to the nearest
// cell in their direction; vertices can be dragged, or moved by Alt with an arrow key. While edges are drawn, a
// drag from a vertex is one: to the vertex, or the free place, where it ends.

import {s} from '../core/dom.js';

const SIZE = 480;
const MARGIN = 40;
const RADIUS = 15;
const BEND = 34;   // between edges of the same two vertices
const STEP = 0.04; // of a move by keyboard

// draws() says whether edges are drawn; onJoin(vertex, other vertex or null) is called for one that was.
export function graph({onCell, onEditKey, draws = () => false, onJoin}) {
  const element = s('svg', {class: 'graph', viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'group', 'aria-label': 'Graph'});
  let picture = {vertices: [], edges: []};
  let marks = {};
  let moved = [];      // places of vertices that the user has dragged
  let current = 0;
  let places = [];     // of cells
  let drag = null;
  let place = null;    // where the next new vertex shall stand

  const sling = s('path', {class: 'sling'});  // the edge that is being drawn

  const shown = ({x, y}) => [MARGIN + x * (SIZE - 2 * MARGIN), MARGIN + y * (SIZE - 2 * MARGIN)];
  const vertexPlace = (i) => shown(moved[i] ?? picture.vertices[i]);
  const inGraph = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    const clamp = (v) => Math.min(1, Math.max(0, (v - MARGIN) / (SIZE - 2 * MARGIN)));
    return {x: clamp(point.x), y: clamp(point.y)};
  };

  function cellOf(index) { return element.querySelector(`[data-cell="${index}"]`); }
  function focus(index) {
    const next = cellOf(index);
    if (!next) return;
    cellOf(current)?.setAttribute('tabindex', '-1');
    current = index;
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  function nearest(dx, dy) {
    const [x0, y0] = places[current];
    let best = current;
    let least = Infinity;
    places.forEach(([x, y], i) => {
      const along = (x - x0) * dx + (y - y0) * dy;
      const beside = Math.abs((x - x0) * dy - (y - y0) * dx);
      if (i === current || along <= 0.5) return;
      const distance = along + 2 * beside;
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }

  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const direction = directions[event.key];
    if (direction && event.altKey) {
      if (current >= picture.vertices.length) return;
      const {x, y} = moved[current] ?? picture.vertices[current];
      const clamp = (v) => Math.min(1, Math.max(0, v));
      moved[current] = {x: clamp(x + STEP * direction[0]), y: clamp(y + STEP * direction[1])};
      draw();
    } else if (event.altKey) return;
    else if (direction) focus(nearest(...direction));
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(places.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') onCell(current);
    else if (!onEditKey?.(event, current)) return;
    event.preventDefault();
  });

  const vertexAt = (event) => {
    const cell = Number(document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]')?.dataset.cell ?? -1);
    return cell >= 0 && cell < picture.vertices.length ? cell : null;
  };

  element.addEventListener('pointerdown', (event) => {
    const cell = event.target.closest('[data-cell]');
    if ((!cell && !draws()) || event.button !== 0) return;
    drag = {cell: cell ? Number(cell.dataset.cell) : null, x: event.clientX, y: event.clientY, far: false};
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  element.addEventListener('pointermove', (event) => {
    if (!drag || drag.cell === null || drag.cell >= picture.vertices.length) return;
    drag.far ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6;
    if (!drag.far) return;
    const at = inGraph(event);
    if (draws()) {
      const [x1, y1] = vertexPlace(drag.cell);
      const [x2, y2] = shown(at);
      sling.setAttribute('d', `M ${x1} ${y1} L ${x2} ${y2}`);
      element.append(sling);
    } else {
      moved[drag.cell] = at;
      draw();
    }
  });
  element.addEventListener('pointerup', (event) => {
    const done = drag;
    drag = null;
    sling.remove();
    if (!done) return;
    if (done.cell !== null) focus(done.cell);
    if (done.cell !== null && !done.far) onCell(done.cell);
    else if (draws()) {
      const to = vertexAt(event);
      place = to === null ? inGraph(event) : null;
      if (to === null || to !== done.cell) onJoin(done.cell, to);
    }
  });
  element.addEventListener('pointercancel', () => {
    drag = null;
    sling.remove();
  });

  // The path of edge `j`, bent away from its parallels; a loop is a circle above its vertex.
  function path(edge, j) {
    const [x1, y1] = vertexPlace(edge.from);
    const [x2, y2] = vertexPlace(edge.to);
    if (edge.from === edge.to) {
      const before = picture.edges.slice(0, j).filter((e) => e.from === e.to && e.from === edge.from).length;
      const size = 22 + 12 * before;
      return {d: `M ${x1} ${y1} C ${x1 - 2 * size} ${y1 - 2 * size} ${x1 + 2 * size} ${y1 - 2 * size} ${x1} ${y1}`,
        middle: [x1, y1 - 1.5 * size], end: [x1 + size, y1 - size]};
    }
    const between = (e) => (e.from === edge.from && e.to === edge.to) || (e.from === edge.to && e.to === edge.from);
    const all = picture.edges.filter(between);
    const rank = all.indexOf(edge) - (all.length - 1) / 2;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    // Bent to the same side whichever way the edge is written.
    const side = edge.from < edge.to ? 1 : -1;
    const bx = (x1 + x2) / 2 - side * rank * BEND * (y2 - y1) / length;
    const by = (y1 + y2) / 2 + side * rank * BEND * (x2 - x1) / length;
    const cx = 2 * bx - (x1 + x2) / 2;
    const cy = 2 * by - (y1 + y2) / 2;
    return {d: `M ${x1} ${y1} Q ${cx} ${cy} ${x2} ${y2}`, middle: [bx, by], end: [cx, cy]};
  }

  function describe(index, words) {
    const all = [...words];
    for (const [name, on] of [['selected', marks.selected?.includes(index)], ['candidate', marks.candidates?.has(index)], ['hint', marks.hint?.has(index)]]) {
      if (on) all.push(name);
    }
    return all.join(', ');
  }
  function classes(index, first) {
    const all = [first];
    if (marks.selected?.includes(index)) all.push('selected');
    if (marks.candidates?.has(index)) all.push('candidate');
    if (marks.hint?.has(index)) all.push('hint');
    if (marks.last?.includes(index)) all.push('last');
    return all.join(' ');
  }

  function draw() {
    const had = element.contains(document.activeElement);
    const count = picture.vertices.length;
    places = [];
    const edges = picture.edges.map((edge, j) => {
      const {d, middle, end} = path(edge, j);
      const index = count + j;
      places[index] = middle;
      const [x2, y2] = vertexPlace(edge.to);
      const angle = Math.atan2(y2 - end[1], x2 - end[0]);
      const tip = [x2 - RADIUS * Math.cos(angle), y2 - RADIUS * Math.sin(angle)];
      const wing = (turn) => `${tip[0] - 11 * Math.cos(angle + turn)},${tip[1] - 11 * Math.sin(angle + turn)}`;
      const owner = {left: 'Left’s', right: 'Right’s', both: 'both players’'}[edge.player] ?? '';
      const name = picture.names?.[index] ?? `edge ${edge.from + 1}-${edge.to + 1}`;
      return s('g', {class: classes(index, `edge ${edge.player ?? ''}`), role: 'button', tabindex: '-1', 'data-cell': index, 'aria-label': describe(index, owner ? [name, owner] : [name])},
        s('path', {class: 'hit', d}), s('path', {class: 'line', d}),
        picture.directed && s('polygon', {class: 'arrow', points: `${tip.join(',')} ${wing(0.42)} ${wing(-0.42)}`}),
        edge.label && !/^[-lre]?$/.test(edge.label) && s('text', {x: middle[0], y: middle[1] - 7}, edge.label));
    });
    const vertices = picture.vertices.map((vertex, i) => {
      const [x, y] = vertexPlace(i);
      places[i] = [x, y];
      const ground = picture.ground === i;
      const owner = /^L/.test(vertex.label) ? 'left' : /^R/.test(vertex.label) ? 'right' : '';
      const label = vertex.label && !/^[-.]$/.test(vertex.label) ? vertex.label : '';
      const name = picture.names?.[i] ?? (ground ? 'ground' : `vertex ${i + 1}`);
      return s('g', {class: classes(i, `vertex ${owner} ${ground ? 'ground' : ''}`), role: 'button', tabindex: '-1', 'data-cell': i, 'aria-label': describe(i, label ? [name, label] : [name])},
        ground ? [s('path', {class: 'soil', d: `M ${x - 200} ${y} H ${x + 200} V ${y + 26} H ${x - 200} Z`}), s('path', {class: 'grass', d: `M ${x - 200} ${y} H ${x + 200}`})]
          : s('circle', {cx: x, cy: y, r: RADIUS}),
        ground && s('circle', {class: 'hit', cx: x, cy: y, r: RADIUS}),
        !ground && label && s('text', {x, y: y + 5}, label));
    });
    element.dataset.clicks = picture.clicks;
    element.replaceChildren(...edges, ...vertices);
    if (current >= places.length) current = 0;
    cellOf(current)?.setAttribute('tabindex', '0');
    if (had) cellOf(current)?.focus();
  }

  const sameShape = (a, b) => JSON.stringify([a.vertices.length, a.edges.map((e) => [e.from, e.to])]) === JSON.stringify([b.vertices.length, b.edges.map((e) => [e.from, e.to])]);

  function show(next, newMarks = {}) {
    // Vertices stay where they were seen: those that the server knows again by their old numbers.
    if (next !== picture) {
      const before = picture.vertices.map((vertex, i) => moved[i] ?? vertex);
      const kept = next.kept ?? (sameShape(next, picture) ? next.vertices.map((_, i) => i) : []);
      moved = next.vertices.map((_, i) => before[kept[i]] ?? place);
      place = null;
      if (next.clicks === 'edges' && current < next.vertices.length) current = next.vertices.length;
    }
    picture = next;
    marks = newMarks;
    draw();
  }

  return {element, show, focus: () => focus(current)};
}
