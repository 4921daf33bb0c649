// Notebooks of Jupyter (nbformat 4): cells as the worksheet has them, and whatever else a notebook holds.
// What the worksheet does not know is kept as it was read and written again: metadata, attachments, names
// of cells, outputs of other kernels, numbers digit by digit.
//
//   {cells: [{type, source, outputs, count, saved}], notebook}
//
// `saved` is the cell as it was read, `notebook` all but the cells.

const TYPES = new Set(['code', 'markdown', 'raw']);
const MOST_CELLS = 10_000;
const EMPTY = {
  cells: [],
  metadata: {
    kernelspec: {display_name: 'CGT', language: 'cgscript', name: 'cgt'},
    language_info: {codemirror_mode: 'javascript', file_extension: '.cgs', mimetype: 'text/x-cgscript', name: 'cgscript', pygments_lexer: 'javascript'},
  },
  nbformat: 4,
  nbformat_minor: 5,
};

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// Texts are lists of lines in files, or one text.
export const joined = (text) => (Array.isArray(text) ? text.join('') : text ?? '');
export const split = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const isText = (text) => typeof text === 'string' || (Array.isArray(text) && text.every((line) => typeof line === 'string'));

// Numbers that JavaScript would write otherwise (1.0, 2^64) stay as they are, where it knows how.
const exactly = (key, value, context) =>
  (typeof value === 'number' && JSON.rawJSON && context?.source !== undefined && String(value) !== context.source ? JSON.rawJSON(context.source) : value);

export const toJson = (value) => JSON.stringify(value, null, 1);
export const fromJson = (text) => JSON.parse(text, exactly);

// Throws Error in words.
export function readNotebook(text) {
  const wrong = (what) => { throw new Error(`This is not a notebook of Jupyter: ${what}.`); };
  let read;
  try {
    read = fromJson(text);
  } catch (error) {
    wrong(error.message);
  }
  if (!isObject(read)) wrong('it is not an object');
  if (read.nbformat !== 4) {
    if (Array.isArray(read.worksheets)) throw new Error('This notebook is of an old format; Jupyter converts it: jupyter nbconvert --to notebook.');
    wrong('"nbformat" is not 4');
  }
  if (!Array.isArray(read.cells)) wrong('it has no list "cells"');
  if (read.cells.length > MOST_CELLS) throw new Error(`A worksheet has at most ${MOST_CELLS} cells, this notebook ${read.cells.length}.`);
  const cells = read.cells.map((saved, i) => {
    if (!isObject(saved) || !TYPES.has(saved.cell_type)) wrong(`cell ${i + 1} is neither code nor markdown nor raw`);
    if (!isText(saved.source ?? '')) wrong(`the source of cell ${i + 1} is not a text`);
    const outputs = saved.cell_type === 'code' ? saved.outputs ?? [] : [];
    if (!Array.isArray(outputs) || !outputs.every(isObject)) wrong(`the outputs of cell ${i + 1} are not a list of objects`);
    const count = Number.isInteger(saved.execution_count) ? saved.execution_count : null;
    return {type: saved.cell_type, source: joined(saved.source), outputs, count, saved};
  });
  return {cells, notebook: {...read, cells: []}};
}

// Names of cells came with nbformat 4.5, and are forbidden before it.
function freshName(taken) {
  for (;;) {
    const name = crypto.randomUUID().slice(0, 8);
    if (!taken.has(name)) return name;
  }
}

function written({type, source, outputs, count, saved}, named, taken) {
  const cell = saved?.cell_type === type ? {...saved} : {cell_type: type, ...(named && {id: freshName(taken)}), metadata: {}};
  taken.add(cell.id);
  if (cell.source === undefined || joined(cell.source) !== source) cell.source = split(source);
  if (type === 'code') {
    cell.execution_count = count;
    cell.outputs = outputs;
  }
  return cell;
}

export function writeNotebook({cells, notebook}) {
  const whole = notebook ?? EMPTY;
  const named = whole.nbformat_minor >= 5;
  const taken = new Set(cells.map(({saved}) => saved?.id));
  return `${toJson({...whole, cells: cells.map((cell) => written(cell, named, taken))})}\n`;
}

// What a cell says while it runs (sheet/run) as an output of a notebook: null for lines that are none.
export function outputOf(line, count) {
  const data = (text, {latex, svg, html}) => {
    const out = {};
    if (svg) out['image/svg+xml'] = split(svg);
    if (html) out['text/html'] = split(html);
    if (latex) out['text/latex'] = split(latex);
    return {...out, 'text/plain': split(text)};
  };
  switch (line.type) {
    case 'stream':
      return {name: line.name, output_type: 'stream', text: split(line.text)};
    case 'result':
      return {data: data(line.text, line), execution_count: count, metadata: line.name ? {name: line.name} : {}, output_type: 'execute_result'};
    case 'display':
      return {data: data(line.text, line), metadata: {}, output_type: 'display_data'};
    case 'error':
      return {ename: line.kind ?? 'Error', evalue: line.message, output_type: 'error', traceback: line.trace ?? []};
    default:
      return null;
  }
}

// A notebook that was opened, until the worksheet shows it.
let opened = null;

export function put(read) {
  opened = read;
}
export function take() {
  const read = opened;
  opened = null;
  return read;
}
