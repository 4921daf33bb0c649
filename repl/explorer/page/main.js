// The page: four views over one state. Shows the view that the state names, keeps the address, and holds
// what belongs to none of them: theme, sharing, the list of keys.

import {ask, interrupt, manual} from './core/api.js';
import {byId, chooseFile, download, failed, h, openDialog, say} from './core/dom.js';
import {address, change, FIRST, get, listen, readAddress, snapshot, writeAddress, restore} from './core/state.js';
import {allKeys, checked} from './core/fragment.js';
import {positionView} from './views/position.js';

// The other views are loaded when they are first shown.
const LOADERS = {
  go: async (root, info) => (await import('./views/go.js')).goView(root, info),
  sheet: async (root, info) => (await import('./sheet/sheet.js')).sheetView(root, info),
  plan: async (root, info) => (await import('./views/plan.js')).planView(root, info),
};
const TITLES = {position: 'Positions', go: 'Go', sheet: 'Worksheet', plan: 'Plans'};
const views = new Map();
let info = {};

async function viewOf(name) {
  if (!views.has(name)) {
    const root = byId(`view-${name}`);
    views.set(name, name === 'position'
      ? ask('rulesets').then(({rulesets}) => positionView(root, rulesets))
      : infoReady.then(() => LOADERS[name](root, info)));
    // What could not be loaded is tried again when it is asked for again.
    views.get(name).catch(() => views.delete(name));
  }
  return views.get(name);
}

let shownView = '';

async function show(changed) {
  const {view: name = 'position', game, expr} = get();
  if (name === 'position' && !game && expr === undefined) {
    change(FIRST);
    return;
  }
  for (const button of document.querySelectorAll('nav [data-view]')) {
    if (button.dataset.view === name) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== `view-${name}`;
  document.title = `${TITLES[name]} – cgt explorer`;
  const first = shownView !== name;
  // What was said of something else does not belong here.
  if (['view', 'game', 'board', 'moves', 'at', 'expr', 'sum', 'go', 'plan'].some((key) => changed.has(key))) say('');
  shownView = name;
  const view = await viewOf(name);
  // Everything counts as changed for a view that has not seen the state yet.
  view.update(first ? new Set(allKeys) : changed);
  document.documentElement.dataset.ready = name;
}

const infoReady = ask('info').then((found) => { info = found; }).catch(failed);

listen((changed) => show(changed).catch(failed));

for (const button of document.querySelectorAll('nav [data-view]')) {
  button.addEventListener('click', () => change({view: button.dataset.view === 'position' ? undefined : button.dataset.view}));
}

byId('share').addEventListener('click', async () => {
  const url = address();
  const save = () => {
    download('explorer.cgt.json', snapshot(), 'application/json');
    say('Saved what is shown as a file; “Open” reads it.');
  };
  if (!url) {
    say('This is too long for an address, so it is saved as a file.');
    save();
    return;
  }
  writeAddress();
  const input = h('input', {type: 'text', readonly: true, value: url, 'aria-label': 'Address', class: 'mono'});
  openDialog('Share',
    h('p', {}, 'Everything shown is in this address, behind the #, which is never sent to a server. It opens on the site and in any running explorer; what stands before the # may differ.'),
    h('p', {class: 'pair'}, input, h('button', {type: 'button', class: 'quiet', onclick: async () => {
      await navigator.clipboard.writeText(url).catch(() => input.select());
      say('Copied.');
    }}, 'Copy')),
    h('p', {}, h('button', {type: 'button', class: 'quiet', onclick: save}, 'Save as a file instead')));
  input.select();
});

byId('open').addEventListener('click', async () => {
  const file = await chooseFile('.json,.sgf,.txt,.cgs,.ipynb,.hddl,.edaps');
  openFile(file);
});

function openFile({name, text}) {
  const kind = name.split('.').at(-1).toLowerCase();
  if (kind === 'sgf' || kind === 'txt') change({view: 'go', go: {sgf: text, name}});
  else if (kind === 'cgs' || kind === 'ipynb') {
    import('./sheet/sheet.js').then(({openSheet}) => openSheet({name, text})).catch(failed);
  } else if (kind === 'edaps') change({view: 'plan', plan: {edaps: text}});
  else if (kind === 'hddl') {
    // The two files of a problem come one after the other.
    const {domain = '', problem = ''} = get().plan ?? {};
    change({view: 'plan', plan: /\(\s*problem\b/i.test(text) ? {domain, problem: text} : {domain: text, problem}});
  } else {
    try {
      restore(checked(JSON.parse(text)));
      writeAddress();
      say(`Opened ${name}.`);
    } catch (error) {
      say(`${name} was not saved by the explorer: ${error.message}`, 'error');
    }
  }
}

byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('cgt-theme', root.dataset.theme);
  say(dark ? 'Light' : 'Dark');
});

