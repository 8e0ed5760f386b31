// Shows a row: its price, the way there, and the reasons.

import { h, show, keep, button } from './dom.js';
import { amount, boxOwner, count, moment, percent, say, shop, since, variation, withShipping } from './format.js';
import { read, readStrategies, strategyName } from './api.js';
import { chartPlace } from './chart.js';
import { changeLine } from './change.js';
import { fact } from './overview.js';

const hour = 60 * 60 * 1000, day = 24 * hour;
const ranges = [['1', '24 hours', day], ['7', '7 days', 7 * day], ['30', '30 days', 30 * day], ['all', 'All', null]];
const pageSize = 100;
const most = 1_000;

/** Makes the view of a row. */
export function rowView(id) {
  const entries = new Map(); // by id
  let range = ranges[1];
  let filled = false;
  let choosing = () => {};

  const head = h('div', { class: 'card', id: 'row-head' });
  const chart = chartPlace(open);
  const pick = h('div', { class: 'choice', role: 'group', 'aria-label': 'How far back' }, ranges.map((r) => button(r[1], () => {
    range = r;
    filled = false;
    mark();
    choosing();
  }, { 'data-range': r[0] })));
  const chartCard = h('div', { class: 'card' }, h('div', { class: 'head' }, h('h2', {}, 'Price history'), pick), chart.node);
  const list = h('div', { class: 'changes', id: 'changes' });
  const note = h('p', { class: 'hint', id: 'history-note' });
  const node = h('div', { class: 'row-view' }, h('p', {}, h('a', { href: '#/', class: 'back' }, '← All offers')), head, chartCard,
    h('section', { class: 'card', 'aria-label': 'Decisions' }, h('h2', {}, 'What was decided, and why'), note, list));

  function mark() {
    for (const b of pick.children) b.setAttribute('aria-pressed', String(b.dataset.range === range[0]));
  }

  function open(entry) {
    const there = [...list.children].find((line) => line.dataset.id === String(entry.id));
    if (!there) return;
    there.open = true;
    there.scrollIntoView({ block: 'nearest' });
    there.querySelector('summary').focus();
  }

  async function history(signal, from) {
    const begin = from === null ? '' : new Date(from).toISOString();
    const wanted = { product_id: id, limit: pageSize, created_from: begin };
    let page = await read('sa/repricer/history', wanted, signal);
    const fresh = page.data;
    // The decision before the range says at which price the range begins.
    if (!filled && begin) fresh.push(...(await read('sa/repricer/history', { product_id: id, limit: 1, created_to: begin }, signal)).data);
    while (!filled && page.meta.next_cursor && fresh.length < most) {
      page = await read('sa/repricer/history', { ...wanted, cursor: page.meta.next_cursor }, signal);
      fresh.push(...page.data);
    }
    filled = true;
    for (const e of fresh) entries.set(e.id, e);
  }

  mark();
  return {
    node,
    /** Is called when something else is to be read at once. */
    onchoice(again) {
      choosing = again;
    },
    async refresh(signal) {
      const now = Date.now();
      const from = range[2] === null ? null : now - range[2];
      const [{ data: row }] = await Promise.all([read(`sa/repricer/products/${id}`, {}, signal), history(signal, from), readStrategies(signal)]);
      document.title = `${row.title ?? row.sku} · Repricer`;
      const all = [...entries.values()].sort((a, b) => b.id - a.id).sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
      const within = (e) => from === null || new Date(e.created_at).getTime() >= from;
      const shown = all.filter(within).slice(0, most);
      const before = all.find((e) => !within(e)) ?? null;
      // Decisions within a minute show their seconds.
      const minute = (e) => Math.floor(new Date(e.created_at).getTime() / 60_000);
      const lines = shown.map((e, i) => ({ ...e, close: [shown[i - 1], shown[i + 1]].some((other) => other && minute(other) === minute(e)) }));
      show(head, headOf(row));
      chart.node.hidden = shown.length === 0 && before === null && row.current_price === null;
      chart.update({ entries: shown.toReversed(), before, row, from: from ?? beginOf(shown, row, now), now });
      keep(list, lines, (e) => e.id, changeLine);
      note.textContent = shown.length === 0
        ? range[2] === null ? 'Nothing has been decided about this offer yet.' : 'Nothing was decided in this time. “All” looks further back.'
        : shown.length === most ? `The newest ${count(most)} decisions.` : '';
    },
  };
}

