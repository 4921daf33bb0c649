// Requests of the page to what computes; whatever fails becomes an ApiError.
//
//   const reply = await ask('position', {game: 'domineering'});
//   const value = await compute('value', 'value', subject);   // gives way when asked anew

import {cancel, inSlot, manual, send, sendLong} from './transport.js';

export {manual};

// What went wrong with a request. `obsolete`: it was given up, and nobody has to be told.
export class ApiError extends Error {
  constructor(status, {message, hint, diagnostics} = {}) {
    super(message || `the request was answered with ${status}`);
    this.status = status;
    this.hint = hint || '';
    this.diagnostics = diagnostics || [];
    this.obsolete = status === 409;
  }
}

const RETRIES = 5;
let pending = 0;

// One thing at a time is computed in a lane. What is short has a lane of its own, and so has the worksheet:
// neither waits for values, and a long cell does not hold up the boards.
const SHORT = new Set(['rulesets', 'position', 'edit', 'explain', 'info', 'go/load', 'go/example', 'plan/examples']);
const lanes = Object.fromEntries(['short', 'long', 'sheet'].map((name) => [name, {name, running: new Map(), last: Promise.resolve()}]));
function laneOf(name) {
  if (name.startsWith('sheet/')) return lanes.sheet;
  return SHORT.has(name) ? lanes.short : lanes.long;
}

// A short request.
export const ask = (name, body = {}, signal = undefined) => send(name, body, laneOf(name).name, signal);

// Something begins (1) or ends (-1) that the page waits for.
export function showBusy(change) {
  pending += change;
  document.documentElement.toggleAttribute('data-busy', pending > 0);
}

// The page asks for one long thing at a time in a lane.
function inTurn(here, work) {
  const done = here.last.then(work, work);
  here.last = done.catch(() => {});
  return done;
}

const obsolete = () => Object.assign(new ApiError(409), {message: 'no longer wanted'});

// Asks for something that takes long. Of requests with the same key only the last one is answered: earlier
// ones are given up, here and where they are computed, and throw an error that is `obsolete`.
export async function compute(key, name, body = {}, onLine = undefined) {
  const here = laneOf(name);
  const {running} = here;
  const before = running.get(key);
  before?.abort.abort();
  const mine = {abort: new AbortController(), active: false};
  const {signal} = mine.abort;
  running.set(key, mine);
  showBusy(1);
  try {
    if (before?.active) await cancel(here.name);
    return await inTurn(here, () => {
      if (signal.aborted) throw obsolete();
      return inSlot(async () => {
        mine.active = true;
        for (let retry = 0; ; ++retry) {
          if (signal.aborted) throw obsolete();
          try {
            return await sendLong(name, body, here.name, signal, onLine ?? (() => {}));
          } catch (error) {
            // Ended with another request that was cancelled: once more. What has spoken is not repeated.
            if (!error.obsolete || signal.aborted || onLine || retry === RETRIES) throw error;
          }
        }
      });
    });
  } catch (error) {
    throw error.name === 'AbortError' ? obsolete() : error;
  } finally {
    showBusy(-1);
    if (running.get(key) === mine) running.delete(key);
  }
}

// Gives up what is being computed for this tab, but for the worksheet and for the keys that are named.
export async function cancelAll(...kept) {
  const {running} = lanes.long;
  const given = [...running].filter(([key]) => !kept.includes(key));
  for (const [key, {abort}] of given) {
    abort.abort();
    running.delete(key);
  }
  if (given.some(([, {active}]) => active)) await cancel('long').catch(() => {});
}

// Ends what runs, whose answer says so.
export const interrupt = (name = 'long') => cancel(name);
