// Positions that are neither cells nor heaps nor graphs: their text, each character a cell.

import {grid} from './grid.js';

export function text(handlers) {
  const view = grid(handlers);
  view.element.classList.add('text');
  view.element.setAttribute('aria-label', 'Position as text');
  return {
    ...view,
    show(picture, marks) {
      const cells = [...(picture.text ?? '')];
      view.show({rows: 1, columns: Math.max(1, cells.length), cells: cells.length ? cells : [' '],
        names: cells.map((_, i) => `character ${i + 1}`)}, marks);
    },
  };
}
