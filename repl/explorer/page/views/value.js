// What a position or an expression is worth: every fact that the server knows, formulas by KaTeX, and the
// thermograph. What is not known because a budget ended is called so.

import {compute} from '../core/api.js';
import {drawing, failed, formula, h, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {thermograph} from './thermograph.js';

const OUTCOMES = {
  L: 'Left wins, whoever begins', R: 'Right wins, whoever begins', N: 'the next player wins', P: 'the previous player wins',
  D: 'a draw', 'P^': 'Left wins or draws moving second', Pv: 'Right wins or draws moving second', 'N^': 'Left wins or draws', Nv: 'Right wins or draws',
};
const FACTS = [
  ['outcome', 'Outcome'], ['mean', 'Mean'], ['temperature', 'Temperature'], ['left_stop', 'Left stop'], ['right_stop', 'Right stop'],
  ['nim_value', 'Nim value'], ['birthday', 'Birthday'], ['size', 'Followers'], ['atomic_weight', 'Atomic weight'], ['reduced', 'Reduced form'],
];
const STRIP = new Set(['outcome', 'mean', 'temperature', 'left_stop', 'right_stop', 'nim_value']);  // seen at once
const SHOWN = new Set([...FACTS.map(([key]) => key), 'cooled', 'text', 'latex', 'kind', 'svg', 'thermograph', 'bounds', 'unknown', 'tab', 'parts', 'best', 'loopy', 't', 'known', 'error', 'ko', 'game', 'board']);
const KOMASTERS = {none: 'Nobody is komaster', left: 'Left is komaster', right: 'Right is komaster'};
const PAUSE = 250;  // ms between the last move of the line and the question for the cooled form

const label = (key) => key.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase());

// The text of a fact: a text, or an object with text and perhaps latex.
function shown(fact) {
  if (fact === null || fact === undefined) return null;
  if (typeof fact === 'object' && !Array.isArray(fact)) {
    if ('text' in fact) return formula(fact.latex, `${fact.text}`);
    return h('dl', {class: 'facts inner'}, Object.entries(fact).map(([key, value]) => [h('dt', {}, label(key)), h('dd', {}, shown(value))]));
  }
  if (Array.isArray(fact)) return fact.map(String).join(', ');
  return String(fact);
}

export function valuePanel() {
  const title = h('div', {class: 'value-text', 'aria-live': 'off'});
  const strip = h('dl', {class: 'strip'});
  const facts = h('dl', {class: 'facts'});
  const cooled = h('dl', {class: 'facts'});
  const pictures = h('div', {class: 'pictures'});
  let timer = 0;
  let subject = null;
  let asked = 0;
  const graph = thermograph((t, moving) => {
    change({t});
    clearTimeout(timer);
    if (!moving) timer = setTimeout(() => cooledAt(t).catch(failed), PAUSE);
  });
  const element = h('section', {class: 'panel value', 'aria-label': 'Value'}, title, strip, h('details', {}, h('summary', {}, 'All that is known of it'), facts));
  const drawn = h('section', {class: 'panel graph-panel', 'aria-label': 'Thermograph'}, h('h2', {class: 'hidden'}, 'Thermograph'), graph.element, cooled, pictures);

  const body = () => {
    const {t} = get();
    // Cooling by a negative temperature is not defined; the line may stand there all the same.
    return {...subject, ...(t !== undefined && !t.startsWith('-') ? {t} : {})};
  };

  async function cooledAt(t) {
    if (!subject || t.startsWith('-')) return;
    const wanted = asked;
    const value = await compute('cooled', 'value', {...subject, t});
    if (wanted === asked) setFact('cooled', value.cooled, `Cooled by ${t}`);
  }

  function setFact(key, fact, name) {
    const known = cooled.querySelector(`dd[data-fact="${key}"]`);
    if (!known || fact === undefined) return;
    known.previousElementSibling.textContent = name;
    replace(known, shown(fact));
  }

  function row(name, fact, key) {
    return [h('dt', {}, name), h('dd', {'data-fact': key}, fact)];
  }

  function show(value) {
    const text = value.text ?? (value.unknown || value.bounds ? 'unknown' : '');
    replace(title, formula(value.latex, text, true),
      text && h('button', {type: 'button', class: 'quiet copy', onclick: async () => {
        await navigator.clipboard.writeText(text).catch(() => {});
        say(`Copied: ${text.slice(0, 80)}`);
      }}, 'Copy'));
    title.dataset.value = text;
    const rows = [];
    const short = [];
    if (value.kind) rows.push(row('Kind', value.kind, 'kind'));
    for (const [key, name] of FACTS) {
      if (value[key] === undefined || value[key] === null) continue;
      let fact = shown(value[key]);
      if (key === 'outcome') fact = [h('b', {}, value.outcome), OUTCOMES[value.outcome] ? ` – ${OUTCOMES[value.outcome]}` : ''];
      if (STRIP.has(key)) short.push(h('div', {class: `is-${key}`}, row(name, fact, key)));
      else rows.push(row(name, fact, key));
    }
    if (value.loopy) rows.push(row('Loopy', shown(value.loopy), 'loopy'));
    if (value.bounds) rows.push(row('Bounds', shown(value.bounds), 'bounds'));
    if (value.unknown && value.unknown !== true) rows.push(row('Not known', shown(value.unknown), 'unknown'));
    if (value.known) rows.push(row('Known', shown(value.known), 'known'));
    for (const [key, fact] of Object.entries(value)) {
      if (!SHOWN.has(key) && fact !== null && !key.endsWith('svg') && !key.endsWith('latex')) rows.push(row(label(key), shown(fact), key));
    }
    replace(strip, short);
    replace(facts, rows);
    facts.parentElement.hidden = !rows.length;
    replace(cooled, value.cooled && row(`Cooled by ${body().t ?? 1}`, shown(value.cooled), 'cooled'));
    graph.show(value, get().t);
    // Where kos matter there is a thermograph for each komaster.
    replace(pictures, Object.entries(value.ko ?? {}).map(([master, one]) => h('figure', {}, drawing(one.svg), h('figcaption', {},
      KOMASTERS[master] ?? master, one.refused ? `: ${one.refused}` : `: mean ${one.mean ?? '–'}, temperature ${one.temperature ?? '–'}`))));
    element.dataset.state = 'ready';
  }

  // Asks for the value of a subject and shows it.
  async function update(next) {
    subject = next;
    const mine = ++asked;
    element.dataset.state = 'busy';
    try {
      const value = await compute('value', 'value', body());
      if (mine === asked) {
        show(value);
        element.dataset.shown = JSON.stringify(next);
      }
      return value;
    } catch (error) {
      if (mine === asked && !error.obsolete) {
        replace(title, h('p', {class: 'trouble'}, error.message), error.hint && h('p', {class: 'note'}, error.hint));
        title.dataset.value = '';
        nothing();
        element.dataset.state = 'error';
        element.dataset.shown = JSON.stringify(next);
      }
      throw error;
    }
  }

  function clear() {
    ++asked;
    subject = null;
    replace(title);
    nothing();
  }

  function nothing() {
    for (const one of [strip, facts, cooled, pictures]) replace(one);
    facts.parentElement.hidden = true;
    graph.show({}, undefined);
  }

  return {element, drawn, update, clear, graph, subject: () => subject};
}
