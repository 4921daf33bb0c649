// A sum of several boards and values: drop a board on it or add it by its button. The server adds up. Each part
// is a small board to play on, beside those where it is most urgent to play.

import {ask, compute} from '../core/api.js';
import {failed, formula, h, other, playerName, replace, say} from '../core/dom.js';
import {viewOf} from '../board/board.js';
import {choose, remaining} from '../board/choose.js';
import {change, get} from '../core/state.js';
import {plot, wallsOf} from './thermograph.js';

const DRAG_TYPE = 'application/x-cgt-subject';
const PART_TYPE = 'application/x-cgt-part';

// Makes an element something that carries subject() to the sum. `picture` is what is seen under the pointer.
// While it is dragged the page has data-dragging, by which the sum shows where to drop.
export function carries(element, subject, picture = () => element) {
  element.setAttribute('draggable', 'true');
  let from = null;
  const cellAt = (x, y) => document.elementFromPoint(x, y)?.closest('[data-cell]');
  element.addEventListener('dragstart', (event) => {
    const carried = subject();
    from = cellAt(event.clientX, event.clientY);
    // Vertices are moved within their graph.
    if (!carried || from instanceof SVGElement) {
      event.preventDefault();
      return;
    }
    event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(carried));
    event.dataTransfer.effectAllowed = 'copy';
    event.dataTransfer.setDragImage(picture(), 20, 20);
    // A page that changes at once would end the drag.
    setTimeout(() => { document.documentElement.dataset.dragging = ''; });
  });
  element.addEventListener('dragend', (event) => {
    delete document.documentElement.dataset.dragging;
    // A click whose pointer slipped within a cell is a click.
    if (from && event.dataTransfer.dropEffect === 'none' && cellAt(event.clientX, event.clientY) === from) from.click();
    from = null;
  });
}

const nameOf = ({subject}) => subject.expr ?? `${subject.game} ${subject.board}`;

// A small board. mover() is who moves on it; onMove(move) is called for the move that clicks name, onUnclear() for
// cells that name several, and no further click can tell them apart.
function small(subject, mover, onMove, onUnclear) {
  const place = h('div', {class: 'board small'});
  let selected = [];
  let candidates = [];
  ask('position', subject).then(async (position) => {
    const {picture} = position;
    const view = (await viewOf(picture.kind))({onCell: (cell) => {
      const found = choose(position[mover()], selected, cell);
      ({selected, candidates} = found?.selected ? found : {selected: [], candidates: []});
      if (found?.play) onMove(found.play);
      else if (candidates.length && !remaining(candidates, selected).size) onUnclear();
      else show();
    }});
    const show = () => view.show(picture.kind === 'text' ? {...picture, text: position.text} : picture,
      {selected, candidates: selected.length ? remaining(candidates, selected) : new Set(), last: [], hint: new Set()});
    show();
    place.style.setProperty('--columns', picture.columns ?? 1);
    view.element.setAttribute('aria-label', position.text);
    replace(place, view.element);
  }).catch(() => replace(place, h('code', {}, `${subject.game} ${subject.board}`)));
  return place;
}

