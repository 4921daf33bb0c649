// Keys and clicks of cells of which one at a time is reached by Tab: arrows, Home and End go from one to the
// next, Enter and Blank are a click. Cells have their number in data-cell.

// cursor = roving(element, {cells, columns, onCell, onKey}): cells() and columns() are those of now;
// onCell(index) is called for a click, onKey(event, index) for other keys, and says whether it took them.
// cursor.focus(index); cursor.index() is where the cursor is, cursor.set(index) puts it there without a look.
export function roving(element, {cells, columns, onCell, onKey}) {
  let current = 0;

  function focus(index) {
    const all = cells();
    if (!all[index]) return;
    all[current]?.setAttribute('tabindex', '-1');
    current = index;
    all[current].setAttribute('tabindex', '0');
    all[current].focus();
  }

  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const count = cells().length;
    const width = columns();
    const first = current - (current % width);
    const last = Math.min(count, first + width) - 1;
    const steps = {
      ArrowLeft: Math.max(first, current - 1),
      ArrowRight: Math.min(last, current + 1),
      Home: first,
      End: last,
    };
    if (count > width) {
      steps.ArrowUp = current >= width ? current - width : current;
      steps.ArrowDown = current + width < count ? current + width : current;
    }
    if (event.key in steps) focus(steps[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') onCell(current);
    else if (!onKey?.(event, current)) return;
    event.preventDefault();
  });
  element.addEventListener('click', (event) => {
    const cell = event.target.closest('[data-cell]');
    if (!cell) return;
    focus(Number(cell.dataset.cell));
    onCell(current);
  });

  return {focus, index: () => current, set: (index) => { current = index; }};
}
