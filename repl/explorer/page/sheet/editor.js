// CodeMirror, and the colours of the language.

import {load} from '../core/dom.js';

const LIB = 'lib/codemirror';

export async function loadEditor() {
  await Promise.all([load(`${LIB}/lib/codemirror.css`), load(`${LIB}/addon/hint/show-hint.css`), load(`${LIB}/lib/codemirror.js`)]);
  await Promise.all(['edit/matchbrackets', 'edit/closebrackets', 'hint/show-hint', 'display/placeholder'].map((name) => load(`${LIB}/addon/${name}.js`)));
}

// Colours by the reserved words that the server names.
export function defineMode(words) {
  const keywords = new Set(words);
  window.CodeMirror.defineMode('cgt', () => ({
    startState: () => ({comment: false}),
    token(stream, state) {
      if (state.comment) {
        if (stream.skipTo('*/')) {
          stream.match('*/');
          state.comment = false;
        } else stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match('/*')) {
        state.comment = true;
        return 'comment';
      }
      if (stream.match(/^"([^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^\d+/)) return 'number';
      if (stream.match(/^(\^+|[v^]<[^>]*>|[v^]\[[^\]]*\])/)) return 'atom';
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word) return keywords.has(word[0]) ? 'keyword' : 'variable';
      stream.next();
      return null;
    },
  }));
}
