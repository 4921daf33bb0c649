// Play against perfect play: the program answers, gives hints, and says why a move is best.

import {compute} from '../core/api.js';
import {choice, failed, h, openDialog, playerName, replace, say} from '../core/dom.js';
import {get} from '../core/state.js';
import {plot, wallsOf} from './thermograph.js';

const PAUSE = 350;  // ms, so that the eye can follow the answer

const plain = (value) => (value === null || value === undefined ? '–' : `${value.text ?? value}`);

function words(move) {
  const facts = [];
  if (move.value !== undefined && move.value !== null) facts.push(`to ${plain(move.value)}`);
  if (move.incentive !== undefined && move.incentive !== null) facts.push(`incentive ${plain(move.incentive)}`);
  return facts.length ? `${move.label} (${facts.join(', ')})` : move.label;
}

export function playing(board) {
  const whose = () => get().player ?? 'left';
  let generation = 0;

  async function best() {
    const position = board.position();
    const player = whose();
    const reply = await compute('play', 'play', {game: position.game, board: position.board, player});
    return {position, player, reply};
  }

  async function hint() {
    const {player, reply} = await best();
    if (!reply.best?.length) {
      say(`${playerName[player]} has no move.`);
      return;
    }
    board.showHint(reply.best, player);
    say(`Best for ${playerName[player]}: ${reply.best.slice(0, 4).map(words).join('; ')}${reply.best.length > 4 ? `; ${reply.best.length - 4} more` : ''}.`);
  }

  // A table of all moves, the reason in words; the thermograph after any of them, over the one before or after
  // another move.
  async function why() {
    const {player, reply} = await best();
    const reason = reply.why ?? {};
    const moves = [{label: 'before', thermograph: reason.thermograph}, ...(reply.all ?? [])].filter(wallsOf);
    const finest = Math.max(0, moves.findIndex((move) => move.best));
    const figure = h('figure');
    const list = (name, at) => choice(moves.map((move, i) => [`${i}`, i ? `after ${move.label}` : move.label]), `${at}`, {'aria-label': name, onchange: draw});
    const [upper, lower] = [list('Drawn in full', finest), list('Drawn beneath', 0)];
    function draw() {
      const [over, under] = [upper, lower].map(({value}) => moves[Number(value)]);
      replace(figure, plot(wallsOf(over), {beneath: wallsOf(under)}).svg);
    }
    if (moves.length) draw();
    openDialog(`Why this move of ${playerName[player]}?`,
      h('p', {}, reason.text ?? (reply.best?.length ? '' : 'There is no move.')),
      moves.length > 0 && h('div', {class: 'why-plot'}, figure, h('p', {class: 'bar'}, upper, h('span', {class: 'note'}, 'over the dashed'), lower)),
      reply.all?.length > 0 && h('div', {class: 'table'}, h('table', {},
        h('caption', {}, `All moves of ${playerName[player]}`),
        h('thead', {}, h('tr', {}, ['Move', 'To', 'Incentive', ''].map((name) => h('th', {scope: 'col'}, name || h('span', {class: 'hidden'}, 'Verdict'))))),
        h('tbody', {}, reply.all.map((move) => h('tr', {},
          h('th', {scope: 'row'}, move.label), h('td', {}, plain(move.value)), h('td', {}, plain(move.incentive)),
          h('td', {}, move.best ? '★ best' : move.loses ? '✗ loses' : '')))))));
  }

  // Lets the program move if it is its turn.
  async function answer() {
    const {answers} = get();
    const position = board.position();
    const player = whose();
    if (!position || board.editing()) return;
    if (!position[player].length) {
      say(`${playerName[player]} has no move: in normal play ${playerName[player]} to move loses.`);
      return;
    }
    if (answers !== player) return;
    const mine = ++generation;
    say('The program thinks …');
    const {reply, position: asked} = await best();
    await new Promise((done) => { setTimeout(done, PAUSE); });
    // The user may have gone elsewhere meanwhile.
    if (mine !== generation || board.position() !== asked || get().answers !== player) return;
    const move = reply.best?.[0];
    if (!move) return;
    await board.make(move);
    say(`The program played ${words(move)}.`);
  }

  return {hint: () => hint().catch(failed), why: () => why().catch(failed), answer: () => answer().catch(failed), stop: () => { ++generation; }};
}

