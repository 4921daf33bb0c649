// Requests to the server. Every one is a POST of JSON; whatever fails becomes an ApiError.
//
//   const reply = await ask('position', {game: 'domineering'});
//   const value = await compute('value', 'value', subject);   // gives way when asked anew
//
// A browser opens only six connections to a host, over all tabs. So nothing stays open: the page says every
// quarter of a minute that it lives, and what takes long answers "pending" after a second and is waited for
// in steps; it stops when nobody waits any more. At most SLOTS computations are waited for in all tabs
// together, so that short requests always find a connection.

export class ApiError extends Error {
  constructor(status, {message, hint, diagnostics} = {}) {
    super(message || `the server answered with ${status}`);
    this.status = status;
    this.hint = hint || '';
    this.diagnostics = diagnostics || [];
    this.obsolete = status === 409;
  }
}

const SLOTS = 4;
const HEARTBEAT = 15_000;  // ms
const RETRIES = 5;
let tab = sessionStorage.getItem('cgt-tab');
let ready = null;
let pending = 0;

// The server computes one thing at a time for a name. What is short has a name of its own, and so has the
// worksheet: neither waits for values, and a long cell does not hold up the boards.
const SHORT = new Set(['rulesets', 'position', 'edit', 'explain', 'info', 'go/load', 'go/example', 'plan/examples']);
const lanes = {short: lane(''), long: lane('-long'), sheet: lane('-sheet')};
function lane(suffix) {
  return {suffix, used: false, running: new Map(), last: Promise.resolve()};
}
function laneOf(name) {
  if (name.startsWith('sheet/')) return lanes.sheet;
  return SHORT.has(name) ? lanes.short : lanes.long;
}

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
    const used = () => Object.values(lanes).filter((one) => one.used);
    setInterval(() => used().forEach((one) => post('alive', {}, one).catch(() => {})), HEARTBEAT);
    addEventListener('pagehide', () => {
      for (const {suffix} of used()) {
        navigator.sendBeacon('/api/close', new Blob([JSON.stringify({tab: tab + suffix})], {type: 'application/json'}));
      }
    });
  });
  return ready;
}

async function post(name, body, here, signal) {
  here.used = true;
  await begin();
  let response;
  try {
    response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({...body, tab: tab + here.suffix}),
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
export async function ask(name, body = {}, signal) {
  return (await post(name, body, laneOf(name), signal)).json();
}

// A long one: waits until it is done, and passes on the lines that it says meanwhile.
async function askLong(name, body, signal, onLine = () => {}) {
  const here = laneOf(name);
  let response = await post(name, {...body, poll: true}, here, signal);
  for (;;) {
    const reply = await response.json();
    for (const line of reply.lines ?? []) onLine(line);
    if (response.status !== 202) return reply;
    response = await post('wait', {}, here, signal);
  }
}

// Something begins (1) or ends (-1) that the page waits for.
export function showBusy(change) {
  pending += change;
  document.documentElement.toggleAttribute('data-busy', pending > 0);
}

async function inSlot(work) {
  for (let slot = 0; slot < SLOTS; ++slot) {
    const taken = await navigator.locks.request(`cgt-slot-${slot}`, {ifAvailable: true},
      async (lock) => (lock ? {result: await work()} : null));
    if (taken) return taken.result;
  }
  return navigator.locks.request(`cgt-slot-${Math.floor(Math.random() * SLOTS)}`, work);
}

// `wait` means the one thing that is computed, so the page asks for one at a time.
function inTurn(here, work) {
  const done = here.last.then(work, work);
  here.last = done.catch(() => {});
  return done;
}

const cancel = (here) => post('cancel', {}, here);

const obsolete = () => Object.assign(new ApiError(409), {message: 'no longer wanted'});

// Asks for something that takes long. Of requests with the same key only the last one is answered: earlier
// ones are given up, here and in the server, and throw an error that is `obsolete`.
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
    if (before?.active) await cancel(here);
    return await inTurn(here, () => {
      if (signal.aborted) throw obsolete();
      return inSlot(async () => {
        mine.active = true;
        for (let retry = 0; ; ++retry) {
          if (signal.aborted) throw obsolete();
          try {
            return await askLong(name, body, signal, onLine);
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
  if (given.some(([, {active}]) => active)) await cancel(lanes.long).catch(() => {});
}

// Ends what runs, whose answer says so.
export const interrupt = (name = 'long') => cancel(lanes[name]);
