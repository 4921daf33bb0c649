// Plans: the task network of a plan as a tree with costs, its steps; and partial orders with the bounds that
// a search over them holds.

import {ask, compute} from '../core/api.js';
import {choice, failed, field, h, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {hasse} from './hasse.js';
import {outline} from './outline.js';

const MOST = 1500;  // lines that "Open all" shows
const KIND = {task: 'task', method: 'method', action: 'step'};
const plain = (value) => (typeof value === 'object' && value !== null ? value.text ?? JSON.stringify(value) : `${value}`);

export async function planView(root) {
  const found = await ask('plan/examples').catch(() => ({examples: []}));
  const known = found.examples;
  const label = (one) => one.title ?? one.name;
  const ofKind = (kind) => known.filter((one) => (one.kind ?? 'hddl') === kind).map((one) => [one.name, label(one)]);
  const examples = choice([['', 'choose …'], ...[['HDDL', ofKind('hddl')], ['Process plans (EDAPS)', ofKind('edaps')], ['Partial orders', ofKind('pob')]].filter(([, list]) => list.length)], '',
    {id: 'plan-example', onchange: () => { if (examples.value) change({plan: {example: examples.value}}); }});
  const domain = h('textarea', {rows: 8, id: 'domain', class: 'mono', spellcheck: 'false'});
  const problem = h('textarea', {rows: 8, id: 'problem', class: 'mono', spellcheck: 'false'});
  const texts = h('details', {}, h('summary', {}, 'A domain and a problem of your own, in HDDL'),
    h('div', {class: 'two'}, h('div', {class: 'field'}, h('label', {for: 'domain'}, 'Domain'), domain), h('div', {class: 'field'}, h('label', {for: 'problem'}, 'Problem'), problem)),
    h('button', {type: 'button', class: 'quiet', onclick: () => change({plan: {domain: domain.value, problem: problem.value}})}, 'Plan'));
  const output = h('div', {class: 'plan-output'});
  replace(root, h('section', {class: 'panel source', 'aria-label': 'Problem'}, h('div', {class: 'bar'}, field('Example', examples)), texts), output);
  let asked = 0;

  const costs = (node) => {
    const facts = [];
    if (node.method) facts.push(`by ${node.method}`);
    if (node.cost !== undefined && node.cost !== null) facts.push(`cost ${plain(node.cost)}`);
    for (const [name, value] of Object.entries(node.attributes ?? {})) facts.push(`${name} ${plain(value)}`);
    return facts.join(', ');
  };

  function showPlan(reply) {
    const tree = outline({
      label: 'Task network',
      children: async (node) => node.children ?? [],
      isLeaf: (node) => !node.children?.length,
      row: (node) => [h('span', {class: `node-kind ${node.kind}`}, KIND[node.kind] ?? node.kind ?? ''), h('span', {class: 'node-name'}, node.name), h('span', {class: 'note cost'}, costs(node))],
      name: (node) => [KIND[node.kind] ?? node.kind, node.name, costs(node)].filter(Boolean).join(', '),
    });
    const openAll = () => tree.openAll(MOST).then((whole) => { if (!whole) say(`More than ${MOST} lines: open the rest one by one.`); }).catch(failed);
    replace(output,
      h('section', {class: 'panel', 'aria-label': 'Task network'}, h('h2', {}, 'Task network'),
        h('div', {class: 'bar'}, h('button', {type: 'button', class: 'quiet', onclick: openAll}, 'Open all'), h('button', {type: 'button', class: 'quiet', onclick: () => tree.closeAll()}, 'Close all'),
          reply.cost !== undefined && reply.cost !== null && h('b', {class: 'total-cost'}, `${reply.cost_name ?? 'cost'}: ${plain(reply.cost)}`)),
        tree.element),
      h('section', {class: 'panel', 'aria-label': 'Steps'}, h('h2', {}, `Steps (${reply.steps?.length ?? 0})`),
        h('ol', {class: 'steps'}, (reply.steps ?? []).map((step) => h('li', {}, typeof step === 'string' ? step : [step.name, ' ', h('span', {class: 'note'}, costs(step))])))));
    if (reply.tree) {
      tree.show(reply.tree);
      tree.openAll(40).catch(failed);
    } else replace(output.firstChild, h('h2', {}, 'Task network'), h('p', {}, reply.message ?? (reply.unknown ? `Not known: ${plain(reply.unknown)}` : 'There is no plan.')));
  }

  function showPob(reply) {
    const results = reply.bounds ?? [];
    replace(output, h('section', {class: 'panel wide', 'aria-label': 'Partial order'}, h('h2', {}, 'Partial order'),
      hasse(reply),
      h('p', {class: 'note'}, '○ win   □ loss   ◇ unknown; a ring marks the frontier.'),
      results.length > 0 && [h('h3', {}, 'Bounds that hold'), h('ul', {}, results.map(({antichain, result, strongest}) => h('li', {},
        `{${antichain.map((one) => reply.elements[one]?.label ?? one).join(', ')}}: ${result}${strongest ? ', and nothing stronger can be forced' : ''}`)))],
      reply.script && h('details', {}, h('summary', {}, 'Its script'), h('pre', {}, reply.script))));
  }

  async function update(changed) {
    const {plan} = get();
    if (!changed.has('plan')) return;
    const mine = ++asked;
    examples.value = plan?.example ?? '';
    const shown = known.find(({name}) => name === plan?.example);
    if (shown?.domain) [domain.value, problem.value] = [shown.domain, shown.problem];
    if (plan?.domain !== undefined) domain.value = plan.domain;
    if (plan?.problem !== undefined) problem.value = plan.problem;
    if (!plan) {
      replace(output);
      return;
    }
    const example = known.find(({name}) => name === plan.example);
    const kind = example?.kind ?? 'hddl';
    replace(output, h('p', {class: 'note'}, 'Planning …'));
    root.dataset.state = 'busy';
    try {
      const reply = kind === 'pob' ? await compute('plan', 'pob', {example: plan.example}) : await compute('plan', 'plan', plan.example ? {example: plan.example} : {domain: plan.domain ?? '', problem: plan.problem ?? ''});
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
