// Parts that several views use: dialogs, fields, pages of lists, and messages.

import { h, show, button } from './dom.js';
import { t } from './format.js';
import { Trouble } from './api.js';

/** What a fault says to a person. */
export function plainly(cause) {
  if (!(cause instanceof Trouble)) throw cause;
  return cause.status === 404 ? t('There is no such record, or not any more.') : cause.message.replace(/\b(min|max)_price\b/g, (_, end) => t(end === 'min' ? 'Minimum' : 'Maximum'));
}

let fading = 0;

/** Says for some seconds that something was done; undo is offered with its name. */
export function toast(text, undo = null) {
  const place = document.getElementById('toast');
  show(place, h('span', {}, text), undo ? button(undo.name, () => {
    place.hidden = true;
    undo.act();
  }, { class: 'quiet' }) : null);
  place.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => {
    place.hidden = true;
  }, undo ? 20_000 : 6_000);
}

/** A button that works: it waits for what it does, and says what went wrong beside itself. */
export function act(text, work, attributes = {}) {
  const trouble = h('span', { class: 'trouble', role: 'alert', hidden: true });
  const node = button(text, async () => {
    node.disabled = true;
    trouble.hidden = true;
    try {
      await work();
    } catch (cause) {
      if (cause.locked) location.reload();
      trouble.textContent = plainly(cause);
      trouble.hidden = false;
    } finally {
      node.disabled = false;
      if (node.isConnected && document.activeElement === document.body) node.focus();
    }
  }, attributes);
  return h('span', { class: 'act' }, node, trouble);
}

/** Opens a dialog. content gets the dialog's close. Esc and the button close it. */
export function dialog(title, content, { wide = false } = {}) {
  const before = document.activeElement;
  const heading = h('h2', { class: 'title', id: 'dialog-title' }, title);
  const node = h('dialog', { class: wide ? 'wide' : '', 'aria-labelledby': 'dialog-title' });
  const close = () => node.close();
  node.append(h('div', { class: 'head' }, heading, button('×', close, { class: 'quiet close', 'aria-label': t('Close') })), h('div', { class: 'body' }, content(close)));
  node.addEventListener('close', () => {
    node.remove();
    (before?.isConnected ? before : document.getElementById('main')).focus();
  });
  document.body.append(node);
  node.showModal();
  (node.querySelector('.body input:not([type=hidden]), .body select, .body button') ?? heading).focus();
  return close;
}

let numbers = 0;

/** A labelled input. kind is that of the input, or the entries of a list as pairs. */
export function field(label, kind, { value = '', hint = '', ...attributes } = {}) {
  const id = `field-${++numbers}`;
  const input = Array.isArray(kind)
    ? h('select', { id, ...attributes }, kind.map(([word, text]) => h('option', { value: word, selected: String(word) === String(value ?? '') }, text)))
    : kind === 'checkbox' ? h('input', { id, type: kind, checked: Boolean(value), ...attributes })
      : h('input', { id, type: kind === 'money' ? 'text' : kind, inputmode: kind === 'money' ? 'decimal' : null, value: value ?? '', autocomplete: 'off', ...attributes });
  const node = h('div', { class: `field ${kind === 'checkbox' ? 'check' : ''}` }, h('label', { for: id }, label), input, hint ? h('span', { class: 'hint' }, hint) : null);
  return Object.assign(node, { input });
}

/** The number in a text that a person typed; null for none, undefined for a text that is no number. */
export function numberOf(text) {
  const plain = text.trim().replace(/\s/g, '');
  if (plain === '') return null;
  const point = /,\d{1,4}$/.test(plain) && !plain.includes('.') ? plain.replace(',', '.') : plain.replaceAll(',', '');
  return /^-?\d+(\.\d+)?$|^\.\d+$/.test(point) ? Number(point) : undefined;
}

/** The number in a text, null for none; a text that is no number is a fault in words. */
export function exact(text) {
  const value = numberOf(text);
  if (value === undefined) throw new Trouble(t('This is no number.'));
  return value;
}

/** Ways through the pages of a list. changed is called for another page. */
export function pager(changed, size) {
  let cursors = [''];
  let next = null;
  const before = button(t('Previous'), () => {
    cursors.pop();
    changed();
  }, { id: 'previous' });
  const after = button(t('Next'), () => {
    cursors.push(next);
    changed();
  }, { id: 'next' });
  const place = h('span', { class: 'hint', id: 'page-place' });
  return {
    node: h('div', { class: 'pages' }, before, place, after),
    cursor: () => cursors.at(-1),
    rewind() {
      cursors = [''];
    },
    update(page) {
      next = page.meta.next_cursor;
      const first = (cursors.length - 1) * size;
      before.disabled = cursors.length === 1;
      after.disabled = next === null;
      before.hidden = after.hidden = before.disabled && after.disabled;
      place.textContent = page.data.length ? t('{from} to {to}', { from: first + 1, to: first + page.data.length }) : '';
    },
  };
}

/** Reads a page, and the first one again for a cursor that is not good any more. */
export async function pageOf(pages, ask) {
  try {
    return await ask(pages.cursor());
  } catch (cause) {
    if (cause.code !== 'invalid_cursor') throw cause;
    pages.rewind();
    return ask('');
  }
}

/** A table. heads are texts; a row has a node for each. numbers are the columns of numbers. Narrow windows show each row as a card. */
export function table(heads, rows, { id = null, caption = '', numbers = [] } = {}) {
  const look = (i) => (numbers.includes(i) ? 'number' : null);
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption }, h('table', { class: 'cards', id }, h('caption', { class: 'unseen' }, caption),
    h('thead', {}, h('tr', {}, heads.map((text, i) => h('th', { scope: 'col', class: look(i) }, text)))),
    h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell, i) => h('td', { 'data-label': heads[i], class: look(i) }, cell)))))));
}

/** A card with a heading. */
export const section = (heading, attributes, ...inside) => h('section', { class: 'card', 'aria-label': heading, ...attributes }, h('h2', {}, heading), inside);

/** Links between the parts of a view. */
export function tabs(label, entries, now) {
  return h('nav', { class: 'tabs', 'aria-label': label }, entries.map(([href, text]) => h('a', { href, 'aria-current': href === now ? 'page' : null }, text)));
}

/** A mark with a tone. */
export const badge = (text, tone = '') => h('span', { class: `badge ${tone}` }, text);

/** Nothing, with the reason and what to do. */
export const nothing = (...text) => h('p', { class: 'empty' }, text);

/** A dash with the reason why there is no value; a tap says it where no pointer can rest. */
export function dash(reason) {
  return h('span', { class: 'dash', title: reason, onclick: () => toast(reason) }, '–', h('span', { class: 'unseen' }, ` (${reason})`));
}
