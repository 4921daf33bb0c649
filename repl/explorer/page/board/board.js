// A board to play and to edit on. It holds a position as the server describes it and asks for every other;
// which moves there are, and why there is none, only the server knows.

import {ask} from '../core/api.js';
import {failed, h, other, playerName, replace, say} from '../core/dom.js';
import {change, get} from '../core/state.js';
import {choose, remaining} from './choose.js';
import {editor} from './editor.js';
import {grid, text} from './grid.js';

// What shows pictures of a kind; most boards are grids.
export async function viewOf(kind) {
  if (kind === 'graph') return (await import('./graph.js')).graph;
  if (kind === 'heap') return (await import('./heap.js')).heap;
  return kind === 'text' ? text : grid;
}

// The board that the state shows, or undefined for the ruleset's example.
export function boardOf(state) {
  return state.at ? state.moves[state.at - 1].slice(1) : state.board;
}

// Moves of pieces that go, as arrows in the colour of who moves them.
export const arrowsOf = (all, player) => all.filter((move) => move.from !== null && move.to !== null)
  .map(({from, to, clicks}) => ({from, to, shot: clicks?.length > 2 ? clicks[2] : undefined, kind: player}));

const LETTER = {left: 'L', right: 'R'};

// board({onPosition}): onPosition(position) is called whenever another position is shown, and
// afterMove(position) when a player has moved.
export function board({onPosition, afterMove}) {
  const place = h('div', {class: 'board'});
  const list = h('div', {class: 'chooser', role: 'group', 'aria-label': 'Moves to choose from', hidden: true});
  const unnamed = h('div', {class: 'chooser', role: 'group', 'aria-label': 'Moves without cells', hidden: true});
  const moveList = h('ul', {class: 'moves'});
  const history = h('div', {class: 'history', role: 'group', 'aria-label': 'Moves so far'});
  const names = new Map();  // of moves, by the boards before and after
  const left = [];          // lines that were left for another one: [board, moves]
  const allMoves = h('details', {class: 'all-moves'}, h('summary', {}, 'Moves'), moveList);
  const comment = h('input', {type: 'text', autocomplete: 'off', maxlength: 500, placeholder: 'add a comment', onchange: () => annotate(comment.value.trim())});
  const noted = h('label', {class: 'comment', hidden: true}, h('span', {class: 'hidden'}, 'Comment on the move'), comment);
  const handlers = {onCell: (cell) => click(cell).catch(failed), onEditKey: (event, cell) => tools.key(event, cell),
    draws: () => tools.draws(), onJoin: (from, to) => tools.join(from, to)};
  const tools = editor({edit: (op) => edit(op).catch(failed), onTool: (on) => setEditing(on)});
  let view = null;
  let makeView = grid;
  let kind = '';
  let position = null;
  let ruleset = null;
  let editing = false;
  let selected = [];
  let candidates = [];
  let last = [];
  let hint = new Set();
  let arrows = [];      // of moves that are looked at
  let options = [];     // lines of the options of the position, the best first
  let telling = false;  // their temperatures on the board
  let flight = null;  // the position that is being asked for
  let busy = false;

  const mover = () => get().player ?? 'left';
  const moves = () => position?.[mover()] ?? [];

  // Cells that moves have closed, by whom, as far as the boards of the moves tell.
  function laidCells(count) {
    const {board: start, moves: steps = [], at = 0} = get();
    const cellsOf = (text) => [...text.replace(/[^:]*:/, '').replaceAll('|', '')];
    const laid = new Map();
    let before = cellsOf(start ?? '');
    steps.slice(0, at).forEach((one, step) => {
      const cells = cellsOf(one.slice(1));
      const player = {L: 'left', R: 'right'}[one[0]];
      if (cells.length !== before.length) laid.clear();
      else if (player) cells.forEach((cell, i) => { if (cell === '#' && before[i] !== '#') laid.set(i, [player, step]); });
      before = cells;
    });
    return before.length === count ? laid : new Map();
  }

  // What is told on cells of the best move there: {best, temperature}.
  function labels() {
    const out = new Map();
    if (!telling) return out;
    for (const {player, boards, best, temperature} of options) {
      if (player !== mover()) continue;
      for (const move of moves()) {
        if (!boards.includes(move.board)) continue;
        for (const cell of move.to === null ? move.cells : [move.to]) if (!out.has(cell)) out.set(cell, {best, temperature});
      }
    }
    return out;
  }

  function draw() {
    if (!position) return;
    const picture = position.picture.kind === 'text'
      ? {...position.picture, text: position.text ?? position.board} : position.picture;
    if (picture.kind !== kind) {
      kind = picture.kind;
      view = makeView(handlers);
      replace(place, view.element);
    }
    view.show(picture, {
      selected: editing ? tools.selected() : selected,
      candidates: selected.length ? remaining(candidates, selected) : new Set(),
      last, hint, arrows, laid: laidCells(picture.cells?.length), labels: labels(),
    });
    place.dataset.player = mover();
    view.element.setAttribute('aria-label', `${ruleset?.title ?? position.game}, ${editing ? 'editing' : `${playerName[mover()]} to move`}: ${position.board}`);
    tools.show(picture, ruleset);
    place.style.setProperty('--columns', picture.columns ?? 1);
  }

  function drawMoves() {
    const others = moves().filter((move) => !move.clicks && !move.cells.length);
    unnamed.hidden = !others.length;
    replace(unnamed, others.map((move) => h('button', {type: 'button', class: 'quiet', onclick: () => make(move).catch(failed)}, move.label || move.board)));
    allMoves.firstChild.textContent = `${moves().length} ${moves().length === 1 ? 'move' : 'moves'} of ${playerName[mover()]}`;
    if (allMoves.open) {
      replace(moveList, moves().map((move) => h('li', {}, h('button', {type: 'button', class: 'quiet', onclick: () => make(move).catch(failed)}, move.label))));
    } else replace(moveList);
  }
  allMoves.addEventListener('toggle', drawMoves);

  // Moves so far; lines that were left can be taken up again.
  function drawHistory() {
    const {board: start, moves: steps = [], at = 0} = get();
    const key = (i, all, from) => `${i ? all[i - 1].slice(1) : from}>${all[i].slice(1)}`;
    const name = (i, all, from) => names.get(key(i, all, from)) ?? `${i + 1}`;
    const chip = (text, run, attributes) => h('button', {type: 'button', class: 'quiet', onclick: run, ...attributes}, text);
    const lines = left.filter(([from, all]) => from === start && JSON.stringify(all) !== JSON.stringify(steps));
    const {notes = []} = get();
    history.hidden = !steps.length;
    noted.hidden = !at;
    if (document.activeElement !== comment) comment.value = notes[at - 1] ?? '';
    const unknown = steps.findIndex((one, i) => one[0] !== 'E' && !names.has(key(i, steps, start)));
    if (unknown >= 0) learn(key(unknown, steps, start), unknown ? steps[unknown - 1].slice(1) : start, {L: 'left', R: 'right'}[steps[unknown][0]], steps[unknown].slice(1)).catch(() => {});
    replace(history, chip('start', () => undo(-at), at ? {} : {'aria-current': 'step'}),
      steps.map((one, i) => [chip([h('b', {class: `${{L: 'left', R: 'right'}[one[0]] ?? ''}-text`}, `${one[0] === 'E' ? '✎' : one[0]} `), name(i, steps, start)],
        () => undo(i + 1 - at), i + 1 === at ? {'aria-current': 'step'} : {}), notes[i] && h('span', {class: 'remark'}, notes[i])]),
      lines.length > 0 && [h('span', {class: 'note'}, 'or'), lines.slice(-4).map(([from, all, remarks]) => {
        const fork = all.findIndex((one, i) => one !== steps[i]);
        return chip(`${name(fork, all, from)} …`, () => {
          if (steps.length) left.push([start, steps, get().notes]);
          left.splice(left.findIndex(([, some]) => some === all), 1);
          change({moves: all, notes: remarks, at: fork + 1, path: undefined});
          refresh().catch(failed);
        }, {title: `${all.length - fork} moves from there`});
      })]);
  }
  // The comment on the move that was made last.
  function annotate(text) {
    const {notes = [], at = 0} = get();
    const next = Array.from({length: Math.max(notes.length, at)}, (_, i) => (i === at - 1 ? text : notes[i] ?? ''));
    while (next.length && !next.at(-1)) next.pop();
    change({notes: next.length ? next : undefined});
    drawHistory();
  }
  // The name of a move of an address that others have made.
  async function learn(key, from, by, to) {
    names.set(key, '…');
    const reply = await ask('position', {game: get().game, board: from});
    names.set(key, reply[by].find((move) => move.board === to)?.label ?? '?');
    drawHistory();
  }
  history.addEventListener('keydown', (event) => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    undo(by);
    refresh().then(() => history.querySelector('[aria-current]')?.focus());
  });

  function offer(found) {
    list.hidden = !found?.length;
    replace(list, found?.length > 0 && [h('span', {}, 'Which move?'), found.map((move) =>
      h('button', {type: 'button', class: 'quiet', onclick: () => make(move).catch(failed)}, move.label || move.board))]);
  }

  function unselect() {
    selected = [];
    candidates = [];
    hint = new Set();
    arrows = [];
    offer(null);
  }

  async function click(cell) {
    if (!position || busy) return;
    if (editing) {
      tools.click(cell);
      draw();
      return;
    }
    const before = selected;
    const found = choose(moves(), selected, cell);
    if (found?.play) {
      await make(found.play);
      return;
    }
    if (!found) {
      unselect();
      draw();
      const why = await ask('explain', {game: position.game, board: position.board, player: mover(), cells: [...before, cell]});
      say(why.message, why.legal ? '' : 'error');
      return;
    }
    hint = new Set();
    arrows = [];
    ({selected, candidates} = found);
    offer(found.list);
    draw();
    if (found.list?.length && found.list.length === candidates.length) list.querySelector('button').focus();
    else if (selected.length) say(`${candidates.length} ${candidates.length === 1 ? 'move' : 'moves'} from here: choose a marked cell, or the same one again to let go.`);
  }

  // Puts another board behind those shown so far. `by` is a player, or null for an edit.
  function step(next, by) {
    const {moves: steps = [], at = 0, alternate, notes} = get();
    const kept = steps.slice(0, at);
    const after = steps.slice(at);
    const same = after.length > 0 && steps[at].slice(1) === next;
    if (after.length && !same) left.push([get().board, steps, notes]);
    const remarks = notes?.slice(0, same ? at + 1 : at).filter((one, i, all) => all.slice(i).some(Boolean));
    // A position that never moved has the example for its board; from now on that has to be said.
    const start = get().board ?? position.board;
    kept.push((by ? LETTER[by] : 'E') + next);
    change({board: start, moves: kept, notes: remarks?.length ? remarks : undefined, at: kept.length, path: undefined, ...(by && alternate ? {player: other[by]} : {})});
  }

  async function make(move) {
    if (busy) return;
    busy = true;
    const by = mover();
    try {
      unselect();
      names.set(`${position.board}>${move.board}`, move.label);
      step(move.board, by);
      say(`${playerName[by]}: ${move.label}`);
      await refresh();
      // Cells of graphs and texts have other numbers after a move.
      last = kind === 'graph' || kind === 'text' || kind === 'heap' ? [] : [...move.cells];
      draw();
      view.animate?.(move);
    } finally {
      busy = false;
    }
    afterMove(position, by);
  }

  async function edit(op) {
    const next = await ask('edit', {game: position.game, board: position.board, op});
    unselect();
    if (next.board === position.board) return;
    last = [];
    // The answer is the position that the state is about to name. Vertices keep their places.
    position = {...next, game: position.game, picture: {...next.picture, kept: next.kept}};
    step(next.board, null);
    draw();
    drawMoves();
    drawHistory();
    onPosition(position);
  }

  // Clicks that set cells are often made on the move, so the board is not dragged then.
  function setEditing(on) {
    editing = on;
    place.setAttribute('draggable', String(!on));
    unselect();
    draw();
  }

  function undo(by) {
    const {moves: steps = [], at = 0, alternate} = get();
    const next = Math.max(0, Math.min(steps.length, at + by));
    if (next === at) return;
    // The player whose move is taken back is to move again.
    const passed = steps[by < 0 ? next : next - 1][0];
    const player = {L: 'left', R: 'right'}[passed];
    change({at: next, path: undefined, ...(alternate && player ? {player: by < 0 ? player : other[player]} : {})});
    drawHistory();
    refresh().catch(failed);
  }

  // Shows what the state says. Of several calls at once the last one counts.
  function refresh() {
    const {game} = get();
    const at = boardOf(get());
    if (!game) return Promise.resolve();
    const key = JSON.stringify([game, at]);
    if (flight?.key === key) return flight.done;
    flight = null;
    if (position && position.game === game && position.board === at) {
      draw();
      drawMoves();
      return Promise.resolve();
    }
    const mine = {key};
    flight = mine;
    mine.done = fetchPosition(mine, game, at).finally(() => { if (flight === mine) flight = null; });
    return mine.done;
  }

  async function fetchPosition(mine, game, at) {
    const next = await ask('position', at === undefined ? {game} : {game, board: at});
    const found = await viewOf(next.picture.kind);
    if (flight !== mine) return;
    makeView = found;
    position = {...next, game};
    last = [];
    unselect();
    draw();
    drawMoves();
    drawHistory();
    onPosition(position);
  }

  return {
    element: h('div', {class: 'board-area'}, place, list, unnamed, tools.element, history, noted, allMoves),
    board: place,
    refresh, undo, make,
    // A board as the next step, from the tree for example.
    show: (text) => step(text, null),
    position: () => position,
    setRuleset(next) { ruleset = next; },
    redraw() {
      unselect();
      draw();
      drawMoves();
    },
    forget() {
      position = null;
      names.clear();
      left.length = 0;
      unselect();
    },
    // Marks moves to these boards, until others are looked at.
    look(boards, player) {
      const seen = (position?.[player] ?? []).filter((move) => boards.includes(move.board));
      if (!seen.length && !hint.size) return;
      hint = new Set(seen.flatMap((move) => move.cells));
      arrows = arrowsOf(seen, player);
      draw();
    },
    tell(lines) {
      options = lines;
      if (telling) draw();
    },
    // Turns it on or off; gives what it is now.
    telling() {
      telling = !telling;
      draw();
      return telling;
    },
    showHint(best, player) {
      unselect();
      hint = new Set(best.flatMap((move) => move.cells));
      arrows = arrowsOf(best, player);
      draw();
    },
    editing: () => editing,
    focus: () => view?.focus(),
  };
}
