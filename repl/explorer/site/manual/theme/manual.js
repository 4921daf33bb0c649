// The pages of the manual: every example of the language can be changed and run where it stands, by the same engine as
// the explorer of the site; and a search over all pages.

import {compute, ask} from '../core/api.js';
import {drawing, h, replace} from '../core/dom.js';

// --- examples ---

// The statements of a transcript, without their prompts.
function statementsOf(transcript) {
  const found = [];
  for (const line of transcript.split('\n')) {
    if (line.startsWith('cgt> ')) found.push(line.slice(5));
    else if (/^\.\.\.> ?/.test(line) && found.length) found.push(`${found.pop()}\n${line.replace(/^\.\.\.> ?/, '')}`);
  }
  return found;
}

function shown(line) {
  if (line.type === 'result') return [h('pre', {}, line.text), line.svg && drawing(line.svg, line.text)];
  if (line.type === 'stream') return [h('pre', {}, line.text.replace(/\n$/, ''))];
  if (line.type === 'display') return [drawing(line.svg, line.text) ?? h('pre', {}, line.text)];
  if (line.type === 'error') return [h('p', {class: 'trouble'}, line.message), line.hint && h('p', {class: 'note'}, `hint: ${line.hint}`)];
  return [];
}

// Runs statements in a session; each shows its answer below itself if there is more than one.
async function runAll(statements, place) {
  for (const source of statements) {
    if (statements.length > 1) place.append(h('pre', {class: 'asked'}, source));
    await compute('manual', 'sheet/run', {source}, (line) => place.append(...shown(line).filter(Boolean)));
  }
}

// The editor of an example: `before` gives the statements that its session begins with.
function trial(before, statements) {
  const input = h('textarea', {rows: Math.min(16, statements.join('\n').split('\n').length), spellcheck: 'false', 'aria-label': 'Example'});
  input.value = statements.join('\n');
  const place = h('div', {'aria-live': 'polite'});
  const element = h('div', {class: 'trial'}, input, h('p', {}, h('button', {type: 'button', onclick: run}, 'Run'), ' ', h('span', {class: 'note'}, 'or Shift+Enter')), place);
  async function run() {
    element.dataset.state = 'running';
    replace(place);
    // As long as nothing is changed, each statement stands beside its answer.
    const mine = input.value === statements.join('\n') ? statements : [input.value];
    try {
      await ask('sheet/reset');
      await runAll(before(), h('div'));
      await runAll(mine, place);
    } catch (error) {
      if (!error.obsolete) place.append(h('p', {class: 'trouble'}, error.message));
    }
    element.dataset.state = 'done';
  }
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault();
      run();
    }
  });
  return {element, run, statements: () => (input.value === statements.join('\n') ? statements : [input.value])};
}

function offer(before, statements, put) {
  let open = null;
  const button = h('button', {type: 'button', class: 'try', title: 'Change and run this example', onclick: () => {
    if (!open) put((open = trial(before, statements)).element);
    open.run();
  }}, 'Run');
  return {button, statements: () => open?.statements() ?? statements};
}

function offerTranscripts() {
  let chain = [];
  for (const code of document.querySelectorAll('pre > code.language-cgt')) {
    const pre = code.parentElement;
    if (!pre.classList.contains('continued')) chain = [];
    const earlier = [...chain];
    const statements = statementsOf(code.textContent);
    if (!statements.length) continue;
    const box = h('div', {class: 'example'});
    pre.replaceWith(box);
    const one = offer(() => earlier.flatMap((other) => other.statements()), statements, (element) => box.after(element));
    box.append(pre, one.button);
    chain.push(one);
  }
}

// `X` gives `Y`, or a block below; "after setup 1" names a block that its session begins with.
function offerExpressions() {
  for (const code of document.querySelectorAll('main :not(pre) > code')) {
    if (!/^\s*gives\s*$/.test(code.nextSibling?.textContent ?? '')) continue;
    const link = code.previousElementSibling?.getAttribute('href') ?? '';
    const setup = link.startsWith('#setup-') ? document.querySelector(`${link} + pre`)?.textContent : undefined;
    const {button} = offer(() => [setup].filter(Boolean), [code.textContent], (element) => button.after(element));
    const value = code.nextElementSibling?.localName === 'code' ? code.nextElementSibling : code.nextSibling;
    value.after(' ', button);
  }
}

// --- search ---

const root = new URL(document.documentElement.dataset.root, location.href);
let index = null;

function matching(words, {docs}) {
  const ranked = docs.map((page) => {
    const title = page.title.toLowerCase();
    const text = page.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return null;
    return {page, rank: words.filter((word) => title.includes(word)).length};
  });
  return ranked.filter(Boolean).sort((a, b) => b.rank - a.rank).slice(0, 30);
}

document.getElementById('search').addEventListener('input', async ({target}) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  index ??= fetch(new URL('search/search_index.json', root)).then((reply) => reply.json());
  const found = words.length ? matching(words, await index) : [];
  const place = document.getElementById('found');
  place.hidden = !words.length;
  replace(place, found.length ? h('ul', {}, found.map(({page: {location: at, title, text}}) =>
    h('li', {}, h('a', {href: new URL(at, root).href}, title || at), ' ', h('span', {class: 'note'}, text.slice(0, 90))))) : 'Nothing found.');
});

offerTranscripts();
offerExpressions();
