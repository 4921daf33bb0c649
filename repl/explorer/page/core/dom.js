// Elements, drawings and formulas. Text of users and of the server reaches the page as text nodes or as
// attributes only; drawings are read by DOMParser and cleaned. Nothing here uses innerHTML or inline
// styles, which the server's Content-Security-Policy forbids.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else if (name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

// h('button', {class: 'quiet', onclick: f}, 'Undo', ...): an HTML element.
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

let ids = 0;
export const freshId = (stem) => `${stem}-${++ids}`;

// Tells what has happened: to screen readers and, beside the board, to the eye. `kind` is "error" or "".
// What went wrong stays; the rest goes by itself, so that it covers nothing for long.
let fading = 0;
export function say(text, kind = '') {
  const line = byId('message');
  clearTimeout(fading);
  line.className = kind;
  line.textContent = text;
  if (text && kind !== 'error') fading = setTimeout(() => { line.textContent = ''; }, 12_000);
}

export function failed(error) {
  if (error.name === 'AbortError' || error.obsolete) return;
  say(error.hint ? `${error.message} (${error.hint})` : error.message, 'error');
}

// May things move on the page?
export const moves = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

const FORBIDDEN = 'script, foreignObject, iframe, object, embed, style, link, meta, animate, set';

// A drawing of the server as an element, or null if it is none. What could run, load or restyle anything is
// cut out, and ids are made unique, so that several drawings may use the same names.
export function drawing(text, label) {
  if (typeof text !== 'string') return null;
  const begin = text.indexOf('<svg');
  const end = text.lastIndexOf('</svg>');
  if (begin < 0 || end < begin) return null;
  const parsed = new DOMParser().parseFromString(text.slice(begin, end + '</svg>'.length), 'image/svg+xml');
  if (parsed.getElementsByTagName('parsererror').length || parsed.documentElement.localName !== 'svg') {
    return null;
  }
  const root = document.importNode(parsed.documentElement, true);
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove();
  const prefix = freshId('d');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const {name, value} of [...element.attributes]) {
      const plain = name.toLowerCase();
      if (plain.startsWith('on') || plain === 'style') element.removeAttribute(name);
      else if (plain === 'href' || plain === 'xlink:href') {
        if (value.startsWith('#')) element.setAttribute(name, `#${prefix}-${value.slice(1)}`);
        else element.removeAttribute(name);
      } else if (plain === 'id') element.setAttribute(name, `${prefix}-${value}`);
      else if (value.includes('url(')) {
        const local = /^\s*url\(\s*['"]?#([^'")]*)['"]?\s*\)\s*$/.exec(value);
        if (local) element.setAttribute(name, `url(#${prefix}-${local[1]})`);
        else element.removeAttribute(name);
      }
    }
  }
  root.classList.add('drawing');
  if (label) root.setAttribute('aria-label', label);
  return root;
}

const HTML_KEPT = new Set(['TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'P', 'PRE', 'CODE', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI', 'BR', 'SUB', 'SUP']);

