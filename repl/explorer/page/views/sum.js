// A sum of several boards and values: drop a board on it or add it by its button. The server adds up.

import {compute} from '../core/api.js';
import {drawing, failed, formula, h, playerName, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';

export const DRAG_TYPE = 'application/x-cgt-subject';

const nameOf = ({subject}) => subject.expr ?? `${subject.game} ${subject.board}`;

// sumPanel({current, onShow}): current() is the subject on the board, onShow(subject) puts one there.
export function sumPanel({current, onShow}) {
  const parts = h('ul', {class: 'parts'});
  const result = h('div', {class: 'result'});
  const input = h('input', {type: 'text', 'aria-label': 'A value to add', placeholder: '{2|-1} or ^*', spellcheck: 'false', autocomplete: 'off'});
  const form = h('form', {class: 'pair', onsubmit: (event) => {
    event.preventDefault();
    if (input.value.trim()) add({expr: input.value.trim()});
    input.value = '';
  }}, input, h('button', {class: 'quiet'}, 'Add value'));
  const element = h('section', {class: 'panel sum', 'aria-label': 'Sum'},
    h('h2', {}, 'Sum'),
    h('p', {class: 'note'}, 'Drop a board here, or use “Add to sum” beside it.'),
    parts, form, result);
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
    change({sum: list.length ? list : undefined});
  }

  function add(subject = current()) {
    if (!subject) return;
    set([...(get().sum ?? []), {subject, negated: false, count: 1}]);
    say(`Added to the sum: ${nameOf({subject})}`);
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
        value && [formula(value.latex, value.text), h('span', {class: 'note'}, `mean ${value.mean ?? '–'}, temperature ${value.temperature ?? '–'}`)],
        h('span', {class: 'pair'},
          h('span', {'aria-hidden': 'true'}, '×'), count,
          h('button', {type: 'button', class: 'quiet', 'aria-pressed': String(part.negated), onclick: () => edit(i, {negated: !part.negated}), 'aria-label': `Negate part ${i + 1}`}, '±'),
          part.subject.board !== undefined && h('button', {type: 'button', class: 'quiet', onclick: () => onShow(part.subject), 'aria-label': `Show part ${i + 1} on the board`}, 'Show'),
          h('button', {type: 'button', class: 'quiet', onclick: () => set(sum.filter((_, j) => j !== i)), 'aria-label': `Remove part ${i + 1}`}, '×')));
    }));
  }

  function moveText(move, sum) {
    const name = sum[move.part] ? nameOf(sum[move.part]) : `part ${move.part + 1}`;
    const incentive = move.incentive?.text ?? move.incentive;
    const to = move.label ?? move.text ?? move.value?.text ?? move.value ?? move.board;
    return `${name}${to !== undefined ? ` to ${to}` : ''}${incentive !== undefined && incentive !== null ? `, incentive ${incentive}` : ''}`;
  }

  async function update() {
    const mine = ++asked;
    const {sum = []} = get();
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
      const best = {};
      for (const player of ['left', 'right']) {
        if (Array.isArray(value[player])) best[player] = value[player].filter((move) => move.best);
      }
      replace(result,
        h('p', {class: 'total'}, 'Sum: ', formula(value.latex, value.text ?? 'unknown')),
        h('dl', {class: 'facts'}, [['outcome', 'Outcome'], ['mean', 'Mean'], ['temperature', 'Temperature'], ['left_stop', 'Left stop'], ['right_stop', 'Right stop']]
          .filter(([key]) => value[key] !== undefined && value[key] !== null).map(([key, name]) => [h('dt', {}, name), h('dd', {'data-fact': key}, `${value[key].text ?? value[key]}`)]),
          ['left', 'right'].filter((player) => best[player]?.length).map((player) => [
            h('dt', {}, `Best for ${playerName[player]}`), h('dd', {}, h('ul', {}, best[player].map((move) => h('li', {}, moveText(move, sum)))))])),
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
