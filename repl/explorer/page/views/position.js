// The first view: a board or an expression, its value, its options, and sums.

import {ask, cancelAll, showBusy} from '../core/api.js';
import {byId, choice, failed, field, h, playerName, replace, say} from '../core/dom.js';
import {change, FIRST, get} from '../core/state.js';
import {board, boardOf} from '../board/board.js';
import {playing} from './play.js';
import {carries, sumPanel} from './sum.js';
import {treePanel} from './tree.js';
import {valuePanel} from './value.js';

const SEEN = 'cgt-seen';  // in the browser's store, once the page was open
const PAUSE = 120;  // ms after the value; who plays on at once is not held up by options

const capital = (text) => text.replace(/^./, (c) => c.toUpperCase());

// The name and the arguments of a game such as "subtraction([1,2])".
function split(game) {
  const at = game.indexOf('(');
  return at < 0 ? [game, ''] : [game.slice(0, at), game.slice(at + 1).replace(/\)$/, '')];
}

export function positionView(root, rulesets) {
  const byName = new Map(rulesets.map((one) => [one.name, one]));
  for (const one of rulesets) byName.set(one.path, one);

  const value = valuePanel();
  const tree = treePanel({onPlay: (text) => place.show(text), onLook: (boards, player) => place.look(boards, player), onOptions: (lines) => place.tell(lines)});
  const sum = sumPanel({current: () => subject(), onShow: (one) => change({...fresh, game: one.game, board: one.board})});
  const place = board({
    onPosition: (position) => {
      textInput.value = position.board;
      if (!textInput.hasAttribute('data-fixed')) textInput.removeAttribute('aria-invalid');
      fill();
    },
    afterMove: () => play.answer(),
  });
  const play = playing(place);
  const fresh = {board: undefined, moves: undefined, notes: undefined, at: undefined, path: undefined, expr: undefined, t: undefined};

  const button = (text, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: run, ...attributes}, text);
  const games = h('button', {type: 'button', id: 'games', 'aria-haspopup': 'dialog', onclick: () => import('./games.js').then(({chooseGame}) => chooseGame({
    rulesets, current: split(get().game ?? '')[0],
    onGame: (one) => {
      byId('dialog').close();
      change({...fresh, game: withArguments(one)});
    },
    onTour: () => {
      byId('dialog').close();
      guide();
    },
    onExpression: () => {
      byId('dialog').close();
      change({...fresh, game: undefined, expr: '{3||2|1}'});
      expressionInput.select();
    },
  })).catch(failed)});
  const rules = button('Rules', () => import('./games.js').then(({showRules}) => {
    const {game} = get();
    const ruleset = byName.get(split(game)[0]);
    showRules(ruleset.title, ruleset, game);
  }).catch(failed), {id: 'how', 'aria-haspopup': 'dialog'});
  const guide = () => import('./games.js').then(({tour}) => tour(root)).catch(failed);
  const argumentInput = h('input', {type: 'text', id: 'arguments', spellcheck: 'false', autocomplete: 'off', onchange: () => {
    const [name] = split(get().game);
    change({...fresh, game: argumentInput.value.trim() ? `${name}(${argumentInput.value.trim()})` : name});
  }});
  const argumentField = field('Arguments', argumentInput);
  const textInput = h('input', {type: 'text', id: 'board-text', spellcheck: 'false', autocomplete: 'off', class: 'mono'});
  const textForm = h('form', {class: 'field grow', onsubmit: (event) => {
    event.preventDefault();
    setText().catch(failed);
  }}, h('label', {for: 'board-text', class: 'hidden'}, 'Position'), h('span', {class: 'pair'}, textInput, h('button', {class: 'quiet'}, 'Set')));
  const expressionInput = h('input', {type: 'text', id: 'expression', spellcheck: 'false', autocomplete: 'off', class: 'mono'});
  const expressionForm = h('form', {class: 'field grow', onsubmit: (event) => {
    event.preventDefault();
    change({expr: expressionInput.value, path: undefined, t: undefined});
  }}, h('label', {for: 'expression', class: 'hidden'}, 'Expression'), h('span', {class: 'pair'}, expressionInput, h('button', {class: 'quiet'}, 'Show')));
  const summary = h('p', {class: 'note summary'});

  // What a ruleset needs is shown by a sample, so that choosing it never ends in an error.
  const withArguments = ({name, needs_arguments: needs, sample}) => (needs && sample ? sample : name);

  async function setText() {
    const text = textInput.value.trim();
    const {game} = get();
    const read = await ask('position', text ? {game, board: text} : {game});
    change({...fresh, game, board: read.board});
    say('');
  }

  const turn = h('fieldset', {class: 'segmented'}, h('legend', {class: 'hidden'}, 'Who moves'), ['left', 'right'].map((player) => [
    h('input', {type: 'radio', name: 'player', id: `player-${player}`, value: player, onchange: () => change({player})}),
    h('label', {for: `player-${player}`, class: `${player}-text`}, playerName[player])]));
  const alternate = h('input', {type: 'checkbox', id: 'alternate', onchange: () =>
    // The program answers only players who take turns.
    change(alternate.checked ? {alternate: true} : {alternate: undefined, answers: undefined})});
  const answers = choice([['', 'Program: off'], ['left', 'plays Left'], ['right', 'plays Right']], '', {id: 'answers', onchange: () => {
    change({answers: answers.value || undefined, ...(answers.value ? {alternate: true} : {})});
    play.answer();
  }});
  const undo = button('Undo', () => { play.stop(); place.undo(-1); }, {id: 'undo', title: 'Ctrl+Z'});
  const redo = button('Redo', () => { play.stop(); place.undo(1); }, {id: 'redo', title: 'Ctrl+Y'});
  const told = button('1°', () => told.setAttribute('aria-pressed', String(place.telling())), {id: 'tell', 'aria-pressed': 'false', 'aria-label': '1°: temperatures on the board',
    title: 'On each cell the temperature after the best move there'});
  const handle = button('Add to sum', () => sum.add(), {id: 'add-to-sum', title: 'Or drag the board onto the sum'});
  carries(handle, subject);
  carries(place.board, subject, () => place.board.firstElementChild);

  const boardPanel = h('section', {class: 'panel play', 'aria-label': 'Board'},
    h('div', {class: 'bar'}, turn,
      h('span', {class: 'check'}, alternate, h('label', {for: 'alternate'}, 'Alternating')),
      h('label', {for: 'answers', class: 'hidden'}, 'The program plays'), answers),
    place.element,
    h('div', {class: 'bar'}, undo, redo, button('Hint', play.hint, {id: 'hint'}), button('Why?', play.why, {id: 'why'}), told, handle));
  const panels = [boardPanel, value.element, value.drawn, tree.element, sum.element];
  // Where there is room for one panel only, the others are beside it: by a swipe, or by these.
  const tabs = h('nav', {class: 'tabs', 'aria-label': 'Panels'}, panels.map((panel) => h('button', {type: 'button', class: 'quiet',
    onclick: () => panel.scrollIntoView({block: 'nearest', inline: 'start'})}, panel.getAttribute('aria-label'))));
  const deck = h('div', {class: 'deck'}, panels);
  const seen = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) tabs.children[panels.indexOf(target)].toggleAttribute('aria-current', isIntersecting);
  }, {root: deck, threshold: .6});
  for (const panel of panels) seen.observe(panel);
  replace(root,
    h('section', {class: 'panel source', 'aria-label': 'Game'}, h('div', {class: 'bar'}, games, rules, argumentField, textForm, expressionForm), summary),
    tabs, deck);
  // Who comes without an address, and has not been here, is shown around.
  if (JSON.stringify(get()) === JSON.stringify(FIRST) && !localStorage.getItem(SEEN)) guide();
  localStorage.setItem(SEEN, '1');

  function subject() {
    const {game, expr} = get();
    if (game) {
      const position = place.position();
      return position ? {game, board: position.board} : null;
    }
    return expr ? {expr} : null;
  }

  let shown = '';
  // Value and options of what is shown now.
  async function fill() {
    const now = subject();
    if (!now) return;
    const key = JSON.stringify(now);
    if (key === shown) return;
    shown = key;
    await cancelAll('sum');
    if (key !== shown) return;
    showBusy(1);
    try {
      await value.update(now);
      await new Promise((done) => { setTimeout(done, PAUSE); });
      if (key === shown) await tree.update(now);
    } catch (error) {
      if (error.obsolete || key !== shown) return;
      failed(error);
      await tree.update(null);
    } finally {
      showBusy(-1);
    }
  }

  function drawControls() {
    const {game, expr = '', player = 'left', alternate: turns = false, answers: side = '', moves = [], at = 0} = get();
    const [name, given] = split(game ?? '');
    const ruleset = byName.get(name);
    replace(games, h('span', {class: 'hidden'}, 'Games: '), game ? (ruleset ? ruleset.title : name) : 'A value', h('span', {class: 'more-sign', 'aria-hidden': 'true'}, ' ▾'));
    games.title = 'Choose a game';
    argumentField.hidden = !game || !(ruleset?.needs_arguments || ruleset?.signature?.includes('('));
    argumentInput.value = given;
    argumentInput.placeholder = ruleset?.signature ?? '';
    rules.hidden = !ruleset;
    textForm.hidden = !game;
    boardPanel.hidden = !game;
    expressionForm.hidden = Boolean(game);
    if (document.activeElement !== expressionInput) expressionInput.value = expr;
    summary.title = summary.textContent = game ? capital([ruleset?.summary, ruleset?.board].filter(Boolean).join('. Positions: ')) : 'Any value, in the language of the worksheet: {3||2|1}, ^*, Tiny(2), game.grid.Clobber("xo|ox").';
    place.setRuleset(ruleset);
    root.querySelector(`#player-${player}`).checked = true;
    alternate.checked = turns;
    answers.value = side;
    undo.disabled = at === 0;
    redo.disabled = at >= moves.length;
    boardPanel.dataset.player = player;
  }

  async function update(changed) {
    drawControls();
    const {game} = get();
    if (changed.has('sum')) sum.update();
    if (changed.has('player')) place.redraw();
    if (changed.has('game') || changed.has('expr')) shown = '';
    if (game) {
      if (changed.has('game')) place.forget();
      await place.refresh();
    } else await fill();
  }

  root.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches('input[type=text], textarea')) return;
    const back = event.key === 'z' && !event.shiftKey;
    const forth = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
    if (!back && !forth) return;
    event.preventDefault();
    play.stop();
    place.undo(back ? -1 : 1);
  });

  return {
    update: (changed) => update(changed).catch(failed),
    ready: () => Boolean(subject()),
    place, value, tree, sum, boardOf,
  };
}
