// Plans: the task network of a plan as a tree with costs, its steps; and partial orders with the bounds that
// a search over them holds.

import {ask, compute} from '../core/api.js';
import {choice, failed, field, h, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {hasse} from './hasse.js';
import {outline} from './outline.js';

const FIRST = 'travel';  // what is shown before anything was chosen
const MOST = 1500;  // lines that "Open all" shows
const WORDS = {win: 'can be forced', loss: 'cannot be forced'};
const KIND = {task: 'task', method: 'method', action: 'step'};
const plain = (value) => (typeof value === 'object' && value !== null ? value.text ?? JSON.stringify(value) : `${value}`);

export async function planView(root) {
  const found = await ask('plan/examples').catch(() => ({examples: []}));
  const known = found.examples;
  const label = (one) => one.title ?? one.name;
  const ofKind = (kind) => known.filter((one) => (one.kind ?? 'hddl') === kind).map((one) => [one.name, label(one)]);
  const examples = choice([['', 'choose …'], ...[['HDDL', ofKind('hddl')], ['Process plans (EDAPS)', ofKind('edaps')], ['Partial orders', ofKind('pob')]].filter(([, list]) => list.length)], '',
    {id: 'plan-example', onchange: () => { if (examples.value) change({plan: {example: examples.value}}); }});
  const editor = (id, rows) => h('textarea', {rows, id, class: 'mono', spellcheck: 'false'});
  const domain = editor('domain', 8);
  const problem = editor('problem', 8);
  const design = editor('edaps', 8);
  const script = editor('pob', 10);
  const labelled = (name, area) => h('div', {class: 'field'}, h('label', {for: area.id}, name), area);
  const button = (text, run) => h('button', {type: 'button', class: 'quiet', onclick: run}, text);
  const own = {
    hddl: h('details', {}, h('summary', {}, 'A domain and a problem of your own, in HDDL'),
      h('div', {class: 'two'}, labelled('Domain', domain), labelled('Problem', problem)),
      button('Plan', () => change({plan: {domain: domain.value, problem: problem.value}}))),
    edaps: h('details', {}, h('summary', {}, 'A design of your own, for EDAPS'), labelled('Design', design),
      button('Plan', () => change({plan: {edaps: design.value}}))),
    pob: h('details', {}, h('summary', {}, 'A partial order of your own'),
      h('p', {class: 'note'}, 'A script that sets order and start, and if it likes outcomes and bounds.'), labelled('Script', script),
      button('Search', () => change({plan: {script: script.value}}))),
  };
  const output = h('div', {class: 'plan-output'});
  replace(root, h('section', {class: 'panel source', 'aria-label': 'Problem'}, h('div', {class: 'bar'}, field('Example', examples)), Object.values(own)), output);
  let asked = 0;

  const costs = (node) => {
    const facts = [];
    if (node.method) facts.push(`by ${node.method}`);
    if (node.cost !== undefined && node.cost !== null) facts.push(`cost ${plain(node.cost)}`);
    for (const [name, value] of Object.entries(node.attributes ?? {})) facts.push(`${name} ${plain(value)}`);
    return facts.join(', ');
  };

  function showNothing(title, reply) {
    replace(output, h('section', {class: 'panel wide', 'aria-label': title}, h('h2', {}, title),
      h('p', {}, reply.message ?? (reply.unknown ? `Not known: ${plain(reply.unknown)}.` : 'There is no plan.'))));
  }

  function showPlan(reply) {
    if (!reply.tree) {
      showNothing('Task network', reply);
      return;
    }
    const tree = outline({
      label: 'Task network',
      children: async (node) => node.children ?? [],
      isLeaf: (node) => !node.children?.length,
      row: (node) => [h('span', {class: `node-kind ${node.kind}`}, KIND[node.kind] ?? node.kind ?? ''), h('span', {class: 'node-name'}, node.name), h('span', {class: 'note cost'}, costs(node))],
      name: (node) => [KIND[node.kind] ?? node.kind, node.name, costs(node)].filter(Boolean).join(', '),
    });
    // Where nothing but steps is counted, each is one.
    const counted = reply.step_values.some((values) => Object.keys(values).some((name) => name !== 'steps'));
    const openAll = () => tree.openAll(MOST).then((whole) => { if (!whole) say(`More than ${MOST} lines: open the rest one by one.`); }).catch(failed);
    replace(output,
      h('section', {class: 'panel', 'aria-label': 'Task network'}, h('h2', {}, 'Task network'),
        h('div', {class: 'bar'}, h('button', {type: 'button', class: 'quiet', onclick: openAll}, 'Open all'), h('button', {type: 'button', class: 'quiet', onclick: () => tree.closeAll()}, 'Close all'),
          reply.cost !== undefined && reply.cost !== null && h('b', {class: 'total-cost'}, `${reply.cost_name ?? 'cost'}: ${plain(reply.cost)}${reply.unit ? ` ${reply.unit}` : ''}`)),
        tree.element),
      h('section', {class: 'panel', 'aria-label': 'Steps'}, h('h2', {}, `Steps (${reply.steps?.length ?? 0})`),
        h('ol', {class: 'steps'}, (reply.steps ?? []).map((step, i) => h('li', {}, h('span', {class: 'node-name'}, step), ' ',
          counted && h('span', {class: 'note cost'}, costs({attributes: reply.step_values[i]})))))));
    tree.show(reply.tree);
    tree.openAll(40).catch(failed);
  }

  function showPob(reply) {
    if (!reply.elements) {
      showNothing('Partial order', reply);
      return;
    }
    const name = ({antichain}) => h('span', {class: 'node-name'}, `{${antichain.map((one) => reply.elements[one].label).join(', ')}}`);
    const strongest = reply.bounds.filter((bound) => bound.strongest);
    const asked = reply.bounds.filter((bound) => !bound.strongest);
    replace(output, h('section', {class: 'panel wide', 'aria-label': 'Partial order'}, h('h2', {}, 'Partial order'),
      hasse(reply),
      h('p', {class: 'note'}, '○ this or better can be forced, □ it cannot, ◇ not known. Rings: the elements of the bounds that hold.'),
      h('h3', {}, 'Bounds that hold'), h('p', {class: 'note'}, 'Each can be forced, and nothing stronger.'),
      h('ul', {class: 'bounds'}, strongest.map((bound) => h('li', {}, name(bound)))),
      asked.length > 0 && [h('h3', {}, 'Asked besides'), h('ul', {class: 'bounds'}, asked.map((bound) => h('li', {}, name(bound), ` – ${WORDS[bound.result] ?? bound.result}`)))]));
  }

  async function update(changed) {
    const {plan} = get();
    if (!changed.has('plan')) return;
    if (!plan) {
      change({plan: {example: FIRST}});
      return;
    }
    const mine = ++asked;
    examples.value = plan?.example ?? '';
    const example = known.find(({name}) => name === plan?.example);
    const shown = {...plan, ...example};
    for (const [key, area] of [['domain', domain], ['problem', problem], ['edaps', design], ['script', script]]) {
      if (shown[key] !== undefined) area.value = shown[key];
    }
    const kind = example?.kind ?? (plan?.edaps !== undefined ? 'edaps' : plan?.script !== undefined ? 'pob' : 'hddl');
    for (const [name, one] of Object.entries(own)) if (name !== kind) one.open = false;
    replace(output, h('p', {class: 'note'}, 'Planning …'));
    root.dataset.state = 'busy';
    try {
      const body = plan.example ? {example: plan.example} : {pob: {script: plan.script}, edaps: {edaps: plan.edaps}, hddl: {domain: plan.domain ?? '', problem: plan.problem ?? ''}}[kind];
      const reply = await compute('plan', kind === 'pob' ? 'pob' : 'plan', body);
      if (mine !== asked) return;
      if (kind === 'pob') showPob(reply);
      else showPlan(reply);
      root.dataset.state = 'ready';
    } catch (error) {
      if (mine !== asked || error.obsolete) return;
      root.dataset.state = 'error';
      replace(output, h('section', {class: 'panel'}, h('p', {class: 'trouble'}, error.message), error.hint && h('p', {class: 'note'}, error.hint),
        error.diagnostics.length > 0 && h('ul', {}, error.diagnostics.map((one) => h('li', {}, `${one.line ? `line ${one.line}: ` : ''}${one.message}`)))));
    }
  }

  return {update: (changed) => update(changed).catch(failed)};
}
