export type Format = 'text' | 'cgsuite' | 'latex' | 'json' | 'svg';

/** What was wrong, and where. */
export class CgtError extends Error {
  kind: 'input' | 'domain' | 'budget' | 'interrupted' | 'memory' | 'internal';
  hint?: string;
  /** From 1; 0 where there is no place. */
  line?: number;
  column?: number;
  /** The message with the line and a mark below it. */
  report?: string;
}

/** The version of the toolkit, as "0.1.0". */
export function version(): Promise<string>;

export interface OpenOptions {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (name: string, folder: string) => string;
}

export class Session {
  private constructor();
  /** A session with variables of its own. The code is loaded once. */
  static open(options?: OpenOptions): Promise<Session>;
  /** Runs a line or a whole program: the value of its last statement, and what it printed. Throws CgtError. */
  run(program: string, options?: { format?: Format }): { text: string; output: string };
  /** The value of an expression as JSON gives it. */
  json(expression: string): unknown;
  /** The drawing of an expression: a thermograph, a game tree, a board. */
  svg(expression: string): string;
  /** What the program that was run last has printed. */
  output(): string;
  /**
   * Solves the endgame of a record (SGF) or a diagram: what `cgt go --json` prints. Of a record `moves` are
   * played first, -20 for all but 20, 0 for all of a game.
   */
  go(board: string, options?: { toPlay?: 'black' | 'white'; rules?: 'territory' | 'area'; moves?: number }): unknown;
  /** Makes a text a file that programs of the language can load, for all sessions. */
  addFile(path: string, text: string): void;
  /** Limits of each later call; those that are not given are none. */
  limit(limits?: { nodes?: number; milliseconds?: number; megabytes?: number }): void;
  /** Frees the session, which must not be used again. */
  close(): void;
}
