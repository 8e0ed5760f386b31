// Shows all rows at once: their state, the owners of the box, prices on their way, and rows that
// need a person.

import { h, show, button } from './dom.js';
import { count, percent, say, shop, since, span } from './format.js';

const owners = ['own', 'team', 'competitor', 'amazon', 'none', 'unknown'];
const modes = ['auto', 'manual', 'off'];
const holds = ['listing_issue', 'external_change_anomaly', 'circuit_breaker', 'submission_failed', 'currency_mismatch'];

/** Makes the place of the overview; narrow is called with filters for the rows. */
export function overviewPlace(narrow) {
  const place = h('section', { class: 'overview', 'aria-label': 'Overview' });
  return {
    node: place,
    update(o) {
      show(place, o.settings_present ? null : noSettings(), products(o, narrow), boxes(o.buy_box, narrow), pipeline(o), attention(o.attention));
    },
  };
}

function noSettings() {
  return h('div', { class: 'card notice', id: 'no-settings' },
    h('h2', {}, 'Nothing is repriced yet'),
    h('p', {}, 'The repricer has no settings. A ', h('code', {}, 'PATCH'), ' of ', h('code', {}, '/api/v1/sa/repricer/settings'),
      ' makes them and starts it; ', h('a', { href: 'docs' }, 'the reference'), ' tells what they can hold.'));
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
  const unknown = 'A dash: not known of any row yet.';
  return h('div', { class: 'card wide' },
    h('h2', {}, 'At a glance'),
    h('div', { class: 'tiles' },
      tile('offers', p.total, { name: 'total' }),
      modes.map((mode) => tile(say('modes', mode), p.by_mode[mode], { name: mode, act: () => narrow({ mode }) })),
      tile('at the floor', p.at_floor, { name: 'at_floor', tone: 'warn', hint: unknown }),
      tile('at the maximum', p.at_ceiling, { name: 'at_ceiling', hint: unknown }),
      tile('sold at a loss', p.under_break_even, { name: 'loss', tone: 'bad', hint: unknown, act: () => narrow({ need: 'loss' }) }),
      tile('cost missing', p.missing_cost, { name: 'missing_cost', tone: 'warn', act: () => narrow({ need: 'missing_cost' }) }),
      tile('offers too old', p.stale, { name: 'stale', tone: 'warn', act: () => narrow({ need: 'stale' }) }),
      tile('on hold', held, { name: 'held', tone: 'bad', hint: heldWhy, act: () => narrow({ need: 'held' }) })));
}

function boxes(box, narrow) {
  const all = owners.reduce((sum, owner) => sum + box[owner], 0);
  return h('div', { class: 'card' },
    h('h2', {}, 'Who has the buy box'),
    all === 0 ? h('p', { class: 'hint' }, 'No offers yet.') : [
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
  return h('div', { class: `fact ${tone}` }, h('dt', {}, label), h('dd', {}, value));
}

function pipeline(o) {
  const p = o.pipeline;
  const switched = { on: 'on', off: 'off', stopped: 'stopped for all' }[p.switch] ?? 'no settings';
  return h('div', { class: 'card' },
    h('h2', {}, 'On its way'),
    h('dl', { class: 'facts', id: 'pipeline' },
      fact('Repricing', switched, p.switch === 'on' ? 'good' : 'warn'),
      p.breaker ? fact('Circuit breaker', p.breaker === 'open' ? 'has stopped something' : 'nothing stopped', p.breaker === 'open' ? 'warn' : '') : null,
      (p.stopped_accounts ?? []).map((a) => fact(`Account ${a.seller_id}`, ['waits after refusals, goes on ', since(a.until)], 'warn')),
      fact('Last event', p.last_event_age_seconds === null ? 'none yet' : `${span(p.last_event_age_seconds)} ago`),
      (p.lanes ?? []).map((lane) => fact(`Rows due, ${lane.lane} queue`,
        lane.depth === 0 ? 'none' : `${count(lane.depth)}, the first for ${span(lane.oldest_wait_seconds)}`)),
      fact('Waiting to be sent', count(p.waiting)),
      fact('Waiting to be seen live', count(p.awaiting_confirmation)),
      fact('Sent in the last hour', p.hourly_ceiling > 0 ? `${count(p.sent_last_hour)} of ${count(p.hourly_ceiling)}` : count(p.sent_last_hour))));
}

/** The cause, unless the kind of attention names it. */
function because(row) {
  if (row.reason === null) return '';
  const kind = { hold: 'holds', error: 'reasons' }[row.attention];
  return kind ? `${say(kind, row.reason)} ` : '';
}

function attention(rows) {
  return h('div', { class: 'card wide' },
    h('h2', {}, 'Needs you'),
    rows.length === 0 ? h('p', { class: 'hint', id: 'attention' }, 'Nothing does at the moment.') : h('ul', { class: 'needs', id: 'attention' },
      rows.map((row) => h('li', {},
        h('a', { href: `#/rows/${row.product_id}`, 'data-focus': `need-${row.product_id}` }, h('b', {}, row.title ?? row.sku)),
        h('span', { class: 'hint' }, `${row.sku} · ${shop(row.marketplace_id)}`),
        h('span', { class: `badge ${row.attention === 'at_floor_and_losing' ? 'warn' : 'bad'}` }, say('attention', row.attention)),
        h('span', { class: 'because' }, because(row), h('em', {}, say('acts', row.act)))))));
}
