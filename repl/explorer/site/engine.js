// A worker: answers the requests of the page one after the other. The first message is {module, examples}, each later
// one a request {name, body}, answered by any number of {line} and then one {status, body}; or by {failed}, after which
// the worker is of no more use.
import createEngine from './cgt-engine.mjs';

const folder = new URL('../examples/', import.meta.url);

// The files of examples/, where programs look for them.
async function bringExamples({FS}) {
  const bring = async (name) => {
    const reply = await fetch(new URL(name, folder));
    if (!reply.ok) return;
    FS.mkdirTree(`/examples/${name}`.replace(/\/[^/]*$/, ''));
    FS.writeFile(`/examples/${name}`, new Uint8Array(await reply.arrayBuffer()));
  };
  const names = await (await fetch(new URL('files.txt', folder))).text();
  await Promise.all(names.split('\n').filter(Boolean).map(bring));
}

async function begin({module, examples}) {
  const engine = await createEngine({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), (error) => postMessage({failed: String(error)}));
      return {};
    },
    onLine: (line) => postMessage({line}),
    onReply: (status, body) => postMessage({status, body}),
  });
  // Without them everything else works.
  if (examples) await bringExamples(engine).catch(() => {});
  return engine;
}

let engine = null;

onmessage = async ({data}) => {
  try {
    engine ??= begin(data);
    const {ccall} = await engine;
    if (data.name) ccall('cgt_answer', null, ['string', 'string'], [data.name, data.body]);
  } catch (error) {
    postMessage({failed: String(error)});
  }
};