/** When a chart of all decisions begins: with the row, or with the oldest decision that is shown. */
function beginOf(shown, row, now) {
  const oldest = shown.length ? new Date(shown.at(-1).created_at).getTime() : now;
  return shown.length === most ? oldest : Math.min(oldest, new Date(row.created_at).getTime(), now - hour);
}

/** The offer that the last decision priced against. */
function targetOf(row) {
  const d = row.last_decision;
  if (!d || d.target_price === null) return d ? ['none', h('span', { class: 'hint' }, ' ', since(d.created_at))] : '–';
  return [amount(d.target_price, row.currency), h('span', { class: 'hint' }, ` with shipping, ${d.target_seller_id ?? 'a seller'}, `, since(d.created_at))];
}

function headOf(row) {
  const box = row.buy_box;
  return [
    h('div', { class: 'head' },
      h('div', {}, h('h1', { id: 'row-title' }, row.title ?? row.sku),
        row.variation.length ? h('p', { class: 'variation', id: 'row-variation' }, variation(row)) : null,
        h('p', { class: 'hint' }, `${row.sku} · `, h('a', {
          href: `https://www.${shop(row.marketplace_id)}/dp/${encodeURIComponent(row.asin)}`, target: '_blank', rel: 'noopener noreferrer',
        }, row.asin), ` · ${shop(row.marketplace_id)}`)),
      h('p', { class: 'price', id: 'row-price' }, amount(row.current_price, row.currency),
        h('span', { class: 'hint' }, ` ${withShipping(row.current_price, row.shipping, row.landed_price, row.currency)}`))),
    row.hold ? h('div', { class: 'notice bad', id: 'row-hold' }, h('b', {}, 'On hold '), since(row.hold.since), h('p', {}, say('holds', row.hold.reason)),
      row.hold.details ? h('p', {}, row.hold.details) : null,
      row.hold.price === null ? null : h('dl', { class: 'facts', id: 'row-held-price' },
        fact('Live price', amount(row.current_price, row.currency)), fact('Price held back', amount(row.hold.price, row.currency)))) : null,
    h('dl', { class: 'facts' },
      fact('Floor', [amount(row.floor.price, row.currency), row.floor.source ? h('span', { class: 'hint' }, ` ${say('floors', row.floor.source)}`) : null]),
      fact('Maximum', row.ceiling === null ? 'none' : amount(row.ceiling, row.currency)),
      fact('Current market', [amount(box.price, row.currency),
        h('span', { class: 'hint' }, `${box.price === null ? '' : ' with shipping'}, buy box: ${boxOwner(box)}, `, since(row.offers_at))]),
      fact('Target at the last decision', targetOf(row)),
      fact('Share of the box', [percent(row.buy_box_share_24h), h('span', { class: 'hint' }, ' 24 h, '), percent(row.buy_box_share_7d), h('span', { class: 'hint' }, ' 7 days')]),
      fact('Competitors', count(row.competitors_count)),
      fact('Break-even', [amount(row.floor.break_even, row.currency), row.floor.postage ? h('span', { class: 'hint' }, ` ${say('postage', row.floor.postage)}`) : null]),
      fact('Cost', [amount(row.cost, row.currency), row.fulfillment !== 'fbm' || row.outbound_shipping === null ? null
        : h('span', { class: 'hint' }, ` and ${amount(row.outbound_shipping, row.currency)} postage`)]),
      fact('Margin', percent(row.margin, 1)), fact('ROI', percent(row.roi, 1)),
      fact('Stock', count(row.quantity)),
      fact('Strategy', strategyName(row.effective_strategy_id)),
      fact('Mode', say('modes', row.mode)),
      fact('State', say('run_states', row.run_state)),
      fact('Looked at next', h('span', { title: moment(row.next_due_at) }, since(row.next_due_at)))),
  ];
}
