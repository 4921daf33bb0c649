// Outputs of cells, as a notebook has them, as elements. The richest form that is known is shown; all of
// them are cleaned as those of the server are.

import {drawing, formula, h, table} from '../core/dom.js';
import {embedded, markdown} from './markdown.js';
import {joined} from './notebook.js';

const textIn = (data, type) => {
  const found = joined(data[type]);
  return typeof found === 'string' && found ? found : null;
};

// Colours of terminals, which other kernels write into their errors.
const withoutColours = (text) => text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');

function shown(data, text) {
  const svg = textIn(data, 'image/svg+xml');
  // A drawing with styles of its own would lose them in the page; as a picture it keeps them.
  const picture = svg && (/<style|\sstyle\s*=/.test(svg)
    ? h('img', {class: 'embedded', alt: text || 'A drawing', src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}) : drawing(svg, text));
  if (picture) return picture;
  for (const type of ['image/png', 'image/jpeg', 'image/gif']) {
    const found = textIn(data, type) && embedded(type, data[type], text || 'A picture');
    if (found) return found;
  }
  const html = textIn(data, 'text/html');
  if (html) return table(html);
  const latex = textIn(data, 'text/latex');
  if (latex) return formula(latex.trim().replace(/^\$+|\$+$/g, ''), text);
  const written = textIn(data, 'text/markdown');
  if (written) return markdown(written);
  if (!text && data['application/json'] !== undefined) return h('pre', {}, joined(JSON.stringify(data['application/json'], null, 1)));
  return h('pre', {}, withoutColours(text));
}

// `live`: it has just come; `hint`: how its error is mended.
export function outputElement(output, {live = false, hint = ''} = {}) {
  switch (output.output_type) {
    case 'stream':
      return h('pre', {class: output.name === 'stderr' ? 'stream aside' : 'stream'}, withoutColours(String(joined(output.text))));
    case 'execute_result': case 'display_data': {
      const data = output.data ?? {};
      const text = textIn(data, 'text/plain') ?? '';
      const name = typeof output.metadata?.name === 'string' ? output.metadata.name : '';
      return h('div', {class: 'result', 'data-text': text}, name && h('span', {class: 'name'}, `${name} =`), shown(data, text));
    }
    case 'error': {
      const trace = withoutColours([output.traceback ?? []].flat().join('\n'));
      const told = withoutColours(String(output.evalue ?? '')) || String(output.ename ?? 'an error');
      const more = trace && trace.replace(/^error: /, '') !== told;
      return h('div', {class: 'failure', role: live && 'alert'}, h('p', {}, told), hint && h('p', {class: 'note'}, `hint: ${hint}`),
        more && h('details', {}, h('summary', {}, 'Calls'), h('pre', {}, trace)));
    }
    default:
      return h('p', {class: 'note'}, `An output that is not shown: ${String(output.output_type)}`);
  }
}
