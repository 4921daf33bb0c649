// The worksheet: cells in the language, each with an editor and what it printed, and texts between them.
// Definitions live in a session of the server for as long as the tab does.

import {ask, compute, interrupt} from '../core/api.js';
import {chooseFile, download, failed, h, replace, say} from '../core/dom.js';
import {decode} from '../core/fragment.js';
import {change, get, restore, writeAddress} from '../core/state.js';
import {defineMode, loadEditor} from './editor.js';
import {loadMarkdown, markdown} from './markdown.js';
import {fromJson, outputOf, put, readNotebook, split, take, toJson, writeNotebook} from './notebook.js';
import {outputElement} from './outputs.js';

const PAUSE = 350;  // ms without a key until a cell is checked and the address is written
const KEPT = 'cgt-sheet';  // what the address does not hold, over a reload

const WELCOME = [{type: 'code', source: 'G := {3||2|1}\n[G.Mean, G.Temperature]'}, {type: 'code', source: 'G.Thermograph'}];
const LABELS = {code: 'Cell', markdown: 'Text', raw: 'Raw text'};
const PLACEHOLDERS = {code: 'an expression, or a command such as :help', markdown: 'text: Markdown, with formulas between dollars', raw: 'text for other programs'};

const typesAndSources = (list) => list.map(({type = 'code', source}) => ({type, source}));

// Shows a worksheet that was opened, wherever the page is.
export function openSheet({name, text}) {
  if (!name.toLowerCase().endsWith('.ipynb')) {
    return ask('sheet/import', {text}).then(({cells}) => change({view: 'sheet', sheet: typesAndSources(cells)}));
  }
  const read = readNotebook(text);
  put(read);
  restore({...get(), view: 'sheet', sheet: typesAndSources(read.cells)});
  writeAddress();
  return Promise.resolve();
}

