// A sum of several boards and values: drop a board on it or add it by its button. The server adds up.

import {compute} from '../core/api.js';
import {drawing, failed, formula, h, playerName, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';

const DRAG_TYPE = 'application/x-cgt-subject';

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
  const undo = h('button', {type: 'button', class: 'quiet', disabled: true, 'aria-label': 'Undo the last change of the sum', onclick: () => {
    const sum = past.pop();
    own = JSON.stringify(sum);
    change({sum});
    undo.disabled = !past.length;
  }}, 'Undo');
  const element = h('section', {class: 'panel sum', 'aria-label': 'Sum'},
    h('div', {class: 'panel-head'}, h('h2', {}, 'Sum'), undo),
    h('p', {class: 'note'}, 'Drag a board here, or use “Add to sum” below it.'),
    parts, form, result, h('div', {class: 'drop-here', 'aria-hidden': 'true'}, 'Drop the board here to add it to the sum'));
  let asked = 0;

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
    try { add(JSON.parse(text)); } catch { say('That is no board of this page.', 'error'); }
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
    replace(parts, sum.map((part, i) => {
      const value = values?.parts?.[i];
      const count = h('input', {type: 'number', min: 1, max: 1000, value: part.count, 'aria-label': `How often part ${i + 1}`,
        onchange: () => { if (count.checkValidity() && count.value) edit(i, {count: Number(count.value)}); }});
      return h('li', {},
        h('span', {class: 'part-name'}, part.negated ? '− ' : '', h('code', {}, nameOf(part))),
        value?.error && h('span', {class: 'trouble'}, value.error),
        value && !value.error && [formula(value.latex, value.text), h('span', {class: 'note'}, `mean ${value.mean ?? '–'}, temperature ${value.temperature ?? '–'}`)],
        h('span', {class: 'pair'},
          h('span', {'aria-hidden': 'true'}, '×'), count,
          h('button', {type: 'button', class: 'quiet', 'aria-pressed': String(part.negated), onclick: () => edit(i, {negated: !part.negated}), 'aria-label': `Negate part ${i + 1}`}, '±'),
          part.subject.board !== undefined && h('button', {type: 'button', class: 'quiet', onclick: () => onShow(part.subject), 'aria-label': `Show part ${i + 1} on the board`}, 'Show'),
          h('button', {type: 'button', class: 'quiet', onclick: () => set(sum.filter((_, j) => j !== i)), 'aria-label': `Remove part ${i + 1}`}, 'Remove')));
    }));
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
        h('dl', {class: 'facts'}, [['outcome', 'Outcome'], ['mean', 'Mean'], ['temperature', 'Temperature'], ['left_stop', 'Left stop'], ['right_stop', 'Right stop']]
          .filter(([key]) => value[key] !== undefined && value[key] !== null).map(([key, name]) => [h('dt', {}, name), h('dd', {'data-fact': key}, `${value[key].text ?? value[key]}`)])),
        ['left', 'right'].map((player) => movesOf(player, value[player], sum)),
        value.svg && drawing(value.svg));
      element.dataset.state = 'ready';
    } catch (error) {
      if (mine !== asked || error.obsolete) return;
      replace(result, h('p', {class: 'trouble'}, error.message), error.hint && h('p', {class: 'note'}, error.hint));
      element.dataset.state = 'error';
    }
  }

  return {element, update: () => update().catch(failed), add};
}
