// The worksheet: cells in the language, each with an editor and what it printed. Definitions live in a
// session of the server for as long as the tab does.

import {ask, compute, interrupt} from '../core/api.js';
import {chooseFile, download, drawing, failed, formula, h, load, replace, say, table} from '../core/dom.js';
import {change, get} from '../core/state.js';

const LIB = '/lib/codemirror';
const PAUSE = 350;  // ms without a key until a cell is checked and the address is written

const WELCOME = [{type: 'code', source: 'G := {3||2|1}\n[G.Mean, G.Temperature]'}, {type: 'code', source: 'G.Thermograph'}];

async function loadEditor() {
  await Promise.all([load(`${LIB}/lib/codemirror.css`), load(`${LIB}/addon/hint/show-hint.css`), load(`${LIB}/lib/codemirror.js`)]);
  await Promise.all(['edit/matchbrackets', 'edit/closebrackets', 'hint/show-hint', 'display/placeholder'].map((name) => load(`${LIB}/addon/${name}.js`)));
}

// Colours by the reserved words that the server names.
function defineMode(words) {
  const keywords = new Set(words);
  window.CodeMirror.defineMode('cgt', () => ({
    startState: () => ({comment: false}),
    token(stream, state) {
      if (state.comment) {
        if (stream.skipTo('*/')) {
          stream.match('*/');
          state.comment = false;
        } else stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match('/*')) {
        state.comment = true;
        return 'comment';
      }
      if (stream.match(/^"([^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^\d+/)) return 'number';
      if (stream.match(/^(\^+|[v^]<[^>]*>|[v^]\[[^\]]*\])/)) return 'atom';
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word) return keywords.has(word[0]) ? 'keyword' : 'variable';
      stream.next();
      return null;
    },
  }));
}

