// The state of the page: one object, of the shape that core/fragment.js checks, and those who look at it.
// Whoever changes it calls change(); the address follows, and every listener is told which keys changed.

import {decode, encode, MAX_SHARED} from './fragment.js';

// What is shown before anything was chosen: a hot board, whose walls have corners on both sides.
export const FIRST = {game: 'domineering', board: '...##|.....|.#...|.....', player: 'left', alternate: true};

let state = {};
const listeners = [];
let writing = 0;

export const get = () => state;

export function listen(listener) {
  listeners.push(listener);
}

// Keys of `patch` replace those of the state; undefined takes a key away.
export function change(patch) {
  const changed = new Set();
  for (const [key, value] of Object.entries(patch)) {
    if (JSON.stringify(state[key]) === JSON.stringify(value)) continue;
    changed.add(key);
  }
  if (!changed.size) return;
  state = {...state, ...patch};
  for (const key of Object.keys(state)) if (state[key] === undefined) delete state[key];
  clearTimeout(writing);
  // Browsers refuse more than some two hundred changes of the address in half a minute.
  writing = setTimeout(writeAddress, 150);
  for (const listener of listeners) listener(changed);
}

// The whole address for sharing, or null if it would be too long.
export function address() {
  const fragment = encode(state);
  return fragment.length > MAX_SHARED ? null : `${location.origin}${location.pathname}${fragment}`;
}

export function writeAddress() {
  clearTimeout(writing);
  const fragment = encode(state);
  // What is too long to be shared is still kept over a reload, up to what history may hold.
  history.replaceState(null, '', fragment.length < 200_000 ? fragment : '#');
}

// Takes the state from a fragment. Gives an error in words, or null.
export function readAddress(fragment) {
  const read = decode(fragment);
  if (read.error) return read.error;
  restore(read.state);
  return null;
}

export function restore(next) {
  const changed = new Set([...Object.keys(state), ...Object.keys(next)]);
  state = next;
  for (const listener of listeners) listener(changed);
}

export const snapshot = () => JSON.stringify(state);
