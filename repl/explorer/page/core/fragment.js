// What the page shows, as the fragment of its address: "#v1/" and base64url of a JSON object. A fragment is
// never sent to the server. encode() and decode() are inverse to each other, exactly; decode() answers any
// text with a state or with an error in words, and never throws.

const PREFIX = '#v1/';
export const MAX_SHARED = 8000;       // characters; longer states are shared as a file
const MAX_READ = 2_000_000;
const MAX_LIST = 10_000;

// Shapes: each gives the value that is kept, or throws what is wrong with it.
const wrong = (where, expected) => { throw new TypeError(`"${where}" is not ${expected}`); };
const text = (value, where) => (typeof value === 'string' ? value : wrong(where, 'a text'));
const flag = (value, where) => (typeof value === 'boolean' ? value : wrong(where, 'true or false'));
const oneOf = (...allowed) => (value, where) =>
  (allowed.includes(value) ? value : wrong(where, `one of ${allowed.join(', ')}`));
const integer = (low, high) => (value, where) =>
  (Number.isInteger(value) && !Object.is(value, -0) && value >= low && value <= high
    ? value : wrong(where, `an integer from ${low} to ${high}`));
const list = (shape) => (value, where) => {
  if (!Array.isArray(value) || value.length > MAX_LIST) wrong(where, 'a list of reasonable length');
  return value.map((item, i) => shape(item, `${where}[${i}]`));
};
// Keys are written in the order of the shape, so equal states have equal fragments.
const object = (shapes) => (value, where) => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) wrong(where, 'an object');
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(shapes, key)) throw new TypeError(`"${where}" knows no "${key.slice(0, 40)}"`);
  }
  const out = {};
  for (const [key, shape] of Object.entries(shapes)) {
    if (Object.hasOwn(value, key) && value[key] !== undefined) out[key] = shape(value[key], `${where}.${key}`);
  }
  return out;
};

const player = oneOf('left', 'right');
const subject = object({game: text, board: text, expr: text});

const KEYS = {
  view: oneOf('position', 'go', 'sheet', 'plan'),
  // What the explorer was started with, where that is too long for an address.
  initial: flag,
  game: text,
  board: text,
  // Boards after each step, with who made it before them: L, R, or E for an edit.
  moves: list((value, where) => (/^[LRE]/.test(text(value, where)) ? value : wrong(where, 'a move'))),
  // Comments on the steps, in their order; "" for none.
  notes: list(text),
  at: integer(0, MAX_LIST),
  player,
  alternate: flag,
  answers: player,
  t: text,
  path: list((value, where) => (/^[LR]\d{1,9}$/.test(text(value, where)) ? value : wrong(where, 'an option'))),
  expr: text,
  sum: list(object({subject, negated: flag, count: integer(1, 1000)})),
  go: object({
    sgf: text, name: text, move: integer(0, 100_000), komi: text, rules: oneOf('territory', 'area'),
    to_play: oneOf('B', 'W'), assume: text, dead: text, line: list(text),
  }),
  sheet: list(object({type: oneOf('code', 'markdown', 'raw'), source: text})),
  plan: object({example: text, domain: text, problem: text, edaps: text, script: text}),
};
const STATE = object(KEYS);

// Of a state, those that are absent included.
export const allKeys = Object.keys(KEYS);

// The parts of a state that are known, in order; throws TypeError if one has the wrong shape.
export function checked(state) {
  const out = STATE(state, 'state');
  if (out.at !== undefined && out.at > (out.moves?.length ?? 0)) {
    throw new TypeError('"state.at" lies behind the last move');
  }
  return out;
}

function toBase64(bytes) {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function encode(state) {
  // JSON writes a lone surrogate as an escape, so every JavaScript text survives.
  return PREFIX + toBase64(new TextEncoder().encode(JSON.stringify(checked(state))));
}

// {state} or {error: text}; {state: {}} for no fragment at all.
export function decode(fragment) {
  try {
    if (fragment === '' || fragment === '#') return {state: {}};
    if (fragment.length > MAX_READ) return {error: 'This address is longer than the explorer reads.'};
    if (!fragment.startsWith(PREFIX)) {
      return {error: 'The part of the address behind # does not begin with "v1/": it was not made by this explorer.'};
    }
    const body = fragment.slice(PREFIX.length);
    if (!/^[A-Za-z0-9_-]*$/.test(body)) return {error: 'The address holds characters that do not belong there.'};
    const binary = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const json = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
    return {state: checked(JSON.parse(json))};
  } catch (error) {
    return {error: `The address is damaged: ${String(error.message).slice(0, 200)}`};
  }
}
