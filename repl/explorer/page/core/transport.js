// Requests to the server: every one is a POST of JSON. The site has another file of this name, which asks
// workers in the page (repl/explorer/site/transport.js); both give send(), sendLong(), cancel(),
// inSlot() and where the manual is.
//
// A browser opens only six connections to a host, over all tabs. So nothing stays open: the page says every
// quarter of a minute that it lives, and what takes long answers "pending" after a second and is waited for
// in steps; it stops when nobody waits any more. At most SLOTS computations are waited for in all tabs
// together, so that short requests always find a connection.

import {ApiError} from './api.js';

const SLOTS = 4;
const HEARTBEAT = 15_000;  // ms
let tab = sessionStorage.getItem('cgt-tab');
let ready = null;

// The server computes one thing at a time for a name: each lane has one.
const used = new Set();
const nameOf = (lane) => (lane === 'short' ? tab : `${tab}-${lane}`);

// Takes a name for this tab that no other one has, and keeps it for as long as the tab lives: a page that is
// loaded again finds its worksheet as it was, a tab that is duplicated gets one of its own. A page that is just
// going away may still hold the name for a moment.
const PATIENCE = 400;  // ms
function takeName() {
  return new Promise((done) => {
    const hold = (name, options) => navigator.locks.request(`cgt-tab-${name}`, options, () => {
      tab = name;
      sessionStorage.setItem('cgt-tab', name);
      done();
      return new Promise(() => {});
    });
    if (!tab) hold(crypto.randomUUID(), {});
    else hold(tab, {signal: AbortSignal.timeout(PATIENCE)}).catch(() => hold(crypto.randomUUID(), {}));
  });
}

function begin() {
  ready ??= takeName().then(() => {
    setInterval(() => used.forEach((lane) => post('alive', {}, lane).catch(() => {})), HEARTBEAT);
    addEventListener('pagehide', () => {
      for (const lane of used) {
        navigator.sendBeacon('api/close', new Blob([JSON.stringify({tab: nameOf(lane)})], {type: 'application/json'}));
      }
    });
  });
  return ready;
}

async function post(name, body, lane, signal) {
  used.add(lane);
  await begin();
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({...body, tab: nameOf(lane)}),
      signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, {message: 'the server does not answer', hint: 'is cgt explore still running?'});
  }
  if (!response.ok) {
    let told = {};
    try { told = (await response.json()).error || {}; } catch { /* the status says enough */ }
    if (response.status === 403) {
      told = {message: 'this page has lost its key to the server', hint: 'open the address that cgt explore printed'};
    }
    throw new ApiError(response.status, told);
  }
  return response;
}

// A short request.
export async function send(name, body, lane, signal) {
  return (await post(name, body, lane, signal)).json();
}

// A long one: waits until it is done, and passes on the lines that it says meanwhile.
export async function sendLong(name, body, lane, signal, onLine) {
  let response = await post(name, {...body, poll: true}, lane, signal);
  for (;;) {
    const reply = await response.json();
    for (const line of reply.lines ?? []) onLine(line);
    if (response.status !== 202) return reply;
    response = await post('wait', {}, lane, signal);
  }
}

// Stops what a lane computes.
export const cancel = (lane) => post('cancel', {}, lane);

// Waits until few enough computations are waited for.
export async function inSlot(work) {
  for (let slot = 0; slot < SLOTS; ++slot) {
    const taken = await navigator.locks.request(`cgt-slot-${slot}`, {ifAvailable: true},
      async (lock) => (lock ? {result: await work()} : null));
    if (taken) return taken.result;
  }
  return navigator.locks.request(`cgt-slot-${Math.floor(Math.random() * SLOTS)}`, work);
}

// The server has pages of the explorer only.
export const manual = null;
