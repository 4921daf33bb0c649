// Texts of worksheets: Markdown as notebooks write it, with formulas between dollars. marked takes a text
// apart; elements are made here from its parts, and every word becomes a text node. So nothing that a text
// holds can run, restyle the page or load anything: links lead to http, https and mailto only, pictures are
// named and not asked for, but for those that the notebook itself holds.

import {formula, h, load, table} from '../core/dom.js';

const INLINE_MATH = /^\$(?!\s|\$)((?:\\[^]|[^\\$`\n]|\n(?!\s*\n))*?(?<![\s\\]))\$(?!\d)/;
const DISPLAY_MATH = /^\$\$((?:\\[^]|[^\\$])+?)\$\$/;
const DISPLAY_BLOCK = /^ {0,3}\$\$((?:\\[^]|[^\\$])+?)\$\$[ \t]*(?:\n|$)/;
const ENVIRONMENT = /^ {0,3}(\\begin\{([a-z]+\*?)\}[^]+?\\end\{\2\})[ \t]*(?:\n|$)/;

const math = (name, level, pattern, display, start) => ({
  name,
  level,
  start: (source) => {
    const at = source.search(start);
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const found = pattern.exec(source);
    return found ? {type: name, raw: found[0], text: found[1].trim(), display} : undefined;
  },
});

let loading = null;

// Before markdown() is called.
export function loadMarkdown() {
  loading ??= load('lib/marked/marked.min.js').then(() => {
    const {marked} = window;
    marked.use({
      gfm: true,
      mangle: false,
      extensions: [
        // Of those that could begin at one place the last one is tried first.
        math('math', 'inline', INLINE_MATH, false, /\$/),
        math('display', 'inline', DISPLAY_MATH, true, /\$\$/),
        math('displayBlock', 'block', DISPLAY_BLOCK, true, /^ {0,3}\$\$/m),
        math('environment', 'block', ENVIRONMENT, true, /^ {0,3}\\begin\{/m),
      ],
    });
    // No emphasis begins or ends within a formula: *2 and $a*b$.
    const rules = marked.Lexer.rules.inline.gfm;
    const formulas = [DISPLAY_MATH, INLINE_MATH].map(({source}) => `(?<!\\\\)${source.slice(1)}`);
    rules.blockSkip = new RegExp([rules.blockSkip.source, ...formulas].join('|'), 'g');
  });
  return loading;
}

// marked escapes the texts of its parts for HTML, and leaves the entities of the author in them.
function plain(text) {
  if (!text.includes('&')) return text;
  // A document of its own, in which nothing is loaded and nothing runs; a letter in front keeps the blanks.
  return new DOMParser().parseFromString(`x${text.replaceAll('<', '&lt;')}`, 'text/html').body.textContent.slice(1);
}

function safeLink(href) {
  try {
    const url = new URL(plain(href));
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;  // within the page, or to a file: there is nothing that it could lead to
  }
}

// Elements of HTML that texts of notebooks use within a line; they are made without any attribute.
const WITHIN = new Set(['b', 'i', 'em', 'strong', 'sub', 'sup', 'code', 'kbd', 'u', 's', 'mark', 'small', 'var', 'cite', 'q']);
const EMBEDDED = /^image\/(?:png|jpeg|gif|webp)$/;

function picture({href, text, title}, attachments) {
  const name = plain(text) || plain(title ?? '') || 'without a name';
  if (href.startsWith('attachment:')) {
    let key = href.slice('attachment:'.length);
    try { key = decodeURIComponent(key); } catch { /* as it stands */ }
    const bundle = Object.hasOwn(attachments, key) ? attachments[key] : {};
    const type = Object.keys(bundle ?? {}).find((one) => EMBEDDED.test(one));
    if (type) return embedded(type, bundle[type], name);
  }
  const link = safeLink(href);
  const told = `[picture: ${name}]`;
  return link ? anchor(link, told) : h('span', {class: 'note'}, told);
}

// A picture that a notebook holds, as an element.
export function embedded(type, base64, label) {
  const data = [base64].flat().join('').replace(/\s/g, '');
  if (!EMBEDDED.test(type) || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return null;
  return h('img', {src: `data:${type};base64,${data}`, alt: label, class: 'embedded'});
}

const anchor = (href, ...children) => h('a', {href, rel: 'noopener noreferrer', target: '_blank'}, ...children);

function within(tokens, attachments, target) {
  // Open elements of HTML of this line: the last one takes what comes.
  const open = [target];
  const put = (node) => open.at(-1).append(node);
  for (const token of tokens ?? []) {
    switch (token.type) {
      case 'strong': case 'em': case 'del':
        put(within(token.tokens, attachments, h(token.type)));
        break;
      case 'codespan':
        put(h('code', {}, plain(token.text)));
        break;
      case 'br':
        put(h('br'));
        break;
      case 'link': {
        const href = safeLink(token.href);
        const inside = within(token.tokens, attachments, href ? anchor(href) : h('span', {}));
        if (!href) inside.append(` (${plain(token.href)})`);
        put(inside);
        break;
      }
      case 'image':
        put(picture(token, attachments));
        break;
      case 'math': case 'display':
        put(formula(token.text, token.raw, false, token.display));
        break;
      case 'html': {
        const [, closing, name] = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(token.raw) ?? [];
        const tag = name?.toLowerCase();
        if (tag === 'br') put(h('br'));
        else if (closing && open.length > 1 && open.at(-1).localName === tag) open.pop();
        else if (!closing && WITHIN.has(tag)) {
          const element = h(tag);
          put(element);
          open.push(element);
        } else if (!token.raw.startsWith('<!--')) put(token.raw);
        break;
      }
      default:
        if (token.tokens) within(token.tokens, attachments, open.at(-1));
        else put(plain(token.text ?? token.raw));
    }
  }
  return target;
}

const ALIGNMENTS = new Set(['left', 'right', 'center']);

function grid({header, align, rows}, attachments) {
  const cell = (tag, attributes) => ({tokens}, i) =>
    within(tokens, attachments, h(tag, {...attributes, class: ALIGNMENTS.has(align[i]) && `to-${align[i]}`}));
  return h('div', {class: 'table'}, h('table', {}, h('thead', {}, h('tr', {}, header.map(cell('th', {scope: 'col'})))),
    h('tbody', {}, rows.map((row) => h('tr', {}, row.map(cell('td', {})))))));
}

function blocks(tokens, attachments, target) {
  for (const token of tokens) {
    switch (token.type) {
      case 'space': case 'def':
        break;
      case 'heading':
        // The page has the headings above those of a text.
        target.append(within(token.tokens, attachments, h(`h${Math.min(6, token.depth + 1)}`, {})));
        break;
      case 'paragraph':
        target.append(within(token.tokens, attachments, h('p', {})));
        break;
      case 'text':
        within(token.tokens ?? [token], attachments, target);
        break;
      case 'code':
        target.append(h('pre', {}, h('code', {}, token.text)));
        break;
      case 'blockquote':
        target.append(blocks(token.tokens, attachments, h('blockquote', {})));
        break;
      case 'hr':
        target.append(h('hr'));
        break;
      case 'list':
        target.append(h(token.ordered ? 'ol' : 'ul', {start: token.ordered && token.start !== 1 && token.start},
          token.items.map((item) => blocks(item.tokens, attachments, h('li', {},
            item.task && h('span', {role: 'img', 'aria-label': item.checked ? 'done' : 'open'}, item.checked ? '☑ ' : '☐ '))))));
        break;
      case 'table':
        target.append(grid(token, attachments));
        break;
      case 'html':
        if (!/^\s*<!--[^]*?-->\s*$/.test(token.raw)) target.append(table(token.raw));
        break;
      case 'displayBlock': case 'environment':
        target.append(h('p', {class: 'displayed'}, formula(token.text, token.raw, false, true)));
        break;
      default:
        target.append(token.raw);
    }
  }
  return target;
}

const LONGEST = 200_000;  // characters
const DEEPEST = 60;  // quotes and lists in one another; beyond it a text is shown as it was written

function depthOf(text) {
  let most = 0;
  for (const line of text.split('\n')) {
    const [marks] = /^(?:\s|>|[-+*]\s|\d+[.)]\s)*/.exec(line);
    most = Math.max(most, marks.replace(/\s|\d/g, '').length);
  }
  return most;
}

// A text as an element. `attachments`: pictures that the notebook holds, {name: {type: base64}}.
export function markdown(text, attachments = {}) {
  const out = h('div', {class: 'markdown-text'});
  try {
    if (text.length > LONGEST || depthOf(text) > DEEPEST) throw new RangeError('too long, too deep');
    return blocks(window.marked.lexer(text), attachments ?? {}, out);
  } catch {
    out.replaceChildren(h('pre', {}, text));
    return out;
  }
}
