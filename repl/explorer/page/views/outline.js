// A collapsible tree with one tab stop: arrow keys as in every tree, Enter chooses. Children are asked for
// when a node is opened.
//
//   const view = outline({label, children: async (node) => [...], row: (node) => elements,
//                         name: (node) => 'words', onChoose: (node, path) => {...}});
//   view.show(root);
//
// onLook(node) is called for what the pointer or the focus is on, onLook(null) when it leaves.

import {failed, h, replace} from '../core/dom.js';

export function outline({label, children, row, name, onChoose, onLook, isLeaf = () => false}) {
  const element = h('ul', {class: 'outline', role: 'tree', 'aria-label': label});
  const nodes = new WeakMap();  // item -> {node, parent, path}
  let current = null;

  function item(node, parent, level) {
    const leaf = isLeaf(node);
    // Spoken in words, seen in signs.
    const out = h('div', {class: 'line', role: 'treeitem', tabindex: '-1', 'aria-level': level, 'aria-selected': 'false', ...(leaf ? {} : {'aria-expanded': 'false'})},
      h('span', {class: 'hidden'}, name(node)), h('span', {class: 'row', 'aria-hidden': 'true'}, h('span', {class: 'twist'}), row(node)));
    nodes.set(out, {node, parent, level});
    out.addEventListener('click', (event) => {
      if (event.target.closest('button')) return;
      focus(out);
      if (event.target.classList.contains('twist')) toggle(out).catch(failed);
      else pick(out);
    });
    out.addEventListener('dblclick', () => toggle(out).catch(failed));
    return h('li', {role: 'none'}, out);
  }

  const expanded = (one) => one.getAttribute('aria-expanded') === 'true';
  const group = (one) => one.parentElement.querySelector(':scope > ul');
  const itemsOf = (list) => [...list.children].map((child) => child.firstChild);
  const first = () => element.firstChild?.firstChild;

  function focus(one, really = true) {
    if (current) current.setAttribute('tabindex', '-1');
    current = one;
    one.setAttribute('tabindex', '0');
    if (really) one.focus();
  }

  function pathOf(one) {
    const path = [];
    for (let at = one; at; at = nodes.get(at).parent) path.unshift(nodes.get(at).node);
    return path;
  }

  function pick(one) {
    for (const chosen of element.querySelectorAll('[aria-selected="true"]')) chosen.setAttribute('aria-selected', 'false');
    one.setAttribute('aria-selected', 'true');
    onChoose?.(nodes.get(one).node, pathOf(one));
  }

  // Opens a node; gives its items.
  async function open(one) {
    if (!one.hasAttribute('aria-expanded')) return [];
    if (!group(one)) {
      const {node, level} = nodes.get(one);
      one.setAttribute('aria-busy', 'true');
      let found;
      try {
        found = await children(node);
      } finally {
        one.removeAttribute('aria-busy');
      }
      if (!found.length) {
        one.removeAttribute('aria-expanded');
        return [];
      }
      if (!group(one)) one.after(h('ul', {role: 'group'}, found.map((child) => item(child, one, level + 1))));
    }
    one.setAttribute('aria-expanded', 'true');
    return itemsOf(group(one));
  }

  async function toggle(one) {
    if (expanded(one)) one.setAttribute('aria-expanded', 'false');
    else await open(one);
  }

  const visible = () => [...element.querySelectorAll('[role="treeitem"]')].filter((one) => {
    for (let at = nodes.get(one).parent; at; at = nodes.get(at).parent) if (!expanded(at)) return false;
    return true;
  });

  element.addEventListener('keydown', (event) => {
    const one = event.target.closest('[role="treeitem"]');
    if (!one || event.target !== one || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = (by) => {
      const all = visible();
      const next = all[all.indexOf(one) + by];
      if (next) focus(next);
    };
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ArrowRight: () => (expanded(one) ? step(1) : open(one).catch(failed)),
      ArrowLeft: () => {
        if (expanded(one)) one.setAttribute('aria-expanded', 'false');
        else if (nodes.get(one).parent) focus(nodes.get(one).parent);
      },
      Home: () => focus(visible()[0]),
      End: () => focus(visible().at(-1)),
      Enter: () => pick(one),
      ' ': () => pick(one),
      '*': () => itemsOf(one.parentElement.parentElement).forEach((sibling) => open(sibling).catch(failed)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  if (onLook) {
    const look = (event) => onLook(nodes.get(event.target.closest('[role="treeitem"]'))?.node ?? null);
    for (const name of ['pointerover', 'focusin']) element.addEventListener(name, look);
    for (const name of ['pointerleave', 'focusout']) element.addEventListener(name, () => onLook(null));
  }

  function show(root) {
    current = null;
    replace(element, root && item(root, null, 1));
    if (root) focus(first(), false);
    return first();
  }

  // Opens nodes for which `wanted` holds, level by level, until `most` items are shown. Gives false if there
  // are more.
  async function openAll(most, wanted = () => true, goesOn = () => true) {
    let level = first() ? [first()] : [];
    let shown = level.length;
    while (level.length) {
      const next = [];
      for (const one of level) {
        if (!goesOn()) return false;
        if (!wanted(nodes.get(one).node)) continue;
        if (shown >= most) return false;
        const found = await open(one);
        shown += found.length;
        next.push(...found);
      }
      level = next;
    }
    return true;
  }

  // Opens the nodes on a path, given by a test for each step, and chooses the last one that is there.
  async function walk(tests, quiet = false) {
    let one = first();
    for (const test of tests) {
      const found = one && (await open(one)).find((child) => test(nodes.get(child).node));
      if (!found) break;
      one = found;
    }
    if (!one) return;
    focus(one, false);
    if (quiet) one.setAttribute('aria-selected', 'true');
    else pick(one);
  }

  function closeAll() {
    for (const one of element.querySelectorAll('[aria-expanded="true"]')) one.setAttribute('aria-expanded', 'false');
    if (first()) focus(first(), false);
  }

  return {element, show, openAll, closeAll, walk};
}
