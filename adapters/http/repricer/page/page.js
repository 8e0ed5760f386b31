// The page: asks for the key, shows the view that the address names, and keeps
// it up to date while it is visible.

import { h } from './dom.js';
import { key, read, readStrategies, Trouble } from './api.js';
import { loadWords, refreshTimes } from './format.js';
import { overviewPlace } from './overview.js';
import { rowsPlace } from './rows.js';
import { rowView } from './row.js';

const every = 5_000;
const slowest = 60_000;

const at = (id) => document.getElementById(id);
const gate = at('gate'), place = at('view'), live = at('live'), problem = at('problem'), forget = at('forget');

let view = null;
let timer = 0;
let failures = 0;
let running = null; // the refresh in progress, to be broken off

/** Overview and rows. */
function homeView() {
  const rows = rowsPlace(() => refresh());
  const overview = overviewPlace((filters) => rows.narrow(filters));
  return {
    node: h('div', {}, h('h1', { class: 'unseen' }, 'Overview'), overview.node, rows.node),
    async refresh(signal) {
      document.title = 'Repricer';
      const [o, page] = await Promise.all([read('sa/repricer/overview', {}, signal), read('sa/repricer/products', rows.query(), signal)
        .catch((cause) => {
          if (cause.code !== 'invalid_cursor') throw cause;
          rows.rewind();
          return read('sa/repricer/products', rows.query(), signal);
        }), readStrategies(signal)]);
      overview.update(o.data);
      rows.update(page);
    },
  };
}

let home = null;

function navigate() {
  const row = /^#\/rows\/(\d{1,18})$/.exec(location.hash);
  if (row) {
    view = rowView(row[1]);
    view.onchoice(() => refresh());
  } else {
    view = home ??= homeView();
  }
  place.replaceChildren(view.node);
  window.scrollTo(0, 0);
  complain(null);
  refresh();
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
    await view.refresh(turn.signal);
    if (running !== turn) return;
    failures = 0;
    complain(null);
    refreshTimes();
    say(`Live · ${new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }).format(new Date())}`, true);
    later(every);
  } catch (cause) {
    if (running === turn) failed(cause);
  }
}

function failed(cause) {
  if (cause.name === 'AbortError') return;
  if (!(cause instanceof Trouble)) {
    complain('This page has a fault; loading it again may help.');
    throw cause;
  }
  if (cause.locked) {
    lock(`The key was refused: ${cause.message}`);
    return;
  }
  failures++;
  const pause = cause.retryAfter > 0 ? cause.retryAfter * 1_000 : Math.min(slowest, every * 2 ** (failures - 1));
  const once = [402, 403, 404].includes(cause.status);
  complain([plainly(cause), once ? '' : `Tries again in ${Math.ceil(pause / 1_000)} s.`, cause.trace ? `(${cause.trace})` : ''].filter(Boolean).join(' '));
  say('Not up to date', false);
  later(once ? slowest : pause);
}

function plainly(cause) {
  switch (cause.status) {
    case 404: return 'There is no such offer, or not any more.';
    case 429: return `Too many calls: ${cause.message}`;
    default: return cause.message;
  }
}

/** Asks for a key. */
function lock(text) {
  clearTimeout(timer);
  running?.abort();
  key.forget();
  view = home = null;
  place.replaceChildren();
  live.hidden = forget.hidden = true;
  gate.hidden = false;
  complain(text);
  document.title = 'Repricer';
  at('key').focus();
}

function unlock() {
  gate.hidden = true;
  forget.hidden = false;
  navigate();
}

gate.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = at('key').value.trim();
  at('key').value = '';
  if (!/^[\x21-\x7e]+$/.test(text)) {
    complain('A key has letters, digits and _ only.');
    return;
  }
  key.set(text);
  unlock();
});
forget.addEventListener('click', () => lock(null));
window.addEventListener('hashchange', () => {
  if (key.get()) navigate();
});
document.addEventListener('visibilitychange', () => {
  if (key.get()) refresh();
});

// The page uses no query; it removes a key that was put there by mistake.
if (location.search) history.replaceState(null, '', location.pathname + location.hash);
try {
  await loadWords();
  if (key.get()) unlock();
  else lock(null);
} catch (cause) {
  complain(cause.message);
}
