// Before the program of Emscripten begins: its code is read from the file beside it, not fetched.
{
  const { basename, join } = require('path');
  const code = `${basename(__filename).replace(/\.c?js$/, '')}.wasm`;
  Module.wasmBinary = require('fs').readFileSync(join(__dirname, code));
}
