// Where to begin: a gallery of positions of every kind, a list of all games that can be searched, and a tour of
// three steps for the first visit.

import {ask} from '../core/api.js';
import {drawing, failed, freshId, h, openDialog, replace} from '../core/dom.js';
import {FIRST, restore, writeAddress} from '../core/state.js';

const game = (title, words, name, board) => ({title, words, state: {game: name, board, alternate: true}});
// `sgf` names an example of Go; the others are states.
const GALLERY = [
  {title: 'A hot board', words: 'Domineering: who moves first gains', state: FIRST},
  game('Queens and arrows', 'Amazons: a move is worth six', 'amazons', '...x|..#.|o#..'),
  game('Jumping stones', 'Konane, from Hawaii', 'konane', '.ox.|.o.x|..xo|.ox.'),
  game('Cut the green', 'Hackenbush', 'hackenbush', 'l(r(l;r);le(r;l))'),
  game('Toads and Frogs', 'They jump over each other', 'toads-and-frogs', 'tt.t.ff'),
  game('Colour the map', 'Snort, on a graph', 'snort', '.-.-R-.(-.;-.)'),
  game('Nim', 'Both may take from any heap', 'nim', '3+5+7'),
  game('A game for ever', 'Hare and Hounds is loopy', 'hare-and-hounds', '#x..#|x...o|#x..#'),
  {title: 'A Go endgame', words: 'Cut into areas and solved', sgf: 'comb9.sgf'},
  {title: 'Who loses wins', words: 'Misère play, in a worksheet', text: 'misère', state: {view: 'sheet', sheet: [
    {type: 'markdown', source: 'Kayles where **the last to move loses**: who wins heaps of 1 to 8?'},
    {type: 'code', source: '[game.heap.Kayles(n).MisereOutcomeClass for n from 1 to 8]'}]}},
  {title: 'A frontier', words: 'What can be forced of two wishes', text: '◇', state: {view: 'plan', plan: {example: 'two wishes'}}},
  {title: 'A plan', words: 'Trucks and parcels', text: '⇶', state: {view: 'plan', plan: {example: 'transport'}}},
];

const KINDS = [['grid', 'Boards'], ['strip', 'Strips'], ['heap', 'Heaps and cakes'], ['graph', 'Graphs'], ['text', 'Others']];
const kindOf = (one) => (one.kind === 'go' ? 'grid' : KINDS.some(([kind]) => kind === one.kind) ? one.kind : 'text');

function go(state) {
  document.getElementById('dialog').close();
  restore(state);
  writeAddress();
}

async function openGo(name) {
  const {sgf} = await ask('go/example', {name});
  go({view: 'go', go: {sgf, name}});
}

// A picture of what the state shows, as soon as it comes.
async function thumbnail(place, {state, text, sgf}) {
  if (text || sgf) {
    replace(place, h('span', {class: 'big-sign'}, text ?? '● ○'));
  } else {
    const {svg} = await ask('position', {game: state.game, board: state.board});
    replace(place, svg ? drawing(svg) : h('span', {class: 'big-sign'}, state.game));
  }
}

// chooseGame({rulesets, current, onGame, onExpression, onTour}): the dialog. onGame(ruleset) for a game of the list.
export function chooseGame({rulesets, current, onGame, onExpression, onTour}) {
  const gallery = h('ul', {class: 'gallery'}, GALLERY.map((one) => {
    const place = h('span', {class: 'thumbnail', 'aria-hidden': 'true'});
    thumbnail(place, one).catch(() => {});
    return h('li', {}, h('button', {type: 'button', onclick: () => (one.sgf ? openGo(one.sgf).catch(failed) : go(one.state))},
      place, h('span', {class: 'name'}, one.title), h('span', {class: 'note'}, one.words)));
  }));
  const rows = KINDS.map(([kind, name]) => h('section', {}, h('h3', {}, name), h('ul', {class: 'games'},
    rulesets.filter((one) => kindOf(one) === kind).map((one) => h('li', {'data-words': `${one.title} ${one.name} ${one.summary}`.toLowerCase()},
      h('button', {type: 'button', ...(one.name === current ? {'aria-current': 'true'} : {}), onclick: () => onGame(one)}, h('b', {}, one.title), h('span', {class: 'note'}, one.summary)))))));
  const none = h('p', {class: 'note', role: 'status'});
  const search = h('input', {type: 'search', id: freshId('search'), autocomplete: 'off', spellcheck: 'false', placeholder: 'domino, heap, loopy …', oninput: () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    gallery.hidden = words.length > 0;
    let found = 0;
    for (const section of rows) {
      const items = [...section.querySelectorAll('li')];
      for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
      const left = items.filter((item) => !item.hidden).length;
      section.hidden = !left;
      found += left;
    }
    none.textContent = found ? '' : 'No game matches.';
  }, onkeydown: (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    dialog.querySelector('.games li:not([hidden]) button')?.click();
  }});
  const dialog = openDialog('Games',
    h('div', {class: 'bar'}, h('div', {class: 'field grow'}, h('label', {for: search.id}, 'Search'), search), h('button', {type: 'button', class: 'quiet', onclick: onExpression}, 'Type a value instead'), h('button', {type: 'button', class: 'quiet', onclick: onTour}, 'Tour')),
    gallery, none, rows);
  search.focus();
}

const STEPS = [
  ['.play', 'A game for two, Left in blue and Right in red: the line above says what a move is, and who cannot move loses. Click a cell, and another one if it is asked for.'],
  ['.graph-panel', 'What is the board worth? At temperature 0 Left’s wall is what Left gets by moving first, Right’s wall what Right leaves. Higher up a move costs more, until nobody wants to move: that height is the temperature. Drag the line.'],
  ['.tree', 'Every move, with what becomes of the game. A star marks the best. “Hint” shows them on the board, “Why?” gives the reason; “Games” has many more.'],
];

// The tour stands above the boards.
export function tour(root) {
  root.querySelector('.tour')?.remove();
  const element = h('aside', {class: 'tour', 'aria-label': 'Tour', 'aria-live': 'polite'});
  root.querySelector('.tabs').before(element);
  const panel = (step) => root.querySelector(STEPS[step][0]);
  function show(step) {
    if (step) panel(step - 1).classList.remove('spot');
    replace(element, h('p', {}, h('b', {}, `${step + 1} of ${STEPS.length}  `), STEPS[step][1]),
      h('span', {class: 'pair'}, step + 1 < STEPS.length && h('button', {type: 'button', onclick: () => show(step + 1)}, 'Next'),
        h('button', {type: 'button', class: 'quiet', onclick: () => end(step)}, step + 1 < STEPS.length ? 'Skip' : 'Done')));
    panel(step).classList.add('spot');
    panel(step).scrollIntoView({block: 'nearest', inline: 'start'});
  }
  function end(step) {
    panel(step).classList.remove('spot');
    element.remove();
  }
  show(0);
}
