// Which move is meant by cells that are clicked one after the other. Knows no rules: a move is what the
// server says of it: `clicks`, the cells that name it, and `cells`, those that it changes.
//
//   const first = choose(moves, [], 4);      // {play: move} | {selected, candidates, list} | null
//   choose(moves, first.selected, 7);
//
// Where no piece goes from one cell to another, the cells of a move may be clicked in any order. Moves that no
// further click can tell apart are offered as a list.

const begins = (move, cells) => Boolean(move.clicks) && cells.every((cell, i) => move.clicks[i] === cell);
const goes = (move) => move.from !== null && move.from !== undefined;
const touches = (move, cells) => cells.every((cell) => move.cells.includes(cell) || move.to === cell);
const within = (a, b) => a.every((cell) => b.includes(cell));

// Cells where the next click may go.
export function remaining(candidates, selected) {
  const cells = new Set();
  for (const move of candidates) {
    const named = begins(move, selected) ? [move.clicks[selected.length]] : move.cells;
    for (const cell of named) if (cell !== undefined && !selected.includes(cell)) cells.add(cell);
  }
  return cells;
}

export function choose(moves, selected, cell) {
  const clicked = [...selected, cell];
  const named = moves.filter((move) => begins(move, clicked));
  const exact = named.find((move) => move.clicks.length === clicked.length);
  if (exact) return {play: exact};
  if (selected.includes(cell) && !named.length) return {selected: [], candidates: [], list: null};
  const free = moves.filter((move) => !goes(move) && touches(move, clicked));
  let found = [...new Set([...named, ...free])];
  // A piece's goal may be clicked before the piece, if nothing else is meant by it.
  if (!found.length) found = moves.filter((move) => goes(move) && move.to === cell && (!selected.length || move.from === selected[0]));
  if (!found.length && selected.length === 1) found = moves.filter((move) => move.to === selected[0] && move.from === cell);
  // A click elsewhere begins anew.
  if (!found.length) return selected.length ? choose(moves, [], cell) : null;
  // A move that is named by more clicks waits for them, so that the next click never means another one.
  if (found.length === 1 && !named.length && (!goes(found[0]) || selected.length)) return {play: found[0]};
  // Of moves that all change what one of them changes, that one is meant: the edge that is cut, and not one
  // of those that fall with it when others are cut.
  if (!named.length) {
    const least = found.filter((move) => !goes(move) && found.every((one) => one === move || (within(move.cells, one.cells) && !within(one.cells, move.cells))));
    if (least.length === 1) return {play: least[0]};
  }
  const next = remaining(found, clicked);
  return {selected: clicked, candidates: found, list: next.size ? found.filter((move) => !move.clicks && within(move.cells, clicked)) : found};
}
