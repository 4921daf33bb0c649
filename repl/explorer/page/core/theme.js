// Light or dark before anything is painted: what was chosen here, else what the system prefers. A plain
// script, because modules run after the first paint. [data-dark] says which of both it is, for drawings.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = localStorage.getItem('cgt-theme');
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  const mark = () => root.toggleAttribute('data-dark', root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  mark();
  system.addEventListener('change', mark);
  new MutationObserver(mark).observe(root, {attributes: true, attributeFilter: ['data-theme']});
})();