// sumPanel({current, onShow}): current() is the subject on the board, onShow(subject) puts one there.
export function sumPanel({current, onShow}) {
  const parts = h('ul', {class: 'parts'});
  const result = h('div', {class: 'result'});
  const input = h('input', {type: 'text', 'aria-label': 'A value to add', placeholder: '{2|-1} or ^*', spellcheck: 'false', autocomplete: 'off'});
  const form = h('form', {class: 'pair add', onsubmit: (event) => {
    event.preventDefault();
    addValue(input.value.trim()).catch(failed);
  }}, input, h('button', {class: 'quiet'}, 'Add value'));
  const past = [];  // sums that were shown before
  let own;          // the sum that was set here last, as JSON; another one begins anew
  const undo = h('button', {type: 'button', class: 'quiet undo', disabled: true, 'aria-label': 'Undo the last change of the sum', onclick: () => {
    const sum = past.pop();
    own = JSON.stringify(sum);
    change({sum});
    undo.disabled = !past.length;
  }}, 'Undo');
  const element = h('section', {class: 'panel sum', 'aria-label': 'Sum'},
    h('div', {class: 'bar'}, h('h2', {}, 'Sum'), h('p', {class: 'note'}, 'Drag a board here, or use “Add to sum” below it.'), form, undo),
    parts, result, h('div', {class: 'drop-here', 'aria-hidden': 'true'}, 'Drop the board here to add it to the sum'));
  let asked = 0;
  let boards = new Map();  // small boards that are shown, by part

  element.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', (event) => { if (!element.contains(event.relatedTarget)) element.classList.remove('over'); });
  element.addEventListener('drop', (event) => {
    element.classList.remove('over');
    const text = event.dataTransfer.getData(DRAG_TYPE);
    if (!text) return;
    event.preventDefault();
    try { add(JSON.parse(text)); } catch { say('That is not a board of this page.', 'error'); }
  });

  function set(list) {
    past.push(get().sum);
    undo.disabled = false;
    const sum = list.length ? list : undefined;
    own = JSON.stringify(sum);
    change({sum});
  }

  function add(subject = current()) {
    if (!subject) return;
    set([...(get().sum ?? []), {subject, negated: false, count: 1}]);
    say(`Added to the sum: ${nameOf({subject})}`);
  }

  // What cannot be read is not added, and stays where it was typed.
  async function addValue(expr) {
    if (!expr) return;
    input.removeAttribute('aria-invalid');
    try {
      await compute('part', 'value', {expr});
    } catch (error) {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      throw error;
    }
    add({expr});
    input.value = '';
  }

  function draw(values) {
    const {sum = []} = get();
    const edit = (i, patch) => set(sum.map((part, j) => (i === j ? {...part, ...patch} : part)));
    const player = get().player ?? 'left';
    const lit = new Set((values?.[player] ?? []).filter((move) => move.best).map((move) => move.part));
    const kept = new Map();
    const button = (text, name, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: run, 'aria-label': name, title: name, ...attributes}, text);
    const move = (from, to) => set(sum.toSpliced(from, 1).toSpliced(to, 0, sum[from]));
    replace(parts, sum.map((part, i) => {
      const value = values?.parts?.[i];
      const count = h('input', {type: 'number', min: 1, max: 1000, value: part.count, 'aria-label': `How often part ${i + 1}`,
        onchange: () => { if (count.checkValidity() && count.value) edit(i, {count: Number(count.value)}); }});
      const key = JSON.stringify([part, i]);
      const isBoard = part.subject.board !== undefined;
      if (isBoard) {
        kept.set(key, boards.get(key) ?? small(part.subject, () => (part.negated ? other[get().player ?? 'left'] : get().player ?? 'left'),
          ({board, label}) => play({part: i, board, label}), () => say('Cells do not tell these moves apart: choose one below.')));
      }
      return h('li', {class: lit.has(i) ? 'lit' : '', draggable: 'true', 'data-part': i,
        ondragstart: (event) => event.dataTransfer.setData(PART_TYPE, `${i}`),
        ondragover: (event) => { if (event.dataTransfer.types.includes(PART_TYPE)) event.preventDefault(); },
        ondrop: (event) => {
          const from = event.dataTransfer.getData(PART_TYPE);
          if (from !== '') move(Number(from), i);
        }},
      h('p', {class: 'part-name'}, lit.has(i) && h('b', {class: 'best-sign', title: `best for ${playerName[player]}`}, '★ '), part.negated ? '− ' : '', h('code', {}, nameOf(part))),
      isBoard ? kept.get(key) : value?.latex && h('div', {class: 'board small'}, formula(value.latex, value.text, true)),
      value?.error && h('p', {class: 'trouble'}, value.error),
      value && !value.error && h('p', {}, isBoard && [formula(value.latex, value.text), ' '], h('span', {class: 'note'}, `mean ${value.mean ?? '–'}, temperature ${value.temperature ?? '–'}`)),
      h('span', {class: 'pair'},
        h('span', {'aria-hidden': 'true'}, '×'), count,
        button('±', `Negate part ${i + 1}`, () => edit(i, {negated: !part.negated}), {'aria-pressed': String(part.negated)}),
        isBoard && button('Show', `Show part ${i + 1} on the board`, () => onShow(part.subject)),
        i > 0 && button('◂', `Part ${i + 1} one to the left`, () => move(i, i - 1)),
        button('⌫', `Remove part ${i + 1}`, () => set(sum.toSpliced(i, 1)))));
    }));
    boards = kept;
  }

  // A move in one copy of a part: the others stay as they are.
  function play(move) {
    const {sum = []} = get();
    const part = sum[move.part];
    const subject = move.board === undefined ? {expr: move.text} : {game: part.subject.game, board: move.board};
    set(sum.flatMap((one, i) => {
      if (i !== move.part) return [one];
      const moved = {...one, subject, count: 1};
      return one.count > 1 ? [{...one, count: one.count - 1}, moved] : [moved];
    }));
    say(`Played in part ${move.part + 1}: ${nameOf({subject})}`);
  }

  function moveButton(move, sum) {
    const name = sum.length > 1 ? `${move.part + 1}: ` : '';
    const incentive = move.incentive === undefined ? null : h('span', {class: 'note'}, ` ${move.incentive}`);
    return h('li', {}, h('button', {type: 'button', class: 'quiet', title: 'Play it; its incentive', onclick: () => play(move)}, `${name}${move.label ?? move.text}`, incentive,
      move.loses && h('span', {class: 'note'}, ' ✗ loses')));
  }

  function movesOf(player, moves, sum) {
    if (!moves?.length) return null;
    const best = moves.filter((move) => move.best);
    const rest = moves.filter((move) => !move.best);
    return [h('h3', {}, `Best for ${playerName[player]}`), h('ul', {class: 'moves'}, best.map((move) => moveButton(move, sum))),
      rest.length > 0 && h('details', {}, h('summary', {}, `${rest.length} other ${rest.length === 1 ? 'move' : 'moves'}`), h('ul', {class: 'moves'}, rest.map((move) => moveButton(move, sum))))];
  }

  async function update() {
    const mine = ++asked;
    const {sum = []} = get();
    if (JSON.stringify(get().sum) !== own) {
      own = JSON.stringify(get().sum);
      past.length = 0;
      undo.disabled = true;
    }
    draw(null);
    if (!sum.length) {
      replace(result);
      return;
    }
    element.dataset.state = 'busy';
    try {
      const value = await compute('sum', 'sum', {sum});
      if (mine !== asked) return;
      draw(value);
      replace(result,
        h('p', {class: 'total'}, 'Sum: ', formula(value.latex, value.text ?? 'unknown'), value.unknown && h('span', {class: 'note'}, ` ${value.unknown}`)),
        h('dl', {class: 'strip'}, [['mean', 'Mean'], ['temperature', 'Temperature'], ['left_stop', 'Left stop'], ['right_stop', 'Right stop'], ['outcome', 'Outcome']]
          .filter(([key]) => value[key] !== undefined && value[key] !== null).map(([key, name]) => h('div', {}, h('dt', {}, name), h('dd', {'data-fact': key}, `${value[key].text ?? value[key]}`)))),
        ['left', 'right'].map((player) => movesOf(player, value[player], sum)),
        wallsOf(value) && h('div', {class: 'small-plot'}, plot(wallsOf(value)).svg));
      element.dataset.state = 'ready';
    } catch (error) {
      if (mine !== asked || error.obsolete) return;
      replace(result, h('p', {class: 'trouble'}, error.message), error.hint && h('p', {class: 'note'}, error.hint));
      element.dataset.state = 'error';
    }
  }

  return {element, update: () => update().catch(failed), add};
}