export async function sheetView(root, info) {
  await loadEditor();
  defineMode(info.keywords ?? []);
  const {CodeMirror} = window;
  const list = h('div', {class: 'cells'});
  let cells = [];
  let number = 0;
  let writing = 0;
  let own = '';   // the sheet that this view wrote into the state

  const button = (text, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: () => Promise.resolve(run()).catch(failed), ...attributes}, text);

  replace(root,
    h('div', {class: 'bar panel', role: 'toolbar', 'aria-label': 'Worksheet'},
      button('Run all', runAll), button('Interrupt', () => interrupt('sheet'), {id: 'interrupt'}), button('New session', reset),
      button('Add a cell', () => add(null, {type: 'code', source: ''}).editor.focus()), button('Add a text', () => add(null, {type: 'markdown', source: ''}).editor.focus()),
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

  function add(after, {type, source}) {
    const cell = {type, marks: [], checking: 0, running: false};
    const output = h('div', {class: 'output', role: 'log', 'aria-label': 'Output'});
    const prompt = h('span', {class: 'prompt', 'aria-hidden': 'true'});
    const status = h('span', {class: 'note', role: 'status'});
    const place = h('div', {class: 'source-code'});
    cell.output = output;
    cell.prompt = prompt;
    cell.status = status;
    cell.element = h('section', {class: `cell-block ${type}`, 'aria-label': type === 'code' ? 'Cell' : 'Text'},
      h('div', {class: 'cell-head'}, prompt, status, h('span', {class: 'cell-tools'},
        type === 'code' && button('Run', () => run(cell), {title: 'Shift+Enter'}),
        button('↑', () => move(cell, -1), {'aria-label': 'Move the cell up'}), button('↓', () => move(cell, 1), {'aria-label': 'Move the cell down'}),
        button('×', () => remove(cell), {'aria-label': 'Delete the cell'}))),
      place, output);
    const at = after ? cells.indexOf(after) + 1 : cells.length;
    cells.splice(at, 0, cell);
    list.insertBefore(cell.element, list.children[at] ?? null);
    cell.editor = CodeMirror(place, {
      value: source, mode: type === 'code' ? 'cgt' : null, lineWrapping: true, viewportMargin: Infinity, matchBrackets: type === 'code', autoCloseBrackets: type === 'code',
      inputStyle: 'contenteditable', placeholder: type === 'code' ? 'an expression, or a command such as :help' : 'text',
      extraKeys: {
        'Shift-Enter': () => { run(cell).catch(failed); next(cell); },
        'Ctrl-Enter': () => { run(cell).catch(failed); },
        'Ctrl-Space': () => complete(cell),
        Tab: () => (cell.leaving || type !== 'code' || !/\S$/.test(beforeCursor(cell)) ? leave(cell) : complete(cell)),
        'Shift-Tab': () => (cell.leaving || type !== 'code' ? leave(cell) : inspect(cell).catch(failed)),
        Esc: () => {
          cell.leaving = true;
          say('Tab leaves the cell now.');
        },
        'Ctrl-Alt-Up': () => neighbour(cell, -1), 'Ctrl-Alt-Down': () => neighbour(cell, 1),
      },
    });
    const field = cell.editor.getInputField();
    field.setAttribute('aria-label', type === 'code' ? `Source of cell ${at + 1}` : `Text ${at + 1}`);
    field.setAttribute('aria-multiline', 'true');
    field.setAttribute('role', 'textbox');
    cell.editor.on('change', () => {
      cell.leaving = false;
      remember();
      clearTimeout(cell.checking);
      cell.checking = setTimeout(() => check(cell).catch(() => {}), PAUSE);
    });
    cell.editor.on('blur', () => { cell.leaving = false; });
    setTimeout(() => cell.editor.refresh());
    return cell;
  }

  const beforeCursor = (cell) => {
    const cursor = cell.editor.getCursor();
    return cell.editor.getLine(cursor.line).slice(0, cursor.ch);
  };

  // Tab goes on to what comes after the editor, as it does everywhere else.
  function leave(cell) {
    cell.leaving = false;
    return CodeMirror.Pass;
  }

  function neighbour(cell, by) {
    const other = cells[cells.indexOf(cell) + by];
    other?.editor.focus();
  }

  function next(cell) {
    const at = cells.indexOf(cell);
    (cells[at + 1] ?? add(cell, {type: 'code', source: ''})).editor.focus();
  }

  function move(cell, by) {
    const at = cells.indexOf(cell);
    const to = at + by;
    if (to < 0 || to >= cells.length) return;
    cells.splice(at, 1);
    cells.splice(to, 0, cell);
    list.insertBefore(cell.element, list.children[by < 0 ? to : to + 1] ?? null);
    remember();
  }

  function remove(cell) {
    if (cells.length === 1) add(null, {type: 'code', source: ''});
    const at = cells.indexOf(cell);
    cells.splice(at, 1);
    cell.element.remove();
    cells[Math.min(at, cells.length - 1)].editor.focus();
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
    const place = cell.output;
    switch (line.type) {
      case 'stream': {
        const last = place.lastElementChild;
        if (last?.classList.contains('stream')) last.append(line.text);
        else place.append(h('pre', {class: 'stream'}, line.text));
        break;
      }
      case 'result': {
        const picture = line.svg && drawing(line.svg, line.text);
        place.append(h('div', {class: 'result', 'data-text': line.text},
          line.name && h('span', {class: 'name'}, `${line.name} =`),
          picture ?? (line.html ? table(line.html) : line.latex ? formula(line.latex.replace(/^\$+|\$+$/g, ''), line.text) : h('pre', {}, line.text))));
        break;
      }
      case 'error':
        place.append(h('div', {class: 'failure', role: 'alert'}, h('p', {}, line.message), line.hint && h('p', {class: 'note'}, `hint: ${line.hint}`),
          line.trace?.length > 0 && h('details', {}, h('summary', {}, 'Calls'), h('pre', {}, [line.trace].flat().join('\n')))));
        underline(cell, line.diagnostics);
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

  async function run(cell) {
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
    replace(cell.output);
    const mine = ++number;
    try {
      await compute(`sheet ${mine}`, 'sheet/run', {cell: mine, source}, (line) => show(cell, line));
      cell.prompt.textContent = `[${mine}]`;
      if (cell.status.textContent === 'waiting') cell.status.textContent = '';
    } catch (error) {
      cell.prompt.textContent = '[!]';
      cell.status.textContent = error.obsolete ? 'interrupted' : '';
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
      replace(cell.output);
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
    replace(cell.output, reply.text ? h('pre', {class: 'help'}, reply.text) : h('p', {class: 'note'}, 'No help on this.'));
  }

  // --- files ---

  async function save(format) {
    const reply = await ask('sheet/export', {cells: sources(), format});
    download(reply.name ?? `worksheet.${format}`, reply.text, format === 'ipynb' ? 'application/x-ipynb+json' : 'text/plain');
    say(`Saved: ${reply.name ?? format}`);
  }

  async function open() {
    const {name, text} = await chooseFile('.cgs,.ipynb,.txt');
    const {cells: read} = await ask('sheet/import', {text, name});
    change({sheet: read.map(({type = 'code', source}) => ({type, source}))});
  }

  function fill(sheet) {
    for (const cell of cells) cell.element.remove();
    cells = [];
    for (const one of sheet.length ? sheet : WELCOME) add(null, one);
  }

  function update(changed) {
    const {sheet = []} = get();
    const now = JSON.stringify(sheet);
    if (cells.length && (!changed.has('sheet') || now === own)) {
      for (const cell of cells) cell.editor.refresh();
      return;
    }
    own = now;
    fill(sheet);
  }

  return {update, cells: () => cells, run, add, complete};
}
