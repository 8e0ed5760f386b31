// Shows all rows at once: their state, the owners of the box, prices on their way, and rows that
// need a person.

import { h, show, button } from './dom.js';
import { count, percent, say, shop, since, span, t } from './format.js';

const owners = ['own', 'team', 'competitor', 'amazon', 'none', 'unknown'];
const modes = ['auto', 'manual', 'off'];
const holds = ['listing_issue', 'external_change_anomaly', 'circuit_breaker', 'submission_failed', 'currency_mismatch'];

/** Makes the place of the overview; narrow is called with filters for the rows. */
export function overviewPlace(narrow) {
  const place = h('section', { class: 'overview', 'aria-label': t('Overview') });
  return {
    node: place,
    update(o) {
      show(place, o.settings_present ? null : noSettings(), products(o, narrow), boxes(o.buy_box, narrow), pipeline(o), attention(o.attention));
    },
  };
}

function noSettings() {
  return h('div', { class: 'card notice', id: 'no-settings' },
    h('h2', {}, t('Nothing is repriced yet')),
    h('p', {}, t('The repricer has no settings. “Start repricing” above makes them and starts it.')));
}

function tile(label, value, { tone = '', hint = '', act = null, name = '' } = {}) {
  const inside = [h('span', { class: 'value' }, count(value)), h('span', { class: 'label' }, label)];
  const attributes = { class: `tile ${value > 0 ? tone : ''}`, title: hint || null, 'data-tile': name };
  return act && value > 0 ? h('button', { ...attributes, type: 'button', onclick: act, 'data-focus': `tile-${name}` }, inside) : h('div', attributes, inside);
}

function products(o, narrow) {
  const p = o.products;
  const held = holds.reduce((sum, reason) => sum + p.holds[reason], 0);
  const heldWhy = holds.filter((reason) => p.holds[reason] > 0).map((reason) => `${count(p.holds[reason])}: ${say('holds', reason)}`).join('\n');
  const unknown = t('A dash: not known of any row yet.');
  return h('div', { class: 'card wide' },
    h('h2', {}, t('At a glance')),
    h('div', { class: 'tiles' },
      tile(t('rows'), p.total, { name: 'total' }),
      modes.map((mode) => tile(say('modes', mode), p.by_mode[mode], { name: mode, act: () => narrow({ mode }) })),
      tile(t('at the floor'), p.at_floor, { name: 'at_floor', tone: 'warn', hint: unknown, act: () => narrow({ need: 'at_floor' }) }),
      tile(t('at the maximum'), p.at_ceiling, { name: 'at_ceiling', hint: unknown, act: () => narrow({ need: 'at_ceiling' }) }),
      tile(t('sold at a loss'), p.under_break_even, { name: 'loss', tone: 'bad', hint: unknown, act: () => narrow({ need: 'loss' }) }),
      tile(t('cost missing'), p.missing_cost, { name: 'missing_cost', tone: 'warn', act: () => narrow({ need: 'missing_cost' }) }),
      tile(t('offers too old'), p.stale, { name: 'stale', tone: 'warn', act: () => narrow({ need: 'stale' }) }),
      tile(t('on hold'), held, { name: 'held', tone: 'bad', hint: heldWhy, act: () => narrow({ need: 'held' }) })));
}

function boxes(box, narrow) {
  const all = owners.reduce((sum, owner) => sum + box[owner], 0);
  return h('div', { class: 'card' },
    h('h2', {}, t('Who has the buy box')),
    all === 0 ? h('p', { class: 'hint' }, t('No offers yet.')) : [
      h('div', { class: 'bar', 'aria-hidden': 'true' },
        owners.filter((owner) => box[owner] > 0).map((owner) => {
          const part = h('span', { class: `part ${owner}` });
          part.style.flexGrow = box[owner];
          return part;
        })),
      h('ul', { class: 'legend' }, owners.filter((owner) => box[owner] > 0).map((owner) => h('li', { 'data-owner': owner },
        button([h('span', { class: `swatch ${owner}`, 'aria-hidden': 'true' }), say('owners', owner), h('b', {}, percent((100 * box[owner]) / all, 1)),
          h('span', { class: 'hint' }, count(box[owner]))], () => narrow({ owner }), { class: 'plain', 'data-focus': `owner-${owner}` })))),
    ]);
}

/** A name and a value, for a list of facts. */
export function fact(label, value, tone = '') {
  return h('div', { class: `fact ${tone}` }, h('dt', {}, t(label)), h('dd', {}, value));
}

function pipeline(o) {
  const p = o.pipeline;
  const switched = { on: t('on'), off: t('off'), stopped: t('stopped for all') }[p.switch] ?? t('no settings');
  return h('div', { class: 'card' },
    h('h2', {}, t('On its way')),
    h('dl', { class: 'facts', id: 'pipeline' },
      fact('Repricing', switched, p.switch === 'on' ? 'good' : 'warn'),
      p.breaker ? fact('Brake', p.breaker === 'open' ? o.products.holds.circuit_breaker ? h('a', { href: '#/products?hold=circuit_breaker' }, t('has stopped something')) : t('has stopped something') : t('nothing stopped'), p.breaker === 'open' ? 'warn' : '') : null,
      (p.stopped_accounts ?? []).map((a) => fact(t('Account {id}', { id: a.seller_id }), [t('waits after refusals, goes on '), since(a.until)], 'warn')),
      fact('Last event', p.last_event_age_seconds === null ? t('none yet') : t('{time} ago', { time: span(p.last_event_age_seconds) })),
      (p.lanes ?? []).map((lane) => fact(t('Rows due, {lane} queue', { lane: t(lane.lane) }),
        lane.depth === 0 ? t('none') : t('{n}, the first for {time}', { n: count(lane.depth), time: span(lane.oldest_wait_seconds) }))),
      fact('Waiting to be sent', count(p.waiting)),
      fact('Waiting to be seen live', count(p.awaiting_confirmation)),
      fact('Sent in the last hour', p.hourly_ceiling > 0 ? t('{n} of {m}', { n: count(p.sent_last_hour), m: count(p.hourly_ceiling) }) : count(p.sent_last_hour))));
}

/** The cause, unless the kind of attention names it. */
function because(row) {
  if (row.reason === null) return '';
  const kind = { hold: 'holds', error: 'reasons' }[row.attention];
  return kind ? `${say(kind, row.reason)} ` : '';
}

function attention(rows) {
  return h('div', { class: 'card wide' },
    h('h2', {}, t('Needs you')),
    rows.length === 0 ? h('p', { class: 'hint', id: 'attention' }, t('Nothing does at the moment.')) : h('ul', { class: 'needs', id: 'attention' },
      rows.map((row) => h('li', {},
        h('a', { href: `#/rows/${row.product_id}`, 'data-focus': `need-${row.product_id}` }, h('b', {}, row.title ?? row.sku)),
        h('span', { class: 'hint' }, `${row.sku} · ${shop(row.marketplace_id)}`),
        h('span', { class: `badge ${row.attention === 'at_floor_and_losing' ? 'warn' : 'bad'}` }, say('attention', row.attention)),
        h('span', { class: 'because' }, because(row), h('em', {}, say('acts', row.act)))))));
}
