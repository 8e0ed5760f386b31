// The console: signs a person in, shows the view that the address names, and keeps it up to date
// while it is visible.

import { h, show } from './dom.js';
import { read, readStrategies, send, signIn, signOut, Trouble, forgetNames } from './api.js';
import { language, loadWords, refreshTimes, t } from './format.js';
import { dialog, act, plainly, toast } from './ui.js';
import { todayView } from './today.js';
import { productsView } from './products.js';
import { rowView } from './row.js';
import { strategiesView } from './strategies.js';
import { documentsView, documentView } from './documents.js';
import { ordersView, orderView } from './buying.js';
import { listsView, listView } from './pricelists.js';
import { settingsView } from './settings.js';
import { endpointsView, endpointView } from './endpoints.js';
import { mailView } from './mail.js';

const every = 5_000;
const slowest = 60_000;

const at = (id) => document.getElementById(id);
const gate = at('gate'), place = at('view'), live = at('live'), problem = at('problem'), forget = at('forget'), halt = at('halt'), views = at('views');

const routes = [
  [/^#\/(?:today)?$/, 'today', todayView],
  [/^#\/products(?:\?(.*))?$/, 'products', (query, again) => productsView(query ?? '', again)],
  [/^#\/(?:products|rows)\/(\d{1,18})$/, 'products', rowView],
  [/^#\/strategies$/, 'products', strategiesView],
  [/^#\/documents$/, 'documents', documentsView],
  [/^#\/documents\/(\d{1,18})$/, 'documents', documentView],
  [/^#\/buying$/, 'buying', ordersView],
  [/^#\/buying\/orders\/(\d{1,18})$/, 'buying', orderView],
  [/^#\/buying\/lists$/, 'buying', listsView],
  [/^#\/buying\/lists\/(\d{1,18})$/, 'buying', listView],
  [/^#\/settings$/, 'settings', settingsView],
  [/^#\/settings\/mail$/, 'settings', mailView],
  [/^#\/settings\/endpoints$/, 'settings', endpointsView],
  [/^#\/settings\/endpoints\/(\d{1,18})$/, 'settings', endpointView],
];

let view = null;
let timer = 0;
let failures = 0;
let running = null; // the refresh in progress, to be broken off
let inside = false;
let settings = null; // of the repricer, null where it has none

function navigate() {
  const hash = location.hash || '#/';
  for (const [pattern, name, make] of routes) {
    const found = pattern.exec(hash);
    if (!found) continue;
    for (const link of views.children) link.setAttribute('aria-current', String(link.dataset.view === name));
    view = make(found[1], () => refresh());
    place.replaceChildren(view.node);
    document.title = `${view.title} · ${t('Console')}`;
    window.scrollTo(0, 0);
    complain(null);
    refresh();
    return;
  }
  location.replace('#/today');
}

function say(text, isLive) {
  at('live-text').textContent = text;
  live.classList.toggle('on', isLive);
  live.hidden = false;
}

function complain(text) {
  if (problem.textContent !== (text ?? '')) problem.textContent = text ?? '';
  problem.hidden = !text;
}

function later(pause) {
  clearTimeout(timer);
  timer = setTimeout(refresh, pause);
}

/** Reads the data of the view. A newer refresh replaces an older refresh. */
async function refresh() {
  clearTimeout(timer);
  running?.abort();
  if (!view || document.hidden) return;
  const turn = new AbortController();
  running = turn;
  try {
    await Promise.all([view.refresh(turn.signal), readSwitch(turn.signal)]);
    if (running !== turn) return;
    failures = 0;
    complain(null);
    refreshTimes();
    say(t('Live · {time}', { time: new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(new Date()) }), true);
    later(every);
  } catch (cause) {
    if (running === turn) failed(cause);
  }
}

function failed(cause) {
  if (cause.name === 'AbortError') return;
  if (!(cause instanceof Trouble)) {
    complain(t('This page has a fault; loading it again may help.'));
    throw cause;
  }
  if (cause.locked) {
    lock(inside ? cause.message : null);
    return;
  }
  failures++;
  const pause = cause.retryAfter > 0 ? cause.retryAfter * 1_000 : Math.min(slowest, every * 2 ** (failures - 1));
  const once = [402, 403, 404].includes(cause.status);
  const text = cause.status === 429 ? t('Too many calls: {why}', { why: cause.message }) : plainly(cause);
  complain([text, once ? '' : t('Tries again in {n} s.', { n: Math.ceil(pause / 1_000) }), cause.trace ? `(${cause.trace})` : ''].filter(Boolean).join(' '));
  say(t('Not up to date'), false);
  later(once ? slowest : pause);
}

/** Reads whether prices are changed at all. */
async function readSwitch(signal) {
  try {
    settings = (await read('sa/repricer/settings', {}, signal)).data;
  } catch (cause) {
    if (cause.status !== 404) throw cause;
    settings = null;
  }
  const off = !settings?.enabled;
  halt.hidden = false;
  halt.textContent = off ? t('Start repricing') : t('Stop repricing');
  halt.className = `quiet ${off ? 'go' : 'halt'}`;
}

/** Stops all prices at once, and starts them again after a question. */
async function turn(on) {
  await send('PATCH', 'sa/repricer/settings', { enabled: on });
  toast(on ? t('Repricing is on.') : t('Repricing is stopped. No price is sent.'), on ? null : { name: t('Start again'), act: () => turn(true) });
  refresh();
}

halt.addEventListener('click', () => {
  if (settings?.enabled) {
    halt.disabled = true;
    turn(false).catch(failed).finally(() => {
      halt.disabled = false;
      halt.focus();
    });
    return;
  }
  dialog(t('Start repricing?'), (close) => [
    h('p', {}, t('Prices of rows in automatic mode are sent to the marketplace again.')),
    h('div', { class: 'ends' }, act(t('Start'), async () => {
      await turn(true);
      close();
    }, { class: 'main', id: 'start' })),
  ]);
});

/** Asks for a key. */
function lock(text) {
  clearTimeout(timer);
  running?.abort();
  view = null;
  inside = false;
  place.replaceChildren();
  document.querySelector('dialog')?.close();
  live.hidden = forget.hidden = halt.hidden = views.hidden = true;
  gate.hidden = false;
  complain(text);
  document.title = t('Console');
  at('key').focus();
}

function unlock() {
  inside = true;
  gate.hidden = true;
  forget.hidden = views.hidden = false;
  navigate();
}

gate.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = at('key').value.trim();
  at('key').value = '';
  if (!/^[\x21-\x7e]+$/.test(text)) {
    complain(t('A key has letters, digits and _ only.'));
    return;
  }
  try {
    await signIn(text);
    forgetNames();
    unlock();
  } catch (cause) {
    lock(cause.locked ? t('The key was refused: {why}', { why: cause.message }) : plainly(cause));
  }
});

forget.addEventListener('click', () => dialog(t('Sign out?'), (close) => {
  const leave = (everywhere) => async () => {
    await signOut(everywhere);
    close();
    lock(null);
  };
  return h('div', { class: 'ends' }, act(t('Sign out here'), leave(false), { class: 'main', id: 'leave' }), act(t('Everywhere with this key'), leave(true), { id: 'leave-all' }));
}));
window.addEventListener('hashchange', () => {
  if (inside) navigate();
});
document.addEventListener('visibilitychange', () => {
  if (inside) refresh();
});

/** Finds out whether the person is signed in; the first page may have left a key in this tab. */
async function enter() {
  try {
    await Promise.all([read('account/user'), readStrategies().catch(() => null)]);
  } catch (cause) {
    const key = sessionStorage.getItem('selling-assistant-key');
    if (!cause.locked || !key) throw cause;
    await signIn(key);
  }
}

// The page uses no query; it removes a key that was put there by mistake.
if (location.search) history.replaceState(null, '', location.pathname + location.hash);
try {
  await loadWords();
  show(views, [['today', t('Today')], ['products', t('Products')], ['documents', t('Documents')], ['buying', t('Buying')], ['settings', t('Settings')]]
    .map(([name, text]) => h('a', { href: `#/${name}`, 'data-view': name }, text)));
  for (const node of document.querySelectorAll('#forget, .skip, #gate p, #gate label, #gate button')) node.textContent = t(node.textContent);
  await enter();
  unlock();
} catch (cause) {
  if (cause.locked) lock(null);
  else complain(cause.message);
}
