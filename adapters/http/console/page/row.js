// Shows a row: its price, the way there, and the reasons.

import { h, show, keep, button } from './dom.js';
import { amount, atShop, boxOwner, capital, count, moment, percent, say, shop, since, t, variation, withShipping } from './format.js';
import { read, readStrategies, send, strategyName } from './api.js';
import { chartPlace } from './chart.js';
import { changeLine } from './change.js';
import { fact } from './overview.js';
import { changeFields, editable, resumeButton, skuOf } from './edit.js';
import { tryDialog } from './bulk.js';
import { act, badge, dash, dialog, table, toast, section } from './ui.js';

const hour = 60 * 60 * 1000, day = 24 * hour;
const ranges = [['1', '24 hours', day], ['7', '7 days', 7 * day], ['30', '30 days', 30 * day], ['all', 'All', null]];
const pageSize = 100;
const most = 1_000;

/** Makes the view of a row; again reads it anew. */
export function rowView(id, again) {
  const entries = new Map(); // by id
  let range = ranges[1];
  let filled = false;
  let beside = null; // the SKU, its documents and who competes, read once

  const head = h('div', { class: 'card', id: 'row-head' });
  const chart = chartPlace(open);
  const pick = h('div', { class: 'choice', role: 'group', 'aria-label': t('How far back') }, ranges.map((r) => button(t(r[1]), () => {
    range = r;
    filled = false;
    mark();
    again();
  }, { 'data-range': r[0] })));
  const chartCard = h('div', { class: 'card' }, h('div', { class: 'head' }, h('h2', {}, t('Price history')), pick), chart.node);
  const sides = h('div', { class: 'sides' });
  const list = h('div', { class: 'changes', id: 'changes' });
  const note = h('p', { class: 'hint', id: 'history-note' });
  const node = h('div', { class: 'row-view' }, h('div', { class: 'head view-head' }, h('a', { href: '#/products', class: 'back' }, `← ${t('All rows')}`)), head, chartCard, sides,
    h('section', { class: 'card', 'aria-label': t('Decisions') }, h('h2', {}, t('What was decided, and why')), note, list));

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
    node, title: t('Product'),
    async refresh(signal) {
      const now = Date.now();
      const from = range[2] === null ? null : now - range[2];
      const [{ data: row }] = await Promise.all([read(`sa/repricer/products/${id}`, {}, signal), history(signal, from), readStrategies(signal)]);
      document.title = `${row.title ?? row.sku} · ${t('Console')}`;
      const all = [...entries.values()].sort((a, b) => b.id - a.id).sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
      const within = (e) => from === null || new Date(e.created_at).getTime() >= from;
      const shown = all.filter(within).slice(0, most);
      const before = all.find((e) => !within(e)) ?? null;
      // Decisions within a minute show their seconds.
      const minute = (e) => Math.floor(new Date(e.created_at).getTime() / 60_000);
      const lines = shown.map((e, i) => ({ ...e, close: [shown[i - 1], shown[i + 1]].some((other) => other && minute(other) === minute(e)) }));
      if (!head.querySelector('[data-editing]')) show(head, headOf(row, again));
      if (beside === null) {
        beside = [];
        besides(row, signal).then((parts) => show(sides, parts)).catch(() => {
          beside = null;
        });
      }
      chart.node.hidden = shown.length === 0 && before === null && row.current_price === null;
      chart.update({ entries: shown.toReversed(), before, row, from: from ?? beginOf(shown, row, now), now });
      keep(list, lines, (e) => e.id, changeLine);
      note.textContent = shown.length === 0
        ? range[2] === null ? t('Nothing has been decided about this offer yet.') : row.last_decision && new Date(row.last_decision.created_at).getTime() >= from ? t('Every decision in this time was as the one before. “All” looks further back.') : t('Nothing was decided in this time. “All” looks further back.')
        : shown.length === most ? t('The newest {n} decisions.', { n: count(most) }) : '';
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
  if (!d || d.target_price === null) return d ? [t('none'), h('span', { class: 'hint' }, ' ', since(d.created_at))] : dash(t('Nothing has been decided yet.'));
  return [amount(d.target_price, row.currency), h('span', { class: 'hint' }, ` ${t('with shipping')}, ${d.target_seller_id ?? t('a seller')}, `, since(d.created_at))];
}

/** Who competes, the stock, and the documents of the product. */
async function besides(row, signal) {
  const [sku, newest] = await Promise.all([skuOf(row), read('sa/repricer/history', { product_id: row.id, limit: 1, expand: 'trace' }, signal)]);
  const [product, papers] = sku === null ? [null, []] : await Promise.all([
    sku.inventory_product_id === null ? null : read(`inventory-products/${sku.inventory_product_id}`, {}, signal).then((answer) => answer.data),
    read('documents', { target_type: sku.inventory_product_id === null ? 'sku' : 'inventory_product', target_id: sku.inventory_product_id ?? sku.id, limit: 10 }, signal).then((answer) => answer.data)]);
  const offers = newest.data[0]?.trace?.offers ?? [];
  const q = sku?.quantities, p = product?.quantities;
  return [
    section(t('Who competes'), { id: 'rivals' },
      offers.length === 0 ? h('p', { class: 'hint' }, t('The last decision looked at no offers.')) : table([t('Seller'), t('Price with shipping'), t('Counted')], offers.map((o) => [
        o.seller_id === row.buy_box.seller_id ? [o.seller_id, ' ', badge(t('buy box'), 'good')] : o.seller_id, amount(o.landed, row.currency), o.used ? t('yes') : t('no: {why}', { why: say('exclusions', o.excluded_reason) })]), { caption: t('Who competes'), numbers: [1] })),
    section(t('Stock and documents'), { id: 'stock' },
      sku === null ? h('p', { class: 'hint' }, t('This row has no SKU, so its cost is not known.')) : h('dl', { class: 'facts narrow' },
        sku.fulfillment_channel === 'fbm' ? fact(t('In stock'), count(q.fulfillable))
          : [fact(t('At Amazon'), count(q.fulfillable)), fact(t('On the way to Amazon'), count(q.inbound)), fact(t('Reserved'), count(q.reserved))],
        p ? [fact(t('In warehouses'), count(p.in_warehouse)), fact(t('On order'), count(p.on_order))] : null,
        fact(t('Unit cost'), sku.counted_cost ? [amount(sku.counted_cost.unit_cost, sku.counted_cost.currency), h('span', { class: 'hint' }, ` ${sku.counted_cost.source === 'own' ? t('of the SKU') : t('of the product')}`)] : t('not known'))),
      papers.length ? h('ul', { class: 'papers' }, papers.map((d) => h('li', {}, h('a', { href: `#/documents/${d.id}` }, d.original_name)))) : h('p', { class: 'hint' }, t('No documents.'))),
  ];
}

/** Edits everything about a row. */
async function editDialog(row, again) {
  const fields = await changeFields(row);
  dialog(t('Edit the row'), (close) => [fields.node, h('div', { class: 'ends' }, act(t('Save'), async () => {
    const patch = fields.read();
    if (Object.keys(patch).length) await send('PATCH', `sa/repricer/products/${row.id}`, patch, { version: row.version });
    close();
    toast(t('Saved.'));
    again();
  }, { class: 'main', id: 'save-row' }))], { wide: true });
}

function headOf(row, again) {
  const box = row.buy_box;
  const money = (value, text = amount(value, row.currency)) => (value === null ? dash(t('A fee, a cost or the price is not known.')) : text);
  return [
    h('div', { class: 'head' },
      h('div', {}, h('h1', { id: 'row-title' }, row.title ?? row.sku),
        row.variation.length ? h('p', { class: 'variation', id: 'row-variation' }, variation(row)) : null,
        h('p', { class: 'hint' }, `${row.sku} · `, atShop(row.marketplace_id, row.asin), ` · ${shop(row.marketplace_id)}`)),
      h('p', { class: 'price', id: 'row-price' }, amount(row.current_price, row.currency),
        h('span', { class: 'hint' }, ` ${withShipping(row.current_price, row.shipping, row.landed_price, row.currency)}`))),
    h('div', { class: 'ends actions' }, act(t('Edit the row'), () => editDialog(row, again), { class: 'quiet', id: 'edit-row', 'data-focus': 'edit-row' }),
      act(t('What if?'), () => tryDialog(row), { class: 'quiet', id: 'what-if', 'data-focus': 'what-if' })),
    row.hold ? h('div', { class: 'notice bad', id: 'row-hold' }, h('b', {}, capital(t('on hold')), ' '), since(row.hold.since), ' ', resumeButton(row, again), h('p', {}, say('holds', row.hold.reason)),
      row.hold.details ? h('p', {}, row.hold.details) : null,
      row.hold.price === null ? null : h('dl', { class: 'facts', id: 'row-held-price' },
        fact('Live price', amount(row.current_price, row.currency)), fact('Price held back', amount(row.hold.price, row.currency)))) : null,
    h('dl', { class: 'facts' },
      fact('Floor', [money(row.floor.price), row.floor.source ? h('span', { class: 'hint' }, ` ${say('floors', row.floor.source)}`) : null]),
      fact('Minimum', editable('min_price', row, again)),
      fact('Maximum', editable('max_price', row, again)),
      fact('Current market', [box.price === null ? dash(t('No price is known.')) : amount(box.price, row.currency),
        h('span', { class: 'hint' }, `${box.price === null ? '' : ` ${t('with shipping')}`}, ${t('buy box')}: ${boxOwner(box)}, `, since(row.offers_at))]),
      fact('Target at the last decision', targetOf(row)),
      fact('Share of the box', row.buy_box_share_24h === null && row.buy_box_share_7d === null ? dash(t('The box was not seen long enough.'))
        : [percent(row.buy_box_share_24h), h('span', { class: 'hint' }, ` ${t('24 h')}, `), percent(row.buy_box_share_7d), h('span', { class: 'hint' }, ` ${t('7 days')}`)]),
      fact('Competitors', row.competitors_count === null ? t('not known') : count(row.competitors_count)),
      fact('Break-even', [money(row.floor.break_even), row.floor.postage ? h('span', { class: 'hint' }, ` ${say('postage', row.floor.postage)}`) : null]),
      fact('Cost', [editable('cost', row, again), row.fulfillment !== 'fbm' || row.outbound_shipping === null ? null
        : h('span', { class: 'hint' }, ` ${t('and {amount} postage', { amount: amount(row.outbound_shipping, row.currency) })}`)]),
      fact('Margin', money(row.margin, percent(row.margin, 1))), fact('ROI', money(row.roi, percent(row.roi, 1))),
      fact('Stock', row.quantity === null ? t('not known') : count(row.quantity)),
      fact('Strategy', editable('strategy_id', row, again)),
      fact('Mode', editable('mode', row, again)),
      fact('State', say('run_states', row.run_state)),
      fact('Looked at next', row.next_due_at ? h('span', { title: moment(row.next_due_at) }, since(row.next_due_at)) : t('when something changes'))),
  ];
}