byId('stop').addEventListener('click', () => Promise.all([interrupt(), interrupt('sheet')]).then(() => say('Stopped.')).catch(failed));
new MutationObserver(() => {
  byId('stop').disabled = !document.documentElement.hasAttribute('data-busy');
}).observe(document.documentElement, {attributes: true, attributeFilter: ['data-busy']});

const KEYS = [
  ['Everywhere', [['Alt+1 … Alt+4', 'Positions, Go, Worksheet, Plans'], ['Tab', 'the next control'], ['Escape', 'closes a dialog; lets a selected piece go'], ['?', 'this list']]],
  ['Boards', [['Arrow keys', 'the next cell'], ['Enter, Space', 'clicks the cell'], ['Home, End', 'first and last cell of the row'], ['Ctrl+Z, Ctrl+Y', 'undo, redo'],
    ['editing: any character', 'writes it on the cell'], ['editing: Delete, +, −', 'heaps and graphs: remove, add, take a token'], ['Alt+arrow keys', 'moves a vertex']]],
  ['Thermograph', [['Arrow keys', 'move the line by a step, with Shift by eight'], ['Page Up, Page Down', 'to the next corner of a wall'], ['Home, End', 'to −1, to the temperature']]],
  ['Trees', [['Up, Down', 'the next line'], ['Right, Left', 'open, close'], ['Enter', 'chooses'], ['*', 'opens all beside it']]],
  ['Go', [['Left, Right', 'on the slider and the player: one move back, on'], ['Enter', 'on a point: plays there']]],
  ['Worksheet', [['Shift+Enter', 'runs the cell and goes on'], ['Ctrl+Enter', 'runs the cell'], ['Ctrl+Space, Tab', 'completes'], ['Shift+Tab', 'help on the name'], ['Escape, then Tab', 'leaves the cell'], ['Enter', 'edits a text'], ['Shift+Enter, Escape', 'shows it'], ['Ctrl+Alt+Up, Down', 'the cell above, below']]],
];

function showKeys() {
  openDialog('Keys', h('div', {class: 'keys'}, KEYS.map(([title, keys]) => [h('h3', {}, title),
    h('dl', {class: 'facts'}, keys.map(([key, does]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)]))])));
}
byId('keys').addEventListener('click', showKeys);
if (manual) byId('keys').after(h('a', {href: manual}, 'Manual'));

addEventListener('keydown', (event) => {
  if (event.altKey && !event.ctrlKey && !event.metaKey && /^[1-4]$/.test(event.key)) {
    event.preventDefault();
    document.querySelectorAll('nav [data-view]')[Number(event.key) - 1].click();
  } else if (event.key === '?' && !event.target.closest('input, textarea, select, .CodeMirror, [contenteditable]')) showKeys();
});

function start() {
  const error = readAddress(location.hash);
  if (error) {
    restore({});
    say(error, 'error');
  }
}
addEventListener('hashchange', start);
document.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
document.addEventListener('drop', async (event) => {
  const file = event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  openFile({name: file.name, text: await file.text()});
});
start();
