// The one dialog of the page: Escape closes it, focus goes back to where it was.

import {byId, h, replace} from '../core/dom.js';

export function openDialog(title, ...content) {
  const dialog = byId('dialog');
  if (dialog.open) dialog.close();
  replace(dialog, h('form', {method: 'dialog', class: 'dialog-head'}, h('h2', {id: 'dialog-title'}, title), h('button', {class: 'quiet'}, 'Close')), content);
  dialog.showModal();
  return dialog;
}
