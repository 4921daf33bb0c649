// Reads the records that `cgt go GAME --review --sgf` writes with the packages of Sabaki, and compares
// boards and the legality of moves with what `cgt gtp` says. No part of `./dev test`, for it needs
// packages of npm:
//
//   npm install --prefix build/npm @sabaki/sgf @sabaki/go-board
//   NODE_PATH=build/npm/node_modules node tests/checks/sabaki.cjs build/release/bin/cgt FILE.sgf...
//
// Exit code 1 if they disagree.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const sgf = require('@sabaki/sgf');
const Board = require('@sabaki/go-board');

const [cgt, ...files] = process.argv.slice(2);
if (cgt === undefined || files.length === 0) {
  console.error('usage: node tests/checks/sabaki.cjs CGT FILE.sgf...');
  process.exit(2);
}

// What `cgt gtp` shows of the board at the end of the record, rows of X, O and `.`.
function shownByCgt(file) {
  const out = execFileSync(cgt, ['gtp', '--quiet'],
                           { input: `loadsgf ${file}\nshowboard\nquit\n`, encoding: 'utf8' });
  return out.split('\n').filter((line) => /^ *\d+ [XO.]/.test(line))
      .map((line) => line.replace(/[^XO.]/g, ''));
}

// The main line by Sabaki's packages; `moves` are counted, illegal ones told.
function shownBySabaki(file) {
  const [root] = sgf.parse(readFileSync(file, 'utf8'));
  const size = Number((root.data.SZ ?? ['19'])[0]);
  let board = Board.fromDimensions(size);
  const stats = { moves: 0, illegal: 0, notes: 0 };
  for (let node = root; node !== undefined; node = node.children[0]) {
    for (const [key, sign] of [['AB', 1], ['AW', -1], ['AE', 0]]) {
      for (const list of node.data[key] ?? []) {
        for (const vertex of sgf.parseCompressedVertices(list)) board = board.set(vertex, sign);
      }
    }
    for (const [key, sign] of [['B', 1], ['W', -1]]) {
      if (node.data[key] === undefined) continue;
      const vertex = sgf.parseVertex(node.data[key][0]);
      ++stats.moves;
      if (vertex[0] < 0) continue;
      const { overwrite, suicide, ko } = board.analyzeMove(sign, vertex);
      if (overwrite || suicide || ko) ++stats.illegal;
      board = board.makeMove(sign, vertex);
    }
    if (node.data.C !== undefined) ++stats.notes;
  }
  const rows = board.signMap.map((row) => row.map((s) => (s > 0 ? 'X' : s < 0 ? 'O' : '.')).join(''));
  return { rows, ...stats };
}

let wrong = 0;
const folder = mkdtempSync(join(tmpdir(), 'cgt-sabaki-'));
try {
  for (const file of files) {
    const written = join(folder, 'review.sgf');
    try {
      execFileSync(cgt, ['go', file, '--review', '--sgf', written, '--budget-ms', '5000'],
                   { stdio: 'ignore' });
    } catch (error) {
      if (error.status !== 4) throw error;  // 4: not every position is exact
    }
    for (const [kind, path] of [['given', file], ['written', written]]) {
      const theirs = shownBySabaki(path);
      const ours = shownByCgt(path);
      const same = theirs.illegal === 0 && theirs.rows.join('/') === ours.join('/');
      if (!same) ++wrong;
      console.log(`${same ? 'same' : 'DIFFERENT'}: ${file}, ${kind}: ${theirs.moves} moves, ` +
                  `${theirs.illegal} illegal, ${theirs.notes} comments`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(wrong === 0 ? 0 : 1);
