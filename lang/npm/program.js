// Before the program of Emscripten begins: its code is read from the file beside it, not fetched, and a pipe
// is not taken for a terminal.
{
  const { basename, join } = require('path');
  const code = `${basename(__filename).replace(/\.c?js$/, '')}.wasm`;
  Module.wasmBinary = require('fs').readFileSync(join(__dirname, code));
  Module.onRuntimeInitialized = () => {
    for (const stream of FS.streams.slice(0, 3)) stream.tty = require('tty').isatty(stream.fd);
  };
}