const HTML_DROPPED = /<(style|script)\b[^]*?<\/\1\s*>/gi;
const HTML_TAG = /<(\/?[a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const HTML_ATTRIBUTE = /\b(scope|colspan|rowspan)\s*=\s*["']?(col|row|\d{1,3})\b/gi;

// A table of a worksheet, as the server or a notebook writes it: known elements, without attributes but those
// that say what a cell is of.
export function table(html) {
  // Attributes are cut before the text is parsed, because the parser complains of handlers in them.
  const bare = html.replace(HTML_DROPPED, '').replace(HTML_TAG, (_, tag, attributes) =>
    `<${[tag, ...[...attributes.matchAll(HTML_ATTRIBUTE)].map(([, name, value]) => `${name}="${value}"`)].join(' ')}>`);
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  const copy = (node, target) => {
    // Depth is that of a table in a cell, which the parser bounds.
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) target.append(child.data);
      else if (child.nodeType === Node.ELEMENT_NODE) {
        if (child.tagName === 'STYLE' || child.tagName === 'SCRIPT') continue;
        const cell = child.tagName === 'TH' || child.tagName === 'TD';
        const kept = HTML_KEPT.has(child.tagName) ? target.appendChild(h(child.tagName, cell && {
          scope: child.getAttribute('scope'), colspan: child.getAttribute('colspan'), rowspan: child.getAttribute('rowspan'),
        })) : target;
        copy(child, kept);
      }
    }
  };
  const out = h('div', {class: 'table'});
  copy(parsed.body, out);
  return out;
}

const WIDE_FORMULA = 40;    // characters; wider ones scroll
const LONG_FORMULA = 3000;  // characters; beyond it the text is shown, which is as readable

// A formula: KaTeX where it is loaded, and `text` for everyone else. `display`: on lines of its own.
export function formula(latex, text, large = false, display = false) {
  const out = h('span', {class: ['formula', large && 'large', text?.length > WIDE_FORMULA && 'wide'].filter(Boolean).join(' ')});
  if (latex && latex.length <= LONG_FORMULA && window.katex) {
    try {
      window.katex.render(latex, out, {throwOnError: true, strict: 'ignore', output: 'htmlAndMathml', displayMode: display, maxSize: 50, errorColor: 'currentcolor'});
      out.title = text;
      return out;
    } catch {
      out.replaceChildren();
    }
  }
  out.classList.add('plain');
  out.textContent = text;
  return out;
}

export function download(name, text, type = 'text/plain') {
  const link = h('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Asks for a file of the user's; gives {name, text}.
export function chooseFile(accept) {
  return new Promise((done) => {
    const input = h('input', {type: 'file', accept});
    input.addEventListener('change', async () => {
      const file = input.files[0];
      if (file) done({name: file.name, text: await file.text()});
    });
    input.click();
  });
}

const loads = new Map();

// Loads a script or a style sheet of /lib once.
export function load(url) {
  if (!loads.has(url)) {
    loads.set(url, new Promise((done, fail) => {
      const element = url.endsWith('.css')
        ? h('link', {rel: 'stylesheet', href: url}) : h('script', {src: url});
      element.addEventListener('load', done);
      element.addEventListener('error', () => fail(new Error(`${url} could not be loaded`)));
      document.head.append(element);
    }));
  }
  return loads.get(url);
}

// A labelled field: label, control, in one.
export function field(label, control) {
  const id = control.id || (control.id = freshId('field'));
  return h('div', {class: 'field'}, h('label', {for: id}, label), control);
}

// A list to choose from: options are [value, label] or, as groups, [label, [[value, label], ...]].
export function choice(options, value, attributes) {
  const one = ([key, label]) => h('option', {value: key, selected: key === value}, label);
  return h('select', attributes, options.map((option) => Array.isArray(option[1])
    ? h('optgroup', {label: option[0]}, option[1].map(one)) : one(option)));
}

export const playerName = {left: 'Left', right: 'Right'};
export const other = {left: 'right', right: 'left'};

// The one dialog of the page: Escape closes it, focus goes back to where it was.
export function openDialog(title, ...content) {
  const dialog = byId('dialog');
  if (dialog.open) dialog.close();
  replace(dialog, h('form', {method: 'dialog', class: 'dialog-head'}, h('h2', {id: 'dialog-title'}, title), h('button', {class: 'quiet'}, 'Close')), content);
  dialog.showModal();
  return dialog;
}

// Keys and clicks of cells of which one at a time is reached by Tab: arrows, Home and End go from one to the
// next, Enter and Blank are a click. Cells have their number in data-cell.

// cursor = roving(element, {cells, columns, onCell, onKey}): cells() and columns() are those of now;
// onCell(index) is called for a click, onKey(event, index) for other keys, and says whether it took them.
// cursor.focus(index); cursor.index() is where the cursor is, cursor.set(index) puts it there without a look.
export function roving(element, {cells, columns, onCell, onKey}) {
  let current = 0;

  function focus(index) {
    const all = cells();
    if (!all[index]) return;
    all[current]?.setAttribute('tabindex', '-1');
    current = index;
    all[current].setAttribute('tabindex', '0');
    all[current].focus();
  }

  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const count = cells().length;
    const width = columns();
    const first = current - (current % width);
    const last = Math.min(count, first + width) - 1;
    const steps = {
      ArrowLeft: Math.max(first, current - 1),
      ArrowRight: Math.min(last, current + 1),
      Home: first,
      End: last,
    };
    if (count > width) {
      steps.ArrowUp = current >= width ? current - width : current;
      steps.ArrowDown = current + width < count ? current + width : current;
    }
    if (event.key in steps) focus(steps[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') onCell(current);
    else if (!onKey?.(event, current)) return;
    event.preventDefault();
  });
  element.addEventListener('click', (event) => {
    const cell = event.target.closest('[data-cell]');
    if (!cell) return;
    focus(Number(cell.dataset.cell));
    onCell(current);
  });

  return {focus, index: () => current, set: (index) => { current = index; }};
}