export async function sheetView(root, info) {
  await Promise.all([loadEditor(), loadMarkdown()]);
  defineMode(info.keywords ?? []);
  const {CodeMirror} = window;
  const list = h('div', {class: 'cells'});
  let cells = [];
  let number = 0;
  let writing = 0;
  let own = '';   // the sheet that this view wrote into the state
  let notebook = null;  // of the file that the cells are from, all but the cells

  let pressed = false;    // a button of the mouse
  addEventListener('pointerdown', () => { pressed = true; }, true);
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => { pressed = false; }, true);

  const button = (text, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: () => Promise.resolve(run()).catch(failed), ...attributes}, text);

  replace(root,
    h('div', {class: 'bar panel', role: 'toolbar', 'aria-label': 'Worksheet'},
      button('Run all', runAll), button('Interrupt', () => interrupt('sheet'), {id: 'interrupt'}), button('New session', reset),
      button('Add a cell', () => enter(add(null, {type: 'code', source: ''}))), button('Add a text', () => enter(add(null, {type: 'markdown', source: ''}))),
      button('Save .cgs', () => save('cgs')), button('Save .ipynb', () => save('ipynb')), button('Load', open)),
    list);

  const sources = () => cells.map((cell) => ({type: cell.type, source: cell.editor.getValue()}));
  function remember() {
    clearTimeout(writing);
    writing = setTimeout(() => {
      const sheet = sources();
      own = JSON.stringify(sheet);
      change({sheet});
    }, PAUSE);
  }

  // What the address does not hold, or not yet, outlives a reload where the browser has room for it: outputs,
  // what else came with a notebook, the last keys. It belongs to the worksheet that the address has then.
  const inAddress = () => JSON.stringify(decode(location.hash).state?.sheet ?? []);
  addEventListener('pagehide', () => {
    const details = cells.map(({outputs, count, saved}) => ({outputs, count, saved}));
    try {
      sessionStorage.setItem(KEPT, toJson({address: inAddress(), sheet: sources(), details, notebook}));
    } catch {
      sessionStorage.removeItem(KEPT);
    }
  });
  function kept(now) {
    const text = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    if (!text) return null;
    const {address, sheet, details, notebook: rest} = fromJson(text);
    if (address !== now) return null;
    remember();
    return {notebook: rest, cells: sheet.map((cell, i) => ({...cell, ...details[i]}))};
  }

  function add(after, {type, source, outputs = [], count = null, saved = null}) {
    const cell = {type, outputs, count, saved, marks: [], checking: 0, running: false};
    const place = h('div', {class: 'source-code'});
    cell.place = place;
    cell.output = h('div', {class: 'output', role: 'log', 'aria-label': 'Output'});
    cell.help = h('div', {class: 'inspected'});
    cell.prompt = h('span', {class: 'prompt', 'aria-hidden': 'true'});
    cell.badge = h('span', {class: 'note badge', hidden: true}, 'saved output');
    cell.status = h('span', {class: 'note', role: 'status'});
    if (type === 'markdown') {
      cell.shown = h('div', {class: 'rendered', tabindex: 0, role: 'group', hidden: true, title: 'Enter or a double click edits'});
      cell.toggle = button('Show', () => (cell.shown.hidden ? render(cell) && cell.shown.focus() : enter(cell, true)));
    }
    cell.element = h('section', {class: `cell-block ${type}`},
      h('div', {class: 'cell-head'}, cell.prompt, cell.badge, cell.status, h('span', {class: 'cell-tools'},
        type === 'code' && button('Run', () => run(cell), {title: 'Shift+Enter'}), cell.toggle,
        button('↑', () => move(cell, -1), {'aria-label': 'Move the cell up'}), button('↓', () => move(cell, 1), {'aria-label': 'Move the cell down'}),
        button('+', () => enter(add(cell, {type: 'code', source: ''})), {'aria-label': 'Add a cell below'}),
        button('×', () => remove(cell), {'aria-label': 'Delete the cell'}))),
      place, cell.shown, cell.help, cell.output);
    const at = after ? cells.indexOf(after) + 1 : cells.length;
    cells.splice(at, 0, cell);
    list.insertBefore(cell.element, list.children[at] ?? null);
    cell.editor = CodeMirror(place, {
      value: source, mode: type === 'code' ? 'cgt' : null, lineWrapping: true, viewportMargin: Infinity, matchBrackets: type === 'code', autoCloseBrackets: type === 'code',
      inputStyle: 'contenteditable', placeholder: PLACEHOLDERS[type],
      extraKeys: {
        'Shift-Enter': () => { run(cell).catch(failed); next(cell); },
        'Ctrl-Enter': () => {
          run(cell).catch(failed);
          if (type === 'markdown') enter(cell);
        },
        'Ctrl-Space': () => complete(cell),
        Tab: () => complete(cell),
        'Shift-Tab': () => inspect(cell).catch(failed),
        Esc: () => {
          if (type === 'markdown' && render(cell)) {
            cell.shown.focus();
            return;
          }
          cell.leaving = true;
          say('Tab leaves the cell now.');
        },
        'Ctrl-Alt-Up': () => neighbour(cell, -1), 'Ctrl-Alt-Down': () => neighbour(cell, 1),
      },
    });
    const field = cell.editor.getInputField();
    field.setAttribute('aria-multiline', 'true');
    field.setAttribute('role', 'textbox');
    cell.editor.on('change', () => {
      cell.leaving = false;
      remember();
      clearTimeout(cell.checking);
      cell.checking = setTimeout(() => check(cell).catch(() => {}), PAUSE);
    });
    cell.editor.on('blur', () => { cell.leaving = false; });
    // Tab goes on to what comes after the editor, as it does everywhere else, unless it helps with a name.
    cell.editor.on('keydown', (_, event) => {
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey || cell.editor.state.completionActive) return;
      if (cell.leaving || type !== 'code' || (!event.shiftKey && !/\S$/.test(beforeCursor(cell)))) event.codemirrorIgnore = true;
    });
    setTimeout(() => cell.editor.refresh());
    if (type === 'markdown') watchText(cell);
    if (source) render(cell);
    showSaved(cell);
    renumber();
    return cell;
  }

  function renumber() {
    for (const [i, cell] of cells.entries()) {
      const label = `${LABELS[cell.type]} ${i + 1}`;
      cell.element.setAttribute('aria-label', label);
      cell.shown?.setAttribute('aria-label', `${label}: Enter edits`);
      cell.editor.getInputField().setAttribute('aria-label', cell.type === 'code' ? `Source of cell ${i + 1}` : label);
    }
  }

  // --- texts ---

  // Shows a text as it is read; false if there is nothing to read.
  function render(cell) {
    const source = cell.editor.getValue();
    if (cell.type !== 'markdown' || !source.trim()) return false;
    replace(cell.shown, markdown(source, cell.saved?.attachments));
    cell.shown.hidden = false;
    cell.place.hidden = true;
    cell.toggle.textContent = 'Edit';
    return true;
  }

  // Into a cell; a text that is shown is only pointed at, unless it is to be edited.
  function enter(cell, edit = false) {
    if (cell.shown && !cell.shown.hidden) {
      if (!edit) {
        cell.shown.focus();
        return;
      }
      cell.shown.hidden = true;
      cell.place.hidden = false;
      cell.toggle.textContent = 'Show';
      cell.editor.refresh();
    }
    cell.editor.focus();
  }

  function watchText(cell) {
    cell.shown.addEventListener('dblclick', () => enter(cell, true));
    cell.shown.addEventListener('keydown', (event) => {
      if (event.target !== cell.shown) return;  // a link in the text
      const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
      if (event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        if (event.shiftKey) next(cell);
        else enter(cell, true);
      } else if (by && event.ctrlKey && event.altKey) {
        event.preventDefault();
        neighbour(cell, by);
      }
    });
    // Whoever leaves a text sees it as it is read. Not before the mouse is up: what it points at would move.
    cell.element.addEventListener('focusout', ({relatedTarget}) => {
      if (cell.element.contains(relatedTarget)) return;
      const left = () => setTimeout(() => {
        if (document.hasFocus() && !cell.element.contains(document.activeElement)) render(cell);
      });
      if (pressed) addEventListener('pointerup', left, {once: true});
      else left();
    });
  }

  const beforeCursor = (cell) => {
    const cursor = cell.editor.getCursor();
    return cell.editor.getLine(cursor.line).slice(0, cursor.ch);
  };

  function neighbour(cell, by) {
    const other = cells[cells.indexOf(cell) + by];
    if (other) enter(other);
  }

  function next(cell) {
    const at = cells.indexOf(cell);
    enter(cells[at + 1] ?? add(cell, {type: 'code', source: ''}));
  }

  function move(cell, by) {
    const at = cells.indexOf(cell);
    const to = at + by;
    if (to < 0 || to >= cells.length) return;
    const focused = document.activeElement;
    cells.splice(at, 1);
    cells.splice(to, 0, cell);
    list.insertBefore(cell.element, list.children[by < 0 ? to : to + 1] ?? null);
    // An element that moves loses the focus.
    if (cell.element.contains(focused)) focused.focus();
    renumber();
    remember();
  }

  function remove(cell) {
    if (cells.length === 1) add(null, {type: 'code', source: ''});
    const at = cells.indexOf(cell);
    cells.splice(at, 1);
    cell.element.remove();
    renumber();
    enter(cells[Math.min(at, cells.length - 1)]);
    remember();
  }

  // --- diagnostics ---

  // Columns of the server count characters from 1.
  function underline(cell, diagnostics = []) {
    for (const mark of cell.marks) mark.clear();
    cell.marks = diagnostics.filter(({line}) => line >= 1).map((one) => {
      const from = {line: one.line - 1, ch: Math.max(0, (one.column ?? 1) - 1)};
      const text = cell.editor.getLine(from.line) ?? '';
      const length = Math.max(1, one.length ?? (one.end ? one.end - one.column : 1));
      const to = {line: from.line, ch: from.ch + length};
      if (from.ch >= text.length && text.length) from.ch = text.length - 1;
      return cell.editor.markText(from, to, {className: one.severity === 'warning' ? 'warned' : 'wrong', title: [one.message, one.hint].filter(Boolean).join(' – '), attributes: {'data-message': one.message}});
    });
  }

  async function check(cell) {
    // The session is busy while a cell runs.
    if (cell.type !== 'code' || cells.some((one) => one.running)) return;
    const source = cell.editor.getValue();
    const reply = source.trim() ? await ask('sheet/check', {source}) : {};
    if (source !== cell.editor.getValue()) return;
    underline(cell, reply.diagnostics);
    const first = reply.diagnostics?.[0];
    cell.status.textContent = first ? [first.message, first.hint].filter(Boolean).join(' – ') : reply.status === 'incomplete' ? 'not complete yet' : '';
  }

  // --- running ---

  function show(cell, line) {
    const {output: place, outputs} = cell;
    const output = outputOf(line, cell.count);
    if (output) {
      const last = outputs.at(-1);
      if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name) {
        const [first, ...rest] = split(line.text);
        if (last.text.at(-1)?.endsWith('\n')) last.text.push(first ?? '', ...rest);
        else last.text.push((last.text.pop() ?? '') + (first ?? ''), ...rest);
        place.lastElementChild.append(line.text);
        return;
      }
      outputs.push(output);
      place.append(outputElement(output, {hint: line.hint, live: true}));
    }
    switch (line.type) {
      case 'error':
        underline(cell, line.diagnostics);
        break;
      case 'wipe':
        clear(cell);
        break;
      case 'progress':
        cell.status.textContent = `running for ${Math.round(line.seconds)} s${line.nodes ? `, ${line.nodes} nodes` : ''}`;
        break;
      case 'done':
        cell.status.textContent = line.milliseconds >= 100 ? `${(line.milliseconds / 1000).toFixed(1)} s` : '';
        cell.ok = line.ok;
        break;
      default:
    }
  }

  function clear(cell) {
    cell.outputs = [];
    replace(cell.output);
    cell.element.classList.remove('saved');
    cell.badge.hidden = true;
  }

  // Outputs of a file, until the cell is run.
  function showSaved(cell) {
    if (cell.count !== null) cell.prompt.textContent = `[${cell.count}]`;
    if (!cell.outputs.length) return;
    cell.element.classList.add('saved');
    cell.badge.hidden = false;
    replace(cell.output, cell.outputs.map((output) => outputElement(output)));
  }

  async function run(cell) {
    render(cell);
    if (cell.type !== 'code' || cell.running) return;
    const source = cell.editor.getValue();
    if (!source.trim()) return;
    clearTimeout(cell.checking);
    cell.running = true;
    cell.ok = undefined;
    cell.element.classList.add('running');
    cell.prompt.textContent = '[*]';
    cell.status.textContent = 'waiting';
    underline(cell);
    clear(cell);
    replace(cell.help);
    const mine = ++number;
    cell.count = mine;
    try {
      await compute(`sheet ${mine}`, 'sheet/run', {cell: mine, source}, (line) => show(cell, line));
      cell.prompt.textContent = `[${mine}]`;
      if (cell.status.textContent === 'waiting') cell.status.textContent = '';
    } catch (error) {
      cell.prompt.textContent = '[!]';
      cell.status.textContent = error.obsolete ? ['interrupted', error.hint].filter(Boolean).join('; ') : '';
      if (!error.obsolete) show(cell, {type: 'error', message: error.message, hint: error.hint, diagnostics: error.diagnostics});
    } finally {
      cell.running = false;
      cell.element.classList.remove('running');
      cell.element.dataset.runs = Number(cell.element.dataset.runs ?? 0) + 1;
    }
  }

  async function runAll() {
    for (const cell of [...cells]) {
      await run(cell);
      if (cell.ok === false) break;
    }
  }

  async function reset() {
    await ask('sheet/reset');
    number = 0;
    for (const cell of cells) {
      clear(cell);
      cell.count = null;
      cell.prompt.textContent = '';
      cell.status.textContent = '';
    }
    say('A new session: nothing is defined.');
  }

  // --- help while writing ---

  const indexOf = (cell) => cell.editor.indexFromPos(cell.editor.getCursor());

  function complete(cell) {
    if (cells.some((one) => one.running)) {
      say('Completion waits for the cell that runs.');
      return;
    }
    cell.editor.showHint({
      completeSingle: true,
      closeCharacters: /[\s()[\]{};,|]/,
      hint: Object.assign(async (editor) => {
        const {start, candidates} = await ask('sheet/complete', {source: editor.getValue(), cursor: indexOf(cell)});
        return {list: candidates.map((one) => one.text ?? one), from: editor.posFromIndex(start), to: editor.getCursor()};
      }, {async: false}),
    });
  }

  async function inspect(cell) {
    const reply = await ask('sheet/inspect', {source: cell.editor.getValue(), cursor: indexOf(cell)});
    replace(cell.help, reply.text ? h('pre', {class: 'help'}, reply.text) : h('p', {class: 'note'}, 'No help on this.'));
  }

  // --- files ---

  async function save(format) {
    const written = sources();
    const whole = cells.map((cell, i) => ({...written[i], outputs: cell.outputs, count: cell.count, saved: cell.saved}));
    const {name, text} = format === 'ipynb' ? {name: 'worksheet.ipynb', text: writeNotebook({cells: whole, notebook})}
      : await ask('sheet/export', {cells: written});
    download(name, text, format === 'ipynb' ? 'application/x-ipynb+json' : 'text/plain');
    say(`Saved: ${name}`);
  }

  async function open() {
    await openSheet(await chooseFile('.cgs,.ipynb,.txt'));
  }

  function fill(sheet) {
    for (const cell of cells) cell.element.remove();
    cells = [];
    for (const one of sheet) add(null, one);
  }

  function update(changed) {
    const {sheet = []} = get();
    const now = JSON.stringify(sheet);
    const opened = take() ?? (cells.length ? null : kept(now));
    if (cells.length && !opened && (!changed.has('sheet') || now === own)) {
      for (const cell of cells) cell.editor.refresh();
      return;
    }
    own = now;
    notebook = opened?.notebook ?? null;
    if (opened) fill(opened.cells.length ? opened.cells : [{type: 'code', source: ''}]);
    else fill(sheet.length ? sheet : WELCOME);
  }

  return {update, cells: () => cells, run, add, complete};
}
