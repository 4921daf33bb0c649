// The tree of options: what each option is worth, whether it is dominated or reversible and by what, which
// lines are sensible. Statuses are signs and words; colour only repeats them.

import {ask, compute} from '../core/api.js';
import {choice, download, failed, formula, h, playerName, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {outline} from './outline.js';

const SHORT = 22;  // characters of a formula in a line of the tree; longer ones are cut text, the chosen one is shown in full
const MOST = 400;  // items that "Open all" shows before it asks again
const SIGN = {canonical: '●', dominated: '○', reversible: '↺'};
const WORD = {canonical: 'canonical', dominated: 'dominated by', reversible: 'reversible through'};
const TYPES = {svg: 'image/svg+xml', dot: 'text/vnd.graphviz', json: 'application/json', latex: 'text/x-latex'};

const mover = (node) => node.player ?? (node.id?.startsWith('R') ? 'right' : 'left');

const cut = (text) => (text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text);
const valueOf = (node) => ((node.text ?? '').length > SHORT ? h('span', {class: 'formula plain', title: node.text}, node.text) : formula(node.latex, node.text));
const textOf = (fact) => `${fact?.text ?? fact}`;

function status(node, by = node.by) {
  if (!node.status || node.status === 'unknown') return '';
  return `${WORD[node.status] ?? node.status}${by ? ` ${by}` : ''}${node.sensible && node.status === 'reversible' ? ', sensible' : ''}`;
}

// treePanel({onPlay, onLook, onOptions}): onOptions(lines) has the options of the root, the best first; onPlay(board) shows a position of the tree on the board; onLook(boards, player)
// marks there the moves of the player to these boards.
export function treePanel({onPlay, onLook, onOptions}) {
  let subject = null;
  let chosen = null;
  let generation = 0;
  let sensibleOnly = false;

  const children = async (node) => {
    const mine = generation;
    const reply = await compute(`tree ${node.path.join(' ')}`, 'tree', {...subject, path: node.path});
    if (mine !== generation) return [];
    const found = (reply.children ?? []).map((child) => ({...child, path: [...node.path, child.id]}))
      .filter((child) => !sensibleOnly || (child.sensible && child.status !== 'dominated'));
    // Moves that are worth the same stand in one line, those of a player by their worth: the best first.
    const lines = new Map();
    for (const child of found) {
      const key = child.text === 'unknown' ? child.id : `${child.player} ${child.text}`;
      if (!lines.has(key)) lines.set(key, {...child, equal: [], boards: []});
      lines.get(key).equal.push(child.label);
      lines.get(key).boards.push(child.board);
    }
    const rank = (child) => (child.best ? 0 : child.status === 'dominated' ? 2 : 1);
    const sorted = [...lines.values()].sort((a, b) => (a.player < b.player ? -1 : a.player > b.player ? 1 : rank(a) - rank(b)));
    if (!node.path.length) onOptions(sorted);
    return sorted;
  };
  const view = outline({
    label: 'Options',
    children,
    row: (node) => node.path.length
      ? [h('span', {class: `who ${mover(node)}-text`, title: `option of ${playerName[mover(node)]}`}, playerName[mover(node)][0]), node.best && h('span', {class: 'best-sign', title: 'best'}, '★'), node.label && h('span', {class: 'move-name', title: node.equal.join(', ')}, node.label),
        node.equal.length > 1 && h('span', {class: 'note', title: node.equal.join(', ')}, `×${node.equal.length}`), valueOf(node),
        h('span', {class: 'facts-of-move'}, node.temperature !== undefined && h('span', {class: 'note', title: 'temperature after it'}, `${node.temperature}° `),
          h('span', {class: `status ${node.status}`, title: status(node)}, SIGN[node.status] ?? ''))]
      : [valueOf(node), h('span', {class: 'note'}, 'root')],
    name: (node) => (node.path.length ? [`${playerName[mover(node)]}: ${node.text}`, node.best && 'best', status(node), node.equal.length > 1 && `${node.equal.length} moves: ${node.equal.join(', ')}`,
      node.temperature !== undefined && `temperature ${node.temperature}`].filter(Boolean).join(', ') : `root: ${node.text}`),
    onChoose: choose,
    onLook: (node) => onLook(node?.path.length === 1 ? node.boards : [], node && mover(node)),
  });

  const crumbs = h('nav', {class: 'crumbs', 'aria-label': 'Path in the tree'});
  const detail = h('div', {class: 'detail'});
  const lines = h('div', {class: 'lines'});
  const format = choice([['svg', 'SVG'], ['dot', 'DOT'], ['json', 'JSON'], ['latex', 'LaTeX']], 'svg', {'aria-label': 'Format of the export'});
  const what = choice([['tree', 'tree'], ['thermograph', 'thermograph'], ['position', 'position']], 'tree', {'aria-label': 'What is exported', onchange: () => {
    // Only trees are graphs.
    const dot = format.querySelector('[value=dot]');
    dot.disabled = what.value !== 'tree';
    if (dot.disabled && format.value === 'dot') format.value = 'svg';
  }});
  const sensible = h('input', {type: 'checkbox', id: 'sensible', onchange: () => {
    sensibleOnly = sensible.checked;
    load().catch(failed);
  }});
  const button = (text, run) => h('button', {type: 'button', class: 'quiet', onclick: () => Promise.resolve(run()).catch(failed)}, text);
  const element = h('section', {class: 'panel tree', 'aria-label': 'Options'},
    h('h2', {class: 'hidden'}, 'Options'),
    h('div', {class: 'bar'},
      button('Open all', openAll), button('Close all', () => view.closeAll()),
      h('span', {class: 'check'}, sensible, h('label', {for: 'sensible'}, 'Sensible only'))),
    crumbs, view.element, h('div', {class: 'below'}, h('p', {class: 'note legend', 'aria-hidden': 'true'}, '★ best  ● canonical  ○ dominated  ↺ reversible  1° temperature after it'), detail, lines, h('span', {class: 'pair export'}, what, format, button('Export', exportIt))));

  async function openAll() {
    const mine = generation;
    const whole = await view.openAll(MOST, () => true, () => mine === generation);
    if (!whole && mine === generation) say(`More than ${MOST} options: open the rest one by one, or export the tree.`);
  }

  async function exportIt() {
    const reply = await ask('export', {...subject, path: chosen?.path ?? [], what: what.value, format: format.value});
    download(reply.name ?? `cgt-${what.value}.${format.value}`, reply.text, TYPES[format.value]);
    say(`Saved: ${reply.name ?? what.value}`);
  }

  function choose(node, path) {
    chosen = node;
    change({path: node.path.length ? node.path : undefined});
    drawCrumbs(path);
    // The root is what the board and the value show.
    replace(detail, node.path.length > 0 && [
      h('p', {class: 'chosen'}, formula(node.latex, node.text), node.status && h('span', {class: `status ${node.status}`}, `${SIGN[node.status] ?? ''} ${status(node)}`)),
      node.incentive !== undefined && node.incentive !== null && h('p', {class: 'note'}, `Incentive ${textOf(node.incentive)}`),
      node.board !== undefined && node.board !== null && h('p', {}, h('code', {}, node.board), ' ', button('Show on the board', () => onPlay(node.board, node.path)))]);
  }

  function drawCrumbs(path) {
    replace(crumbs, h('ol', {}, path.map((node, i) => h('li', {}, h('button', {
      type: 'button', class: 'quiet', ...(i === path.length - 1 ? {'aria-current': 'true'} : {}),
      onclick: () => view.walk(node.path.map((id) => (child) => child.id === id)).catch(failed),
    }, i ? `${playerName[mover(node)][0]} ${node.text.length > 24 ? `${node.text.slice(0, 23)}…` : node.text}` : 'root')))));
  }

  async function load() {
    const mine = ++generation;
    chosen = null;
    replace(detail);
    replace(lines);
    replace(crumbs);
    if (!subject) {
      view.show(null);
      return;
    }
    let root;
    try {
      root = await compute('tree', 'tree', {...subject, path: []});
    } catch (error) {
      if (mine !== generation || error.obsolete) return;
      view.show(null);
      replace(detail, h('p', {class: 'note'}, `No options are listed: ${error.message}.`));
      return;
    }
    if (mine !== generation) return;
    view.show({...root, path: []});
    if (root.unknown) replace(lines, h('p', {class: 'note'}, `Values are not known: ${root.unknown}.`));
    if (root.sensible_lines?.length) {
      replace(lines, h('h3', {}, 'Sensible lines'), h('ol', {}, root.sensible_lines.map((line) => {
        const ids = line.filter((step) => !step.more).map((step) => step.id);
        const words = line.map((step) => (step.more ? '…' : `${playerName[mover(step)][0]} ${step.label || step.text}`));
        return h('li', {}, h('button', {type: 'button', class: 'quiet', onclick: () => view.walk(ids.map((id) => (child) => child.id === id)).catch(failed)}, words.join(' → ')));
      })));
    }
    const {path = []} = get();
    await view.walk((path.length ? path : []).map((id) => (child) => child.id === id));
    if (!path.length) await view.openAll(2, () => true);
  }

  async function update(next) {
    subject = next;
    element.hidden = !next;
    await load();
  }

  return {element, update, openAll};
}
