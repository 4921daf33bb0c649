// Combinatorial game theory in JavaScript: the language and the Go solver of cgt.
//
//   import { Session } from 'cgt';
//   const session = await Session.open();
//   session.run('{2|1||0}.Mean').text;              // '3/4'
//   session.json('game.grid.Domineering("..|..").CanonicalForm');
//   session.svg('{2|1||0}.Thermograph');            // '<svg ...'
//
// Every call computes in the thread that makes it: in a page, open the session in a worker.
import createModule from './cgt-module.mjs';

const formats = { text: 0, cgsuite: 1, latex: 2, json: 3, svg: 4 };
const kinds = ['ok', 'input', 'domain', 'budget', 'interrupted', 'memory', 'internal'];

/** What was wrong, and where: `kind` is 'input', 'domain', 'budget', 'memory' or 'internal'. */
export class CgtError extends Error {
  constructor(message, details) {
    super(message);
    this.name = 'CgtError';
    Object.assign(this, details);
  }
}

let loading;

// The code is loaded once, however many sessions there are.
async function load(options) {
  const settings = { ...options };
  if (!settings.wasmBinary && typeof process === 'object' && process.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    settings.wasmBinary = await readFile(new URL('./cgt-module.wasm', import.meta.url));
  }
  return createModule(settings);
}

/** The version of the toolkit, as "0.1.0". */
export async function version() {
  const module = await (loading ??= load({}));
  return module.ccall('cgt_version', 'string', [], []);
}

export class Session {
  #module;
  #handle;
  #store;

  /** A session with variables of its own. `options` go to the module of Emscripten: `wasmBinary`, `locateFile`. */
  static async open(options = {}) {
    const module = await (loading ??= load(options));
    return new Session(module);
  }

  constructor(module) {
    this.#module = module;
    const place = module._malloc(4);
    const status = module._cgt_session_new(place);
    this.#handle = module.getValue(place, '*');
    module._free(place);
    if (status !== 0) throw new CgtError('a session cannot be made', { kind: kinds[status] });
    this.#store = module._cgt_session_store(this.#handle);
  }

  /**
   * Runs a line or a whole program. Gives the value of its last statement as `text`, and what the program
   * printed as `output`. Throws CgtError.
   */
  run(program, { format = 'text' } = {}) {
    if (!(format in formats)) throw new CgtError(`there is no format ${format}`, { kind: 'input' });
    const module = this.#module;
    const source = this.#give(program);
    try {
      const text = this.#answer((buffer, size, needed) =>
        module._cgt_eval(this.#handle, source, formats[format], buffer, size, needed));
      return { text, output: this.output() };
    } finally {
      module._free(source);
    }
  }

  /** The value of an expression as JSON gives it. */
  json(expression) {
    return JSON.parse(this.run(expression, { format: 'json' }).text);
  }

  /** The drawing of an expression: a thermograph, a game tree, a board. */
  svg(expression) {
    return this.run(expression, { format: 'svg' }).text;
  }

  /** What the program that was run last has printed. */
  output() {
    const module = this.#module;
    return this.#answer((buffer, size, needed) =>
      module._cgt_session_output(this.#handle, buffer, size, needed));
  }

  /**
   * Solves the endgame of a game of Go: a record (SGF) or a diagram. Gives what `cgt go --json` prints;
   * see docs/go.md. `toPlay`: 'black' or 'white'; `rules`: 'territory' or 'area'; `moves`: how many moves
   * of the record are played first, -20 for all but 20, 0 for all of a game.
   */
  go(board, { toPlay, rules = 'territory', moves = 0 } = {}) {
    const module = this.#module;
    const source = this.#give(board);
    const options = module._malloc(16);
    const words = [16, { black: 0, white: 1 }[toPlay] ?? -1, rules === 'area' ? 1 : 0, moves];
    words.forEach((word, i) => module.setValue(options + 4 * i, word, 'i32'));
    try {
      return JSON.parse(this.#answer((buffer, size, needed) =>
        module._cgt_go_solve(this.#store, source, options, buffer, size, needed)));
    } finally {
      module._free(options);
      module._free(source);
    }
  }

  /** Makes a text a file that programs of the language can load, for all sessions. */
  addFile(path, text) {
    const { FS } = this.#module;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/') + 1) || '/');
    FS.writeFile(path, text);
  }

  /** Limits of each later call; those that are not given are none. */
  limit({ nodes, milliseconds, megabytes } = {}) {
    const module = this.#module;
    const budget = module._malloc(32);
    module.setValue(budget, 32, 'i32');
    [nodes, milliseconds, megabytes].forEach((most, i) => {
      const unlimited = most === undefined;
      const number = unlimited ? 0 : most;
      module.setValue(budget + 8 + 8 * i, unlimited ? -1 : number % 2 ** 32 | 0, 'i32');
      module.setValue(budget + 12 + 8 * i, unlimited ? -1 : Math.floor(number / 2 ** 32), 'i32');
    });
    const status = module._cgt_store_set_budget(this.#store, budget);
    module._free(budget);
    if (status !== 0) throw this.#error(status);
  }

  /** Frees the session, which must not be used again. */
  close() {
    this.#module._cgt_session_free(this.#handle);
    this.#handle = this.#store = 0;
  }

  // A text of C; it is freed by the caller.
  #give(text) {
    const size = this.#module.lengthBytesUTF8(text) + 1;
    const place = this.#module._malloc(size);
    this.#module.stringToUTF8(text, place, size);
    return place;
  }

  // The text that a function answers with. It is run once: the buffer is as large as most answers, and the
  // store keeps longer ones.
  #answer(ask) {
    const module = this.#module;
    const room = 1 << 16;
    let buffer = module._malloc(room);
    const needed = module._malloc(4);
    module.setValue(needed, 0, 'i32');
    try {
      let status = ask(buffer, room, needed);
      const size = module.getValue(needed, 'i32') >>> 0;
      if (status === 1 && size > room) {
        module._free(buffer);
        buffer = module._malloc(size);
        status = module._cgt_text_again(this.#store, buffer, size, needed);
      }
      if (status !== 0) throw this.#error(status);
      return module.UTF8ToString(buffer);
    } finally {
      module._free(needed);
      module._free(buffer);
    }
  }

  #error(status) {
    const module = this.#module;
    const text = (name) => module.ccall(name, 'string', ['number'], [this.#store]);
    return new CgtError(text('cgt_last_error'), {
      kind: kinds[status],
      hint: text('cgt_error_hint'),
      line: module._cgt_error_line(this.#store),
      column: module._cgt_error_column(this.#store),
      report: text('cgt_error_report'),
    });
  }
}
