// Requests to workers of the page, one for each lane, which begin when they are needed: the site has no server that
// computes. The code is fetched and compiled once for all of them.

import {ApiError} from './api.js';

const folder = new URL('../engine/', import.meta.url);

async function compile() {
  const url = new URL('cgt-engine.wasm', folder);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // A server that does not know the type of the file.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}
const code = compile();
// Whoever asks hears of it.
code.catch(() => {});

const CANCELLED = {message: 'cancelled', hint: 'what cells have defined is gone: run them again'};
const engines = new Map();

// A worker and the requests that it has, in their order; the first one runs.
function begin(module, lane) {
  const worker = new Worker(new URL('engine.js', folder), {type: 'module'});
  const engine = {worker, jobs: []};
  const failed = (text) => end(engine, 500, {message: 'the engine failed', hint: text});
  worker.addEventListener('error', ({message}) => failed(message || 'this browser may be too old for workers with modules'));
  worker.addEventListener('message', ({data: {line, status, body, failed: why}}) => {
    if (why !== undefined) failed(why);
    else if (line !== undefined) engine.jobs[0].onLine(JSON.parse(line));
    else {
      const {done, fail} = engine.jobs.shift();
      const reply = JSON.parse(body);
      if (status === 200) done(reply);
      else fail(new ApiError(status, reply.error));
    }
  });
  // Only programs read files.
  worker.postMessage({module, examples: lane === 'sheet'});
  return engine;
}

// Ends a worker, and all that it has to do.
function end(engine, status, told) {
  engine.worker.terminate();
  for (const [lane, one] of engines) if (one === engine) engines.delete(lane);
  for (const {fail} of engine.jobs.splice(0)) fail(new ApiError(status, told));
}

export function send(name, body, lane, signal) {
  return sendLong(name, body, lane, signal, () => {});
}

export async function sendLong(name, body, lane, signal, onLine) {
  signal?.throwIfAborted();
  const module = await code.catch((error) => {
    throw new ApiError(0, {message: 'the engine could not be loaded', hint: error.message});
  });
  signal?.throwIfAborted();
  // A position wants a short answer and then a long one: their workers begin side by side.
  for (const one of lane === 'sheet' ? [lane] : ['short', 'long']) {
    if (!engines.has(one)) engines.set(one, begin(module, one));
  }
  const engine = engines.get(lane);
  const begun = performance.now();
  const clock = setInterval(() => onLine({type: 'progress', seconds: (performance.now() - begun) / 1000}), 1000);
  return new Promise((done, fail) => {
    engine.jobs.push({done, fail, onLine});
    engine.worker.postMessage({name, body: JSON.stringify(body)});
    signal?.addEventListener('abort', () => fail(signal.reason));
  }).finally(() => clearInterval(clock));
}

// A worker cannot be reached while it computes: it ends, and the next request has another one.
export async function cancel(lane) {
  const engine = engines.get(lane);
  if (engine?.jobs.length) end(engine, 409, CANCELLED);
}

// Each tab of the browser has workers of its own.
export const inSlot = (work) => work();

// The pages beside the explorer.
export const manual = new URL('../manual/', import.meta.url).href;

navigator.serviceWorker?.register(new URL('../offline.js', import.meta.url)).catch(() => {});
