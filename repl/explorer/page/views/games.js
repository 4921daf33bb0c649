// Where to begin: a gallery of positions of every kind, a list of all games that can be searched, the rules of a
// game with a board that shows its moves, and a tour of three steps for the first visit.

import {ask} from '../core/api.js';
import {byId, failed, freshId, h, moves, openDialog, other, playerName, replace} from '../core/dom.js';
import {FIRST, restore, writeAddress} from '../core/state.js';
import {arrowsOf, viewOf} from '../board/board.js';
import {sprite} from '../board/grid.js';

const game = (title, words, name, board) => ({title, words, state: {game: name, board, alternate: true}});
// `sgf` names an example of Go; the others are states. `sign` is one of pieces.svg, where there is no board.
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
  {title: 'Who loses wins', words: 'Misère play, in a worksheet', sign: 'misere', state: {view: 'sheet', sheet: [
    {type: 'markdown', source: 'Kayles where **the last to move loses**: who wins heaps of 1 to 8?'},
    {type: 'code', source: '[game.heap.Kayles(n).MisereOutcomeClass for n from 1 to 8]'}]}},
  {title: 'A bridge hand', words: 'How often a finesse wins', sign: 'hand', state: {view: 'sheet', sheet: [
    {type: 'markdown', source: 'North has **A J 10** of a suit, South **4 3 2**. How often do we win two tricks, and by which card first?'},
    {type: 'code', source: 'suit := game.bridge.Suit("AJT", "432", 2);\nsuit.Chance'},
    {type: 'markdown', source: 'An ending with clubs as trumps: South needs four of the last five tricks. Defenders hold the other cards in any way that fits what is known.'},
    {type: 'code', source: 'game.bridge.Ending("KJ2.3..5", "AT3.4..6", "Q987654.AKQ..",\n  {"tricks" => 4, "trump" => "C", "given" => ["W:S9", "W:S8", "W:S7", "E:S6", "E:S5", "E:S4"]}).Chance'}]}},
  {title: 'A frontier', words: 'What can be forced of two wishes', sign: 'frontier', state: {view: 'plan', plan: {example: 'two wishes'}}},
  {title: 'A plan', words: 'Trucks and parcels', sign: 'truck', state: {view: 'plan', plan: {example: 'transport'}}},
];

const KINDS = [['grid', 'Boards'], ['strip', 'Strips'], ['heap', 'Heaps and cakes'], ['graph', 'Graphs'], ['text', 'Others']];
const kindOf = (one) => (one.kind === 'go' ? 'grid' : KINDS.some(([kind]) => kind === one.kind) ? one.kind : 'text');

function go(state) {
  byId('dialog').close();
  restore(state);
  writeAddress();
}

async function openGo(name) {
  const {sgf} = await ask('go/example', {name});
  go({view: 'go', go: {sgf, name}});
}

// Shows a position to look at only.
const idle = {onCell() {}};
const pictureOf = ({picture, text}) => (picture.kind === 'text' ? {...picture, text} : picture);

// A picture of what is shown, as soon as it comes.
async function thumbnail(place, {state, sign, sgf}) {
  if (sign) {
    replace(place, sprite(sign));
    return;
  }
  const position = sgf ? await ask('go/load', await ask('go/example', {name: sgf})) : await ask('position', {game: state.game, board: state.board});
  const view = sgf ? (await import('../board/goban.js')).goban(idle.onCell) : (await viewOf(position.picture.kind))(idle);
  view.show(pictureOf(position));
  replace(place, view.element);
  place.style.setProperty('--columns', position.picture.columns ?? 1);
}

const BEAT = 1100;  // ms
const beat = () => new Promise((done) => { setTimeout(done, BEAT); });

// A board that plays a few moves of the ruleset's example, again and again while it is seen; for those who want
// no motion, one move: the board before and after it.
async function demonstrate(place, caption, game) {
  const first = await ask('position', {game});
  const view = (await viewOf(first.picture.kind))(idle);
  const show = (position, marks) => view.show(pictureOf(position), {last: [], ...marks});
  const tell = (position, move, player) => {
    show(position, {hint: new Set(move.cells), arrows: arrowsOf([move], player)});
    caption.textContent = `${playerName[player]}: ${move.label}`;
  };
  replace(place, view.element);
  if (!moves()) {
    const player = first.left.length ? 'left' : 'right';
    const move = first[player][0];
    if (move) tell(first, move, player);
    else show(first);
    if (!move) return;
    const after = (await viewOf(first.picture.kind))(idle);
    after.show(pictureOf(await ask('position', {game, board: move.board})));
    place.append(after.element);
    return;
  }
  let position = first;
  let player = first.left.length ? 'left' : 'right';
  show(position);
  for (let turn = 0; ; ++turn) {
    await beat();
    if (!place.isConnected || !byId('dialog').open) return;
    const all = position[player];
    if (!all.length || turn > 7 || position.picture.kind !== first.picture.kind) {
      caption.textContent = all.length ? '' : `${playerName[player]} cannot move, and loses.`;
      await beat();
      [position, player, turn] = [first, first.left.length ? 'left' : 'right', -1];
      show(position);
      continue;
    }
    const move = all[(3 * turn + 1) % all.length];
    tell(position, move, player);
    await beat();
    position = await ask('position', {game, board: move.board});
    show(position);
    view.animate?.(move);
    player = other[player];
  }
}

// What a move is, in a sentence and on a board.
export function showRules(title, {summary, board}, game) {
  const place = h('div', {class: 'board demo', inert: true});
  const caption = h('p', {class: 'note'});
  openDialog(title, h('p', {class: 'sentence'}, `A move: ${summary}. Who cannot move loses.`), place, caption, board && h('p', {class: 'note'}, `As text: ${board}.`));
  demonstrate(place, caption, game).catch(failed);
}

// chooseGame({rulesets, current, onGame, onExpression, onTour}): the dialog. onGame(ruleset) for a game of the list.
export function chooseGame({rulesets, current, onGame, onExpression, onTour}) {
  const gallery = h('ul', {class: 'gallery'}, GALLERY.map((one) => {
    const place = h('span', {class: 'thumbnail board', 'aria-hidden': 'true', inert: true});
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
