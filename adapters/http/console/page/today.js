// What needs a person today, and how the last days went.

import { h, s, show } from './dom.js';
import { amount, count, dayOf, percent, say, shop, shortly, t } from './format.js';
import { read, readAll } from './api.js';
import { act, badge } from './ui.js';
import { overviewPlace } from './overview.js';
import { resumeButton } from './edit.js';

const day = 24 * 60 * 60 * 1000;
const dateOf = (at) => new Date(at).toISOString().slice(0, 10);

/** Reads a part that a key may not see, or that is not set up, as nothing. */
const maybe = (reading) => reading.catch((cause) => {
  if (cause.name === 'AbortError' || cause.locked || ![403, 404].includes(cause.status)) throw cause;
  return { data: [] };
});

/** Makes the view; again reads it anew. */
export function todayView(_, again) {
  const todo = h('section', { class: 'card', id: 'todo', 'aria-label': t('To do') });
  const days = h('section', { class: 'card', id: 'days', 'aria-label': t('The last 14 days') });
  const overview = overviewPlace((filter) => {
    const need = { held: 'hold=any', loss: 'under_break_even=true', stale: 'stale=true', missing_cost: 'missing_cost=true', at_floor: 'at_floor=true', at_ceiling: 'at_max=true' }[filter.need];
    location.hash = `#/products?${need ?? (filter.mode ? `mode=${filter.mode}` : `buy_box_owner=${filter.owner}`)}`;
  });
  let market = null, home = null;
  let slow = null, slowAt = 0; // parts that are read once in a minute
  return {
    node: h('div', { class: 'today' }, h('h1', { class: 'unseen' }, t('Today')), todo, days, overview.node),
    title: t('Today'),
    async refresh(signal) {
      if (Date.now() - slowAt > 60_000) {
        // A newer refresh may need these parts too, so it does not break their reading off.
        const today = [
          read('listings', { kind: 'draft', status: 'rejected', limit: 5 }), read('inventory-products', { low_stock: true, limit: 5 }),
          read('documents', { status: 'ready', has_parsed_data: true, limit: 5 }), read('purchase-orders', { overdue: true, limit: 5 }), read('account'), read('webhook-endpoints', { limit: 200 }),
          read('sa/repricer/history', { outcome: 'rejected', created_from: new Date(Date.now() - day).toISOString(), limit: 5 }),
        ];
        slow = {
          today: Promise.all(today.map(maybe)),
          days: Promise.all(['day,marketplace', 'marketplace'].map((by) => maybe(read('sa/repricer/history/statistics', { group_by: by, time_from: `${dateOf(Date.now() - 13 * day)}T00:00:00Z`, time_to: new Date().toISOString() })))),
        };
        slowAt = Date.now();
        for (const part of [slow.today, slow.days]) {
          part.catch(() => {
            slowAt = 0;
          });
        }
      }
      const redo = () => {
        slowAt = 0;
        again();
      };
      // Each part is shown once it is there.
      await Promise.all([
        read('sa/repricer/overview', {}, signal).then((o) => overview.update(o.data)),
        Promise.all([readAll('sa/repricer/products', { hold: 'any' }, signal, 1), slow.today]).then(([held, [listings, low, papers, late, account, hooks, rejected]]) => {
          show(todo, h('h2', {}, t('To do')), lines({ held, listings, low, papers, late, account, hooks, rejected }, redo));
        }),
        Promise.all([slow.days, slow.today]).then(([[byDay, whole], [, , , , account]]) => {
          home = account.data.default_marketplace_id;
          showDays(byDay.data.groups ?? [], whole.data.groups ?? []);
        }),
      ]);
    },
  };

  function showDays(groups, sums) {
    const markets = [...new Set(groups.map((g) => g.marketplace_id))];
    if (!markets.includes(market)) market = markets.includes(home) ? home : markets[0];
    show(days, h('div', { class: 'head' }, h('h2', {}, t('The last 14 days')), markets.length < 2 ? null : h('select', { 'aria-label': t('Marketplace'), 'data-focus': 'market', onchange: (event) => {
      market = event.target.value;
      again();
    } }, markets.map((id) => h('option', { value: id, selected: id === market }, shop(id))))),
    groups.length ? charts(groups.filter((g) => g.marketplace_id === market), sums.find((g) => g.marketplace_id === market)) : h('p', { class: 'hint' }, t('Nothing was decided or sold yet.')));
  }
}

function line(kind, tone, text, href, does) {
  return h('li', { 'data-kind': kind }, badge(kindName(kind), tone), href ? h('a', { href, 'data-focus': `todo-${href}` }, text) : h('span', {}, text), does);
}

const kindName = (kind) => t({
  held: 'on hold', rejected: 'price rejected', listing: 'listing', low: 'low stock', document: 'document', late: 'overdue', connection: 'account', endpoint: 'endpoint',
}[kind]);

function lines({ held, listings, low, papers, late, account, hooks, rejected }, redo) {
  const go = (text, href) => h('a', { class: 'go-on', href, 'aria-hidden': 'true', tabindex: -1 }, text);
  // A list shows its first records, and leads to the others.
  const more = (kind, tone, page, href) => (page.meta?.next_cursor ? line(kind, tone, t('and more'), href) : null);
  const all = [
    ...held.slice(0, 8).map((row) => line('held', 'bad', `${row.title ?? row.sku} · ${shop(row.marketplace_id)}: ${say('holds', row.hold.reason)}`, `#/products/${row.id}`, resumeButton(row, redo))),
    held.length > 8 ? line('held', 'bad', t('{n} more rows on hold', { n: count(held.length - 8) }), '#/products?hold=any') : null,
    ...rejected.data.map((e) => line('rejected', 'bad', `${e.sku} · ${amount(e.new_price, e.currency)}: ${e.submission?.issues?.[0]?.message ?? t('the marketplace rejected it')}`, `#/products/${e.product_id}`)),
    ...listings.data.map((one) => line('listing', 'warn', `${one.sku}: ${one.issues[0]?.message ?? t('refused')}`, null)), more('listing', 'warn', listings, null),
    ...account.data.connections?.filter((c) => c.status !== 'active').map((c) => line('connection', 'bad', t('The account …{id} has to be connected again.', { id: c.seller_id_last4 }), '#/settings')) ?? [],
    ...hooks.data.filter((one) => one.status === 'failing' || (one.status === 'disabled' && one.disabled_reason !== 'user')).map((one) => line('endpoint', 'bad', `${one.url}: ${t('calls fail')}`, `#/settings/endpoints/${one.id}`, go(t('Look'), `#/settings/endpoints/${one.id}`))),
    ...late.data.map((order) => line('late', 'warn', `${order.number} · ${order.supplier?.name ?? ''}: ${t('expected {date}', { date: dayOf(order.expected_date) })}`, `#/buying/orders/${order.id}`, go(t('Receive'), `#/buying/orders/${order.id}`))), more('late', 'warn', late, '#/buying'),
    ...papers.data.map((d) => line('document', '', `${d.original_name}: ${t('read, {n} lines', { n: count(d.parsed_summary?.lines ?? null) })}`, `#/documents/${d.id}`, go(t('Check'), `#/documents/${d.id}`))), more('document', '', papers, '#/documents'),
    ...low.data.map((p) => line('low', 'warn', `${p.title}: ${t('{n} in stock, reorder at {m}', { n: count(p.quantities.on_hand), m: count(p.reorder_point) })}`, '#/buying')), more('low', 'warn', low, null),
  ].filter(Boolean);
  return all.length ? h('ul', { class: 'todo' }, all) : h('p', { class: 'empty' }, t('Nothing needs you at the moment.'));
}

/** Bars by day below the figure of all days, with the amounts as the API says them. */
function charts(days, whole) {
  const rows = [
    ['Units sold', (d) => d.sales?.units ?? null, (v) => count(v)],
    ['Profit, estimated', (d) => d.sales?.estimated_profit ?? null, (v, d) => (v === null ? '–' : amount(v, d.sales.currency, true))],
    ['Price changes', (d) => d.changes?.total ?? null, (v) => count(v)],
    ['Buy box share', (d) => d.buy_box?.share_percent ?? null, (v) => percent(v)],
  ];
  return h('div', { class: 'days' }, rows.map(([label, of, text]) => {
    const values = days.map(of);
    const known = values.filter((v) => v !== null);
    const top = Math.max(1e-9, ...known);
    const last = [...days].reverse().find((d) => of(d) !== null);
    return h('figure', {}, h('figcaption', {}, h('span', {}, t(label)), h('b', {}, whole && of(whole) !== null ? text(of(whole), whole) : '–'),
      last ? h('span', { class: 'hint' }, t('{value} on {day}', { value: text(of(last), last), day: shortDay(last.day) })) : null),
      known.length === 0 ? h('p', { class: 'hint' }, t('Not known: the currencies differ, or costs are missing.')) : s('svg', { viewBox: `0 0 ${days.length * 10} 40`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${t(label)}: ${days.map((d) => `${shortDay(d.day)} ${text(of(d), d)}`).join(', ')}` },
        values.map((v, i) => (v === null ? null : s('rect', { x: i * 10 + 1, width: 8, y: 39 - Math.max(0, (v / top) * 37), height: 1 + Math.max(0, (v / top) * 37), class: 'day' }, s('title', {}, `${shortDay(days[i].day)}: ${text(v, days[i])}`))))));
  }));
}

const shortDay = (text) => (text ? shortly(`${text}T00:00:00`).replace(/,?\s*\d\d?:\d\d.*$/, '') : '');
